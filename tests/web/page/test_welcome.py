"""What greets somebody who plays alone: who they are, what is at stake, the primer; and when it is gone."""

import pytest
from msgspec import structs
from toy import GAME as TOY

from cliffhanger import games
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.inputs import Act, Sit
from cliffhanger.kernel.panels import Group, Text
from cliffhanger.kernel.record.format import Entry
from cliffhanger.kernel.step import begin
from cliffhanger.table.snapshot import Sitter, Snapshot
from cliffhanger.testing.play import ready
from cliffhanger.web.page.welcome import SENTENCE, is_new, newcomer, opened, welcome

OWN, OTHER = Sitter("juno", "lead", "Juno", "Kim", "person"), Sitter("ferris", "lead", "Ferris", holder="bot")


def stands(*seats, log=()):
    return Snapshot(1, None, (), seats or (OWN, OTHER), log)


def deed(seat, terms):
    return Entry(1, "x", seat, "", Act(seat, "1", "go", terms=terms), (), "")


def test_whoever_plays_alone_is_new_until_they_have_done_something_themselves():
    assert is_new(stands(), "juno")
    assert is_new(stands(log=(deed("juno", ""), deed("ferris", "seen"))), "juno")  # what opened their table, and a bot
    assert not is_new(stands(log=(deed("juno", "seen"),)), "juno")


def test_whoever_comes_late_is_new_and_of_a_long_story_only_the_end_is_read():
    class Story(tuple):
        def __iter__(self):
            raise AssertionError("all of it was read")

    earlier = (deed("juno", "seen"), *[deed("ferris", "")] * 100)
    came = Entry(101, "y", "director", "", Sit("juno", "Kim"), (), "")
    assert not is_new(stands(log=Story(earlier)), "juno")
    assert is_new(stands(log=Story((*earlier, came))), "juno")
    assert not is_new(stands(log=Story((*earlier, came, deed("juno", "seen")))), "juno")


@pytest.mark.parametrize("holder", ["person", "nobody"])
def test_nobody_is_new_where_others_are_or_may_come(holder):
    assert not is_new(stands(OWN, structs.replace(OTHER, holder=holder)), "juno")
    assert not is_new(stands(), "ferris")
    assert not is_new(stands(), "watch")


def test_what_was_done_on_a_chair_before_somebody_sat_down_there_is_not_theirs():
    down, up = (Entry(1, "x", "host", "", Sit("juno", "Kim", holder), (), "") for holder in ("person", "nobody"))
    assert is_new(stands(log=(deed("juno", "seen"), up, down)), "juno")
    assert not is_new(stands(log=(down, deed("juno", "seen"), up)), "juno")


def test_in_company_everybody_who_plays_is_greeted_until_their_first_act_and_nobody_who_runs_the_game():
    game = games.game("blockbuster")
    wren, kim = Sitter("director", "director", "Director", "Wren", "person"), structs.replace(OWN, role="player")
    assert newcomer(game, stands(wren, kim), "juno") == "in company"
    assert newcomer(game, stands(wren, kim, log=(deed("director", ""),)), "juno") == "in company"
    assert newcomer(game, stands(wren, kim, log=(deed("juno", ""),)), "juno") == ""
    assert newcomer(game, stands(wren, kim), "director") == ""
    assert newcomer(game, stands(wren, kim), "watch") == ""
    alone = structs.replace(wren, name="", holder="bot")
    assert newcomer(game, stands(alone, kim), "juno") == "alone"
    assert newcomer(game, stands(alone, kim, log=(deed("juno", "seen"),)), "juno") == ""


@pytest.mark.parametrize("name", [name for name in games.names() if name != "plot_twist"])
def test_in_company_only_whom_one_plays_is_said_for_the_stage_says_the_rest(name):
    game = games.game(name)
    view = begin(game, game.start(ready(game))).state
    own = next(seat.id for seat in ready(game).seats if seat.role not in game.masters)
    said = welcome(game, view, game.panels(view, own), brief=True)
    assert "You are " in said
    assert "in two minutes" in said
    assert SENTENCE.split(game.premise(view))[0] not in said
    assert welcome(game, view, (), brief=True) == ""  # nobody knows yet whom they play


@pytest.mark.parametrize("name", games.names())
def test_every_game_says_in_two_sentences_what_is_at_stake_and_the_first_is_read_before_the_first_roll(name):
    game = games.game(name)
    view = begin(game, game.start(ready(game))).state
    own = next(seat.id for seat in ready(game).seats if seat.role not in game.masters)
    said = welcome(game, view, game.panels(view, own))
    assert "in two minutes" in said
    if name != "plot_twist":  # there the table is laid first
        premise = game.premise(view)
        assert 60 < len(premise) < 230
        assert len(SENTENCE.split(premise)) <= 2
        assert f"{SENTENCE.split(premise)[0]} " in said
        assert "You are " in said


def test_a_game_that_says_nothing_of_itself_greets_nobody():
    assert welcome(TOY, None, ()) == ""


@pytest.mark.parametrize(
    ("note", "says"),
    [
        ("watches the water", "You are Mirre: watches the water."),
        ("The whole street is dark, and he smiles.", "You are Mirre. The whole street is dark, and he smiles."),
        ("", "You are Mirre."),
    ],
)
def test_who_one_is_goes_on_with_the_words_of_a_sheet_or_with_a_sentence_of_its_own(note, says):
    own = Group("own", "Mirre", (), "own", note, mark="Mirre")
    assert says in welcome(TOY, None, (own,))


def test_whoever_plays_alone_reads_what_opened_the_scene_where_the_stage_has_gone_on_from_it():
    told = Event("scene_says", data={"text": "The door opens. Who sits down?"})
    log = (Entry(1, "x", "director", "", None, (Event("scene", data={"name": "Supper", "number": 1}), told), ""),)
    on, gone = (
        Group("stage", "", (Text("t", "Supper", body),), "stage") for body in (told.data["text"], "She wants it.")
    )
    assert opened(stands(log=log), (gone,)) == "The door opens. Who sits down?"
    assert opened(stands(log=log), (on,)) == ""  # there it is read already
    assert opened(stands(), (gone,)) == ""
    game = games.game("smallville")
    view = begin(game, game.start(ready(game))).state
    panels = game.panels(view, "tamsin_rook")
    said = welcome(game, view, panels, "The door opens. Who sits down?")
    assert "You are Tamsin Rook: the deputy who hears nothing." in said
    assert "The door opens. Who sits down?" in said
    assert game.premise(view).partition(".")[0] not in said
