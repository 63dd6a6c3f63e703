"""Convincing and restraining: attempts that add up over actions, and the three answers to them."""

from typing import Literal

from cliffhanger.games.blockbuster.pools import derived_side, hindered, skill_side
from cliffhanger.games.blockbuster.state import Contest, Movie, Track
from cliffhanger.games.blockbuster.turns import kept_hold, spend
from cliffhanger.games.blockbuster.verbs import (
    convince,
    cut_track,
    drop_track,
    person,
    power_of,
    push_track,
    restrain,
    show,
    track_between,
    use_tokens,
    within_reach,
)
from cliffhanger.kernel.frames import one, push, tell

Attempt = Literal["convince", "restrain"]
WORD = {"convince": "convinced", "restrain": "restrained"}


def threshold(s: Movie, kind: Attempt, subject: str) -> int:
    """What overcomes somebody: Potency for the mind, Vigor for the body, at least 1.  [BB-CR-02, BB-CR-03]"""
    sheet = person(s, subject).sheet
    return max(1, sheet.potency if kind == "convince" else sheet.vigor)


def press(
    s: Movie,
    who: str,
    power: str,
    target: tuple[str, ...],
    skill: tuple[str, ...],
    attribute: tuple[str, ...],
    tokens: tuple[str, ...] = (),
    behaviour: str = "",
    *,
    kind: Attempt,
) -> Movie:
    """Somebody begins, or pushes on with, an attempt to convince or restrain.  [BB-CR-01]"""
    p = person(s, who)
    side = skill_side(s, p, skill[0], attribute[0], power, tokens)
    far = bool(power) and power_of(p, power).range == "scene"
    so_far = track_between(s, kind, who, target[0])
    behaviour = (so_far.behaviour if so_far else "") or behaviour
    s = use_tokens(spend(s, who, power), tokens)
    return push(
        s,
        Contest(
            who, kind, side, target, aim=behaviour or kind, behaviour=behaviour, far=far,
            penalty=hindered(s, p, skill[0], attribute[0]),
        ),
    )  # fmt: skip


def resist(s: Movie, who: str, track: tuple[str, ...], tokens: tuple[str, ...] = ()) -> Movie:
    """Instead of another action, roll Vigor or Potency to take successes off an attempt.  [BB-CR-06]"""
    t = one(s.tracks, track[0])
    p = person(s, who)
    what = "potency" if t.kind == "convince" else "vigor"
    side = derived_side(s, p, what, tokens, action=True)
    s = use_tokens(spend(s, who), tokens)
    penalty = hindered(s, p, "", what)
    return push(s, Contest(who, "resist", side, (t.initiator,), track=t.id, aim="shake it off", penalty=penalty))


def counter(
    s: Movie,
    who: str,
    power: str,
    track: tuple[str, ...],
    kind: tuple[str, ...],
    skill: tuple[str, ...],
    attribute: tuple[str, ...],
    behaviour: str = "",
    tokens: tuple[str, ...] = (),
    on: tuple[str, ...] = (),
) -> Movie:
    """Or meet it with a skill: what goes beyond the attempt begins one's own.  [BB-CR-07]"""
    t = one(s.tracks, track[0])
    p = person(s, who)
    side = skill_side(s, p, skill[0], attribute[0], power, tokens)
    s = use_tokens(spend(s, who, power), tokens)
    far = bool(power) and power_of(p, power).range == "scene"
    return push(
        s,
        Contest(
            who, "counter", side, (t.initiator,), track=t.id, aim="turn it round", behaviour=behaviour,
            kind="restrain" if kind == ("restrain",) else "convince", on=on[0] if on else t.initiator, far=far,
            penalty=hindered(s, p, skill[0], attribute[0]),
        ),
    )  # fmt: skip


