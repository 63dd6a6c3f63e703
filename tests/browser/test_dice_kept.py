"""Players' pages keep their words and marks, and who holds the dice key cannot turn a roll without being named by them.

The host here has its own server's tables and the dice key: it writes the record anew, with every face and the whole chain
right, so that nothing in it is wrong by itself.
"""

import json
import re
from pathlib import Path

import pytest
from browsing import Server
from click.testing import CliRunner
from msgspec import structs
from playwright.sync_api import expect

from cliffhanger.cli import main
from cliffhanger.games import game
from cliffhanger.kernel.inputs import Close, Faces, Sit, Word
from cliffhanger.kernel.record.format import read, write
from cliffhanger.store import Reader
from cliffhanger.table import Table, permissions
from cliffhanger.table.entropy import hidden
from cliffhanger.table.secrets import unsealed
from cliffhanger.table.verify import verify

pytestmark = pytest.mark.browser
BLOCKBUSTER = game("blockbuster")
LIE = "00" * 16


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A server of its own, whose tables the host can read."""
    running = Server(tmp_path_factory.mktemp("house") / "tables").start()
    yield running
    assert running.stop() == 0


def words_of(page, table):
    """What a page has kept, as the browser has it."""
    return page.evaluate(
        "(table) => Object.keys(localStorage).filter((name) => name.startsWith(`kept ${table}`))"
        ".map((name) => localStorage[name]).join('\\n')",
        table,
    )


def kept(person):
    """What the page "The dice" gives out; the person comes there by the link on the table's page."""
    page, table = person.page, person.place["table"]
    page.goto(f"{person.server.url}/t/{table}/dice")
    expect(page.locator("#kept-text")).to_be_visible()
    return page.locator("#kept-text").input_value()


@pytest.fixture(scope="module")
def night(house, browser):
    """Kim and Bo at their pages under Ada, a scene with dice of the table's own, and the table is closed; with what they kept."""
    from browsing import Person

    ada = house.opens(typed=False, title="Friday night")
    table = ada["table"]
    juno, ferris = house.sits(table, "juno_marsh", "Kim"), house.sits(table, "ferris", "Bo")
    pages = [Person(browser, house).takes(place) for place in (ada, juno, ferris)]
    for person in pages[1:]:
        person.page.wait_for_function(
            "(table) => Object.entries(localStorage).some(([name, text]) => name.includes(table) && /^said 1$/m.test(text))",
            arg=table,
        )
    until(lambda: len(inputs(house, ada, "word")) == 2)
    pages[1].page.wait_for_timeout(5_500)  # from then on a page counts as open
    house.does(ada, "open.the_roof")
    house.does(juno, "defense"), house.does(ferris, "defense"), house.does(ada, "all")
    house.puts(ferris, do="pause", on=True), house.puts(ferris, do="pause", on=False)
    house.puts(juno, do="sit", seat="juno_marsh", name="Kimberley", holder="person")  # a new name calls for no words
    house.puts(ada, do="sit", seat="ferris", holder="nobody")
    pages[2].page.goto("about:blank")
    pages[2].takes(house.sits(table, "ferris", "Bob"))
    until(lambda: len(inputs(house, ada, "word")) == 4)
    house.puts(ada, do="close")
    for person in pages:
        person.settles()
    texts = {person.place["seat"]: kept(person) for person in pages}
    text = CliRunner().invoke(main, ["export", table, "--data", str(house.data)]).stdout_bytes
    yield {"record": text, "kept": texts, "pages": pages, "table": table}
    for person in pages:
        assert person.complaints == []
        browser.takes_back(person.context)


def inputs(house, place, kind):
    return [line for line in house.lines(place) if line["input"]["kind"] == kind]


def until(true):
    import time

    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def checked(night, record, *seats):
    """What `cliffhanger verify` says of a record with what these seats kept."""
    return verify(record, BLOCKBUSTER, [night["kept"][seat] for seat in seats])


@pytest.fixture
def anew(night, house, monkeypatch):
    """Writes the record anew with the dice key in hand: `turn` gives for each entry what stands there instead."""

    def written(turn):
        monkeypatch.setattr(permissions, "barred", lambda *_: None)
        honest = read(night["record"])
        key = bytes.fromhex(unsealed(Reader(house.data / "tables.db").find(night["table"]).secrets).key)
        table = Table.load(BLOCKBUSTER, honest.header, (), key)
        for entry in honest.entries:
            if isinstance(entry.input, Faces):
                continue
            for at, put in enumerate(turn(entry)):
                now = Close("") if isinstance(put, Close) else put
                done = table.put(now, id=f"{entry.id}{'x' * at}", seat=entry.seat, at=entry.at)
                assert done.refusal is None, done.refusal
                table.committed(done.entries[-1].n)
        return write(table.header, table.kept())

    return written


