"""Smallville: an aid inside an interference inside a Contest, and points that stay locked until the Contest closes.

Each roll is a frame of its own that knows what it is for. Its total goes to the frame that asked, which lies right
below it. What a helper commits is one option, so nobody's window is lost while a pool is being built.
"""

from typing import Literal

from msgspec import Struct
from tiny import tiny

from cliffhanger.kernel.chance import Over, Roll
from cliffhanger.kernel.frames import change, one, pop, push, replace, tell, top, turn
from cliffhanger.kernel.offers import bound, offer
from cliffhanger.kernel.params import Item, Pick
from cliffhanger.kernel.sentences import NUMBER, Sentence
from cliffhanger.testing import conformance
from cliffhanger.testing.play import Play

POOL = Pick("pool", "Pool", tuple(Item(f"d{size}", f"d{size}", size) for size in (4, 6, 8, 10)), 1, 3)


class Lead(Struct, frozen=True):
    id: str
    points: int = 1
    locked: int = 0


class Contest(Struct, frozen=True, tag_field="frame", tag="contest"):
    number: int = 0
    phase: Literal["act", "pending", "granted", "stopped", "closed"] = "act"
    actor: str = "clark"
    reactor: str = "lex"
    standing: int = 0
    swaps: int = 0
    aid: int = 0


class Interference(Struct, frozen=True, tag_field="frame", tag="interference"):
    who: str
    number: int = 0
    aid: int = 0


class Throw(Struct, frozen=True, tag_field="frame", tag="throw"):
    who: str
    what: Literal["act", "react", "interfere", "aid"]
    dice: tuple[int, ...]
    number: int = 0


class Episode(Struct, frozen=True):
    cast: tuple[Lead, ...] = (Lead("clark"), Lead("lex"), Lead("lois"), Lead("chloe"))
    stack: tuple[Contest | Interference | Throw, ...] = (Contest(),)
    serial: int = 0
    news: tuple = ()


def waiting(s):
    f = top(s)
    if isinstance(f, Throw):
        return Roll(str(f.number), f.who, f.what, f.dice)
    if isinstance(f, Interference):
        return (*throwing(f, f.who, "interfere"), *aids(s, f, f.who))
    if f.phase == "act":
        return (*throwing(f, f.actor, "act"), *aids(s, f, f.actor))
    if f.phase == "pending":
        return (*throwing(f, f.reactor, "react"), giving_in(s, f), *interfering(s, f))
    return spite(s, f) if f.phase == "granted" else Over()


def throwing(f, who, what):
    return (offer(who, f.number, "throw", "Throw", bound(throw, who=who, what=what), POOL),)


def throw(s, who, what, pool):
    return push(s, Throw(who, what, tuple(int(die[1:]) for die in pool)))


def aids(s, f, helped):
    """The whole commitment in one option: a child frame interrupts for chance alone."""
    others = (lead.id for lead in s.cast if lead.id not in (helped, contest(s).actor, contest(s).reactor))
    done = "There is help already." if f.aid else ""
    return tuple(
        offer(who, f.number, "aid", "Aid", bound(throw, who=who, what="aid"), POOL, blocked=done, rank=1)
        for who in others
    )


def giving_in(s, f):
    price = min(1, f.swaps)
    return offer(
        f.reactor, f.number, "give_in", "Give in", give_in, blocked=short(s, f.reactor, price), price=str(price)
    )


def short(s, who, price):
    """Why this Lead cannot pay, with what is locked and when it frees; empty when it can."""
    lead = one(s.cast, who)
    if lead.points >= price:
        return ""
    locked = f" {lead.locked} more is yours when this Contest closes." if lead.locked else ""
    return f"That costs {price}, and you have {lead.points}.{locked}"


def give_in(s):
    f = top(s)
    return turn(pay(s, f.reactor, f.actor, min(1, f.swaps)), phase="granted")


def pay(s, giver, taker, price):
    """A point paid to an opponent is locked until the Contest closes."""
    cast = change(s.cast, giver, points=one(s.cast, giver).points - price)
    cast = change(cast, taker, locked=one(cast, taker).locked + price)
    return tell(replace(s, cast=cast), "pays", giver, price=price)


def spite(s, f):
    hurts = offer(f.actor, f.number, "spite", "Hurt them anyway", hurt, blocked=short(s, f.actor, 2), price="2")
    return hurts, offer(f.actor, f.number, "close", "Let it be", close, first=True)


