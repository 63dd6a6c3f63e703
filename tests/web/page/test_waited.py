"""Who is waited for, in one line that names all of them."""

from cliffhanger.web.page.masthead import waited

NAMES = {"a": "Ada", "b": "Bo", "c": "Cy", "d": "Di"}


def test_whoever_is_up_reads_who_else_is():
    asked = dict.fromkeys("abc", "What do you do?")
    assert waited(asked, NAMES, "a", frozenset()) == ("Ada, you are up", "What do you do? Bo and Cy are up, too.")
    assert waited({"a": "", "b": ""}, NAMES, "a", frozenset())[1] == "Say what you do. Bo is up, too."
    assert waited({"a": "What?"}, NAMES, "a", frozenset())[1] == "What?"


def test_whoever_waits_for_many_reads_all_their_names():
    asked = dict.fromkeys("abcd", "What do you do?")
    head, what = waited(asked, NAMES, "e", frozenset())
    assert (head, what) == ("Waiting for 4 of you", "What do you do? Ada, Bo, Cy and Di are up.")
    assert waited(dict.fromkeys("ab", "What?"), NAMES, "e", frozenset()) == ("Waiting for Ada and Bo", "What?")
