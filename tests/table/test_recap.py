"""The evening as Markdown, from sentences alone."""

from cliffhanger.kernel.events import Event
from cliffhanger.kernel.game import Seat
from cliffhanger.kernel.inputs import Act, Pause, Ruling, Sit, Undo
from cliffhanger.kernel.record import Entry, Header, Outset
from cliffhanger.table.recap import plain, recap

HEADER = Header(
    game="unknown", version="9", house={"wind": "calm"}, setup=Outset((Seat("k1", "keeper", "Ida"),)), table="t",
    key_hash="", opened="2026-01-02T20:00:00Z",
)  # fmt: skip


def told(*entries):
    return recap(
        HEADER,
        tuple(Entry(n, f"i{n}", "k1", "", put, events, "") for n, (put, *events) in enumerate(entries, 1)),
    )


def act(what, text, who="", only=""):
    return (Act("k1", "", ""), Event(what, who, text=text, only=only))


def test_scenes_are_headings_and_setbacks_and_rulings_stand_at_the_end():
    text = told(
        (Sit("k1", "Ada"), Event("seat", "Ada", text="takes the seat of Ida.")),
        act("scene", "The wall"),
        act("dares", "dares.", "Ida"),
        act("setback", "The rope snaps."),
        (Ruling("Cleo", "Fair."), Event("ruling", "Cleo", text="rules: lit is now 1. Why: Fair.")),
        (Pause(on=True), Event("pause", "Ada", text="pauses the table.")),
        act("scene", "The cellar"),
        act("drew", "finds a jar.", "Ida", only="k1"),
    )
    assert text == (
        "# unknown\n\nunknown · 2026-01-02 · house rules: wind calm\n\n"
        "## At the table\n\n- Ida (Ada): 5 deeds\n\n"
        "## The story\n\n### The wall\n\n- Ida dares.\n- The rope snaps.\n"
        "- (Ruling) Cleo rules: lit is now 1. Why: Fair.\n\n### The cellar\n\n"
        "## Rulings\n\n- Cleo rules: lit is now 1. Why: Fair.\n\n"
        "## Setbacks\n\n- The rope snaps.\n"
    )


def test_what_was_taken_back_is_left_out():
    text = told(act("dares", "dares.", "Ida"), act("waits", "waits.", "Ida"), (Undo(1), Event("undo", text="Undone.")))
    assert "dares" in text
    assert "waits" not in text
    assert "Undone" not in text


def test_words_of_players_stay_words():
    assert plain("# [x](javascript:1) <b>*bold*") == "\\# \\[x\\](javascript:1) \\<b\\>\\*bold\\*"
    assert "\n# " not in told(act("calls", "Ida calls: hey\n# Heading"))[1:]
