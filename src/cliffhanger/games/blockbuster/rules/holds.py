"""Convincing and restraining: attempts that add up over actions, and the three answers to them."""

from typing import Literal, Unpack

from cliffhanger.games.blockbuster.rules import verbs
from cliffhanger.games.blockbuster.rules.action_budget import Means, engage, kept_hold, take
from cliffhanger.games.blockbuster.rules.pools import derived_side, hindered
from cliffhanger.games.blockbuster.rules.state import Contest, Ids, Movie, Track
from cliffhanger.kernel.frames import one, tell

Attempt = Literal["convince", "restrain"]


def threshold(s: Movie, kind: Attempt, subject: str) -> int:
    """What overcomes somebody: Potency for the mind, Vigor for the body, at least 1.  [BB-CR-02, BB-CR-03]"""
    sheet = verbs.person(s, subject).sheet
    return max(1, sheet.potency if kind == "convince" else sheet.vigor)


def press(s: Movie, target: str, behaviour: str = "", *, kind: Attempt, **means: Unpack[Means]) -> Movie:
    """Somebody begins, or pushes on with, an attempt to convince or restrain.  [BB-CR-01]"""
    begun = verbs.track_between(s, kind, means["who"], target)
    behaviour = (begun.behaviour if begun else "") or behaviour
    return engage(s, kind, (target,), means, aim=behaviour or kind, behaviour=behaviour, far=_far(s, means))


def _far(s: Movie, means: Means) -> bool:
    """Whether it is done with a power that reaches farther than the Set."""
    p, power = verbs.person(s, means["who"]), means["power"]
    return bool(power) and verbs.power_of(p, power).range == "scene"


def resist(s: Movie, who: str, track: str, tokens: Ids = ()) -> Movie:
    """Instead of another action, roll Vigor or Potency to take successes off an attempt.  [BB-CR-06]"""
    t, p = one(s.tracks, track), verbs.person(s, who)
    what = "potency" if t.kind == "convince" else "vigor"
    side, penalty = derived_side(s, p, what, tokens, action=True), hindered(s, p, "", what)
    action = Contest(who, "resist", side, (t.initiator,), track=t.id, aim="shake it off", penalty=penalty)
    return take(s, action, tokens)


def counter(s: Movie, track: str, kind: Attempt, behaviour: str = "", on: Ids = (), **means: Unpack[Means]) -> Movie:
    """Or meet it with a skill: what goes beyond the attempt begins one's own.  [BB-CR-07]"""
    by = one(s.tracks, track).initiator
    begun = {"behaviour": behaviour, "kind": kind, "on": on[0] if on else by, "far": _far(s, means)}
    return engage(s, "counter", (by,), means, track=track, aim="turn it round", **begun)


def pressed(s: Movie, f: Contest, margin: int) -> Movie:
    """All successes of the push are recorded; once they reach the threshold, it is done.  [BB-CR-02, BB-CR-03]"""
    kind: Attempt = "restrain" if f.use == "restrain" else "convince"
    subject, name = f.targets[0], verbs.person(s, f.targets[0]).name
    if not verbs.within_reach(s, f.who, subject, far=f.far):
        return tell(s, "parted", verbs.person(s, f.who).name, "BB-CR-05", subject=name, what=kind)
    got, most = max(0, margin), threshold(s, kind, subject)
    told = {
        "subject": name,
        "kind": kind,
        "behaviour": f.behaviour,
        "got": got,
        "total": got + so_far(s, kind, f.who, subject),
    }
    s = verbs.prove(s, "pressed", "BB-CR-01", (f.side, *f.answers), 0 if got else -1, **told, threshold=most)
    return _record(s, f, kind, subject, got)


def so_far(s: Movie, kind: Attempt, initiator: str, subject: str) -> int:
    """The successes of an attempt until now."""
    t = verbs.track_between(s, kind, initiator, subject)
    return t.successes if t else 0


def _record(s: Movie, f: Contest, kind: Attempt, subject: str, got: int) -> Movie:
    new = Track(f"{kind}:{f.who}:{subject}", kind, f.who, subject, 0, f.behaviour, f.far, f.side.again)
    s = verbs.push_track(s, new, got)
    t = verbs.track_between(s, kind, f.who, subject)
    if t is None or t.successes < threshold(s, kind, subject):
        return s
    s = verbs.drop_track(s, t.id)
    if kind == "convince":
        return verbs.convince(s, subject, f.who, t.behaviour)
    return kept_hold(verbs.restrain(s, subject, f.who), subject)


def resisted(s: Movie, f: Contest, margin: int) -> Movie:
    """Each success takes one off the attempt; more than that is wasted.  [BB-CR-06]"""
    return _pushed_back(s, f, margin, "BB-CR-06")[0]


def countered(s: Movie, f: Contest, margin: int) -> Movie:
    """What is left after the attempt is gone counts as an attempt of one's own.  [BB-CR-07]"""
    s, surplus = _pushed_back(s, f, margin, "BB-CR-07")
    if not surplus or not verbs.within_reach(s, f.who, f.on, far=f.far):
        return s
    kind: Attempt = f.kind or "convince"
    name, subject = verbs.person(s, f.who).name, verbs.person(s, f.on).name
    s = tell(s, "turned", name, "BB-CR-07", kind=kind, subject=subject, got=surplus)
    return _record(s, f, kind, f.on, surplus)


def _pushed_back(s: Movie, f: Contest, margin: int, rule: str) -> tuple[Movie, int]:
    """Successes are taken off the attempt, if it is still there; and how many go beyond it."""
    t = next((t for t in s.tracks if t.id == f.track), None)
    if t is None:
        return s, 0
    won = max(0, margin)
    cut = min(won, t.successes)
    told = {"by": verbs.person(s, t.initiator).name, "kind": t.kind, "cut": cut, "left": t.successes - cut}
    s = verbs.prove(s, "resisted", rule, (f.side, *f.answers), 0 if cut else -1, **told)
    return verbs.cut_track(s, t.id, cut), won - cut


def needed(s: Movie, f: Contest) -> int:
    """How many successes do all that a roll nobody answers can do: what a push still lacks, or takes away and begins."""
    if f.use in ("convince", "restrain"):
        return f.penalty + _lacking(s, f.use, f.who, f.targets[0])
    t = next((t for t in s.tracks if t.id == f.track), None)
    there = f.penalty + (t.successes if t else 0)
    return there + _lacking(s, f.kind or "convince", f.who, f.on) if f.use == "counter" else there


def _lacking(s: Movie, kind: Attempt, initiator: str, subject: str) -> int:
    return max(0, threshold(s, kind, subject) - so_far(s, kind, initiator, subject))
