"""Aid: somebody who is not in it rolls first, and the best die of theirs goes to the Result."""

from collections.abc import Iterator
from functools import partial

from cliffhanger.games.smallville.rules import pools, verbs
from cliffhanger.games.smallville.rules.state import Contest, Die, Ids, Person, Pool, Table
from cliffhanger.kernel.frames import push, tell, top, turn
from cliffhanger.kernel.offers import Kind, Offer


def aid(
    s: Table, who: str, pool: str | Ids, challenge: str | Ids = (), why: str = "", limit: str | Ids = (), fits: str = ""
) -> Table:
    """A helper rolls a pool of their own, apart from the one they help.  [SV-AID-01, SV-AID-02]"""
    f: Pool = top(s)
    s = tell(s, "aids", verbs.name_of(s, who), "SV-AID-01", foe=verbs.name_of(s, f.who))
    return pools.gather(push(s, _helping(f, who)), pool, challenge, why, limit, fits)


def _helping(f: Pool, who: str) -> Pool:
    """The pool of a helper: whom it is against, and who is paid, are those of the helped one."""
    return Pool(who, f.against, "aid", payee=f.payee, box=f.box)


def arrived(s: Table, helped: Pool, rolled: Pool) -> Table:
    """The single best die that shows no 1 goes to the Result.  [SV-AID-03, SV-AID-05]"""
    best = max(rolled.dice, key=lambda die: die.face)
    dice = (
        (Die(f"aid.{rolled.who}", verbs.name_of(s, rolled.who), best.size, best.face, counts=True),)
        if best.face > 1
        else ()
    )
    deeds = (*helped.deeds, *rolled.deeds)
    return turn(s, bonus=(*helped.bonus, *dice), aided=(*helped.aided, rolled.who), deeds=deeds, begun=True)


def may_aid(s: Table, f: Pool, p: Person) -> bool:
    """Who is there, is not in it, has not stepped between, and has not helped this roll yet.  [SV-CONTEST-04, SV-AID-01]"""
    c = verbs.procedure(s)
    tried = c.tried if isinstance(c, Contest) else ()
    return verbs.able(p) and p.id not in (*verbs.inside(s), *tried, *f.aided)


AID = partial(
    Kind, rule="SV-AID-01", group="Lean in", verb="aid", says="Your best die goes to their Result.", figures=("helps",)
)


def offers(s: Table, f: Pool) -> Iterator[Offer]:
    """Beside the pool of whoever rolls: help them."""
    if f.phase != "build" or not f.who or f.purpose == "aid":
        return
    helped = verbs.name_of(s, f.who)
    for p in s.cast:
        if may_aid(s, f, p):
            own = len([x for x in s.cast if x.seat == p.seat]) == 1
            asks = partial(pools.asks, s, _helping(f, p.id))
            label = f"Help {helped}" if own else f"{p.name} helps {helped}"
            yield AID(f"aid.{p.id}", label, partial(aid, who=p.id))(p.seat, str(f.number), asks, reaction=True)