PLAYERS = ("juno_marsh", "ferris")


def test_an_honest_evening_is_sound_with_and_without_what_was_kept(night):
    for seats in ((), PLAYERS, ("host" if "host" in night["kept"] else next(iter(night["kept"])),)):
        report = checked(night, night["record"], *seats)
        assert report.sound, report.faults
        assert sum(row.verdict == "equal" for row in report.rolls) > 2
    rounds = [e.input for e in read(night["record"]).entries if isinstance(e.input, Word)]
    assert [dict(each.words or each.commits).keys() for each in rounds] == [set(PLAYERS)] * 4
    assert rounds[1].words[0][1] in night["kept"]["ferris"]


def test_the_command_takes_what_was_kept_as_a_file(night, tmp_path):
    record, text = tmp_path / "record.jsonl", tmp_path / "kim.txt"
    record.write_bytes(night["record"])
    text.write_text(night["kept"]["juno_marsh"].replace("word 1 ", "word 7 ", 1).replace("said 1\n", "said 7\n", 1))
    done = CliRunner().invoke(main, ["verify", str(record), "--kept", str(text), "--quiet"])
    assert done.exit_code == 1
    assert "hid a word in round 7, and the record has no such round: it was dropped." in done.stderr
    pasted = CliRunner().invoke(
        main, ["verify", str(record), "--kept", "-", "--quiet"], input=night["kept"]["juno_marsh"]
    )
    assert pasted.exit_code == 0, pasted.stderr
    text.write_bytes(b"\xff\xfe")
    assert CliRunner().invoke(main, ["verify", str(record), "--kept", str(text)]).exit_code == 2


def test_the_record_written_anew_as_it_was_is_the_same_to_the_byte(night, anew):
    assert anew(lambda entry: [entry.input]) == night["record"]


def without(put, seat):
    return structs.replace(
        put, commits=tuple(row for row in put.commits), words=tuple(row for row in put.words if row[0] != seat)
    )


FRAUDS = {
    "a word is dropped": (
        lambda put: [without(put, "juno_marsh") if isinstance(put, Word) and put.round == 2 else put],
        "said its word in round 2, and the record leaves it out",
    ),
    "words are ground": (
        lambda put: [
            structs.replace(
                put,
                commits=tuple((seat, hidden(f"{n:032x}")) for n, (seat, _) in enumerate(put.commits)),
                words=tuple((seat, f"{n:032x}") for n, (seat, _) in enumerate(put.words)),
            )
            if isinstance(put, Word) and put.round == 2
            else put
        ],
        "The word of juno_marsh in round 2 is none that this browser hid",
    ),
    "a round is held without her": (
        lambda put: [
            structs.replace(
                put,
                commits=tuple(row for row in put.commits if row[0] != "juno_marsh"),
                words=tuple(row for row in put.words if row[0] != "juno_marsh"),
            )
            if isinstance(put, Word) and put.round == 2
            else put
        ],
        "hid a word in round 2, and its hash is missing",
    ),
    "a round of the host's own": (
        lambda put: (
            [
                put,
                Sit("ferris", "", "nobody"),
                Sit("ferris", "Zoe"),
                Word(3, commits=(("ferris", hidden(LIE)),)),
                Word(3, words=(("ferris", LIE),)),
            ]
            if isinstance(put, Word) and put.round == 2 and put.words
            else [put]
        ),
        "was shown another entry",
    ),
    "a branch is dropped": (
        lambda put: [] if put.__class__.__name__ == "Pause" else [put],
        "was shown another entry",
    ),
}


@pytest.mark.parametrize("fraud", FRAUDS)
def test_what_a_player_kept_names_what_the_record_hides(night, anew, fraud):
    turn, says = FRAUDS[fraud]
    record = anew(lambda entry: turn(entry.input))
    assert not checked(night, record).faults
    told = checked(night, record, "juno_marsh")
    assert any(says in each for each in told.faults + told.doubts), told
    assert any("rewritten after entry" in each for each in told.faults)


