"""What the table itself tells calls people by the name they gave, else by whom they play."""

from tests.table.evening import of_bots

from cliffhanger.games import game
from cliffhanger.kernel.events import sentence
from cliffhanger.kernel.inputs import Pause, Sit


def last(evening):
    return [sentence(event) for event in evening.table.head.log[-1].events][-1]


def test_whoever_gave_no_name_is_called_as_whom_they_play():
    evening = of_bots(game("plot_twist"), 60, names=("", "", "Ida"))
    found = game("plot_twist").seat_names(evening.table.head.state)
    unnamed, plays = next((seat, name) for seat, name in found.items() if name and seat != "player-2")
    evening.put(Pause(on=True), unnamed)
    assert last(evening) == f"{plays} pauses the table."
    evening.put(Pause(on=False), "player-2")
    assert last(evening) == "Ida lets the table go on."
    evening.put(Sit(unnamed, "", "nobody"), "gm")
    assert last(evening) == f"The seat of {plays} is free."


def test_before_anybody_is_chosen_a_chair_has_its_own_name():
    evening = of_bots(game("plot_twist"), 0, names=())
    evening.put(Pause(on=True), "player-1")
    assert last(evening) == "Player 1 pauses the table."
