"""The laws of a whole game: what must hold along a line of play, from its set-up to its last input."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from cliffhanger.kernel.chance import Draw, Roll
from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.events import SEVERAL, Event, told
from cliffhanger.kernel.game import WATCH, Game, Setup
from cliffhanger.kernel.inputs import Act, Faces, Played, Undo
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.plurals import several
from cliffhanger.kernel.record.format import Entry, Header, Outset, chained, read, replay, write
from cliffhanger.kernel.sentences import (
    NUMBER,
    ORDER,
    PEOPLE,
    PERSON,
    SIGNED,
    TEXT,
    VALUE,
    Kind,
    Rows,
    Sentence,
    Words,
)
from cliffhanger.kernel.step import Step, step
from cliffhanger.table.search import fallen
from cliffhanger.testing.invalid_inputs import offers
from cliffhanger.testing.playout import Moment, taken
from cliffhanger.testing.position_laws import encode, known, look_alike, written

ADVERBS = {"just", "longer", "no", "now", "only", "still"}
"""Words that may stand before the verb of a sentence."""
ENDS = (".", "?", "…", ")", "”", '"', ":")


def recorded(game: Game[Any], setup: Setup, inputs: Sequence[Played]) -> bytes:
    """A record of these inputs, as a table would write it."""
    outset = Outset(setup.seats, setup.content)
    header = Header(
        game=game.id, version=game.version, house=setup.house, setup=outset, table="test", key_hash="", options={}
    )
    entries = tuple(Entry(n, f"i{n}", "", "", put, (), "") for n, put in enumerate(inputs, 1))
    return write(header, chained(header, entries))


def replay_agrees(game: Game[Any], setup: Setup, moments: Sequence[Moment[Any]], rng: Random) -> None:
    """A record written, read and replayed gives the same bytes at every step; so do undo, and doing it again."""
    inputs = [moment.put for moment in moments]
    record = read(recorded(game, setup, inputs))
    play = replay(game, record.header, record.entries)
    bytes_then = [encode(moment.after.state) for moment in moments]
    assert [encode(point.state) for point in play.points[1:]] == bytes_then, "a replay differs from the play"
    back = rng.randrange(len(inputs))
    undone = read(recorded(game, setup, [*inputs, Undo(back), *inputs[back:]]))  # type: ignore[list-item]
    again = [encode(point.state) for point in replay(game, undone.header, undone.entries).points]
    assert again[len(inputs) + 1] == again[back], f"undo to entry {back} leads elsewhere"
    assert again[len(inputs) + 2 :] == bytes_then[back:], f"after undo to entry {back} the same inputs lead elsewhere"


def windows_never_come_back(moments: Sequence[Moment[Any]]) -> None:
    """A window that has closed keeps its id to itself: a late tap can never hit another question."""
    open_: set[tuple[str, str]] = set()
    closed: set[tuple[str, str]] = set()
    for moment in moments:
        asked = moment.now if isinstance(moment.now, tuple) else ()
        now = {(each.seat, each.window) for each in asked}
        assert not now & closed, f"these windows were closed and are open again: {sorted(now & closed)}"
        closed |= open_ - now
        open_ = now


def rolls_never_come_back(moments: Sequence[Moment[Any]]) -> None:
    """Each roll and each draw has an id of its own."""
    ids = [moment.now.id for moment in moments if isinstance(moment.now, Roll | Draw)]
    twice = sorted({each for each in ids if ids.count(each) > 1})
    assert not twice, f"these rolls were asked for twice: {twice}"


def events_have_sentences(game: Game[Any], moments: Sequence[Moment[Any]], known: Sequence[str]) -> None:
    """Every event has a sentence that goes on from its name, is for everybody or one seat, and survives writing."""
    for moment in moments:
        for event in moment.after.events:
            text = told(event, game.say(event)).text
            assert text.strip(), f"nothing is said of {event}"
            assert not event.who or not text.startswith(event.who), f"{event.who!r} stands beside it already: {text!r}"
            assert text.rstrip()[-1] in ENDS or _free(moment.put, text), f"no sentence: {text!r}"
            assert {*event.only} <= {*known}, f"{event} is for nobody"
            assert written(event, Event) == event, f"{event} is another when written and read"


def events_fit_their_rows(game: Game[Any], moments: Sequence[Moment[Any]]) -> None:
    """Every event has a row that declares its data, all of it and no more, and says it to each of its people."""
    rows = {row.what: row for row in game.said}
    for event in (event for moment in moments for event in moment.after.events):
        row = rows.get(event.what)
        assert row, f"no row says {event}"
        assert {*event.data} - {SEVERAL} == {*row.fields}, (
            f"{event} has other fields than its row: {sorted(row.fields)}"
        )
        for name, kind in row.fields.items():
            assert _fits(kind, event.data[name]), f"{name} is no {kind}: {event}"
        for name in _people(row, event):
            _is_said_to(game, row, event, name)


def _fits(kind: Kind, value: object) -> bool:
    """Whether a field holds what its kind says."""
    if isinstance(kind, Words):
        return isinstance(value, str)
    if isinstance(kind, Rows):
        rows = value if isinstance(value, list | tuple) else [()]
        return all(len(row) == len(kind.fields) and all(map(_fits, kind.fields.values(), row)) for row in rows)
    if kind in (NUMBER, SIGNED):
        return isinstance(value, int)
    if kind in (PERSON, TEXT):
        return isinstance(value, str)
    return kind == VALUE or isinstance(value, list | tuple)


def _people(row: Sentence, event: Event) -> set[str]:
    """Everybody whom an event names as one of its people."""
    found = {event.who, *(event.data[name] for name, kind in row.fields.items() if kind == PERSON)}
    lists = (event.data[name] for name, kind in row.fields.items() if kind in (PEOPLE, ORDER))
    return found.union(*lists) - {""}


def _is_said_to(game: Game[Any], row: Sentence, event: Event, name: str) -> None:
    """A sentence for its reader does not name the reader, and its verb goes with "you"."""
    room, text = game.say(event), game.say(event, (name,))
    free = [str(event.data[field]) for field, kind in row.fields.items() if kind not in (PERSON, PEOPLE, ORDER)]
    assert name not in text or any(name in each for each in free), f"{name} reads their own name: {text!r}"
    verb, own = (next(word for word in each.split() if word not in ADVERBS) for each in (room, text))
    group = name in event.data.get(SEVERAL, ()) or several(name)
    third = event.who == name and not group and verb[:1].islower() and verb.strip(".,:;").endswith("s")
    assert not third or own != verb, f"{name} reads: You {text}"
    if row.head:
        head = game.voice.head(event, (name,))
        assert name not in head or any(name in each for each in free), f"{name} reads their own name: {head!r}"


def events_name_known_rules(game: Game[Any], moments: Sequence[Moment[Any]]) -> None:
    """A rule that an event names stands in the game's `rules.toml`."""
    for event in (event for moment in moments for event in moment.after.events):
        known(game, event.rule, event)


