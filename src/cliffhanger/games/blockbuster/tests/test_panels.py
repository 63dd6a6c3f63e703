"""What is shown: words on the stage first, the order, the tracks, the sheets; and every event in a sentence."""

import ast
import re
from pathlib import Path
from random import Random

import pytest

from cliffhanger.games.blockbuster import GAME, rules
from cliffhanger.games.blockbuster.page.sentences import SENTENCES, UNDER_WAY, VOICE
from cliffhanger.games.blockbuster.rules.state import Order
from cliffhanger.games.blockbuster.rules.state import Track as Pressure
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.frames import replace
from cliffhanger.kernel.panels import Group, List, Text, Track
from cliffhanger.kernel.plurals import many
from cliffhanger.testing.play import ready
from cliffhanger.testing.playout import bot_play, random_play


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
        (6, "counts"),
        (5, "counts"),
        (2, "struck"),
        (1, "struck"),
    ]


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
    title, words, open_places = stage_of(scene)
    assert (title.head, words.head) == ("A scene", "Who goes first?")
    assert "Mara and Guard" in words.body
    assert [(row.name, row.value, row.dice) for row in open_places.rows] == [("Mara", "?", ()), ("Guard", "?", ())]
    mara, guard = scene.cast
    mara.answers("defense")
    guard.answers("defense")
    title, words, open_places = stage_of(scene)
    assert (title.head, words.body) == ("A scene", "Still to roll: Mara and Guard.")
    assert all(row.dice and not any(die.face for die in row.dice) for row in open_places.rows)


def test_before_the_first_scene_the_stage_bears_the_title(stage):
    scene = stage(mara={}, guard={}, begun=False)
    words = stage_of(scene)[0]
    assert (words.head, words.body) == ("A test", "Nothing is real.")
    assert "order" not in groups(scene)


def test_when_a_scene_is_over_the_stage_says_how_and_what_stood_open_until_the_next_one_is_under_way(stage):
    scene = stage(mara={"climb": 3}, guard={}, dog={})
    mara, *_ = scene.cast
    scene.does("task", name="Uncouple the cars", required=9)
    mara.works_on(scene.task, by="climb").rolls(5, 5, 1)
    scene.does("out", whom="guard", why="Onions.").does("close", why="They jump.")
    ended = "They jump. Guard is out of it. Uncouple the cars: 2 of 9, left undone."
    words = stage_of(scene)[0]
    assert (words.head, words.body) == (
        "A scene is over.",
        f"{ended} Damage stays, unless the Director takes some away.",
    )
    assert GAME.say(scene.told("scene_ends")[0]) == f"A scene is over. {ended}"
    words = [panel for panel in stage_of(scene.opens()) if isinstance(panel, Text)]
    assert [each.head for each in words] == ["A scene", "Who goes first?", "A scene is over."]
    # Whoever was out of it, and stands in this one, reads what became of it.
    assert words[-1].body == "They jump. Guard was out of it. Uncouple the cars: 2 of 9, left undone."
    scene.all_roll_defense()
    assert stage_of(scene)[0].head == "Mara goes first."


def test_after_the_last_scene_the_stage_says_that_the_film_is_over(stage):
    scene = stage(mara={}, guard={})
    scene.does("close", why="").does("the_end")
    words = stage_of(scene)[0]
    assert (words.head, words.body) == ("A test: the end.", "The film is over, after 1 scene.")


def test_whom_somebody_praises_is_seen_by_everybody_even_while_a_roll_is_made_ready(stage):
    scene = stage(mara={"climb": 3}, joss={"lead": True}, guard={})
    mara, joss, _ = scene.cast
    joss.answers("spotlight", whom=mara, line="Nobody climbs like Mara.")
    for seat in ("mara", "joss", "director"):
        words = stage_of(scene, seat)[0]
        assert (words.head, words.body) == ("Mara is in the spotlight.", "Joss: “Nobody climbs like Mara.”")
    mara.tries("up", by="climb")
    assert [each.head for each in stage_of(scene) if isinstance(each, Text)] == [
        "Mara: up",
        "Mara is in the spotlight.",
    ]


@pytest.mark.parametrize(("required", "state"), [(1, "won"), (3, "lost")])
def test_a_set_up_that_is_made_is_won(stage, required, state):
    scene = stage(mara={"think": 2}, guard={})
    mara, _ = scene.cast
    mara.sets_up(mara, "the leap")
    scene.asks_for(required)
    mara.rolls(5, 5)
    assert stage_of(scene)[1].rows[0].state == state


