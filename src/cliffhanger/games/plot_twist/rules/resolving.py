"""Resolve: the effects of an ability one after the other, with what has to be chosen for them."""

from collections.abc import Iterator
from typing import Any

from cliffhanger.games.plot_twist.files import effects, entries
from cliffhanger.games.plot_twist.files.amounts import holds
from cliffhanger.games.plot_twist.files.parts import Aimed
from cliffhanger.games.plot_twist.files.words import HEROICS, KEYWORDS, title
from cliffhanger.games.plot_twist.rules import choices, facts, roster, verbs
from cliffhanger.games.plot_twist.rules.book import effect, inner, name_of, options
from cliffhanger.games.plot_twist.rules.effects import DOES, fights, seeing
from cliffhanger.games.plot_twist.rules.effects.people import inflict
from cliffhanger.games.plot_twist.rules.pieces import Ids
from cliffhanger.games.plot_twist.rules.state import Context, Delayed, Resolve, Table, Throw
from cliffhanger.kernel import votes
from cliffhanger.kernel.chance import Draw
from cliffhanger.kernel.frames import pop, push, replace, tell, top, turn
from cliffhanger.kernel.offers import Kind, Offer
from cliffhanger.kernel.params import Item, Pick, ids

DAMAGE = ("physical", "mental", "social")


def begin(s: Table, ctx: Context, paths: Ids) -> Table:
    """The effects that stand there are carried out in their order."""
    return push(s, Resolve(ctx, paths)) if paths else s


def advance(s: Table, f: Resolve) -> Table:
    """The next effect; one that asks something waits for the answer."""
    if not f.left:
        return pop(s)
    if f.phase != "go":
        return s
    e = effect(s, f.left[0])
    if isinstance(e, effects.GainAction | effects.LoseAction) and s.stack[0].phase == "renew":
        waits = Delayed(f.left[:1], f.ctx, s.turn, "renewal")
        return turn(replace(s, delayed=(*s.delayed, waits)), left=f.left[1:])
    if e.if_ and not isinstance(e, entries.If) and not holds(e.if_, facts.look(s, f.ctx)):
        return turn(s, left=f.left[1:])
    key = f"{e.once}:{f.left[0]}"
    if e.once and key in s.once:
        return turn(s, left=f.left[1:])
    chance = _by(e) == "random" or seeing.by_chance(e, facts.chooser(s, _by(e), f.ctx))
    who = _who(s, f, e)
    if who is None:
        return turn(s, phase="chance" if chance else "pick")
    if not f.said and (asks := words(s, f, e)):
        if len(asks) == 1:
            return turn(s, said=asks[0])
        return turn(s, phase="chance" if chance else "say", asks=asks)
    s = verbs.once(s, key) if e.once else s
    does = DOES.get(type(e))
    named = isinstance(e, effects.Heroic | effects.Keyword | effects.Lock | effects.Copy) and f.said
    ctx = replace(f.ctx, whom=who if f.picked else f.ctx.whom, name=named or f.ctx.name)
    s = turn(s, left=f.left[1:], picked=None, said="", asks=(), ctx=ctx)
    if does is None:
        return tell(s, "by_hand", name_of(s, f.ctx.card), "", text=type(e).__name__)
    return does(s, replace(f, ctx=ctx), e, who)


def _who(s: Table, f: Resolve, e: Any) -> Ids | None:  # noqa: ANN401
    """Whom an effect befalls; None where somebody has to pick."""
    if f.picked is not None:
        return f.picked
    if facts.picked(s, e, f.ctx):
        found = eligible(s, f, e)
        return None if len(found) > _several(s, f, e) else found
    if not isinstance(e, Aimed) or e.target is None:
        return (f.ctx.me,) if f.ctx.me else ()
    return facts.those(s, e, f.ctx)


def _several(s: Table, f: Resolve, e: Any) -> int:  # noqa: ANN401
    """How many are picked: the count is of those whom it befalls."""
    return getattr(e, "count", 1) if facts.picked(s, e, f.ctx) == getattr(e, "target", None) else 1


def eligible(s: Table, f: Resolve, e: Any) -> Ids:  # noqa: ANN401
    """Of whom somebody picks."""
    found = facts.candidates(s, facts.picked(s, e, f.ctx), f.ctx)
    where = facts.of_people(getattr(e, "where", None))
    return tuple(who for who in found if not where or holds(where, facts.look(s, f.ctx, who)))


