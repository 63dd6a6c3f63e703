"""Offers made by their kind, and what is kept of a state by the fields it reads."""

from msgspec import Struct, structs

from cliffhanger.kernel.cache import kept
from cliffhanger.kernel.offers import YES, Kind, No, offer
from cliffhanger.kernel.params import Item, Pick


def strikes(s):
    return s + 1


STRIKE = Kind("strike", "Strike", strikes, 3, rule="X-1", group="Deeds", says="It may miss.")
WHOM = (Pick("whom", "Whom", (Item("ann", "Ann"),)),)


def test_a_kind_gives_its_offers_what_they_share():
    made = STRIKE("mara", 7, WHOM)
    assert (made.seat, made.window, made.key, made.rank, made.do(1)) == ("mara", "7", "strike", 3, 2)
    option = made.option
    assert (option.label, option.rule, option.group, option.says) == ("Strike", "X-1", "Deeds", "It may miss.")
    assert option.params == WHOM


def test_what_one_offer_says_takes_the_place_of_what_its_kind_says():
    made = STRIKE("mara", 7, key="strike.ann", do=lambda s: s, rank=0, reaction=True, label="Strike Ann", says="")
    assert (made.key, made.rank, made.reaction, made.do(1)) == ("strike.ann", 0, True, 1)
    assert (made.option.label, made.option.says, made.option.rule) == ("Strike Ann", "", "X-1")
    assert STRIKE("mara", 8).option.label == "Strike"


def test_an_offer_in_another_window_is_the_same_but_for_that_and_is_written_once():
    written = []
    made = STRIKE("mara", 7, WHOM, rank=2, says=lambda: written.append(7) or "Now.")
    again = made.within("8")
    assert again.option == structs.replace(made.option, window="8")
    assert (again.seat, again.window, again.key, again.rank, again.params, again.do(1)) == (
        "mara",
        "8",
        "strike",
        2,
        WHOM,
        2,
    )
    assert written == [7]


def test_a_kind_that_is_bound_knows_something_already_and_bears_a_name():
    kind = Kind("strike", "Strike", lambda s, whom, n=1: (s, whom, n), 3, rule="X-1").bound("ann", whom="ann")
    made = kind("mara", 7, label="Strike Ann")
    assert (made.key, made.rank, made.option.label, made.option.rule) == ("strike.ann", 3, "Strike Ann", "X-1")
    assert made.do(1, n=2) == (1, "ann", 2)
    assert (STRIKE.bound()("mara", 7).key, STRIKE.bound()("mara", 7).option.label) == ("strike", "Strike")


def test_an_offer_that_is_closed_says_why_and_asks_for_nothing():
    closed = STRIKE("mara", 7, WHOM, No("Your arm is broken.", "Run.", "X-2"))
    assert closed.blocked == "Your arm is broken."
    assert (closed.option.params, closed.option.instead, closed.option.rule) == ((), "Run.", "X-2")
    assert STRIKE("mara", 7, WHOM, No("Not now.")).option.rule == "X-1"
    open_ = STRIKE("mara", 7, WHOM, YES)
    assert (open_.blocked, open_.option.params, open_.option.rule) == ("", WHOM, "X-1")


def test_an_offer_that_nobody_could_fill_is_closed():
    assert STRIKE("mara", 7, (Pick("whom", "Whom", ()),)).blocked == "Whom: there is nothing to choose."
    assert not STRIKE("mara", 7, lambda: (Pick("whom", "Whom", ()),)).blocked


def test_an_offer_whose_items_are_all_closed_says_why_the_first_of_them_is():
    far, safe = Item("ann", "Ann", blocked="Ann is too far away."), Item("ben", "Ben", blocked="Ben is safe.")
    assert STRIKE("mara", 7, (Pick("whom", "Whom", (far, safe)),)).blocked == "Ann is too far away."
    assert offer("mara", 7, "strike", "Strike", strikes, Pick("whom", "Whom", (safe, far))).blocked == "Ben is safe."
    two = Pick("whom", "Whom", (far, Item("cy", "Cy")), 2, 2)
    assert STRIKE("mara", 7, (two,)).blocked == "Whom: there is nothing to choose.", "one of them is open"


class Person(Struct, frozen=True):
    id: str
    hurt: int = 0
    dice: int = 0


class State(Struct, frozen=True):
    cast: tuple[Person, ...]
    clock: int = 0
    turn: int = 0


def test_what_is_made_of_a_state_is_kept_until_something_it_reads_changes():
    looks = []

    def words(s):
        looks.append(s)
        return (f"{p.id} {p.hurt} at {s.clock}" for p in s.cast)

    of = kept(words, "clock", lambda s: s.turn > 9, cast="id hurt")
    s = State((Person("ann"), Person("ben")))
    first = of(s)
    assert first == ("ann 0 at 0", "ben 0 at 0")
    unread = structs.replace(s, turn=3, cast=(Person("ann", dice=5), Person("ben")))
    assert of(unread) is first
    for changed in (
        structs.replace(s, clock=1),
        structs.replace(s, turn=10),
        structs.replace(s, cast=(Person("ann", hurt=2), Person("ben"))),
        structs.replace(s, cast=(Person("ann"),)),
    ):
        assert of(changed) == tuple(words(changed))
    assert len(looks) == 1 + 2 * 4
