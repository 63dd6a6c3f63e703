"""The one step. It is pure and total: any input gives the next state and its events, or a refusal and nothing else."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from cliffhanger.kernel.chance import Draw, Roll, misfit
from cliffhanger.kernel.errors import Fault, Refusal, Restless
from cliffhanger.kernel.events import Event, of_several
from cliffhanger.kernel.frames import Procedural, cut, quoted, replace
from cliffhanger.kernel.game import Game, Step, Waiting
from cliffhanger.kernel.house_rules import position
from cliffhanger.kernel.inputs import Act, Faces, Played, Ruling
from cliffhanger.kernel.invariants import invariant_error
from cliffhanger.kernel.offers import Offer, Option, find, moved, terms
from cliffhanger.kernel.params import Number, Text, arguments, validate
from cliffhanger.kernel.rulings import named, patched

__all__ = ["Restless", "Step", "begin", "step"]
S = TypeVar("S", bound=Procedural)
RESTLESS = 1_000
CHANCE = (Roll, Draw)


def begin(game: Game[S], start: S) -> Step[S]:
    """Bring the state of a fresh set-up to rest."""
    return _rested(game, start)


def step(game: Game[S], s: S, put: Played, now: Waiting | None = None) -> Step[S] | Refusal:
    """Take one input. `now` may bring the answer of `game.waiting(s)` if the caller has it already."""
    if now is None:
        now = game.waiting(s)
    if type(put) is Act:
        after = _acted(game, s, put, now)
    elif type(put) is Faces:
        after = _settled(game, s, put, now)
    else:
        assert type(put) is Ruling
        after = _ruled(game, s, put)
    if isinstance(after, Refusal):
        return after
    try:
        return _rested(game, after)
    except Restless as restless:
        return Refusal("", f"This would go on for ever: {restless}", "Do something else, or ask for a ruling.")


def _acted(game: Game[S], s: S, act: Act, now: Waiting) -> S | Refusal:
    if type(now) is not tuple:
        over = "The dice are in the air." if isinstance(now, CHANCE) else "This game is over."
        return Refusal("", over, "Wait for them to fall." if isinstance(now, CHANCE) else "It can be undone.")
    found = find(now, act) or find(game.standing(s), act)
    if found is None:
        asked = next((o.option.rule for o in now if o.seat == act.seat and not o.blocked and o.option.rule), "")
        return Refusal(asked, "That question is closed.", elsewhere(now, act.seat))
    if found.blocked:
        option = found.option
        return Refusal(option.rule, option.blocked, option.instead or elsewhere(now, act.seat))
    if act.terms and act.terms != terms(found.option):
        return moved(found.option)
    params, choice = found.params, act.choice
    if act.said:
        s = quoted(s, act.said)
    if not params and not choice:
        return found.do(s)  # type: ignore[no-any-return]
    if why := validate(params, choice):
        return Refusal(_broken(found.option, choice), why)
    for p in params:
        if type(p) is Text and p.form and (why := _misread(game, p, choice[p.name])):
            return Refusal(found.option.rule, why, "Mend the sheet and send it again.")
    return found.do(s, **arguments(params, choice))  # type: ignore[no-any-return]


def _broken(option: Option, choice: Mapping[str, object]) -> str:
    """The rule that a choice meets: a number's own, where it is out of that one's range, else the option's."""
    own = (p for p in option.params if type(p) is Number and p.rule and p.name in choice)
    return next((p.rule for p in own if validate((p,), {p.name: choice[p.name]})), option.rule)


def _misread(game: Game[S], p: Text, text: object) -> str:
    from cliffhanger.kernel.files.reader import (
        read_form,  # few options carry a file, and reading files is slow to import
    )

    form = next(each for each in game.forms if each.name == p.form)
    read = read_form(form, p.label, str(text))
    return " ".join(map(_wanted, read)) if isinstance(read, list) else ""


def _wanted(fault: Fault) -> str:
    """A fault as a sentence for somebody who has no editor to jump to its line."""
    line = f"line {fault.line}" if fault.line else ""
    return f"{', '.join(part for part in (fault.file, line, fault.key) if part)}: wanted is {fault.expected}."


def elsewhere(now: tuple[Offer, ...], seat: str) -> str:
    """What this seat may do instead, in one sentence."""
    mine = [each.option.label for each in now if each.seat == seat and not each.blocked]
    if mine:
        more = f" or {len(mine) - 4} more" if len(mine) > 4 else ""
        return f"You may: {', '.join(mine[:4])}{more}."
    return "Nothing is asked of you just now."


def _settled(game: Game[S], s: S, put: Faces, now: Waiting) -> S | Refusal:
    if not isinstance(now, CHANCE) or now.id != put.roll:
        return Refusal("", "No such roll is open.", "It may have been made already.")
    if why := misfit(now, put.values):
        return Refusal("", why)
    return game.settle(s, now, put.values)


def _ruled(game: Game[S], s: S, put: Ruling) -> S | Refusal:
    put = _meant(game, put)
    if not put.why.strip():
        return Refusal("", "A ruling needs its reason.", "Say in a few words why; it stands in the log.")
    if put.op == "end":
        if len(s.stack) < 2:
            return Refusal("", "Nothing is under way that could be ended.")
        after = game.end(s) if game.end else cut(s)
    else:
        patch = patched(game.State, s, put.path, put.value, game.words, game.fixed)
        if isinstance(patch, Refusal):
            return patch
        after = patch
    if why := invariant_error(game, after):
        return Refusal("", why)
    return replace(after, news=(*after.news, _told(game, s, put)))


def _meant(game: Game[S], put: Ruling) -> Ruling:
    """A ruling on a house rule, with the value that its words mean; forms, and records of format 1, say yes and no."""
    if len(put.path) != 2 or put.path[0] != "house":
        return put
    switch = next((each for each in game.switches if each.name == put.path[1]), None)
    value = switch.read(put.value) if switch else None
    return put if value is None else replace(put, value=value)


def _told(game: Game[S], s: S, put: Ruling) -> Event:
    """A ruling, by the names people know; games that have no row for it are given the kernel's."""
    what, to = _named(game, s, put) if put.op == "set" else ("the procedure", put.value)
    return Event("ruling", put.by, data={"what": what, "to": to, "why": put.why, "op": put.op})


def _named(game: Game[S], s: S, put: Ruling) -> tuple[str, Any]:
    """What was set, and to what; a house rule by its title and by what it means from now on."""
    switch = next((each for each in game.switches if put.path == ("house", each.name)), None)
    if switch is None or put.value not in switch.values:
        return ", ".join(named(s, put.path, game.words)), put.value
    return f"“{switch.title}”", f"“{position(switch, put.value).rstrip('.')}”"


def _rested(game: Game[S], s: S) -> Step[S]:
    advance: Callable[[S], S] = game.advance
    for _ in range(RESTLESS):
        after = advance(s)
        if after is s:
            break
        s = after
    else:
        frame = s.stack[-1] if s.stack else None
        raise Restless(f"{game.id}: advance does not come to rest in {frame!r}")
    if not s.news:
        return Step(s, ())
    groups = game.groups(s)
    return Step(replace(s, news=()), tuple([of_several(event, groups) for event in s.news]) if groups else s.news)