def test_the_page_is_linked_says_five_sentences_and_lets_one_keep_the_text(night, house):
    kim, table = night["pages"][1], night["table"]
    page = kim.page
    kim.takes(kim.place)
    link = page.locator("#to-dice")
    assert link.get_attribute("href") == f"/t/{table}/dice"
    page.goto(f"{house.url}/t/{table}/dice")
    expect(page.locator("ol.sentences li")).to_have_count(5)
    header = read(night["record"]).header
    expect(page.locator("#key-hash")).to_contain_text(header.key_hash)
    with page.expect_download() as saving:
        page.locator("#save-kept").click()
    assert saving.value.suggested_filename == f"{table}.kept.txt"
    assert Path(saving.value.path()).read_text() == page.locator("#kept-text").input_value()
    page.locator("#copy-kept").click()
    expect(page.locator("#kept-said")).to_have_text(re.compile("Copied|Press Ctrl C"))
    for where in (f"/t/{table}", f"/t/{table}/log"):
        page.goto(house.url + where)
        expect(page.locator("#key-hash")).to_contain_text(header.key_hash)


def test_without_script_the_page_says_what_that_means(night, browser, house):
    from browsing import Person

    person = Person(browser, house, java_script_enabled=False)
    person.goes(f"/t/{night['table']}/dice")
    expect(person.page.locator("ol.sentences li")).to_have_count(5)
    expect(person.page.get_by_text("Without script, and in a private window")).to_be_visible()
    expect(person.page.locator("#kept")).to_be_hidden()
    browser.takes_back(person.context)


def test_what_is_kept_never_holds_what_only_the_server_knows(night):
    lines = night["kept"]["juno_marsh"].splitlines()
    assert {line.split()[0] for line in lines} == {"cliffhanger", "at", "word", "said", "on", "open"}
    assert not [line for line in lines if json.dumps(LIE) in line]


PLACES = {"kim": "juno_marsh", "bo": "ferris"}


def gathered(house, browser, *who, filled=""):
    """A table at which these sit, whose pages open in that order; Bo's browser has by then what `filled` puts there."""
    from browsing import Person

    ada, people = house.opens(typed=False), []
    places = [house.sits(ada["table"], PLACES[each], each) for each in who]
    for each, place in zip(who, places, strict=True):
        person = Person(browser, house)
        if filled and each == "bo":
            person.goes(f"/t/{ada['table']}").page.evaluate(filled)
        people.append(person.takes(place))
    return ada, *people


def closed(house, browser, ada, *people):
    """The record of a table that is closed now, and what the browsers of these people kept."""
    house.does(ada, "open.the_roof")
    house.puts(ada, do="close")
    for person in people:
        person.settles()
    texts = [words_of(person.page, ada["table"]) for person in people]
    record = CliRunner().invoke(main, ["export", ada["table"], "--data", str(house.data)]).stdout_bytes
    for person in people:
        assert person.complaints == []
        browser.takes_back(person.context)
    return record, texts


FULL = """() => {
  let much = "x".repeat(1 << 20);
  for (let n = 0; much.length; n++) try { localStorage[`junk ${n}`] = much; } catch { much = much.slice(much.length >> 1 || 1); }
}"""


def test_a_page_that_can_keep_nothing_hides_no_word_and_accuses_nobody(house, browser):
    ada, bo, kim = gathered(house, browser, "bo", "kim", filled=FULL)
    until(lambda: len(inputs(house, ada, "word")) == 2)
    record, texts = closed(house, browser, ada, bo, kim)
    assert texts[0] == ""
    first = next(each.input for each in read(record).entries if isinstance(each.input, Word))
    assert dict(first.commits).keys() == {"juno_marsh"}
    assert verify(record, BLOCKBUSTER, texts[1:]).sound


OLD = f"""() => {{
  for (let n = 0; n < 9; n++) localStorage[`kept old-${{n}} ferris 000000000000${{n}}0.1`] = "x".repeat(400000);
  localStorage["kept older ferris"] = "x".repeat(400000);
  ({FULL})();
}}"""


def test_what_was_kept_of_the_oldest_tables_makes_room(house, browser):
    ada, kim, bo = gathered(house, browser, "kim", "bo", filled=OLD)
    until(lambda: len(inputs(house, ada, "word")) == 2)
    names = bo.page.evaluate("() => Object.keys(localStorage).filter((name) => name.startsWith('kept old')).sort()")
    assert [name.split()[1] for name in names] == ["old-5", "old-6", "old-7", "old-8"]
    record, texts = closed(house, browser, ada, kim, bo)
    assert "said 1" in texts[1]
    assert verify(record, BLOCKBUSTER, texts).sound


