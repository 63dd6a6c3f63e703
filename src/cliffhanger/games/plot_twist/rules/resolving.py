"""Resolve: what effects of cards mean here: whom they befall, who chooses among what, and what rolls of theirs lead to."""

from collections.abc import Sequence
from typing import Any

from cliffhanger.games.plot_twist.files import effects, entries
from cliffhanger.games.plot_twist.files.parts import Aimed
from cliffhanger.games.plot_twist.files.words import HEROICS, KEYWORDS, title
from cliffhanger.games.plot_twist.rules import facts, roster
from cliffhanger.games.plot_twist.rules.book import BOOKS, effect, name_of, options
from cliffhanger.games.plot_twist.rules.effects import DOES, fights, seeing
from cliffhanger.games.plot_twist.rules.effects.people import inflict
from cliffhanger.games.plot_twist.rules.pieces import GM, Ids
from cliffhanger.games.plot_twist.rules.state import Context, Delayed, Resolve, Table, Throw
from cliffhanger.kernel.effects.resolving import Aim, Resolving, Words, all_of
from cliffhanger.kernel.frames import replace, turn

DAMAGE = ("physical", "mental", "social")


def advance(s: Table, f: Resolve) -> Table:
    """The next effect; what changes actions before they are renewed waits for that."""
    early = f.left and f.phase == "go" and s.stack[0].phase == "renew"
    if early and isinstance(effect(s, f.left[0]), effects.GainAction | effects.LoseAction):
        waits = Delayed(f.left[:1], f.ctx, s.turn, "renewal")
        return turn(replace(s, delayed=(*s.delayed, waits)), left=f.left[1:])
    return RESOLVING.advance(s, f)


def _aim(s: Table, e: Any, ctx: Context) -> Aim:  # noqa: ANN401
    """Whom an effect may befall; or who does it, from whom or to whom, where that is picked."""
    if word := facts.picked(s, e, ctx):
        where = facts.of_people(getattr(e, "where", None))
        who = [each for each in facts.candidates(s, word, ctx) if not where or facts.holds(s, where, ctx, each)]
        return Aim(tuple(who), getattr(e, "count", 1) if word == getattr(e, "target", None) else 1)
    if not isinstance(e, Aimed) or e.target is None:
        return all_of((ctx.me,) if ctx.me else ())
    return all_of(facts.those(s, e, ctx))


def _asks(s: Table, e: Any, ctx: Context) -> Ids:  # noqa: ANN401
    """The words, or the cards, of which an effect lets somebody choose one."""
    if isinstance(e, effects.Reveal | effects.Nullify):
        found = seeing.candidates(s, e, ctx) if e.what != "twist" else ()
        return found if len(found) > 1 else ()
    if getattr(e, "type", "") == "chosen":
        return DAMAGE[:2] if isinstance(e, effects.RemoveTrauma) else DAMAGE
    if isinstance(e, effects.Relocate) and e.to == "chosen":
        return fights.where_to(s, ctx)
    if isinstance(e, effects.Distance) and e.to == "chosen":
        return ("melee", "ranged")
    if isinstance(e, effects.Heroic) and e.name == "chosen":
        return HEROICS
    if isinstance(e, effects.Keyword) and "chosen" in (e.gain, e.lose):
        return KEYWORDS
    if isinstance(e, effects.Lock) and "chosen" in (e.heroic, e.keyword):
        return HEROICS if e.heroic else KEYWORDS
    if isinstance(e, effects.Copy) and e.name == "chosen" and e.what in ("heroic", "keyword"):
        return HEROICS if e.what == "heroic" else KEYWORDS
    if isinstance(e, entries.Choose):
        return tuple(str(at) for at in range(len(e.options)))
    if isinstance(e, entries.Roll) and e.system == "chosen":
        attribute, _, rank = str(e.pool).partition("+")
        by = facts.roller(s, e.by or "self", ctx)
        most = facts.attribute(s, by, attribute) + facts.rank(s, by, rank) if by else 0
        return tuple(str(n) for n in range(1, max(1, most) + 1))
    return ()


def _called(s: Table, e: Any, asks: Ids) -> Sequence[str]:  # noqa: ANN401
    """What is written on what somebody chooses among."""
    if isinstance(e, entries.Choose):
        return options(e)
    cards = isinstance(e, effects.Reveal | effects.Nullify | effects.Relocate)
    return [name_of(s, each) if cards else title(each) for each in asks]


def _choosers(s: Table, e: Any, ctx: Context) -> Ids:  # noqa: ANN401
    """Who chooses for a card: one seat, the players together, or chance, as among Events for who does not see them.  [PT-RUL-59]"""
    by = e.by if isinstance(e, entries.Choose) else getattr(e, "choose_by", None)
    seat = facts.chooser(s, by, ctx)
    blind = isinstance(e, effects.Reveal) and e.what == "event" and seat != GM
    if by == "random" or blind:
        return ()
    return roster.voters(s) if by == "players" else (seat,)


WORDS = Words(
    aim=_aim,
    asks=_asks,
    called=_called,
    whom=lambda e: title(next(iter(facts.picks(e, "target", "from_", "to", "by")))),
    choosers=_choosers,
    decided=roster.decided,
    holds=facts.holds,
    amount=facts.amount,
    named=facts.named,
    naming=(effects.Heroic, effects.Keyword, effects.Lock, effects.Copy),
    kept=("opponent", "attacker", "defender"),
)


def _does(general: Resolving[Table]) -> dict[type, Any]:
    own: dict[type, Any] = {entries.If: general.if_, entries.Repeat: general.repeat, entries.Choose: general.choose}
    return {**DOES, **own, entries.Delay: general.delay}


RESOLVING: Resolving[Table] = Resolving(BOOKS, WORDS, _does, "PT-RUL-78", group="Card")


def arrived(s: Table, f: Resolve, thrown: Throw) -> Table:
    """A roll that a card asked for has come to something."""
    e = effect(s, f.left[0])
    if isinstance(e, effects.Damage):
        s = turn(s, left=f.left[1:], picked=None, answer="")
        total = sum(thrown.got) + e.auto
        for each in f.picked or ():
            s = inflict(s, f.ctx.doer, each, f.answer or e.type, total, e)
        return s
    won = thrown.margin > 0 or e.system == "coins"
    return RESOLVING.outcome(s, f, e, won=won, margin=thrown.margin, total=thrown.total)
