"""The evening as Markdown, from sentences alone."""

import re
from dataclasses import replace
from fractions import Fraction

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
from cliffhanger.kernel.sentences import NUMBER, TEXT, Sentence
from cliffhanger.kernel.tales import tale
from cliffhanger.table.chapters import chapters
from cliffhanger.table.headers import title_of
from cliffhanger.table.highlight import Highlight
from cliffhanger.table.places import places
from cliffhanger.table.recap import Credit, Person, Row, gather, opening_line
from cliffhanger.table.recap_markdown import markdown, plain, recap
from cliffhanger.table.scenes import SENTENCES, spoken

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
        "### The cellar\n\n*“Not this jar,”* says Ida.\n\n"
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
        "## Setbacks\n\n- Ida has a Setback. (2 times)\n\n## Credits\n\n- 2 rolls in all\n"
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


def test_two_things_that_one_person_does_stand_in_one_sentence_if_the_first_is_short():
    deeds = (act("runs", "runs.", "Ida"), act("jumps", "jumps: up.", "Ida"), act("sings", "sings.", "Ida"))
    entries = log(act("scene", "x"), *deeds, act("waits", "waits.", "Bo"), act("reads", "reads.", "Ida"))
    (scene,) = gather(HEADER, entries).scenes
    texts = [(each.event.who, each.event.text) for each in scene.told]
    assert texts == [("Ida", "runs and jumps: up."), ("Ida", "sings."), ("Bo", "waits."), ("Ida", "reads.")]
    (scene,) = gather(HEADER, log(act("scene", "x"), deeds[1], deeds[2])).scenes
    assert [each.event.text for each in scene.told] == ["jumps: up.", "sings."]


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


def test_of_what_is_open_the_newest_of_a_kind_for_each_person_is_told_and_two_of_a_kind():
    rows = (Sentence("owes", {"n": NUMBER}, "[owes|owe] {n}.", onward="{who} still [owes|owe] {n}."),)
    game = replace(LANTERNS, sentences=rows)
    some = [act("owes", f"owes {n}.", who, n=n) for n in range(4) for who in ("Bo", "Ida", "Cy")]
    assert gather(HEADER, log(*some), game).onward == ("Cy still owes 3.", "Ida still owes 3.")
    again = log(*some, act("owes", "owes 1.", "Ida", n=1))
    assert gather(HEADER, again, game).onward == ("Ida still owes 1.", "Cy still owes 3.")


def test_what_somebody_was_after_is_not_open_any_more_once_it_is_done():
    fields = {"goal": TEXT}
    rows = (
        Sentence("fails", fields, "[fails|fail]: {goal}.", onward="{who} still [has|have] to: {goal}."),
        Sentence("makes", fields, "[makes|make] it: {goal}."),
    )
    entries = log(
        *(act("fails", "fails.", who, goal=goal) for who, goal in (("Ida", "climb"), ("Bo", "swim"))),
        act("makes", "makes it.", "Cy", goal="climb"),
    )
    assert gather(HEADER, entries, replace(LANTERNS, sentences=rows)).onward == ("Bo still has to: swim.",)


def test_a_paragraph_tells_an_event_in_the_words_that_its_row_has_for_that():
    rows = (*ROWS, Sentence("hits", {"n": NUMBER}, "[hits|hit], {n} to 3.", story="[hits|hit]."))
    entries = log(act("scene", "x"), act("hits", "hits, 5 to 3.", "Ida", n=5), act("waits", "waits, 2 to 2.", "Bo"))
    (scene,) = gather(HEADER, entries, replace(LANTERNS, sentences=rows)).scenes
    assert [each.event.text for each in scene.told] == ["hits.", "waits, 2 to 2."]


def test_a_line_that_goes_on_from_one_of_the_same_speaker_does_not_name_them_again():
    lines = (said("Ida", "Up."), said("Ida", "Now"), said("Bo", "Wait."))
    entries = log(act("scene", "x"), act("dares", "dares.", "Cy"), *lines)
    assert "Cy dares. *“Now,”* says Ida. *“Wait,”* says Bo." in recap(HEADER, entries)
    assert "*“Up,”* says Ida. *“Now.”*" in recap(HEADER, entries[:-1])


def test_who_grew_is_told_with_the_dice_of_it():
    rows = (Sentence("grown", {"was": NUMBER, "to": NUMBER}, "[grows|grow].", gather="Who grew"),)
    entries = log(act("grown", "grows.", "Ida", was=8, to=10), act("grown", "grows a lot.", "Bo", was=3, to=4))
    ((_heading, found),) = gather(HEADER, entries, replace(LANTERNS, sentences=rows)).gathered
    assert found == (Row("Ida grows.", "Ida", 8, 10), Row("Bo grows a lot.", "Bo", 0, 4))


@pytest.mark.parametrize(
    ("line", "before"),
    [("Not this jar.", "Not this jar,"), ("Who?", "Who?"), ("Up", "Up,"), ("I …", "I …"), (" No! ", "No!")],
)
def test_a_line_stands_before_whoever_says_it_as_sentences_have_it(line, before):
    assert spoken(line) == before


def test_a_line_stands_in_the_sentence_of_what_was_done_with_it_and_else_by_itself():
    first = act("dares", "dares.", "Ida")
    deeds = [act("waits", "waits.", who) for who in ("Cy", "Bo")]
    (scene,) = gather(HEADER, log(act("scene", "x"), first, said("Ida", "Up."), said("Bo", "Now."), *deeds)).scenes
    assert [(each.event.text, each.line) for each in scene.told] == [
        ("dares.", ""),
        ("“Up.”", ""),
        ("waits.", ""),
        ("waits.", "Now."),
    ]
    assert "“Now,”* says Bo, and waits." in recap(
        HEADER, log(act("scene", "x"), first, said("Ida", "Up."), said("Bo", "Now."), *deeds)
    )


