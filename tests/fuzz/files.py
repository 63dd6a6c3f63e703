"""Everything that reads a file of a stranger, given spoiled ones: each is read, or refused in a sentence that says where."""

import atexit
import json
import logging
import re
import shutil
import time
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import mkdtemp

from click.testing import CliRunner
from tests.fuzz import corpus
from tests.fuzz.mutations import of_bytes, of_json, of_toml

from cliffhanger import games
from cliffhanger.cli import main
from cliffhanger.kernel.errors import Fault, Unreadable
from cliffhanger.kernel.game import WATCH, Setup
from cliffhanger.kernel.record.format import decode_header, lines, read
from cliffhanger.table import Table
from cliffhanger.table.verify import verify
from cliffhanger.web.http.bench import benched
from cliffhanger.web.http.card_sheets import drawn_cards
from cliffhanger.web.http.sheets import checked
from cliffhanger.web.http.uploads import setup_in_worker, tidy
from cliffhanger.web.page.bench_fight import Asked
from cliffhanger.web.page.cut_sheet import wish

LONG = 5.0  # seconds of the processor that a server gives the reading of a file
AT, KEY = "2026-01-02T20:00:00Z", bytes(range(32))
FAULT = re.compile(r"(?s)[^\n]*?:\d+: .+|[^\n]*?: .+")
PLACE = re.compile(r"[Ll]ine \d+|kept|record|key|seat", re.ASCII)


def of_forms(rng):
    """A TOML file of some form of some game, by the command that checks files."""
    (_, form), texts = rng.choice(list(corpus.sheets().items()))
    data = of_toml(rng, rng.choice(texts), texts)
    told = command("check", stranger=(f"{form}.toml", data))
    assert all(FAULT.fullmatch(line) and line.startswith("stranger") for line in told), told


def of_tables(rng):
    """Files that are brought to a new table: it opens with them and is shown to all, or they have faults."""
    game = rng.choice(games.names())
    texts = [text for (name, _), found in corpus.sheets().items() if name == game for text in found]
    brought = [of_toml(rng, rng.choice(texts), texts) for _ in range(rng.choice((1, 1, 2, 3)))]
    files = tidy((rng.choice(("a.toml", "../b", "")), data.decode("utf-8", "surrogateescape")) for data in brought)
    setup = setup_in_worker(games.game, game, rng.choice((1, 2, 4)), files)
    if isinstance(setup, list):
        sound(setup)
        return
    opens(games.game(game), setup)


def opens(game, setup):
    """A table opens with a set-up, and every page of it is drawn."""
    assert isinstance(setup, Setup)
    try:
        table = Table.open(game, setup, table_id="table", key=KEY, at=AT)
    except ValueError as why:
        assert str(why)
        return
    for seat in (*(each.id for each in setup.seats), WATCH):
        game.panels(table.view(seat), seat)


def of_pages(rng):
    """A text in the maker of sheets, on sheets of cards, or at the bench."""
    (name, form), texts = rng.choice(list(corpus.sheets().items()))
    text = of_toml(rng, rng.choice(texts), texts).decode("utf-8", "replace")
    kind = next(each for each in games.game(name).forms if each.name == form)
    with nothing_logged():
        checked(games.game, name, form, {"text": [text]}, None)
        if kind.draw:
            drawn_cards(games.game, name, form, text, wish({}), rng.random() < 0.3)
        if kind.bench:
            asked = Asked(text, rng.choice((0, 1, 9_999)), "", rng.choice(("", "nobody")), rng.choice((0, 7)))
            benched(games.game, name, form, asked, rng.choice(("", "0:x", "0:")), None)


def of_rows(rng):
    """Cards of a spreadsheet or of Cockatrice."""
    ending, texts = rng.choice(list(corpus.rows().items()))
    data = of_bytes(rng, rng.choice(texts), texts)
    told = command("convert", "--to", "plot_twist", stranger=(f"cards{ending}", data))
    assert not told or any(FAULT.fullmatch(line) for line in told), told


def of_characters(rng):
    """A character in the public Cortex schema."""
    texts = corpus.characters()
    good = rng.choice(texts)
    data = of_json(rng, json.loads(good)) if rng.random() < 0.6 else of_bytes(rng, good, texts)
    told = command("convert", "--to", "smallville", stranger=("who.json", data))
    assert not told or any(FAULT.fullmatch(line) for line in told), told


