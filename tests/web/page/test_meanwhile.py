"""What who waits reads: what they may do meanwhile, and the primer before anything has happened."""

from dataclasses import replace

from sample import page_of
from toy import GAME as TOY

from cliffhanger.kernel.game import PrimerCard
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.record.format import Entry
from cliffhanger.table.snapshot import Sitter, Snapshot
from cliffhanger.web.page import meanwhile
from cliffhanger.web.page.view import TableMeta

CARD = PrimerCard("roll", "What you roll", "A die.")
TOLD = replace(TOY, primer=(CARD,))


def may(*labels, blocked="", **words):
    return [Option("cole", "1", label, label, blocked=blocked, **words) for label in labels]


def test_stepping_in_comes_before_what_is_always_there():
    both = may("Rest", standing=True) + may("Lend a hand", reaction=True)
    assert meanwhile.says(both) == "You may step in: “Lend a hand”. The game goes on if you do not."
    assert meanwhile.says(may("Rest", "Sing", standing=True)) == "Meanwhile these are open to you: “Rest” and “Sing”."


def test_of_many_things_three_are_named_and_each_once():
    many = may("A", "A", "B", "C", "D", "E", standing=True)
    assert meanwhile.says(many) == "Meanwhile these are open to you: “A”, “B”, “C” and 2 more."
    assert (
        meanwhile.says(may("A", "B", "C", "D", standing=True))
        == "Meanwhile these are open to you: “A”, “B”, “C” and “D”."
    )


def test_who_can_do_nothing_is_told_what_there_is_to_read():
    assert meanwhile.says(may("Rest", standing=True, blocked="Not now.")).startswith("Nothing is asked of you now")


def test_the_primer_stands_there_until_somebody_acts():
    assert 'id="primer"' in meanwhile.meanwhile(TOLD, (), begun=False)
    assert 'id="primer"' not in meanwhile.meanwhile(TOLD, (), begun=True)
    assert 'id="primer"' not in meanwhile.meanwhile(TOY, (), begun=False)


def page(seat, *, paused=False, log=()):
    """The page of a seat of the toy game while Tess is asked."""
    from cliffhanger.kernel.step import begin
    from cliffhanger.testing.play import ready

    s = begin(TOLD, TOLD.start(ready(TOLD))).state
    seats = (Sitter("tess", "climber", "Tess", "Ada", "person"), Sitter("cole", "climber", "Cole", "Bo", "person"))
    shot = Snapshot(1, s, TOLD.waiting(s), seats, log=log, paused=paused)
    return page_of(TOLD, TableMeta("a-b-c-d", "The Ledge"), shot, s, (), seat)


def test_only_who_waits_at_a_table_that_goes_on_reads_it():
    assert page("cole").count('id="meanwhile"') == 1
    assert 'id="primer"' in page("cole")
    for none in (page("tess"), page("watch"), page("cole", paused=True)):
        assert 'id="meanwhile"' not in none
    acted = Entry(1, "i1", "", "tess", Act("tess", "1", "climb", {}), (), "")
    assert 'id="primer"' not in page("cole", log=(acted,))
    assert 'href="#tray"' not in page("cole")