def _free(put: Played, text: str) -> bool:
    """Whether a sentence ends in what a person wrote."""
    words = put.choice.values() if isinstance(put, Act) else ()
    return any(isinstance(word, str) and word and text.endswith(word) for word in words)


def draws_stay_secret(
    game: Game[Any], setup: Setup, moments: Sequence[Moment[Any]], rng: Random, reveals: frozenset[str] = frozenset()
) -> int:
    """Two lines of play that differ only in a secret draw look the same to all other seats; tells how many were tried.

    They go on with the same inputs until there is none that both take, or an event of a kind in `reveals` is told.
    """
    tried = 0
    known = [*(seat.id for seat in setup.seats), WATCH]
    for moment in moments:
        if not isinstance(moment.now, Draw) or len(moment.now.cards) <= moment.now.count or not moment.now.seat:
            continue  # a draw that names no seat is open to all
        other = step(game, moment.state, fallen(moment.now, rng))
        assert not isinstance(other, Refusal), f"a draw is refused: {other}"
        blind = [seat for seat in known if seat != moment.now.seat]
        tried += _stay_alike(game, (moment.after, other), blind, rng, reveals)
    return tried


def choices_stay_secret(
    game: Game[Any],
    setup: Setup,
    moments: Sequence[Moment[Any]],
    rng: Random,
    reveals: frozenset[str] = frozenset(),
    most: int = 6,
) -> int:
    """Two lines of play that differ only in what was taken of a `private` question look the same to all other seats.

    They differ in arguments or in the option, and go on as in `draws_stay_secret`; tells how many steps were tried. Of the
    private questions `most` are looked at. An AssertionError names two choices that some other seat can tell apart.
    """
    tried = 0
    known = [*(seat.id for seat in setup.seats), WATCH]
    found = [(moment.state, options) for moment in moments for options in _private(game, moment)]
    for s, options in rng.sample(found, min(most, len(found))):
        acts = [taken(game, rng.choice(options), rng) for _ in range(6)]
        other = next((act for act in acts if (act.key, act.choice) != (acts[0].key, acts[0].choice)), None)
        if other is None:
            continue  # there is one thing to choose
        one, two = step(game, s, acts[0]), step(game, s, other)
        assert not isinstance(one, Refusal), f"{acts[0]} was offered and is refused: {one}"
        assert not isinstance(two, Refusal), f"{other} was offered and is refused: {two}"
        blind = [seat for seat in known if seat != other.seat]
        try:
            tried += _stay_alike(game, (one, two), blind, rng, reveals)
        except AssertionError as error:
            raise AssertionError(f"{other.seat} chose in private, {acts[0]} or {other}: {error}") from error
    return tried


