"""Good files of every kind that people bring: what comes with the games, and what the program itself writes."""

from functools import cache
from pathlib import Path

from tests.table.evening import of_bots
from tests.table.test_dishonest_host import ADA, BEN, Keeper, Night

from cliffhanger import games
from cliffhanger.cards import cockatrice, spreadsheet
from cliffhanger.cards.deck import cards_in
from cliffhanger.cards.rows import outgoing
from cliffhanger.kernel.files.foreign import exported
from cliffhanger.kernel.files.reader import head, parsed, read_form
from cliffhanger.kernel.inputs import Close

FORMATS = Path(__file__).parents[1] / "cards" / "formats"
LONGEST = 6_000  # bytes of a good file: a long one hides what is wrong among much that is right


@cache
def sheets():
    """The texts of every form of every game, by game and form: the examples, and what comes with the game."""
    found = {(name, form.name): [form.example.encode()] for name in games.names() for form in games.game(name).forms}
    for name in games.names():
        package = Path(games.game(name).start.__code__.co_filename).parents[1] / "files"
        for file in sorted(package.rglob("*.toml")):
            said = parsed(file.name, file.read_text("utf-8"))
            key = (name, head(said)[1]) if isinstance(said, dict) else None
            if key in found and file.stat().st_size <= LONGEST:
                found[key].append(file.read_bytes())
    return found


@cache
def rows():
    """Cards as spreadsheets and Cockatrice keep them: what others wrote, and what we do; by the ending of the file."""
    game = games.game("plot_twist")
    form = next(form for form in game.forms if form.rows)
    value = read_form(form, form.name, form.example)
    cards = list(outgoing(form, value, cards_in(form.draw(value))))
    return {
        ".csv": [(FORMATS / "pier.csv").read_bytes(), spreadsheet.written(cards).encode()],
        ".xml": [(FORMATS / "pier.xml").read_bytes(), cockatrice.written(cards, "Pier").encode()],
    }


@cache
def characters():
    """Characters in the public Cortex schema."""
    game = games.game("smallville")
    (format,) = game.formats
    texts = [text.decode() for text in sheets()["smallville", format.form.name]]
    return [exported(format, read_form(format.form, "x", text), "2026-01-02T20:00:00Z").encode() for text in texts[:4]]


@cache
def records():
    """Records of each game: open and closed, whole and of one seat."""
    found = []
    for name in games.names():
        game = games.game(name)
        evening = of_bots(game, 12, undo="anyone")
        found.append(evening.record())
        evening.put(Close(""), evening.table.header.setup.seats[0].id)
        found.append(evening.record())
    return found


@cache
def kept():
    """A closed record of Lanterns, and what the pages of its two keepers kept."""
    night = Night()
    night.sits(host="Cleo", k1="Ada", k2="Ben")
    Keeper(night, "k1"), Keeper(night, "k2")
    night.round(k1=ADA, k2=BEN)
    night.plays()
    return night.record(), [text.encode() for text in night.kept]
