"""The roll of the night: what it is, what it is not, and that no secret tells it."""

from dataclasses import replace
from fractions import Fraction

import pytest
from msgspec import structs
from tests.lanterns import BURNS, LANTERNS
from tests.table.evening import Evening, of_bots

from cliffhanger import games
from cliffhanger.kernel.figures import take_first
from cliffhanger.kernel.inputs import Faces, Ruling, Undo
from cliffhanger.table.highlight import highlight
from cliffhanger.table.recap_markdown import odds_in_words, recap

WITH_TWO = Fraction(21, 36)  # that two dice come to seven
WITH_THREE = Fraction(216 - 20, 216)


class Night(Evening):
    """Keepers whose dice are thrown by hand."""

    def __init__(self, **options):
        super().__init__(typed=True, **options)
        self.sits(host="Cleo", k1="Ada", k2="Ben")
        self.deals()

    def deals(self):
        while hasattr(asked := self.table.head.waiting, "cards"):
            self.put(Faces(asked.id, asked.cards[: asked.count], asked.seat, typed=True), asked.seat)

    def dares(self, dice, *faces, before=lambda: None):
        assert not self.act("k1", "dare", dice=dice).refusal
        before()
        for seat in ("k1", "k2"):
            if any(each.seat == seat for each in self.table.head.waiting):
                assert not self.act(seat, "pass").refusal
        return self.falls(*faces)

    def falls(self, *faces):
        asked = self.table.head.waiting
        assert not self.put(Faces(asked.id, faces, asked.seat, typed=True), asked.seat).refusal
        self.deals()
        return self

    def found(self, game=LANTERNS):
        return highlight(game, self.table.header, self.table.kept())


@pytest.fixture(autouse=True)
def everything_surprises(monkeypatch):
    """Two dice that come to seven are surprise enough here."""
    monkeypatch.setattr("cliffhanger.table.highlight.SURPRISING", 1)


def test_where_nothing_was_surprising_there_is_none(monkeypatch):
    night = Night().dares(2, 5, 3)
    assert night.found().chance == WITH_TWO
    monkeypatch.undo()
    assert night.found() is None
    assert Night().dares(3, 1, 2, 1).found().chance == 1 - WITH_THREE


def test_it_is_what_dice_did_against_the_smallest_chance_with_what_stood_beside_the_act():
    night = Night().dares(3, 4, 4, 4).dares(2, 5, 3)
    found = night.found()
    assert (found.chance, found.came, found.who, found.words) == (WITH_TWO, True, "Ida", "it burns")
    assert found.dice == ((6, 5), (6, 3))
    assert found.event.text == "With 8 a lantern burns."


def test_what_was_nearly_certain_and_did_not_come_is_one_too():
    found = Night().dares(3, 1, 2, 1).dares(2, 5, 3).found()
    assert (found.chance, found.came) == (1 - WITH_THREE, False)
    assert odds_in_words(found) == "about 1 in 11"
    assert odds_in_words(found._replace(chance=Fraction(1, 81))) == "1 in 81"


def test_what_was_certain_or_impossible_is_none():
    assert Night().dares(1, 6).found() is None


def test_where_people_did_something_else_than_it_supposes_a_figure_says_nothing():
    night = Night()

    def oil():
        assert not night.act("k2", "pour", oil=(night.option("k2", "pour").params[0].items[0].id,)).refusal

    assert night.dares(2, 6, 6, before=oil).found() is None


def test_a_ruling_in_between_leaves_it_out():
    night = Night()
    night.dares(2, 6, 6, before=lambda: night.put(Ruling("Cleo", "Fair.", ("hours",), 0), "host"))
    assert night.found() is None


def test_what_was_taken_back_is_none():
    night = Night()
    before = night.table.head.n
    night.dares(2, 6, 6)
    night.put(Undo(before), "k1")
    assert night.found() is None
    assert night.dares(3, 6, 6, 6).found().chance == WITH_THREE


def test_a_choice_that_others_may_not_see_is_left_out():
    night = Night().dares(2, 6, 6)

    def private(s):
        now = LANTERNS.waiting(s)
        if not isinstance(now, tuple):
            return now
        return tuple(structs.replace(each, option=structs.replace(each.option, private=True)) for each in now)

    assert night.found(replace(LANTERNS, waiting=private)) is None


def raises(*_given):
    raise LookupError("no walk comes here")


@pytest.mark.parametrize(
    "figure",
    [
        structs.replace(BURNS, came=raises),
        structs.replace(BURNS, policy=raises),
        structs.replace(BURNS, policy=lambda _s, _offers: None),
        structs.replace(BURNS, came=lambda _before, _act, _now: None),
        structs.replace(BURNS, unit="mean"),
        structs.replace(BURNS, alone=False),
        structs.replace(BURNS, ways=lambda _view, act: [(act, take_first)]),
    ],
)
def test_a_figure_that_cannot_be_asked_of_what_happened_is_left_out(figure):
    assert Night().dares(2, 6, 6).found(replace(LANTERNS, figures=(figure,))) is None


def test_of_several_outcomes_the_first_is_what_its_words_say():
    parts = structs.replace(BURNS, came=_dark_second, parts=("it burns", "it stays dark"))
    found = Night().dares(2, 1, 2).found(replace(LANTERNS, figures=(parts,)))
    assert (found.chance, found.came, found.words) == (1 - WITH_TWO, False, "it burns")


def _dark_second(before, act, now):
    found = BURNS.came(before, act, now)
    return None if found is None else int(not found)


def test_a_record_that_these_rules_do_not_take_has_none_and_is_told_all_the_same():
    night = Night().dares(2, 6, 6)
    other = replace(LANTERNS, settle=raises)
    assert night.found(other) is None
    text = recap(night.table.header, night.table.kept(), other)
    assert "With 12 a lantern burns." in text
    assert "roll of the night" not in text


def test_it_stands_in_the_recap_with_its_dice_and_its_chance():
    night = Night().dares(2, 5, 3)
    text = recap(night.table.header, night.table.kept(), LANTERNS)
    assert (
        "## The roll of the night\n\n**With 8 a lantern burns.**\n\n5 3\n\nabout 1 in 2: Ida rolled, with “it burns” at 58 %, and it came.\n"
    ) in text
    missed = recap(night.table.header, Night().dares(3, 1, 1, 1).table.kept(), LANTERNS)
    assert "about 1 in 11: Ida rolled, with “it burns” at 91 %, and it did not come." in missed


@pytest.mark.parametrize("name", games.names())
def test_every_game_has_one_in_an_evening_of_bots(name):
    table = of_bots(games.game(name), 240).table
    found = highlight(table.game, table.header, table.kept())
    assert 0 < found.chance <= Fraction(1, 2)
    assert found.words
    assert not found.words.endswith(":")
    assert all(1 <= face <= size for size, face in found.dice)
    assert found.event.heard_by("watch")
