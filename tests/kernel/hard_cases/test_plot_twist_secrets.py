"""Plot Twist: hidden hands, secret draws, and no word between the lines.

A deck is a set: a draw is chance that one seat sees. Who holds nothing it could play is still asked, and passes, for
who is asked may depend on open facts only. The laws of the suite do the rest: they change what a seat may not know.
"""

from random import Random

from msgspec import Struct
from tiny import tiny

from cliffhanger.kernel.chance import Draw, Over
from cliffhanger.kernel.frames import Passing, amend, change, one, replace, tell, top, turn
from cliffhanger.kernel.offers import bound, offer
from cliffhanger.kernel.params import Item, Pick
from cliffhanger.kernel.sentences import LIST, NUMBER, VALUE, Sentence
from cliffhanger.testing import conformance
from cliffhanger.testing.game_laws import draws_stay_secret
from cliffhanger.testing.play import Play
from cliffhanger.testing.position_laws import asked, look_alike, own

CARDS = ("ambush", "feint", "gadget", "lunge", "parry", "rush", "shove", "taunt")
FAR = frozenset({"ambush", "gadget", "taunt"})
BACK = "?"


class Side(Struct, frozen=True):
    id: str
    deck: tuple[str, ...] = CARDS
    hand: tuple[str, ...] = ()
    played: tuple[str, ...] = ()


class Combat(Struct, frozen=True, tag_field="frame", tag="combat"):
    passing: Passing = Passing(("hero", "villain"), in_turns=True)
    number: int = 0
    distance: int = 0


class Duel(Struct, frozen=True):
    sides: tuple[Side, ...] = (Side("hero"), Side("villain"))
    stack: tuple[Combat, ...] = (Combat(),)
    serial: int = 0
    news: tuple = ()


def waiting(s):
    short = next((side for side in s.sides if len(side.hand) + len(side.played) < 3), None)
    if short:
        count = 3 - len(short.hand) - len(short.played)
        return Draw(f"{top(s).number}{short.id}", short.id, "hand", short.deck, count)
    combat = top(s)
    if combat.passing.over:
        return Over(tuple((side.id, len(side.played)) for side in s.sides))
    side = one(s.sides, combat.passing.may()[0])
    window = f"{combat.number}{side.id}"
    cards = tuple(Item(card, card.title(), blocked=unfit(combat, card)) for card in side.hand)
    card = offer(side.id, window, "play", "Play", bound(play, who=side.id), Pick("card", "Card", cards), private=True)
    return (card, offer(side.id, window, "pass", "Pass", bound(passes, who=side.id), rank=1))


def unfit(combat, card):
    return "Only from afar." if card in FAR and not combat.distance else ""


def play(s, who, card):
    side = one(s.sides, who)
    hand = tuple(each for each in side.hand if each != card)
    sides = change(s.sides, who, hand=hand, played=(*side.played, card))
    s = tell(replace(s, sides=sides), "plays", who, card=card)
    return turn(s, distance=top(s).distance ^ (card == "rush"), passing=top(s).passing.acted(who))


def passes(s, who):
    return amend(tell(s, "passes", who), passing=top(s).passing.passes(who))


def settle(s, draw, cards):
    side = one(s.sides, draw.seat)
    hand = tuple(sorted((*side.hand, *cards)))
    deck = tuple(card for card in side.deck if card not in cards)
    s = tell(tell(s, "draws", side.id, count=len(cards)), "drew", side.id, only=(side.id,), cards=sorted(cards))
    return turn(replace(s, sides=change(s.sides, side.id, hand=hand, deck=deck)))


def view(s, seat):
    """Faces of hands are their owner's. Of a deck its owner knows what is in it, nobody the order: there is none."""
    return replace(s, sides=tuple(side if side.id == seat else hidden(side) for side in s.sides))


def hidden(side):
    return replace(side, hand=(BACK,) * len(side.hand), deck=(BACK,) * len(side.deck))


def guess(v, seat, rng):
    return replace(v, sides=tuple(side if side.id == seat else filled(side, rng) for side in v.sides))


def filled(side, rng):
    left = [card for card in CARDS if card not in side.played]
    rng.shuffle(left)
    count = len(side.hand)
    return replace(side, hand=tuple(sorted(left[:count])), deck=tuple(sorted(left[count:])))


SENTENCES = (
    Sentence("plays", {"card": VALUE}, "[plays|play] {card}."),
    Sentence("passes", {}, "[passes|pass]."),
    Sentence("draws", {"count": NUMBER}, "[draws|draw] {count}."),
    Sentence("drew", {"cards": LIST}, "[finds|find] {cards}."),
)
GAME = tiny(Duel, ("gm", "hero", "villain"), waiting, settle, view=view, guess=guess, sentences=SENTENCES)


class TestLaws(conformance.Suite):
    game = GAME
    reveals = frozenset({"plays"})

    test_after_a_sound_ruling_the_game_plays_on = None  # nothing here is a number


def test_a_card_that_is_played_gives_away_nothing_of_a_hand():
    for evening in TestLaws.played():
        assert draws_stay_secret(GAME, evening.setup, evening.moments, Random(1))


def dealt(villain):
    return Play(GAME).draws("lunge", "parry", "rush").draws(*villain)


def test_a_hand_is_seen_by_its_seat_and_only_counted_by_the_others():
    at = dealt(("feint", "shove", "taunt"))
    assert one(at.view("villain").sides, "villain").hand == ("feint", "shove", "taunt")
    for seat in ("hero", "gm", "watch"):
        assert one(at.view(seat).sides, "villain").hand == (BACK, BACK, BACK)


def test_who_drew_what_is_told_to_one_seat():
    at = dealt(("feint", "shove", "taunt"))
    assert [(event.what, event.only) for event in at.events] == [
        ("draws", ()),
        ("drew", ("hero",)),
        ("draws", ()),
        ("drew", ("villain",)),
    ]


def test_two_deals_that_differ_in_one_hand_look_the_same_to_all_others():
    one_deal, other = dealt(("feint", "shove", "taunt")), dealt(("ambush", "gadget", "parry"))
    for seat in ("hero", "gm", "watch"):
        look_alike(GAME, one_deal.state, other.state, seat)
    assert own(GAME, one_deal.act("hero", "pass").state, "villain") != own(
        GAME, other.act("hero", "pass").state, "villain"
    )


def test_a_seat_without_a_card_it_could_play_is_asked_like_any_other():
    helpless, able = dealt(("ambush", "gadget", "taunt")), dealt(("feint", "shove", "parry"))
    for at in (helpless, able):
        at.act("hero", "pass")
    assert asked(helpless.waiting) == asked(able.waiting) == ["villain: "]
    assert helpless.open("villain") == ["pass"]
    assert helpless.refused("villain", "play", card="taunt").why == "Only from afar."