def pressed(s: Movie, f: Contest, margin: int) -> Movie:
    """All successes of the push are recorded; once they reach the threshold, it is done.  [BB-CR-02, BB-CR-03]"""
    kind: Attempt = "restrain" if f.use == "restrain" else "convince"
    subject = f.targets[0]
    if not within_reach(s, f.who, subject, far=f.far):
        return tell(s, "parted", person(s, f.who).name, "BB-CR-05", subject=person(s, subject).name, what=kind)
    got = max(0, margin)
    sides = (f.side, *f.answers)
    s = show(
        s, "pressed", person(s, f.who).name, "BB-CR-01", sides, 0 if got else -1, subject=person(s, subject).name,
        kind=kind, got=got, total=got + _so_far(s, kind, f.who, subject), threshold=threshold(s, kind, subject),
    )  # fmt: skip
    return _record(s, kind, f.who, subject, got, f.behaviour, far=f.far, pool=f.side.again)


def _so_far(s: Movie, kind: Attempt, initiator: str, subject: str) -> int:
    t = track_between(s, kind, initiator, subject)
    return t.successes if t else 0


def _record(
    s: Movie, kind: Attempt, initiator: str, subject: str, got: int, behaviour: str, *, far: bool, pool: int
) -> Movie:
    new = Track(f"{kind}:{initiator}:{subject}", kind, initiator, subject, 0, behaviour, far, pool)
    s = push_track(s, new, got)
    t = track_between(s, kind, initiator, subject)
    if t is None or t.successes < threshold(s, kind, subject):
        return s
    s = drop_track(s, t.id)
    if kind == "convince":
        return convince(s, subject, initiator, t.behaviour)
    return kept_hold(restrain(s, subject, initiator), subject)


def resisted(s: Movie, f: Contest, margin: int) -> Movie:
    """Each success takes one off the attempt; more than that is wasted.  [BB-CR-06]"""
    if not any(t.id == f.track for t in s.tracks):
        return s
    t = one(s.tracks, f.track)
    cut = min(max(0, margin), t.successes)
    s = show(
        s, "resisted", person(s, f.who).name, "BB-CR-06", (f.side, *f.answers), 0 if cut else -1,
        by=person(s, t.initiator).name, kind=t.kind, cut=cut, left=t.successes - cut,
    )  # fmt: skip
    return cut_track(s, t.id, cut)


def countered(s: Movie, f: Contest, margin: int) -> Movie:
    """What is left after the attempt is gone counts as an attempt of one's own.  [BB-CR-07]"""
    if not any(t.id == f.track for t in s.tracks):
        return s
    t = one(s.tracks, f.track)
    won = max(0, margin)
    cut = min(won, t.successes)
    surplus = won - cut
    s = show(
        s, "resisted", person(s, f.who).name, "BB-CR-07", (f.side, *f.answers), 0 if cut else -1,
        by=person(s, t.initiator).name, kind=t.kind, cut=cut, left=t.successes - cut,
    )  # fmt: skip
    s = cut_track(s, t.id, cut)
    if not surplus or not within_reach(s, f.who, f.on, far=f.far):
        return s
    kind: Attempt = f.kind or "convince"
    s = tell(s, "turned", person(s, f.who).name, "BB-CR-07", kind=kind, subject=person(s, f.on).name, got=surplus)
    return _record(s, kind, f.who, f.on, surplus, f.behaviour, far=f.far, pool=f.side.again)


def needed(s: Movie, f: Contest) -> int:
    """How many successes do all that a roll nobody answers can do: what a push still lacks, or takes away and begins."""
    if f.use in ("convince", "restrain"):
        return f.penalty + _lacking(s, f.use, f.who, f.targets[0])
    t = next((t for t in s.tracks if t.id == f.track), None)
    there = f.penalty + (t.successes if t else 0)
    return there + _lacking(s, f.kind or "convince", f.who, f.on) if f.use == "counter" else there


def _lacking(s: Movie, kind: Attempt, initiator: str, subject: str) -> int:
    return max(0, threshold(s, kind, subject) - _so_far(s, kind, initiator, subject))
