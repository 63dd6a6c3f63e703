"""The evening as Markdown, from sentences alone."""

from dataclasses import replace

import pytest
from msgspec import structs
from tests.lanterns import LANTERNS
from tests.table.evening import of_bots

from cliffhanger import games
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.game import Seat
from cliffhanger.kernel.house_rules import Switch
from cliffhanger.kernel.inputs import Act, Faces, Pause, Ruling, Sit, Undo
from cliffhanger.kernel.record.format import Entry, Header, Outset
from cliffhanger.kernel.sentences import Sentence
from cliffhanger.kernel.tales import tale
from cliffhanger.table.chapters import chapters
from cliffhanger.table.recap import SENTENCES, Person, gather, opening_line
from cliffhanger.table.recap_markdown import markdown, plain, recap

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


def replace_header(**setup):
    return structs.replace(HEADER, setup=Outset(**setup))


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


def said(who, line, only=()):
    return (Act("k1", "", "", said=line), Event("said", who, text=f"“{line}”", only=only, data={"line": line}))


def test_a_scene_is_a_paragraph_with_its_turn_in_bold_and_rulings_stand_once_more_at_the_end():
    text = told(
        (Sit("k1", "Ada"), Event("seat", "Ada", text="takes the seat of Ida.")),
        act("scene", "The wall"),
        act("dares", "dares.", "Ida"),
        act("taken_out", "is taken out.", "The crow"),
        (Ruling("Cleo", "Fair."), Event("ruling", "Cleo", text="rules: lit is now 1. Why: Fair.")),
        (Pause(on=True), Event("pause", "Ada", text="pauses the table.")),
        act("scene", "The cellar"),
        act("drew", "finds a jar.", "Ida", only=("k1",)),
        said("Ida", "Not this jar."),
        said("Ida", "My secret.", only=("k1",)),
    )
    assert text == (
        "# unknown\n\n2026-01-02 · still being played\n\n*Three hours, three lanterns, one wind.*\n\n"
        "## The cast\n\n- Ida: Ada\n\n"
        "## What happened\n\n### The wall\n\nIda dares.\n\n**The crow is taken out.**\n\n"
        "### The cellar\n\n*Ida: “Not this jar.”*\n\n"
        "## Rulings\n\n- Cleo rules: lit is now 1. Why: Fair.\n\n"
        "## Credits\n\n- The last word: “Not this jar.” (Ida)\n"
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
        "Ida hits the crow.\n\n**The crow is taken out.**\n\n*2 rolls in 1 round*\n\n"
        "## Setbacks\n\n- Ida has a Setback. (2 times)\n\n## Credits\n\n- 2 rolls\n"
    )


def test_of_a_long_scene_its_beginning_its_turns_and_what_seldom_happened_are_told_in_order():
    many = [act("dares", f"dares for the {n}th time.", "Ida") for n in range(4, 14)]
    rows = (
        act("scene", "The wall"),
        act("scene_says", "It rains."),
        *many,
        act("sings", "sings.", "Bo"),
        act("taken_out", "is taken out.", "The crow"),
        act("taken_out", "is taken out.", "The owl"),
    )
    (scene,) = gather(HEADER, log(*rows), replace(LANTERNS, sentences=ROWS)).scenes
    texts = [each.event.text for each in scene.told]
    assert texts[0] == "It rains."
    assert texts[-2:] == ["sings.", "is taken out."]
    assert len(texts) <= SENTENCES
    assert scene.outcome == "The owl is taken out."
    assert scene.rest == len(rows) - 1 - len(texts) - 1


def test_the_same_sentence_stands_once_in_a_paragraph():
    (scene,) = gather(HEADER, log(act("scene", "x"), *[act("dares", "dares.", "Ida")] * 3)).scenes
    assert [each.event.text for each in scene.told] == ["dares."]


def test_the_cast_is_whom_people_play_and_a_line_is_theirs():
    header = replace_header(
        seats=(Seat("k1", "keeper", "Player 1"), Seat("k2", "keeper", "Player 2"), Seat("k3", "", "Cy"))
    )
    entries = log(
        (Sit("k1", "Ada"),),
        (Sit("k2", "", "bot"),),
        (Sit("k1", "", "nobody"),),
        said("Player 1", "Up."),
    )
    told = gather(header, entries, people={"k1": Person("Ida", "keeper of lamps")})
    assert [(p.name, p.about, p.player, p.bot) for p in told.cast] == [
        ("Ida", "keeper of lamps", "Ada", False),
        ("Player 2", "", "", True),
        ("Cy", "", "", False),
    ]
    assert told.last == ("Ida", "Up.")
    assert "- Ida, keeper of lamps: Ada\n- Player 2: a bot\n- Cy: nobody" in markdown(told)


