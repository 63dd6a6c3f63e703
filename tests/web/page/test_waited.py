"""Who is waited for, in one line that names all of them."""

from sample import SEATS, offer

from cliffhanger.table.snapshot import Snapshot
from cliffhanger.web.page.html import NOTHING
from cliffhanger.web.page.masthead import also_up, masthead, waited
from cliffhanger.web.page.regions import whole
from cliffhanger.web.page.waiting import headline, waited_for

NAMES = {"a": "Ada", "b": "Bo", "c": "Cy", "d": "Di"}


def test_whoever_is_up_reads_who_else_is():
    asked = dict.fromkeys("abc", "What do you do?")
    assert also_up(asked, NAMES, "a") == "Bo and Cy are up, too."
    assert also_up({"a": "", "b": ""}, NAMES, "a") == "Bo is up, too."
    assert also_up(asked, NAMES, "a", {"b", "c"}) == "Bo or Cy may, too."
    assert also_up(asked, NAMES, "a", {"b"}) == "Bo and Cy are up, too."  # one of them is asked for themselves
    assert waited(asked, NAMES, "a", frozenset(), {"b", "c"}) == ("Ada, you may go next", "What do you do?")
    assert waited(asked, NAMES, "a", frozenset(), {"b"}) == ("Ada, you are up", "What do you do?")
    assert also_up({"a": "What?"}, NAMES, "a") == also_up(asked, NAMES, "d") == ""
    top = {"title": "T", "where": "", "head": "Ada, you are up", "ask": "What?", "base": "/", "paused": False}
    assert ">Bo is up, too.</em>" in whole([masthead(**top, undo=NOTHING, too="Bo is up, too.")])
    assert "</em>" not in whole([masthead(**top, undo=NOTHING)])


def test_whoever_waits_for_many_reads_all_their_names():
    asked = dict.fromkeys("abcd", "What do you do?")
    head, what = waited(asked, NAMES, "e", frozenset())
    assert (head, what) == ("Waiting for 4 at the table", "What do you do? Ada, Bo, Cy and Di are up.")
    each = {seat: f"What does {NAMES[seat]} want?" for seat in "abcd"}
    assert waited(each, NAMES, "e", frozenset())[1] == "Ada, Bo, Cy and Di are up."
    assert waited(dict.fromkeys("ab", "What?"), NAMES, "e", frozenset()) == ("Waiting for Ada and Bo", "What?")


def test_whoever_may_take_a_turn_for_which_nobody_waits_reads_so():
    goes = offer("ferris", 1, "act", "Act", None, ask="What do you do?")
    for rests, head in (({"first": True}, "Juno, you may act"), ({}, "Waiting for Bo")):
        asks = (goes, offer("juno", 1, "act", "Act", None, reaction=True, **rests))
        shot = Snapshot(1, None, asks, SEATS)
        names = {"juno": "Juno", "ferris": "Bo"}
        said = headline(shot, waited_for(asks, "juno"), names, "juno", frozenset())
        assert said == (head, "Waiting for Bo." if rests else "What do you do?")