def words(s: Table, f: Resolve, e: Any) -> Ids:  # noqa: ANN401
    """The words, or the cards, of which an effect lets somebody choose one."""
    if isinstance(e, effects.Reveal | effects.Nullify):
        found = seeing.candidates(s, e, f.ctx) if e.what != "twist" else ()
        return found if len(found) > 1 else ()
    if getattr(e, "type", "") == "chosen":
        return DAMAGE[:2] if isinstance(e, effects.RemoveTrauma) else DAMAGE
    if isinstance(e, effects.Relocate) and e.to == "chosen":
        return fights.where_to(s, f.ctx)
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
        by = facts.roller(s, e.by or "self", f.ctx)
        most = facts.attribute(s, by, attribute) + facts.rank(s, by, rank) if by else 0
        return tuple(str(n) for n in range(1, max(1, most) + 1))
    return ()


def arrived(s: Table, f: Resolve, thrown: Throw) -> Table:
    """A roll that a card asked for has come to something."""
    e = effect(s, f.left[0])
    rest = f.left[1:]
    if isinstance(e, effects.Damage):
        s = turn(s, left=rest, picked=None, said="")
        total = sum(thrown.got) + e.auto
        for each in f.picked or ():
            s = inflict(s, f.ctx.doer, each, f.said or e.type, total, e)
        return s
    won = thrown.margin > 0 or e.system == "coins"
    key, found = ("then", e.then) if won else ("else", e.else_)
    left = (*inner(f.left[0], key, found), *rest)
    return turn(s, left=left, rolled=True, margin=thrown.margin, total=thrown.total)


# --- what has to be chosen ------------------------------------------------------------------------------------


def picks(s: Table, whom: str | Ids, seat: str) -> Table:
    """Whom the effect befalls."""
    found = _decided(s, ids(whom), seat)
    return found if isinstance(found, Table) else turn(s, picked=found, phase="go", ballots=())


def says(s: Table, word: str, seat: str) -> Table:
    """Which word it is."""
    found = _decided(s, (word,), seat)
    return found if isinstance(found, Table) else turn(s, said=found[0], phase="go", asks=(), ballots=())


def _decided(s: Table, choice: Ids, seat: str) -> Ids | Table:
    """What is chosen; or the table while others still have to say what they want.  [PT-RUL-59]"""
    f: Resolve = top(s)
    if _by(effect(s, f.left[0])) != "players":
        return choice
    s = votes.cast(s, AND.join(choice), seat)
    found = roster.decided(s, top(s).ballots)
    return s if found is None else tuple(found.split(AND))


AND = "+"
"""Between those whom a player picks together."""
PICK = Kind("whom", "Choose", picks, rule="PT-RUL-78", group="Card", first=True)
SAY = Kind("say", "Choose", says, rule="PT-RUL-78", group="Card", first=True)


def _by(e: Any) -> str | None:  # noqa: ANN401
    """Who chooses for an effect, if it says so."""
    found: str | None = e.by if isinstance(e, entries.Choose) else getattr(e, "choose_by", None)
    return found


def drawing(s: Table, f: Resolve) -> Draw:
    """Chance chooses, and everybody sees it."""
    e = effect(s, f.left[0])
    among = f.asks or eligible(s, f, e)
    return Draw(f"{f.number}.choice", "", "choice", among, 1 if f.asks else _several(s, f, e))


def settle(s: Table, f: Resolve, found: Ids) -> Table:
    """Chance has chosen."""
    return turn(s, said=found[0], phase="go", asks=()) if f.asks else turn(s, picked=found, phase="go")


def offers(s: Table, f: Resolve) -> Iterator[Offer]:
    """What is asked of whoever chooses for a card, or of the players, who do so together.  [PT-RUL-59]"""
    if not f.left:
        return
    e, ask = effect(s, f.left[0]), f"{name_of(s, f.ctx.card)}: choose."
    if f.phase == "pick":
        n, word = _several(s, f, e), facts.picked(s, e, f.ctx)
        kind, asks = PICK, choices.pick(s, "whom", title(word), eligible(s, f, e), n, n)
    elif f.phase == "say":
        cards = isinstance(e, effects.Reveal | effects.Nullify | effects.Relocate)
        named = tuple(name_of(s, each) if cards else title(each) for each in f.asks)
        named = options(e) if isinstance(e, entries.Choose) else named
        items = tuple(Item(each, label) for each, label in zip(f.asks, named, strict=True))
        kind, asks = SAY, (Pick("word", "Which", items),)
    else:
        return
    for seat in votes.asked(roster.voters(s), f.ballots) if _by(e) == "players" else (facts.chooser(s, _by(e), f.ctx),):
        yield kind.bound(seat=seat)(seat, f.number, asks, ask=ask)
