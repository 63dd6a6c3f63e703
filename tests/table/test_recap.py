"""The evening as Markdown, from sentences alone."""

from dataclasses import replace

import pytest
from tests.lanterns import LANTERNS

from cliffhanger import games
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.game import Seat
from cliffhanger.kernel.house_rules import Switch
from cliffhanger.kernel.inputs import Act, Faces, Pause, Ruling, Sit, Undo
from cliffhanger.kernel.record.format import Entry, Header, Outset
from cliffhanger.kernel.sentences import Sentence, tale
from cliffhanger.table.chapters import chapters
from cliffhanger.table.recap import plain, recap

SWITCHES = (
    Switch("wind", "The wind", ("gale", "calm"), "R1", ("It blows.", "It rests.")),
    Switch("oil", "Oil", ("plenty", "scarce"), "R2", ("There is enough.", "There is little.")),
)
ROWS = (
    Sentence("scene", {}, "A scene.", recap="chapter"),
    Sentence("turn", {}, "[is|are] up.", recap="workings"),
    Sentence("declares", {}, "[tries|try].", recap="workings"),
    Sentence("taken_out", {}, "[is|are] taken out.", recap="turning"),
)
TALE = tale(ROWS)
HEADER = Header(
    game="unknown",
    version="9",
    house={"wind": "calm", "oil": "plenty"},
    setup=Outset((Seat("k1", "keeper", "Ida"),)),
    table="t",
    key_hash="",
    opened="2026-01-02T20:00:00Z",
)


def log(*entries):
    return tuple(Entry(n, f"i{n}", "k1", "", put, events, "") for n, (put, *events) in enumerate(entries, 1))


def told(*entries, switches=()):
    """A recap with a game of these switches; with None the game is not there any more."""
    return recap(
        HEADER,
        log(*entries),
        replace(LANTERNS, title="unknown", switches=switches, sentences=ROWS) if switches is not None else None,
    )


def act(what, text, who="", only=(), **data):
    return (Act("k1", "", ""), Event(what, who, text=text, only=only, data=data))


def fall(*events):
    return (Faces("hand", values=(1,), dice=(6,)), Event("hand", "Ida", text="rolls 1.", data={"faces": [1]}), *events)


def test_scenes_are_headings_turning_points_bold_and_setbacks_and_rulings_stand_once_more_at_the_end():
    text = told(
        (Sit("k1", "Ada"), Event("seat", "Ada", text="takes the seat of Ida.")),
        act("scene", "The wall"),
        act("dares", "dares.", "Ida"),
        act("setback", "The rope snaps."),
        (Ruling("Cleo", "Fair."), Event("ruling", "Cleo", text="rules: lit is now 1. Why: Fair.")),
        (Pause(on=True), Event("pause", "Ada", text="pauses the table.")),
        act("scene", "The cellar"),
        act("drew", "finds a jar.", "Ida", only=("k1",)),
    )
    assert text == (
        "# unknown\n\nunknown · 2026-01-02\n\n"
        "## At the table\n\n- Ida (Ada): 5 deeds\n\n"
        "## The story\n\n### The wall\n\n- Ida dares.\n- **The rope snaps.**\n"
        "- (Ruling) Cleo rules: lit is now 1. Why: Fair.\n\n### The cellar\n\n"
        "## Rulings\n\n- Cleo rules: lit is now 1. Why: Fair.\n\n"
        "## Setbacks\n\n- The rope snaps.\n"
    )


def test_rolls_and_what_only_led_to_something_are_counted_and_not_told():
    zero = Event("setback", "Ida", text="has a Setback.")
    text = told(
        act("scene", "The wall"),
        act("declares", "tries: climb.", "Ida"),
        act("round", "Round 1."),
        fall(zero),
        fall(zero),
        act("hits", "hits the crow, and nothing gets through.", "Ida", damage=0),
        act("hits", "hits the crow.", "Ida", damage=2),
        act("taken_out", "is taken out.", "The crow"),
    )
    story = text.partition("### The wall\n\n")[2]
    assert story == (
        "- Ida hits the crow.\n- **The crow is taken out.**\n\n*2 rolls in 1 round.*\n\n"
        "## Setbacks\n\n- Ida has a Setback. (2 times)\n"
    )


def test_nothing_that_everybody_may_read_is_lost_between_the_tale_and_what_lies_behind_it():
    entries = log(act("scene", "The wall"), act("turn", "is up.", "Ida"), fall(), act("dares", "dares.", "Ida"))
    (wall,) = chapters(entries, "watch", TALE)
    kept = [each.event.text for each in wall.tale] + [event.text for event in wall.workings]
    assert sorted(kept) == sorted(e.text for entry in entries[1:] for e in entry.events)


@pytest.mark.parametrize("name", games.names())
def test_every_kind_that_is_weighed_is_a_kind_of_its_game(name):
    found = games.game(name).tale
    assert found.workings
    assert found.turning
    assert not found.workings & found.turning
    assert found.workings | found.turning <= {row.what for row in games.game(name).sentences}


def test_where_the_game_is_gone_all_of_it_is_told():
    text = told(act("declares", "tries: climb.", "Ida"), act("dares", "dares.", "Ida"), switches=None)
    assert "- Ida tries: climb.\n- Ida dares." in text
    assert text.startswith("# unknown\n")


def test_house_rules_are_named_where_they_differ_in_words_a_player_knows():
    text = told(act("dares", "dares.", "Ida"), switches=SWITCHES)
    assert "## House rules\n\n- The wind: It rests.\n\n## The story" in text
    assert "Oil" not in text
    assert "calm" not in told(act("dares", "dares.", "Ida"))


def test_what_was_taken_back_is_left_out():
    text = told(act("dares", "dares.", "Ida"), act("waits", "waits.", "Ida"), (Undo(1), Event("undo", text="Undone.")))
    assert "dares" in text
    assert "waits" not in text
    assert "Undone" not in text


def test_words_of_players_stay_words():
    assert plain("# [x](javascript:1) <b>*bold*") == "\\# \\[x\\](javascript:1) \\<b\\>\\*bold\\*"
    assert "\n# " not in told(act("calls", "Ida calls: hey\n# Heading"))[1:]


def test_a_chapter_ends_with_what_it_changed_and_the_story_with_what_there_was_of_it():
    rows = (
        Sentence("scene", {}, "A scene.", recap="chapter", credits="scene"),
        Sentence("taken_out", {}, "[is|are] taken out.", recap="turning", chip="{who} out"),
        Sentence("dares", {}, "[dares|dare].", credits="dare"),
        Sentence("drew", {}, "[draws|draw].", credits="card", chip="{who} drew"),
    )
    entries = log(
        act("scene", "The wall"),
        act("dares", "dares.", "Ida"),
        act("taken_out", "is taken out.", "The crow"),
        act("taken_out", "is taken out.", "The crow"),
        act("drew", "finds a jar.", "Ida", only=("k1",)),
        act("scene", "The cellar"),
    )
    text = recap(HEADER, entries, replace(LANTERNS, sentences=rows))
    story = text.partition("### The wall\n\n")[2]
    assert story == (
        "- Ida dares.\n- **The crow is taken out.**\n- **The crow is taken out.**\n\nThe crow out\n\n"
        "### The cellar\n\n*2 scenes, 1 dare.*\n"
    )
    own = recap(HEADER, entries, replace(LANTERNS, sentences=rows), "k1")
    assert "The crow out · Ida drew" in own
    assert "*2 scenes, 1 dare, 1 card.*" in own