def _private(game: Game[Any], moment: Moment[Any]) -> Iterator[list[Option]]:
    """The open private options of a moment, by seat and window."""
    found: dict[tuple[str, str], list[Option]] = {}
    for each in offers(game, moment.state) if isinstance(moment.now, tuple) else ():
        if not each.blocked and each.option.private:
            found.setdefault((each.seat, each.window), []).append(each.option)
    yield from found.values()


def _stay_alike(
    game: Game[Any], pair: tuple[Step[Any], Step[Any]], blind: Sequence[str], rng: Random, reveals: frozenset[str]
) -> int:
    """Two steps, and what comes of them, are the same to these seats until a secret comes to light; how many were tried."""
    for tried in range(12):
        if reveals & {event.what for each in pair for event in each.events}:
            return tried
        for seat in blind:
            heard = [[e for e in each.events if e.heard_by(seat)] for each in pair]
            assert heard[0] == heard[1], f"{seat} is told what it may not know: {heard}"
            look_alike(game, pair[0].state, pair[1].state, seat)
        if (after := _both(game, pair[0].state, pair[1].state, rng)) is None:
            return tried + 1
        pair = after
    return 12


def _both(game: Game[Any], one: Any, other: Any, rng: Random) -> tuple[Step[Any], Step[Any]] | None:  # noqa: ANN401
    """One more step in two states, by an input that both take; None where there is none."""
    now, then = game.waiting(one), game.waiting(other)
    puts: list[Played] = []
    if isinstance(now, Roll):
        puts = [fallen(now, rng)]
    elif isinstance(now, Draw) and isinstance(then, Draw):
        common = tuple(card for card in now.cards if card in then.cards)
        puts = [Faces(now.id, common[: now.count])]
    elif isinstance(now, tuple):
        puts = [taken(game, each.option, rng) for each in now if not each.blocked]
        rng.shuffle(puts)
    for put in puts:
        first, second = step(game, one, put), step(game, other, put)
        if not isinstance(first, Refusal) and not isinstance(second, Refusal):
            return first, second
    return None