def hurt(s):
    return close(pay(s, top(s).actor, top(s).reactor, 2))


def close(s):
    """When a Contest closes, locked points are free."""
    cast = tuple(replace(lead, points=lead.points + lead.locked, locked=0) for lead in s.cast)
    return turn(tell(replace(s, cast=cast), "closed"), phase="closed")


def interfering(s, f):
    others = (lead.id for lead in s.cast if lead.id not in (f.actor, f.reactor))
    early = "" if f.swaps else "Only after the tide has turned once."
    return tuple(
        offer(who, f.number, "interfere", "Interfere", bound(interfere, who=who), blocked=early, rank=1)
        for who in others
    )


def interfere(s, who):
    return push(s, Interference(who))


def settle(s, asked, faces):
    """A total goes to the frame that asked."""
    thrown = top(s)
    total = sum(sorted(faces)[-2:])
    s = pop(tell(s, thrown.what, thrown.who, total=total))
    f = top(s)
    if thrown.what == "aid":
        return turn(s, aid=max(faces))
    total += f.aid
    if thrown.what == "act":
        return turn(s, standing=total, aid=0, phase="pending")
    if thrown.what == "interfere":
        return turn(pop(s), phase="stopped") if total > contest(s).standing else pop(s)
    if total > f.standing:
        return turn(s, actor=f.reactor, reactor=f.actor, standing=total, swaps=f.swaps + 1, aid=0)
    return turn(tell(s, "holds", f.actor), phase="stopped")


def contest(s):
    return next(frame for frame in s.stack if isinstance(frame, Contest))


TOTAL = {"total": NUMBER}
SENTENCES = (
    Sentence("pays", {"price": NUMBER}, "[pays|pay] {price}."),
    Sentence("closed", {}, "It is over."),
    Sentence("act", TOTAL, "[acts|act] with {total}."),
    Sentence("aid", TOTAL, "[aids|aid] with {total}."),
    Sentence("interfere", TOTAL, "[interferes|interfere] with {total}."),
    Sentence("react", TOTAL, "[answers|answer] with {total}."),
    Sentence("holds", {}, "[holds|hold]."),
)
GAME = tiny(Episode, ("host", "clark", "lex", "lois", "chloe"), waiting, settle, sentences=SENTENCES)


class TestLaws(conformance.Suite):
    game = GAME


def swapped():
    """Clark acts with an 8, Lex answers with 12: the tide has turned, and Clark is asked."""
    at = Play(GAME)
    at.act("clark", "throw", pool=["d8", "d6"]).rolls(5, 3)
    return at.act("lex", "throw", pool=["d10", "d6"]).rolls(7, 5)


def test_an_aid_inside_an_interference_helps_the_interferer_and_nobody_else():
    at = swapped().act("lois", "interfere")
    at.act("chloe", "aid", pool="d8")
    assert [type(frame).__name__ for frame in at.state.stack] == ["Contest", "Interference", "Throw"]
    at.rolls(6)
    assert (top(at.state).aid, contest(at.state).aid) == (6, 0)
    at.act("lois", "throw", pool=["d4", "d6"]).rolls(3, 4)
    assert contest(at.state).phase == "stopped"  # 3 + 4 + 6 beats 12


def test_an_interference_that_fails_leaves_the_contest_where_it_was_but_asks_anew():
    at = swapped()
    before = at.option("clark", "throw").window
    at.act("lois", "interfere").act("lois", "throw", pool="d4").rolls(4)
    assert (top(at.state).phase, top(at.state).standing) == ("pending", 12)
    assert at.option("clark", "throw").window != before


def test_a_point_paid_in_a_contest_is_locked_until_it_closes():
    at = swapped().act("clark", "give_in")
    lex = one(at.state.cast, "lex")
    assert (lex.points, lex.locked) == (1, 1)
    why = "That costs 2, and you have 1. 1 more is yours when this Contest closes."
    assert at.refused("lex", "spite").why == why
    at.act("lex", "close")
    lex = one(at.state.cast, "lex")
    assert (lex.points, lex.locked) == (2, 0)


def test_giving_in_before_the_tide_has_turned_is_free():
    at = Play(GAME).act("clark", "throw", pool="d8").rolls(5).act("lex", "give_in")
    assert one(at.state.cast, "lex").points == 1


def test_nobody_interferes_before_the_tide_has_turned():
    at = Play(GAME).act("clark", "throw", pool="d8").rolls(5)
    assert at.refused("lois", "interfere").why == "Only after the tide has turned once."
