"""Aid: somebody who is not in it rolls first, and the best die of theirs goes to the Result.

Most help is one act, a pool and its roll; whoever would bring something in before it prepares first.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

from cliffhanger.games.smallville.rules import pools, triggers, verbs
from cliffhanger.games.smallville.rules.state import Die, Ids, Pool, Table
from cliffhanger.games.smallville.rules.wording import names, said
from cliffhanger.kernel.frames import pop, push, tell, top, turn
from cliffhanger.kernel.offers import Kind, Offer


def aid(
    s: Table, who: str, pool: str | Ids, challenge: str | Ids = (), why: str = "", limit: str | Ids = (), fits: str = ""
) -> Table:
    """A helper rolls a pool of their own, apart from the one they help.  [SV-AID-01, SV-AID-02]"""
    return pools.gather(prepare(s, who), pool, challenge, why, limit, fits)


def prepare(s: Table, who: str) -> Table:
    """A helper has all that stands before a roll of one's own.  [SV-AID-02]"""
    f: Pool = top(s)
    return push(tell(s, "aids", verbs.name_of(s, who), "SV-AID-01", foe=verbs.name_of(s, f.who)), _helping(f, who))


def hold_back(s: Table) -> Table:
    """Whoever has given nothing for it yet need not help after all."""
    f: Pool = top(s)
    return pop(tell(s, "holds_back", verbs.name_of(s, f.who), "SV-AID-01"))


def _helping(f: Pool, who: str) -> Pool:
    """The pool of a helper: whom it is against, and who is paid, are those of the helped one."""
    return Pool(who, f.against, "aid", payee=f.payee, box=f.box)


def arrived(s: Table, helped: Pool, rolled: Pool) -> Table:
    """The single best die that shows no 1 goes to the Result.  [SV-AID-03, SV-AID-05]"""
    best, bonus, deeds = max(rolled.dice, key=lambda die: die.face), helped.bonus, (*helped.deeds, *rolled.deeds)
    if best.face > 1:
        bonus = (*bonus, Die(f"aid.{rolled.who}", verbs.name_of(s, rolled.who), best.size, best.face, counts=True))
    begun = helped.begun or not s.house.give_in_after_aid
    return turn(s, bonus=bonus, aided=(*helped.aided, rolled.who), deeds=deeds, begun=begun)


AID = partial(Kind, rule="SV-AID-01", group="Lean in", verb="aid")
HELP = AID("aid", "Help", aid, says="Your best die goes to their Result.", **said("for"))
PREPARE = AID("prepare", "Prepare first", prepare)
BACK = AID("hold_back", "Do not help after all", hold_back)


def offers(s: Table, f: Pool) -> Iterator[Offer]:
    """Beside the pool of whoever rolls: help them, if one is not in it and has not helped yet.  [SV-CONTEST-04, SV-AID-01]"""
    if f.phase != "build" or not f.who:
        return
    if f.purpose == "aid":
        if not f.deeds:
            yield BACK.open(verbs.seat_of(s, f.who), str(f.number))
        return
    helped, window, c = verbs.name_of(s, f.who), str(f.number), verbs.contest(s)
    busy = (*verbs.inside(s), *(c.tried if c else ()), *f.aided)
    figures = ("helps", "helped") if f.purpose == "react" else ("helps",)
    says = f"A detail, a bond or a trigger of yours; then you roll for {helped}."
    for p in s.cast:
        if p.id not in busy and verbs.able(p):
            mine = verbs.alone(s, p)
            do, label = partial(aid, who=p.id), f"Help {helped}" if mine else f"{p.name} helps {helped}"
            asks, rows = partial(pools.asks, s, _helping(f, p.id)), partial(pools.pool_rows, s, _helping(f, p.id))
            words: dict[str, Any] = {"label": label, "figures": figures, "pool": rows, "names": names(p, helped)}
            yield HELP(p.seat, window, asks, key=f"aid.{p.id}", do=do, reaction=True, **words)
            if verbs.can_pay(p) or any(triggers.ready(s, p, triggers.IN_ROLL)):
                do, label = partial(prepare, who=p.id), "Prepare first" if mine else f"{p.name} prepares"
                yield PREPARE(p.seat, window, key=f"prepare.{p.id}", do=do, reaction=True, label=label, says=says)
