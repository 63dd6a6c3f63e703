"""A live table of Plot Twist: what is being chosen, what was shown, and what may be taken back."""

from cliffhanger.games.plot_twist import GAME
from cliffhanger.games.plot_twist.tests.whole import whole
from cliffhanger.kernel.events import sentence
from cliffhanger.kernel.inputs import Act, Sit, Undo
from cliffhanger.kernel.params import first
from cliffhanger.table.permissions import HOST
from cliffhanger.table.session import Table
from cliffhanger.table.snapshot import Draft, TableOptions
from cliffhanger.web.page.waiting import called, headline, waited_for


class Seated:
    """A table of one Hero and a GM, both people, where the set-up, if it has `begun`, was taken as it lies ready."""

    def __init__(self, *, begun=True):
        self.table = Table.open(GAME, whole(1), table_id="heist", key=bytes(32), at="", options=TableOptions())
        for seat in ("gm", "player-1"):
            assert self.put(Sit(seat, "", "person"), HOST) is None
        if begun:
            self.does("gm", "start")

    def put(self, put, seat):
        done = self.table.put(put, id=f"{self.table.head.n}-{seat}", seat=seat, at="")
        if done.refusal is None:
            self.table.committed(done.entries[-1].n)
        return done.refusal

    def option(self, seat, key):
        return next(o for o in self.table.options(seat) if o.key == key and not o.blocked)

    def does(self, seat, key, **choice):
        option = self.option(seat, key)
        refusal = self.put(Act(seat, option.window, key, {**first(option.params), **choice}), seat)
        assert refusal is None, refusal

    def fights(self):
        """They fight, and it is the Hero's to play a card of the hand."""
        while not any(o.key == "fight.bo" for o in self.table.options("player-1")):
            seat = next(seat for seat, _ in self.table.shown.asked)
            self.does(seat, "pass")
        self.does("player-1", "fight.bo", target=("foe",))
        return self


def test_the_gm_does_not_see_which_card_of_a_hand_is_being_chosen_and_cannot_change_it():
    at = Seated().fights()
    option = at.option("player-1", "play")
    where = ("player-1", option.window, "play")
    chosen = next(item.id for item in option.params[0].items if not item.blocked)
    assert at.table.draft(*where, {"ride": (chosen,)}, "player-1") is None
    assert at.table.drafts_for("player-1")[where].choice == {"ride": (chosen,)}
    for other in ("gm", "watch"):
        assert at.table.drafts_for(other) == {("player-1", "", ""): Draft({}, (), private=True)}
    assert at.table.draft(*where, {}, "gm").why == "That choice is closed, or made in secret."


def test_a_card_that_was_shown_is_taken_back_only_if_the_other_side_agrees():
    at = Seated().fights()
    before = at.table.head.n
    at.does(
        "player-1", "play", ride=(next(i.id for i in at.option("player-1", "play").params[0].items if not i.blocked),)
    )
    refusal = at.put(Undo(before), "player-1")
    assert refusal.why == "Others have seen what that takes back."
    assert "is asked to agree" in refusal.instead
    assert at.put(Undo(before), "gm") is None
    assert at.table.shown.state.stack[-1].played == ()


def test_what_nobody_has_seen_is_taken_back_alone():
    at = Seated()
    before = at.table.head.n
    at.does(next(seat for seat, _ in at.table.shown.asked), "pass")
    assert at.put(Undo(before), "player-1") is None


def test_nobody_reads_above_the_page_what_is_asked_in_private():
    table = Table.open(GAME, whole(1), table_id="heist", key=bytes(32), at="", options=TableOptions())
    for key, choice in (("side", {"villain": ("foe",), "mooks": ()}), ("equip", {"cards": ()})):
        now = next(o for o in table.options("gm") if o.key == key)
        table.put(Act("gm", now.window, key, choice), id=key, seat="gm", at="")
        table.committed(table.head.n)
    asked = waited_for(table.shown.waiting)
    assert asked == {"gm": ""}
    assert "What is it all for?" not in " ".join(headline(table.shown, asked, {"gm": "Gia"}, "player-1", frozenset()))


def test_pages_call_a_player_as_the_hero_once_one_is_chosen_and_before_as_the_person():
    at = Seated(begun=False)
    at.put(Sit("player-1", "Ida", "person"), "player-1")
    at.does("gm", "opening")
    assert _head(at, "player-1") == "Ida, you are up"
    assert _head(at, "gm") == "Waiting for Ida"
    seats = at.table.head.seats
    at.does("player-1", "hero", which=("ann",))
    assert _head(at, "player-1") == "Ann, you are up"
    at.does("gm", "ready")
    assert _head(at, "gm") == "Waiting for Ann"
    assert at.table.head.seats is not seats
    chair = next(each for each in at.table.head.seats if each.id == "player-1")
    assert (chair.title, chair.name, chair.plays, chair.called) == ("Player 1", "Ida", "Ann", "Ida")
    assert "Ann comes into play." in [sentence(event) for entry in at.table.head.log for event in entry.events]


def test_who_has_no_name_is_called_as_the_chair_until_there_is_a_hero():
    at = Seated(begun=False)
    at.does("gm", "opening")
    assert _head(at, "player-1") == "Player 1, you are up"
    assert _head(at, "watch") == "Waiting for Player 1"
    at.does("player-1", "hero", which=("ann",))
    assert at.table.head.seats[1].called == "Ann"
    before = at.table.head.seats
    at.does("player-1", "ready")
    assert at.table.head.seats is before  # what a page draws of seats is kept as long as nothing about them changes


def test_what_a_player_says_is_said_by_the_hero():
    at = Seated()
    option = next(o for o in at.table.options("player-1") if not o.blocked and not o.standing)
    assert at.put(Act("player-1", option.window, option.key, first(option.params), said="Mine."), "player-1") is None
    said = next(event for event in at.table.head.log[-1].events if event.what == "said")
    assert said.who == "Bo"


def _head(at, seat):
    """The headline as a seat reads it."""
    now = at.table.head
    return headline(now, waited_for(now.waiting, seat), called(now.seats), seat, frozenset())[0]