@pytest.mark.parametrize(("faces", "state"), [((5, 5, 1), "won"), ((1, 1, 1), "lost")])
def test_an_attempt_that_loses_something_is_resisted_and_won(stage, faces, state):
    scene = stage(mara={}, guard={"vigor": 9})
    mara, guard = scene.cast
    guard.restrains(mara).rolls(5, 1, 1)
    mara.shakes_off(guard).rolls(*faces)
    assert stage_of(scene)[1].rows[0].state == state


def test_a_success_spent_on_strain_counts_no_more(stage):
    coil = {"coil": {"uses": ("attack",), "strain": 4, "skill": "fight"}}
    scene = stage(mara={"fight": 4, "powers": coil}, guard={})
    mara, guard = scene.cast
    mara.attacks(guard, using="coil").rolls(6, 5, 5, 1).holds_down(1)
    guard.defends().rolls(1, 1, 1)
    row = stage_of(scene)[1].rows[0]
    assert (row.n, row.tags) == (2, ("1 success against the strain",))
    assert [(die.face, die.state, die.word) for die in row.dice] == [
        (6, "counts", ""),
        (5, "counts", ""),
        (5, "struck", "strain"),
        (1, "struck", ""),
    ]


def test_the_order_shows_who_is_up_who_is_done_and_who_is_out(stage):
    scene = stage(mara={}, guard={}, dog={}, cook={})
    mara, *_ = scene.cast
    scene.does("out", whom="cook", why="Onions.")
    mara.passes()
    order = groups(scene)["order"]
    rows = order.panels[0].rows
    assert order.note == "Round 1"
    assert [(row.name, row.text, row.state) for row in rows] == [
        ("Mara", "done", "done"),
        ("Guard", "now", "now"),
        ("Dog", "next", ""),
        ("Cook", "out", "out"),
    ]
    assert {row.n for row in rows} == {None}  # what each rolled for it is known, and means nothing any more
    assert scene.s.scene.rolled


def test_sets_show_who_is_there_and_what_hinders(stage):
    scene = stage(sets=("hall", "roof"), mara={}, guard={})
    scene.does("impede", place="roof", text="Sleet", penalty=2, tag="physical")
    scene.does("move", whom="guard", place="roof")
    hall, roof = groups(scene)["sets"].panels[0].lists[0].rows
    assert (hall.marks, hall.state) == (("Mara",), "here")
    assert (roof.marks, roof.tags) == (("Guard",), ("!Sleet: 2 fewer dice on anything physical",))


def board(state):
    return next(each for each in GAME.panels(state, "mara") if each.id == "sets").panels[0]


def test_the_board_has_who_is_where_whose_turn_it_is_and_who_is_out(stage):
    scene = stage(sets=("hall", "roof"), mara={}, guard={})
    scene.does("move", whom="guard", place="roof")
    mara, guard = board(scene.at.state).tokens
    assert (mara.cell, mara.side, mara.against, mara.state) == ("hall", "lead", False, "now")
    assert (guard.cell, guard.side, guard.against, guard.state) == ("roof", "opponent", True, "")
    assert mara.seat == next(p.seat for p in scene.at.state.cast if p.id == "mara")
    scene.does("out", whom="guard", why="Onions.")
    assert board(scene.at.state).tokens[1].state == "done"


def test_the_board_looks_as_the_set_and_what_hinders_there_say(stage):
    scene = stage(sets=("hall", "roof"), mara={}, guard={})
    scene.does("impede", place="roof", text="Sleet", penalty=2, tag="physical")
    sets = tuple(
        replace(x, look=("car", "lit"), impediments=tuple(replace(i, look="glass") for i in x.impediments))
        for x in scene.at.state.sets
    )
    drawn = board(replace(scene.at.state, sets=sets))
    assert [cell.look for cell in drawn.cells] == ["car lit", "car lit glass"]
    assert [(each.text, each.n, each.says) for each in drawn.cells[1].hinders] == [
        ("Sleet", 2, "2 fewer dice on anything physical")
    ]


def test_a_task_stands_between_the_two_sets_that_it_names(stage):
    scene = stage(sets=("hall", "roof"), mara={}, guard={})
    scene.does("task", name="Saw the roof off the hall", required=6)
    scene.does("task", name="Calm the guests", required=3)
    (tie,) = board(scene.at.state).ties
    assert tie.ends == ("hall", "roof")
    assert (tie.track.name, tie.track.filled, tie.track.size) == ("Saw the roof off the hall", 0, 6)
    told = tuple(replace(t, between=("roof",)) for t in scene.at.state.tasks[1:])
    (tie,) = board(replace(scene.at.state, tasks=told)).ties
    assert tie.ends == ("roof", "roof")