def spoiled_record(rng):
    """A record with something wrong in it; sometimes its lines follow from one another all the same."""
    found = corpus.records()
    good = rng.choice(found)
    if rng.random() < 0.4:
        return of_bytes(rng, good, found)
    rows = good.removesuffix(b"\n").split(b"\n")
    others = [json.loads(rng.choice(rows))]
    for at in {rng.randrange(len(rows)), rng.choice((0, rng.randrange(len(rows))))}:
        rows[at] = of_json(rng, json.loads(rows[at]), others)
    for n in range(1, len(rows)):  # whoever makes up a record makes up its chain as well
        rows[n] = re.sub(rb'"prev":"[0-9a-f]*"', b'"prev":"%s"' % sha256(rows[n - 1]).hexdigest().encode(), rows[n])
    return b"\n".join(rows) + b"\n"


def of_records(rng):
    """A record that is read, checked, and taken up as a table."""
    data = spoiled_record(rng)
    try:
        record = read(data)
    except Unreadable as why:
        assert re.search(r"[Ll]ine|bytes", str(why)), why
        record = None
    try:
        game = games.game(decode_header(lines(data)[0]).game)
    except (Unreadable, LookupError):
        game = None
    report = verify(data, game)
    assert all(map(str.strip, (*report.faults, *report.notes, report.summary())))
    assert record or report.faults
    if record and game:
        try:
            Table.load(game, record.header, record.entries, tail=record.tail)
        except Unreadable as why:
            assert "Line" in str(why), why


def of_verify(rng):
    """A record by the command that checks it."""
    told = command("verify", "--quiet", stranger=("evening.jsonl", spoiled_record(rng)))
    assert not told or any(map(PLACE.search, told)), told


def of_kept(rng):
    """What a browser kept, beside a record that is right."""
    record, texts = corpus.kept()
    file = folder() / "kept.txt"
    file.write_bytes(of_bytes(rng, rng.choice(texts), texts))
    told = command("verify", "--quiet", "--kept", str(file), stranger=("evening.jsonl", record))
    assert not told or any(map(PLACE.search, told)), told


READERS = {
    read.__name__.removeprefix("of_"): read
    for read in (of_forms, of_tables, of_pages, of_rows, of_characters, of_records, of_verify, of_kept)
}


def case(n):
    """The reader of a case by its number, and its seed: they take turns."""
    return list(READERS)[n % len(READERS)], n


def run(name, seed):
    """One case: a file, and what reads it. An AssertionError says what went wrong."""
    began = time.process_time()
    READERS[name](Random(seed))
    took = time.process_time() - began
    assert took < LONG, f"{name}: it took {took:.1f} seconds"


@cache
def folder():
    """Where files of strangers lie, one after the other under the same name: making folders takes longer than reading."""
    made = Path(mkdtemp(prefix="fuzz-"))
    atexit.register(shutil.rmtree, made)
    return made


def command(*line, stranger):
    """Give a command a file; what it said of it where it did not do what was asked. It never breaks."""
    name, data = stranger
    file = folder() / f"stranger-{name}"
    file.write_bytes(data)
    done = CliRunner().invoke(main, [*line, str(file)])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise AssertionError(f"{line[0]} breaks: {done.exception!r}") from done.exception
    assert done.exit_code in (0, 1, 2), done.output
    told = [each.replace(f"{folder()}/", "") for each in done.output.splitlines() if each.strip()]
    assert "Traceback" not in done.output
    said = done.stderr if line[0] == "convert" else done.output  # a file that is made may hold whatever text it likes
    assert not re.search("[\x1b\u202e\x00]", said), f"{said!r}"
    assert done.exit_code == 0 or told
    return told if done.exit_code else []


def sound(faults):
    """Faults that somebody can use: each says which file, and what was expected."""
    assert faults
    for each in faults:
        assert isinstance(each, Fault)
        assert each.line >= 0
        assert each.expected.strip(), each


@contextmanager
def nothing_logged():
    """Nothing is logged as an error meanwhile: what is caught and logged is a fault of ours."""
    told = []

    class Listens(logging.Handler):
        def emit(self, record):
            told.append(self.format(record))

    handler = Listens(logging.ERROR)
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
    assert not told, told[0]