def test_what_a_game_gathers_stands_under_its_heading_and_what_is_open_at_the_end():
    rows = (
        Sentence("grown", {}, "[grows|grow].", gather="Who grew"),
        Sentence("owes", {}, "[owes|owe] somebody.", onward="{who} [owes|owe] somebody."),
    )
    entries = log(act("grown", "grows.", "Ida"), act("grown", "grows.", "Ida"), act("owes", "owes somebody.", "Bo"))
    text = recap(HEADER, entries, replace(LANTERNS, sentences=rows))
    assert "## Who grew\n\n- Ida grows. (2 times)\n\n## Next time\n\n- Bo owes somebody.\n" in text


def test_a_credit_names_whoever_had_most_if_somebody_did():
    rows = (Sentence("dares", {}, "[dares|dare].", credits="dare"),)
    some = [act("dares", "dares.", who) for who in ("Ida", "Ida", "Bo")]
    game = replace(LANTERNS, sentences=rows)
    assert [(each.words, each.who) for each in gather(HEADER, log(*some), game).credits] == [("3 dares", "Ida, 2")]
    assert [each.who for each in gather(HEADER, log(*some[1:]), game).credits] == [""]


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
    assert "Ida tries: climb. Ida dares." in text
    assert text.startswith("# unknown\n")


def test_house_rules_are_named_where_they_differ_in_words_a_player_knows():
    text = told(act("dares", "dares.", "Ida"), switches=SWITCHES)
    assert "## House rules\n\n- The wind: It rests.\n" in text
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
        "Ida dares.\n\n**The crow is taken out.**\n\n*The crow out*\n\n"
        "### The cellar\n\n## Credits\n\n- 2 scenes\n- 1 dare\n"
    )
    own = recap(HEADER, entries, replace(LANTERNS, sentences=rows), "k1")
    assert "The crow out · Ida drew" in own
    assert "- 2 scenes\n- 1 dare\n- 1 card\n" in own


@pytest.mark.parametrize("name", games.names())
def test_the_line_of_tone_is_what_the_stage_says_first_in_one_sentence(name):
    game = games.game(name)
    setup = game.ready(3, {})
    header = Header(
        game=name, version=game.version, house={}, setup=Outset(setup.seats, setup.content), table="t", key_hash=""
    )
    line = opening_line(game, header)
    assert bool(line) == (name != "plot_twist")  # its content has no such words, and how to set up is no motto
    assert "  " not in line
    assert opening_line(game, structs.replace(header, setup=Outset(()))) in (line, game.tagline)


@pytest.mark.parametrize("name", games.names())
def test_a_line_may_go_with_every_act_of_a_game_and_is_kept_in_log_and_recap(name):
    line = "Hold the lamp."
    table = of_bots(games.game(name), 40, says=(line,)).table
    spoken = [e.input for e in table.shown.log if isinstance(e.input, Act) and e.input.said]
    told = [event for e in table.shown.log for event in e.events if event.what == "said"]
    assert len(spoken) >= 3
    assert len(told) == len(spoken)
    assert line in recap(table.header, tuple(table.shown.log), games.game(name))


@pytest.mark.parametrize(
    ("name", "title"),
    [("blockbuster", "Night Train to Corvane"), ("smallville", "Low Water"), ("untold", "The Salt Stair")],
)
def test_a_recap_is_called_as_its_story_is_unless_the_table_has_a_name_of_its_own(name, title):
    game = games.game(name)
    setup = game.ready(3, {})
    header = structs.replace(HEADER, game=name, setup=setup)
    assert gather(header, (), game).title == title
    assert gather(structs.replace(header, options={"title": "Friday"}), (), game).title == "Friday"
    assert gather(structs.replace(header, setup=Outset(setup.seats)), (), LANTERNS).title == LANTERNS.title


def test_a_person_who_gave_no_name_has_played_all_the_same():
    entries = log((Sit("k1", "", "person"),))
    assert [part.player for part in gather(HEADER, entries).cast] == ["somebody"]