def test_two_tabs_of_a_seat_keep_a_text_each_and_lose_nothing_of_one_another(house, browser):
    ada, kim = gathered(house, browser, "kim")
    other = kim.context.new_page()
    other.goto(kim.page.url)
    expect(other.locator("main.table")).to_be_visible()
    for _ in range(6):
        house.puts(ada, do="pause", on=True), house.puts(ada, do="pause", on=False)
    n = house.view(ada)["n"]
    until(lambda: len(re.findall(f"^at {n} ", words_of(kim.page, ada["table"]), re.MULTILINE)) == 2)
    other.close()
    record, (text,) = closed(house, browser, ada, kim)
    assert len(re.findall("^cliffhanger kept 2 ", text, re.MULTILINE)) == 2
    assert verify(record, BLOCKBUSTER, [text]).sound


ASKED = """async ([script, links]) => {
  const { keeper } = await import(script), said = [], mark = "0".repeat(32);
  const asked = async (page, ask) => {
    page({ word: { round: 1, ask, n: 3, mark } });
    await new Promise((go) => setTimeout(go, 200));
  };
  const pages = links.map((link) => keeper("lamp-1", "k1", link, (frame) => said.push(frame)));
  await asked(pages[0], "commit");
  for (const page of [...pages, ...pages]) await asked(page, "reveal");
  return [said, Object.keys(localStorage).filter((name) => name.startsWith("kept lamp-1 ")).map((name) => localStorage[name])];
}"""


def test_a_page_that_was_loaded_again_or_is_asked_again_shows_the_word_that_it_hid_and_nobody_else_does(house, browser):
    ada, kim = gathered(house, browser, "kim")
    script = kim.page.evaluate(
        "() => performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/words.js')).name"
    )
    said, texts = kim.page.evaluate(ASKED, [script, ["link", "link", "another"]])
    (hidden_as,) = [each["hash"] for each in said if each["do"] == "commit"]
    assert {hidden(each["word"]) for each in said if each["do"] == "reveal"} == {hidden_as}
    assert [each["do"] for each in said] == ["commit"] + ["reveal"] * 4
    assert [text.count("said 1") for text in texts if "word 1" in text] == [1, 1]
    closed(house, browser, ada, kim)


AGAIN = """async ([script, link]) => {
  const { keeper } = await import(script), said = [], now = Date.now;
  const page = keeper("lamp-2", "k1", link, (frame) => said.push(frame));
  const hears = async (frame, first) => {
    page(frame, first);
    await new Promise((go) => setTimeout(go, 50));
  };
  const ask = (round, ask) => ({ word: { round, ask, n: 3, mark: "0".repeat(32) } });
  await hears({ n: 2, mark: "1".repeat(32) }, true);
  await hears(ask(1, "commit"));
  await hears({ n: 2, mark: "1".repeat(32) }, true);
  await hears(ask(1, "commit"));
  await hears(ask(1, "reveal"));
  for (let n = 0; n < 40; n++) page({ n: 4 + n % 2, mark: String(n % 2).repeat(32) });
  await hears(ask(2, "commit"));
  Date.now = () => now() + 11000;
  await hears(ask(2, "reveal"));
  Date.now = now;
  return [said, Object.keys(localStorage).filter((name) => name.startsWith("kept lamp-2 ")).map((name) => localStorage[name])];
}"""


def test_a_page_that_comes_back_in_a_round_hides_the_same_word_and_says_where_it_was_asked_late(house, browser):
    ada, kim = gathered(house, browser, "kim")
    script = kim.page.evaluate(
        "() => performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/words.js')).name"
    )
    said, (text,) = kim.page.evaluate(AGAIN, [script, "link"])
    hashes = [(each["round"], each["hash"]) for each in said if each["do"] == "commit"]
    assert hashes[0] == hashes[1] != hashes[2]
    assert [hidden(each["word"]) for each in said if each["do"] == "reveal"] == [hashes[0][1], hashes[2][1]]
    assert len(re.findall("^word 1 ", text, re.MULTILINE)) == 2  # the page was asked on either connection
    assert re.findall("^late .*\n^said .*", text, re.MULTILINE) == ["late 2\nsaid 2"]
    assert len(re.findall("^at ", text, re.MULTILINE)) == 4  # what is sent again pushes out nothing
    closed(house, browser, ada, kim)