def test_a_story_begins_with_a_scene_and_keeps_what_was_said_before_it():
    rows = (*ROWS, Sentence("starts", {}, "[starts|start]."))
    before = (act("starts", "starts with three.", "Ida"), said("Ida", "Ready."))
    entries = log(*before, act("scene", "The wall"), act("dares", "dares.", "Ida"), act("dares", "dares twice.", "Ida"))
    (wall,) = gather(HEADER, entries, replace(LANTERNS, sentences=rows)).scenes
    assert wall.name == "The wall"
    texts = [each.event.text for each in wall.told] + [each.line for each in wall.told]
    assert "starts with three." not in texts
    assert "Ready." in " ".join(texts) or "“Ready.”" in texts


def test_what_nothing_happens_in_stands_above_the_next_scene_which_has_its_lines():
    rows = (*ROWS, Sentence("episode", {}, "Episode 1 begins.", recap="chapter"))
    after = (act("scene", "The wall"), act("dares", "dares.", "Ida"), act("waits", "waits.", "Bo"))
    entries = log(act("episode", "Episode 1 begins."), said("Cy", "Ready."), *after)
    (wall,) = gather(HEADER, entries, replace(LANTERNS, sentences=rows)).scenes
    assert (wall.above, wall.name) == ("Episode 1 begins", "The wall")
    assert [each.event.text for each in wall.told] == ["dares.", "“Ready.”", "waits."]


@pytest.mark.parametrize("name", ["blockbuster", "smallville", "untold", "plot_twist"])
def test_the_places_of_a_game_are_known_by_name_with_their_look(name):
    game = games.game(name)
    found = places(game, structs.replace(HEADER, game=name, setup=game.ready(3, {})))
    assert len(found) > 2
    assert all(place.name for place in found.values())
    assert places(None, HEADER) == {}


def market(*entries):
    """The scenes of a game with two places in its files, whose turns have no name."""
    cards = [{"kind": "location", "name": "Night Market", "text": "Dumplings."}, {"name": "Lock", "look": ["water"]}]
    rows = (Sentence("turn", {"number": NUMBER}, "Turn.", recap="chapter"), *ROWS[:1])
    header = replace_header(seats=HEADER.setup.seats, content={"city": cards})
    found = gather(header, log(*entries), replace(LANTERNS, sentences=rows)).scenes
    return [scene.place.name if scene.place else "" for scene in found]


def test_what_goes_on_without_a_name_is_where_the_last_was_until_another_place_is_told_of():
    opens, turn, dares = (
        act("opens_at", "opens at the Night Market."),
        act("turn", "Turn.", number=1),
        act("a", "dares."),
    )
    assert market(opens, turn, dares, turn, dares) == ["Night Market", "Night Market"]
    assert market(opens, turn, dares, act("goes", "goes.", to="Lock"), turn, dares) == ["Lock", "Lock"]
    assert market(turn, dares, act("scene", "The roof", name="The roof"), dares) == ["", ""]
    assert market(opens, turn, dares, act("scene", "The roof", name="The roof"), dares) == ["Night Market", ""]


def test_the_roll_of_the_night_is_that_of_whom_somebody_plays_and_what_is_at_stake_may_be_told_at_the_end():
    night = Highlight(1, "Ida", Fraction(1, 9), "you hit", came=True, dice=((6, 6),), event=None)
    found = gather(
        HEADER, (), replace(LANTERNS, tagline=""), night=night, people={"k1": Person("Juno")}, premise="Now or never."
    )
    assert (found.night.who, found.head) == ("Juno", "Juno beats the odds.")
    assert gather(HEADER, (), None, premise="Now or never.").line == ""
    cards = games.game("plot_twist")  # what its stage says before it begins is how to set up
    setup = cards.ready(3, {})
    header = structs.replace(HEADER, setup=Outset(setup.seats, setup.content))
    assert gather(header, (), cards, premise="Now or never.").line == "Now or never."


def test_a_table_is_called_as_people_say_else_as_its_files_are_else_as_its_game():
    named = replace_header(seats=HEADER.setup.seats, content={"cards": [], "film": {"title": "Night Train"}})
    assert title_of(LANTERNS, HEADER) == LANTERNS.title
    assert title_of(LANTERNS, named) == "Night Train"
    assert title_of(LANTERNS, structs.replace(named, options={"title": "Friday"})) == "Friday"


def test_a_credit_names_whoever_had_most_if_somebody_did():
    rows = (Sentence("dares", {}, "[dares|dare].", credits="dare"),)
    some = [act("dares", "dares.", who) for who in ("Ida", "Ida", "Bo")]
    game = replace(LANTERNS, sentences=rows)
    assert gather(HEADER, log(*some), game).credits == (Credit("3 dares", "Ida", 2),)
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
    assert plain("@everyone and @here") == "@\u200beveryone and @\u200bhere"
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
def test_scenes_count_the_rolls_that_the_credits_count(name):
    table = of_bots(games.game(name), 160).table
    told = gather(table.header, table.kept(), table.game)
    by_scene = [int(re.match(r"\d+", scene.rolls)[0]) for scene in told.scenes if scene.rolls]
    assert sum(by_scene) == told.rolls > 5


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
