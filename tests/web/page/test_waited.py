"""Who is waited for, in one line that names all of them."""

from cliffhanger.web.page.html import NOTHING
from cliffhanger.web.page.masthead import also_up, masthead, waited
from cliffhanger.web.page.regions import whole

NAMES = {"a": "Ada", "b": "Bo", "c": "Cy", "d": "Di"}


def test_whoever_is_up_reads_who_else_is():
    asked = dict.fromkeys("abc", "What do you do?")
    assert also_up(asked, NAMES, "a") == "Bo and Cy are up, too."
    assert also_up({"a": "", "b": ""}, NAMES, "a") == "Bo is up, too."
    assert also_up(asked, NAMES, "a", {"b", "c"}) == "You may go next, or Bo or Cy."
    assert also_up(asked, NAMES, "a", {"b"}) == "Bo and Cy are up, too."  # one of them is asked for themselves
    assert also_up({"a": "What?"}, NAMES, "a") == also_up(asked, NAMES, "d") == ""
    top = {"title": "T", "where": "", "head": "Ada, you are up", "ask": "What?", "base": "/", "paused": False}
    assert ">Bo is up, too.</em>" in whole([masthead(**top, undo=NOTHING, too="Bo is up, too.")])
    assert "</em>" not in whole([masthead(**top, undo=NOTHING)])


def test_whoever_waits_for_many_reads_all_their_names():
    asked = dict.fromkeys("abcd", "What do you do?")
    head, what = waited(asked, NAMES, "e", frozenset())
    assert (head, what) == ("Waiting for 4 players", "What do you do? Ada, Bo, Cy and Di are up.")
    assert waited(dict.fromkeys("ab", "What?"), NAMES, "e", frozenset()) == ("Waiting for Ada and Bo", "What?")