def test_a_grip_ties_who_holds_to_who_is_held(stage):
    scene = stage(mara={"grab": 6}, guard={"vigor": 4})
    holds = Pressure("t9", "restrain", "mara", "guard", successes=2)
    (tie,) = board(replace(scene.at.state, tracks=(holds,))).ties
    assert tie.ends == ("mara", "guard")
    assert tie.track.filled == 2
    assert "t9" in tie.track.id
    held = tuple(replace(p, restrained=("mara",)) if p.id == "guard" else p for p in scene.at.state.cast)
    (tie,) = board(replace(scene.at.state, cast=held)).ties
    assert (tie.ends, tie.text) == (("mara", "guard"), "held")
    order = Order("mara", "Walk away.")
    talked = tuple(replace(p, convinced=(order,)) if p.id == "guard" else p for p in scene.at.state.cast)
    (tie,) = board(replace(scene.at.state, cast=talked)).ties
    assert (tie.ends, tie.text) == (("mara", "guard"), "talked round")


def test_what_an_impediment_hinders_has_the_name_it_has_on_the_sheets(stage):
    scene = stage(mara={"talk": 4}, guard={})
    for at, tag in enumerate(("Talk", "grit", "vigor", "night vision")):
        scene.does("impede", place="hall", text=f"Ice {at}", penalty=1, tag=tag)
    tags = groups(scene)["sets"].panels[0].lists[0].rows[0].tags
    assert [tag.rpartition(" on ")[2] for tag in tags] == ["Talk", "Grit", "Vigor", "night vision"]


@pytest.mark.parametrize(
    ("tag", "way", "said"),
    [
        ("", "dice", "adds ice to Hall: 2 fewer dice."),
        ("physical", "dice", "adds ice to Hall: 2 fewer dice on anything physical."),
        ("Talk", "required", "adds ice to Hall: 2 more successes on Talk."),
    ],
)
@pytest.mark.rule("BB-DEF-03")
def test_an_impediment_is_told_with_all_that_it_hinders(stage, tag, way, said):
    scene = stage(house={"impediment_as": way}, mara={"talk": 4}, guard={})
    scene.does("impede", place="hall", text="ice", penalty=2, tag=tag)
    assert scene.at.told[-1] == f"Director {said}"


@pytest.mark.parametrize(
    ("dice", "protection", "head", "line"),
    [
        (
            (5, 1, 1),
            0,
            "Flame goes on hurting Guard.",
            "Guard does not shake off Flame: 2 damage, 2 successes left of it.",
        ),
        ((5, 5, 1), 1, "Flame clings to Guard.", "Guard does not shake off Flame: no damage, 1 success left of it."),
        ((5, 5, 5), 0, "Guard shakes off Flame.", "Guard shakes off Flame."),
    ],
)
@pytest.mark.rule("BB-ONG-04", "BB-ONG-05")
def test_what_goes_on_hurting_is_told_by_its_name_and_by_what_is_left_of_it(stage, dice, protection, head, line):
    flame = {"flame": {"uses": ("attack",), "ongoing": True}}
    scene = stage(mara={"act": 6, "powers": flame}, guard={"limit_v": 30, "protection": protection})
    mara, guard = scene.cast
    mara.attacks(guard, using="flame").rolls(5, 5, 5, 1, 1, 1)
    guard.defends().rolls(1, 1, 1)
    mara.sustains("flame")
    guard.resists_with("defense")
    assert scene.at.waiting.title == "Against Flame"
    guard.rolls(*dice)
    words = stage_of(scene)[0]
    assert (words.head, words.body) == (head, line)


def test_the_director_opens_a_sheet_as_it_would_be_before_agreeing(stage):
    scene = stage(mara={"climb": 3}, guard={})
    mara, _ = scene.cast
    scene.does("close", why="")
    text = scene.at.option("mara", "sheet").params[0].start
    mara.answers("sheet", sheet=text.replace("Climb = 3", "Climb = 5").replace("vigor = 3", "vigor = 6"))
    (name,) = (each for each in groups(scene, "director") if each.startswith("would-"))
    sheet = groups(scene, "director")[name]
    assert (sheet.name, sheet.place, sheet.folded) == ("Mara, as proposed", "stage", True)
    rows = {row.name: row.value or row.n for each in sheet.panels if isinstance(each, List) for row in each.rows}
    assert (rows["Climb"], rows["Vigor"]) == ("5", 6)
    assert name not in groups(scene, "mara")
    scene.does("agree")
    assert name not in groups(scene, "director")


