"""A card that is played: shown, carried out, and put where it belongs."""

import msgspec

from cliffhanger.games.plot_twist.files.cards import Combat as CombatCard
from cliffhanger.games.plot_twist.files.cards import Detail
from cliffhanger.games.plot_twist.files.parts import Effect
from cliffhanger.games.plot_twist.rules import decks, verbs
from cliffhanger.games.plot_twist.rules.book import card, effect, name_of, part, under
from cliffhanger.games.plot_twist.rules.facts import holder, seat_of
from cliffhanger.games.plot_twist.rules.state import Context, Delayed, PlayCard, Table
from cliffhanger.kernel.effects.resolving import begin
from cliffhanger.kernel.frames import pop, replace, tell, turn, without


def advance(s: Table, f: PlayCard) -> Table:
    """Others may answer a card before its effects come.  [PT-ACT-01]"""
    if f.phase == "shown":
        s = tell(s, "card", name_of(s, f.who), "PT-RUL-51", card=name_of(s, f.card))
        return verbs.fire(turn(s, phase="effects"), "on_card", f.who)
    return _effects(s, f) if f.phase == "effects" else _done(s, f)


def _effects(s: Table, f: PlayCard) -> Table:
    """What the card does; one with abilities of its own stays in play."""
    s = turn(s, phase="done")
    if f.stopped:
        return s
    found, seat = card(s, f.card), seat_of(s, f.who) or holder(s, f.card)
    if isinstance(found, CombatCard) and found.when:
        s = verbs.lies(s, f.card, seat, f.who, stay(s, f.card, "attack" if found.step == "attack" else "combat"))
    if isinstance(found, Detail) and (found.when or found.repeat or found.duration):
        s = verbs.lies(s, f.card, seat, f.who, stay(s, f.card, "turn"))
    ctx, paths = Context(f.who, f.card, seat, f.x, fate=f.fate), part(s, f.card, f.part)
    if f.fate:
        later = tuple(path for path in paths if counts_turns(effect(s, path)))
        s = replace(s, delayed=(*s.delayed, Delayed(later, ctx, s.turn + 1, "start"))) if later else s
        paths = tuple(path for path in paths if path not in later)
    return begin(s, ctx, paths)


def counts_turns(e: Effect) -> bool:
    """Whether an effect mentions Turns: what a Flight brings of that waits for the next Start of Turn.  [PT-FLEE-06]"""
    text = msgspec.json.encode(e)
    return b'turn":' in text or b'turns":' in text or b'"turn"' in text


def stay(s: Table, name: str, usual: str) -> str:
    """Until when a card stays in play; what counts Turns leaves by its Timing counters, what hangs on more by hand."""
    found: CombatCard | Detail = card(s, name)
    if found.duration is None:
        return "later" if under(s, name, "in_turns") else usual
    return found.duration if isinstance(found.duration, str) else "later"


def _done(s: Table, f: PlayCard) -> Table:
    """A Bystander is gone; a card that does not stay goes to the discards, one that rides on an attack when that is over."""
    found = card(s, f.card)
    s = pop(s)
    if f.part in ("reveal", "threat", "nullify"):
        return verbs.fire(s, "on_reveal", of=found.kind) if f.part == "reveal" else s
    if found.kind == "bystander":
        return replace(s, bystanders=without(s.bystanders, f.card))
    stays = any(each.id == f.card for each in s.lying) or not isinstance(found, CombatCard)
    if stays or found.step == "attack":
        return s
    return decks.to_discards(s, seat_of(s, f.who), f.card)
