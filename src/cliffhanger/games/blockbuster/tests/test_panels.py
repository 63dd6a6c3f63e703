"""What is shown: words on the stage first, the order, the tracks, the sheets; and every event in a sentence."""

import ast
import inspect
import re
from importlib import import_module
from random import Random

import pytest

from cliffhanger.games import blockbuster
from cliffhanger.games.blockbuster import GAME, sentences
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.panels import Group, List, Text, Track
from cliffhanger.testing.playout import bot_play, random_play
from cliffhanger.testing.table import ready


def groups(scene, seat="mara"):
    return {each.id: each for each in scene.at.panels(seat) if isinstance(each, Group)}


def stage_of(scene, seat="mara"):
    first = scene.at.panels(seat)[0]
    assert (first.id, first.place) == ("stage", "stage")
    return first.panels


def tracks(scene, seat="mara"):
    return {t.name: (t.filled, t.size) for t in groups(scene, seat)["tracks"].panels if isinstance(t, Track)}


def test_the_stage_says_first_what_is_settled_and_then_shows_the_dice(stage):
    scene = stage(mara={"fight": 4}, guard={"vigor": 9})
    mara, guard = scene.cast
    mara.attacks(guard).rolls(5, 6, 2, 1)
    guard.defends().rolls(5, 1, 1)
    words, dice = stage_of(scene)
    assert (words.head, words.style) == ("Mara hits Guard.", "result")
    assert "1 damage" in words.body
    assert [(row.mark, row.n, row.state) for row in dice.rows] == [("Mara", 2, "won"), ("Guard", 1, "lost")]
    assert [(die.face, die.state) for die in dice.rows[0].dice] == [
        (6, "counts"), (5, "counts"), (2, "struck"), (1, "struck"),
    ]  # fmt: skip


def test_while_an_answer_is_awaited_the_stage_says_who_does_what_to_whom(stage):
    scene = stage(mara={"fight": 4}, guard={})
    mara, guard = scene.cast
    mara.attacks(guard).rolls(5, 1, 1, 1)
    assert stage_of(scene, "director")[0].head == "Mara attacks Guard: 1 success."


@pytest.mark.parametrize(
    ("until", "head"),
    [("declared", "Mara: up"), ("set", "Mara needs 3."), ("rolled", "Mara is 2 short."), ("told", "Mara is 2 short.")],
)
def test_each_step_of_a_check_is_said_on_the_stage(stage, until, head):
    scene = stage(mara={"climb": 3}, guard={})
    mara, _ = scene.cast
    mara.tries("up", by="climb")
    if until != "declared":
        scene.asks_for(3)
    if until in ("rolled", "told"):
        mara.rolls(5, 1, 1)
    if until == "told":
        scene.does("narrate")
    assert stage_of(scene)[0].head == head


def test_before_the_order_is_found_the_stage_names_who_has_to_choose(stage):
    scene = stage(mara={}, guard={}, begun=False).opens()
    words = stage_of(scene)[0]
    assert words.head == "Who goes first?"
    assert "Mara, Guard" in words.body


def test_between_scenes_the_stage_bears_the_title(stage):
    scene = stage(mara={}, guard={})
    scene.does("close", why="")
    words = stage_of(scene)[0]
    assert isinstance(words, Text)
    assert words.head == "A test"
    assert "order" not in groups(scene)


def test_the_order_shows_who_is_up_who_is_done_and_who_is_out(stage):
    scene = stage(mara={}, guard={}, dog={}, cook={})
    mara, *_ = scene.cast
    scene.does("out", whom="cook", why="Onions.")
    mara.passes()
    order = groups(scene)["order"]
    rows = order.panels[0].rows
    assert order.note == "Round 1"
    assert [(row.name, row.text, row.state) for row in rows] == [
        ("Mara", "done", "done"), ("Guard", "now", "now"), ("Dog", "next", ""), ("Cook", "out", "done"),
    ]  # fmt: skip


def test_sets_show_who_is_there_and_what_hinders(stage):
    scene = stage(sets=("hall", "roof"), mara={}, guard={})
    scene.does("impede", place="roof", text="Sleet", penalty=2, tag="physical")
    scene.does("move", whom="guard", place="roof")
    hall, roof = groups(scene)["sets"].panels[0].rows
    assert (hall.marks, hall.state) == (("Mara",), "here")
    assert (roof.marks, roof.tags) == (("Guard",), ("!Sleet: 2 fewer dice on physical",))


def test_tracks_show_tasks_attempts_and_what_burns(stage):
    flame = {"flame": {"uses": ("attack",), "ongoing": True}}
    scene = stage(mara={"grab": 4, "powers": flame}, joss={"lead": True, "talk": 3}, guard={"vigor": 5, "potency": 4})
    mara, joss, guard = scene.cast
    scene.does("task", name="The vault", required=6)
    mara.attacks(guard, using="flame").rolls(5, 5, 1, 1)
    guard.defends().rolls(1, 1, 1)
    joss.convinces(guard, "hush").rolls(5, 1, 1)
    assert tracks(scene) == {"The vault": (0, 6), "Joss talks Guard round": (1, 4), "Flame on Guard": (2, 2)}


