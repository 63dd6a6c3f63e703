"""Words for where all are and how a Conflict ends: relocate, flee, interview, question."""

from typing import Any

from cliffhanger.games.plot_twist.files import effects
from cliffhanger.games.plot_twist.rules import facts, flights, in_hand, interviews, roster, verbs
from cliffhanger.games.plot_twist.rules.book import name_of
from cliffhanger.games.plot_twist.rules.effects import fights
from cliffhanger.games.plot_twist.rules.pieces import Ids
from cliffhanger.games.plot_twist.rules.state import Context, Resolve, Table, Turns
from cliffhanger.kernel.frames import replace, tell


def where_to(s: Table, ctx: Context) -> Ids:
    """The Locations to which all may move now: in the Combat phase, and never inside a Combat.  [PT-PLOT-03, PT-RUL-70]"""
    barred = facts.forbidden(s, ctx.me or s.main, "relocate")
    fought = not s.house.relocate_between_combats and any(p.against for p in s.people)
    if roster.combat(s) or in_hand.phase(s) != "combat" or fought or barred:
        return ()
    return tuple(each for each in interviews.places(s) if each != s.place)


def relocate(s: Table, f: Resolve, e: effects.Relocate, _who: Ids) -> Table:
    """All move to another Location, and Bystanders stay behind.  [PT-PLOT-03]"""
    named = f.ctx.name if e.to == "name" else e.to
    to = next((each for each in where_to(s, f.ctx) if each == f.said or name_of(s, each) == named), "")
    if not to:
        return s
    s = tell(verbs.moves_to(s, to), "relocates", "", "PT-PLOT-03", to=name_of(s, to))
    return verbs.fire(s, "on_relocate")


def flee(s: Table, f: Resolve, e: effects.Flee, who: Ids) -> Table:
    """The Main Villain Flees as soon as nothing else is under way; with Hate left only if there is a Lair.  [PT-FLEE-02, PT-RUL-55]"""
    can = flights.lairs(s) or not (flights.in_lair(s) or roster.person(s, s.main).will)
    return roster.changed(fights.end_combat(s, f, e, who), Turns, ends="flight") if can else s


def interview(s: Table, f: Resolve, e: effects.Interview, who: Ids) -> Table:
    """A Combat goes to its end, counters tick, and there is an Interview.  [PT-RUL-84, PT-CONF-01]"""
    return roster.changed(fights.end_combat(s, f, e, who), Turns, ends="interview")


def question(s: Table, _f: Resolve, e: effects.Question, _who: Ids) -> Table:
    """The Reporter asks more in the next Interview, or in this one.  [PT-INT-01]"""
    return replace(s, questions=s.questions + e.add)


WORDS: dict[type, Any] = {
    effects.Relocate: relocate,
    effects.Flee: flee,
    effects.Interview: interview,
    effects.Question: question,
}