@pytest.mark.rule("BB-DEF-03")
def test_a_table_is_not_shown_the_impediments_of_another_tables_house_rule(stage):
    scene = stage(mara={}, guard={})
    scene.does("impede", place="hall", text="Ice", penalty=2, tag="")
    tags = []
    for _ in "ab":
        tags += groups(scene)["sets"].panels[0].lists[0].rows[0].tags
        scene.rules("house", "impediment_as", to="required")
    assert tags == ["!Ice: 2 fewer dice", "!Ice: 2 more successes"]


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


def told_in_the_code(*verbs):
    """The kinds of events that the rules tell, read off their source."""
    for file in sorted(Path(rules.__path__[0]).glob("*.py")):
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            named = call.func if isinstance(call, ast.Call) else None
            name = named.attr if isinstance(named, ast.Attribute) else getattr(named, "id", "")
            if name in (verbs or ("tell", "show", "prove")):
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
    # A name is what a verb hands on: `show` tells what it was given.
    assert set(told_in_the_code()) == {row.what for row in SENTENCES} - {row.what for row in UNDER_WAY}


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


def test_every_result_that_is_put_on_the_stage_has_a_headline():
    headed = {row.what for row in SENTENCES if row.head} - {row.what for row in UNDER_WAY}
    assert {*told_in_the_code("show", "prove")} == headed


@pytest.mark.parametrize(
    ("typed", "said"),
    [("They jump", "They jump."), ("They jump.", "They jump."), ("Now what?", "Now what?"), ("Then...", "Then...")],
)
def test_what_was_typed_with_a_full_stop_gets_no_second_one(typed, said):
    assert VOICE.say(Event("setback", "Mara", data={"why": typed})) == f"has a Major Setback: {said}"
    assert VOICE.say(Event("scene_says", "Director", data={"text": typed})) == typed


@pytest.mark.parametrize(
    ("total", "kind", "head"),
    [
        (0, "restrain", "Mara gets no grip on Guard."),
        (1, "restrain", "Mara has a grip on Guard: 1 of 3."),
        (4, "restrain", "Mara has Guard held fast."),
        (0, "convince", "Mara gets nowhere with Guard."),
        (1, "convince", "Mara is talking Guard round: 1 of 3."),
        (3, "convince", "Mara has talked Guard round."),
    ],
)
def test_a_headline_says_who_has_got_how_far_with_whom(total, kind, head):
    data = {"kind": kind, "behaviour": "", "subject": "Guard", "got": total, "total": total, "threshold": 3}
    assert VOICE.head(Event("pressed", "Mara", data=data)) == head


@pytest.mark.parametrize(
    ("to", "dice", "head"),
    [
        ("Mara", 1, "Mara is set up: 1 die waits."),
        ("Joss", 2, "Mara sets Joss up: 2 dice wait."),
        ("Joss", 0, "Mara manages it, but no dice wait for Joss."),
        ("Mara", 0, "Mara manages it, but no dice wait."),
    ],
)
def test_a_headline_says_who_is_set_up(to, dice, head):
    event = Event("prepared", "Mara", data={"to": to, "dice": dice, "follow_up": "the leap", "got": 2, "required": 2})
    assert VOICE.head(event) == head


@pytest.mark.parametrize(
    ("what", "data", "said"),
    [
        ("made", {"got": 3, "required": 1, "goal": "jump"}, "makes it with 3 successes where 1 was needed: jump."),
        ("made", {"got": 2, "required": 2, "goal": "jump"}, "makes it with 2 successes: jump."),
        ("missed", {"got": 1, "required": 2, "excess": -1, "goal": "jump"}, "falls 1 success short: jump."),
        (
            "hits",
            {"foe": "Guard", "weapon": "", "margin": 0, "again": 0, "damage": 1},
            "only just hits Guard: 1 damage.",
        ),
        ("scene_ends", {"name": "The roof", "why": "", "out": [], "left": []}, "The roof is over."),
        ("points", {"points": 1, "why": "wit"}, "counts +1 point: wit."),
    ],
)
def test_sentences_read_as_people_talk(what, data, said):
    assert VOICE.say(Event(what, "Mara", data=data)) == said


def test_numbers_go_with_their_nouns():
    assert [many(n, "die") for n in range(3)] == ["no dice", "1 die", "2 dice"]
    assert [many(n, "success") for n in (1, 2)] == ["1 success", "2 successes"]