def test_a_sheet_shows_ratings_damage_conditions_and_powers(stage, edited):
    flame = {"flame": {"uses": ("attack",), "strain": 2, "active": True}}
    scene = stage(mara={"climb": 4, "vigor": 5, "powers": flame}, guard={})
    mara, _ = scene.cast
    scene.does("hurt", whom="mara", amount=2, type="V", why="Glass.")
    edited(scene, mara, restrained=("guard",))
    sheet = groups(scene)["sheet-mara"]
    shown = {panel.id: panel for panel in sheet.panels}
    assert sheet.place == "own"
    assert (shown["damage-v-mara"].filled, shown["damage-v-mara"].size) == (2, 5)
    assert [row.name for row in shown["conditions-mara"].rows] == ["Held"]
    assert [row.tags for row in shown["powers-mara"].rows] == [("2V", "on")]
    assert [(row.name, row.value) for row in shown["skills-mara"].rows] == [("Climb", "4")]
    assert {"sheet-guard", "sheet-mara"} - set(groups(scene, "director")) == {"sheet-mara"}


def test_waiting_dice_lie_with_their_owner_and_their_roll(stage):
    scene = stage(mara={"think": 2}, guard={})
    mara, _ = scene.cast
    mara.sets_up(mara, "the leap")
    scene.asks_for(0)
    mara.rolls(5, 5)
    row = groups(scene)["waiting"].panels[0].rows[0]
    assert (row.name, row.value) == ("Mara's Set-Up, for Mara: the leap", "2 dice")


def test_the_director_sees_the_setbacks(stage):
    scene = stage(mara={}, guard={})
    scene.does("setback", whom="mara", why="The bridge is gone.")
    notes = groups(scene, "director")["notes"].panels
    listed = next(panel for panel in notes if isinstance(panel, List))
    assert [row.name for row in listed.rows] == ["Mara: The bridge is gone."]
    assert "notes" not in groups(scene)


def test_shared_damage_is_one_track(stage):
    scene = stage(house={"damage_model": "shared"}, mara={"vigor": 3, "potency": 5}, guard={})
    for harm, shown in ((0, (0, 5)), (4, (4, 5)), (4, (8, 8))):
        if harm:
            scene.does("hurt", whom="mara", amount=harm, type="P", why="Glass.")
        sheet = groups(scene)["sheet-mara"]
        assert [(t.name, t.filled, t.size) for t in sheet.panels if isinstance(t, Track)] == [("Damage", *shown)]


# --- sentences ----------------------------------------------------------------------------------------------


def told_in_the_code():
    """The kinds of events that the rules tell, read off their source."""
    for name in ("verbs", "checks", "contests", "holds", "ongoing", "scenes", "actions", "director", "strain"):
        module = import_module(f"{blockbuster.__name__}.{name}")
        for call in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ("tell", "show"):
                yield from _kinds(call.args[1])


def _kinds(node):
    if isinstance(node, ast.Constant):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*_kinds(node.body), *_kinds(node.orelse))
    elif isinstance(node, ast.JoinedStr):
        assert node.values[0].value == "won_by_"
        yield from ("won_by_initiator", "won_by_opponent", "won_by_nobody")


def test_every_event_has_its_sentence_and_every_sentence_its_event():
    # A name is what a verb hands on: `show` tells what it was given. A ruling is told by the kernel.
    assert {*told_in_the_code(), "ruling"} == set(sentences.SAID)


def test_every_event_of_many_games_has_a_sentence_without_ids_or_exclamation_marks():
    rng, seen = Random(3), {}
    house = {"points": "record", "break_free": "extended"}
    plays = [random_play(GAME, ready(GAME, 3, **house), rng, 400) for _ in range(12)]
    plays += [bot_play(GAME, ready(GAME, 2), rng, 1_500)]
    for moments in plays:
        for moment in moments:
            for event in moment.after.events:
                seen.setdefault(event.what, GAME.say(event))
    assert len(seen) > 35
    for what, text in seen.items():
        assert text.strip(), what
        assert "!" not in text
        assert not re.search(r"\b(setup|task|impediment|strain|set)-\d", text), text


@pytest.mark.parametrize("what", sorted(sentences.HEADS))
def test_every_headline_is_of_an_event_with_a_sentence(what):
    assert what in sentences.SAID


@pytest.mark.parametrize(
    ("typed", "said"),
    [("They jump", "They jump."), ("They jump.", "They jump."), ("Now what?", "Now what?"), ("Then...", "Then...")],
)
def test_what_was_typed_with_a_full_stop_gets_no_second_one(typed, said):
    assert sentences.say(Event("setback", "Mara", data={"why": typed})) == f"has a Major Setback: {said}"
    assert sentences.say(Event("scene_says", "Director", data={"text": typed})) == typed