def test_an_attack_names_its_only_target_and_what_the_number_beside_it_is(stage):
    scene = stage(mara={"fight": 3}, guard={"defense": 4}, dog={})
    assert scene.at.option("mara", "attack").label == "Attack"
    scene.does("out", whom="dog", why="Onions.")
    for key, label in (
        ("attack", "Attack Guard"),
        ("oppose", "Against Guard"),
        ("convince", "Convince Guard"),
        ("restrain", "Restrain Guard"),
    ):
        assert scene.at.option("mara", key).label == label
    whom = scene.at.option("mara", "attack").params[0].items[0]
    assert (whom.n, whom.says) == (4, "dice of Defense")  # a number beside a name says what it counts
    assert scene.at.option("mara", "restrain").params[0].items[0].says == "more needed, 0 of Vigor 3 so far"


def rolling(stage, **more):
    """Four who have chosen to roll Defense, and nobody has rolled yet."""
    people = {"mara": {"defense": 4}, "ben": {"lead": True}, "guard": {}, "dog": {}}
    scene = stage(begun=False, **more, **people).opens()
    for each in scene.cast:
        window = next(o.window for o in scene.at.options() if o.key == "defense" and o.window.endswith(each.id))
        scene.at.act(each.seat, "defense", window)
    return scene


def places(scene):
    """Who stands where in what was rolled for the order, and where they stood before."""
    return [(row.name, row.value, row.was) for row in stage_of(scene)[-1].rows]


def test_while_the_order_is_rolled_for_it_says_how_many_have_and_where_they_would_stand(stage):
    scene = rolling(stage)
    assert groups(scene)["order"].panels[0].empty == "Nobody has rolled yet."
    scene.rolls(5, 1, 1, 1).rolls(5, 5, 1)
    assert groups(scene)["order"].panels[0].empty == "2 of 4 have rolled."
    assert places(scene) == [("Mara", "2.", ""), ("Ben", "1.", ""), ("Guard", "?", ""), ("Dog", "?", "")]
    scene.rolls(1, 1, 1).rolls(5, 5, 5)
    assert places(scene) == [("Dog", "1.", ""), ("Ben", "2.", ""), ("Mara", "3.", ""), ("Guard", "4.", "")]
    assert stage_of(scene)[-1].rows[2].text == "Defense 4"


@pytest.mark.parametrize(
    ("tie", "why"),
    [
        ("pool", "Mara and Ben are level: whoever rolls more dice goes first."),
        ("pcs_first", "Ben and Guard are level: the leads go first."),
        ("director", "Ben and Mara are level: the Director says who goes first."),
    ],
)
def test_whoever_goes_before_another_who_is_level_is_told_why(stage, tie, why):
    scene = rolling(stage, house={"init_tie": tie})
    scene.rolls(*((1, 1, 1, 1) if tie == "pcs_first" else (5, 1, 1, 1)))
    scene.rolls(5, 1, 1).rolls(*((5, 1, 1) if tie == "pcs_first" else (1, 1, 1))).rolls(5, 5, 1)
    if tie == "director":
        scene.does("first", who="ben")
    said = [each for each in stage_of(scene) if isinstance(each, Text) and each.told.what == "now_level_with"]
    assert [each.body for each in said] == [why]
    assert VOICE.below(said[0].told, ("Ben",)).startswith(("You and", "Mara and you"))


def test_an_order_that_is_found_anew_each_round_says_from_where_somebody_comes(stage):
    scene = rolling(stage, house={"init_repeat": "round"})
    scene.rolls(5, 5, 5, 5).rolls(5, 5, 5).rolls(5, 5, 1).rolls(5, 1, 1)
    for _ in range(4):
        next(each for each in scene.cast if each.id == scene.active).passes()
    for each in scene.cast:
        window = next(o.window for o in scene.at.options() if o.key == "defense" and o.window.endswith(each.id))
        scene.at.act(each.seat, "defense", window)
    scene.rolls(5, 1, 1, 1).rolls(5, 5, 5).rolls(5, 5, 1).rolls(1, 1, 1)
    assert places(scene) == [("Ben", "1.", "2."), ("Guard", "2.", "3."), ("Mara", "3.", "1."), ("Dog", "4.", "")]


def test_what_somebody_wears_or_has_switched_on_stands_beside_them_for_all_to_see(stage):
    powers = {"coil": {"says": "A whip.", "targets": 2}, "net": {"active": True}}
    scene = stage(mara={"powers": powers}, guard={})
    mara, _ = scene.cast

    def worn(seat):
        (people,) = (each for name, each in groups(scene, seat).items() if name == "cast")
        (rows,) = (each.panels for each in people.panels if each.id == "who-mara")
        return [(row.name, row.text) for each in rows if each.id == "in-use-mara" for row in each.rows]

    assert worn("director") == [("Net", "")]
    mara.does("switch", powers=("coil",))
    assert worn("director") == [("Coil", "A whip. Up to 2 targets.")]
    mara.does("switch", powers=())
    assert worn("director") == []
