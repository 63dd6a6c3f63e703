"""Every event of this game as one sentence of the log, and the headlines of results."""

import re
from collections.abc import Callable
from typing import Any

from cliffhanger.games.blockbuster.sheets import TAXED
from cliffhanger.kernel.events import Event, Tale

TALE = Tale(
    workings=frozenset({
        "turn", "order", "order_tie", "gathered", "moved", "switched", "points", "declares", "difficulty",
        "given_back", "token_used", "token_passed", "cancelled", "prepared", "unprepared", "worked", "pressed", "resisted",
        "keeps_hold", "still_held", "sustains", "hits", "misses", "hurt", "burns_on", "healed", "proposes", "new_sheet",
        "told_aloud", "turned", "task_added", "task_dropped",
    }),
    turning=frozenset({
        "taken_out", "brought_back", "completed", "task_failed", "convinced", "restrained", "freed", "broke_free",
        "the_end",
    }),
)  # fmt: skip
TWICE = re.compile(r"((?<!\.)[.?…]|\.{3})\.$")
"""Words that somebody typed with a full stop of their own get no second one."""


PLURALS = {
    "die": "dice", "fewer die": "fewer dice", "success": "successes", "more success": "more successes",
}  # fmt: skip


def many(n: int, word: str) -> str:
    """A number with its noun: `no dice`, `1 success`, `2 successes`."""
    return f"{n or 'no'} {word if n == 1 else PLURALS.get(word, word + 's')}"


def _got(n: int) -> str:
    return many(n, "success")


def _wait(dice: int) -> str:
    return f"{many(dice, 'die')} {'waits' if dice == 1 else 'wait'}"


def _faces(faces: list[int]) -> str:
    return " ".join(map(str, faces)) or "no dice"


def _names(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else "nobody"


def hinders(penalty: int, way: str) -> str:
    """What an Impediment does, in words: fewer dice, or more successes required."""
    if way == "dice":
        return many(penalty, "fewer die")
    return many(penalty, "more success")


def _weapon(d: dict[str, Any]) -> str:
    return f" with {d['weapon']}" if d["weapon"] else ""


def _hits(d: dict[str, Any]) -> str:
    hits = f"hits {d['foe']}{_weapon(d)} by {d['margin']}" if d["margin"] else f"only just hits {d['foe']}{_weapon(d)}"
    burn = f", on top of {d['again']} that still hurt" if d["again"] else ""
    harm = f": {d['damage']} damage" if d["damage"] else ", but nothing gets through"
    return f"{hits}{burn}{harm}."


def _goes_on(d: dict[str, Any]) -> str:
    """What is left is what the next try has to beat."""
    return f"does not shake off {d['power']}: {d['damage'] or 'no'} damage, {_got(d['left'])} left of it."


def _on(d: dict[str, Any]) -> str:
    return f" on {d['about']}" if d.get("about") else ""


def _makes(d: dict[str, Any]) -> str:
    return f"makes it with {_enough(d)}: {d['goal']}."


def _enough(d: dict[str, Any]) -> str:
    """The successes of a roll that made it, and how many it took if that was fewer."""
    got, needed = d["got"], d["required"]
    return _got(got) + (f" where {needed} {'was' if needed == 1 else 'were'} needed" if got > needed else "")


def _pressed(d: dict[str, Any]) -> str:
    does = "works on" if d["kind"] == "convince" else "grabs at"
    got = f"{d['got']} more" if d["got"] else "nothing gained"
    return f"{does} {d['subject']}: {got}, {min(d['total'], d['threshold'])} of {d['threshold']}."


def _how_it_ended(d: dict[str, Any]) -> str:
    """What the Director said, who is out of it, and what stood open."""
    out = f"{_names(d['out'])} {'is' if len(d['out']) == 1 else 'are'} out of it." if d["out"] else ""
    left = [f"{name}: {total} of {required}, left undone." for name, total, required in d["left"]]
    return " ".join(part for part in (_closed(f"{d['why']}.") if d["why"] else "", out, *left) if part)


def _closed(text: str) -> str:
    return TWICE.sub(r"\1", text)


SAID: dict[str, Callable[[dict[str, Any]], str]] = {
    "ruling": lambda d: "",  # the kernel's own words do
    "scene": lambda d: f"Scene {d['number']}: {d['name']}.",
    "scene_says": lambda d: d["text"],
    "scene_ends": lambda d: f"{d['name']} is over. {_how_it_ended(d)}".strip(),
    "the_end": lambda d: f"{d['name']}: the end.",
    "enters": lambda d: f"enters: {d['place']}.",
    "gathered": lambda d: f"In the scene, on {d['place']}: {_names(d['names'])}.",
    "leaves": lambda d: "leaves the scene.",
    "moved": lambda d: f"goes to {d['place']}.",
    "order_roll": lambda d: f"rolls {d['what']} for the order: {_faces(d['faces'])}, {_got(d['successes'])}.",
    "order_tie": lambda d: f"{_names(d['names'])} are level, and roll again.",
    "order": lambda d: f"The order: {', '.join(d['names'])}.",
    "round": lambda d: f"Round {d['n']}.",
    "turn": lambda d: "is up.",
    "declares": lambda d: f"{'prepares' if d['use'] == 'setup' else 'tries'}: {d['goal']}.",
    "difficulty": lambda d: f"asks for {_got(d['required'])}, {d['word']}: {d['goal']}.",
    "given_back": lambda d: f"asks {d['to']} for something else than: {d['goal']}.",
    "easy": lambda d: f"just does it: {d['goal']}.",
    "rolled": lambda d: f"rolls {d['what']}: {_faces(d['faces'])}, {_got(d['successes'])}.",
    "made": _makes,
    "missed": lambda d: f"falls {many(d['required'] - d['got'], 'success')} short: {d['goal']}.",
    "prepared": lambda d: f"prepares {d['follow_up']} with {_enough(d)}.",
    "unprepared": lambda d: f"cannot prepare {d['follow_up']}: {_got(d['got'])} of {d['required']}.",
    "set_up": lambda d: f"sets up {d['follow_up']}: {_wait(d['dice'])} for {d['to']}.",
    "token_used": lambda d: f"uses the {many(d['dice'], 'die')} that waited for {d['follow_up']}.",
    "token_passed": lambda d: f"lets the dice of {d['whose']} for {d['follow_up']} serve any roll.",
    "worked": lambda d: f"adds {_got(d['got'])} to {d['task']}: {d['total']} of {d['required']}.",
    "completed": lambda d: f"completes {d['task']}: {d['total']} of {d['required']}.",
    "task_added": lambda d: f"sets a task: {d['name']}, {_got(d['required'])} in all.",
    "task_dropped": lambda d: f"takes a task off the table: {d['name']}.",
    "task_failed": lambda d: f"has run out of rolls: {d['task']} fails after {many(d['rolls'], 'roll')}.",
    "told": lambda d: f"tells it: “{d['story']}”",
    "told_aloud": lambda d: "tells it at the table.",
    "won_by_initiator": lambda d: f"gets the better of {d['foe']} by {d['degree']}: {d['aim']}.",
    "won_by_opponent": lambda d: f"does not get past {d['foe']}, by {d['degree']}: {d['aim']}.",
    "won_by_nobody": lambda d: f"and {d['foe']} both come to nothing: {d['aim']}.",
    "hits": _hits,
    "misses": lambda d: f"misses {d['foe']}{_weapon(d)}.",
    "sustains": lambda d: f"keeps {d['power']} going.",
    "burns_on": _goes_on,
    "burns_out": lambda d: f"shakes off {d['power']}.",
    "hurt": lambda d: f"takes {d['amount']} damage to {TAXED[d['kind']]}: {d['why']}.",
    "healed": lambda d: f"recovers {d['amount']} damage to {TAXED[d['kind']]}.",
    "taken_out": lambda d: f"is taken out: {d['why']}.",
    "brought_back": lambda d: "is back in.",
    "setback": lambda d: f"has a Major Setback: {d['why']}.",
    "cancelled": lambda d: f"holds the strain down with {_got(d['successes'])}.",
    "pressed": _pressed,
    "resisted": lambda d: f"pushes back against {d['by']}: {d['cut']} off, {d['left']} left.",
    "turned": lambda d: f"turns it round on {d['subject']}: {_got(d['got'])} of their own to {d['kind']}.",
    "restrained": lambda d: f"is held by {d['by']}: nothing physical but breaking free.",
    "freed": lambda d: f"is free of {d['by']}: {d['why']}.",
    "broke_free": lambda d: f"breaks free of {d['by']} with {d['got']} of {d['required']}.",
    "still_held": lambda d: f"is still held by {d['by']}: {d['got']} of {d['required']}.",
    "convinced": lambda d: f"is convinced by {d['by']}{': ' + d['behaviour'] if d['behaviour'] else ''}.",
    "unconvinced": lambda d: f"no longer follows {d['by']}: {d['why']}.",
    "parted": lambda d: f"and {d['subject']} are parted: the attempt to {d['what']} is over.",
    "keeps_hold": lambda d: "keeps hold.",
    "set_added": lambda d: f"opens another Set: {d['name']}.",
    "impeded": lambda d: f"adds {d['text']} to {d['place']}: {hinders(d['penalty'], d['way'])}{_on(d)}.",
    "cleared": lambda d: f"clears {d['text']} from {d['place']}.",
    "spotlight": lambda d: f"puts {d['whom']} in the spotlight: “{d['line']}”",
    "switched": lambda d: f"now has active: {', '.join(d['names']) or 'nothing'}.",
    "burdened": lambda d: f"is strained by {d['text']}: {d['rating']}{d['kind']}.",
    "relieved": lambda d: f"is no longer strained by {d['text']}.",
    "points": lambda d: f"counts {d['points']:+d} {'point' if abs(d['points']) == 1 else 'points'}: {d['why']}.",
    "new_sheet": lambda d: f"comes to the table in place of {d['was']}." if d["was"] else "has a new sheet.",
    "proposes": lambda d: f"proposes {d['text']}.",
    "declined": lambda d: f"leaves the sheet of {d['whose']} as it is.",
    "joins": lambda d: "joins the cast.",
}


def say(event: Event) -> str:
    """One sentence for the log. The name beside it is `event.who`; where there is none the sentence stands alone."""
    return _closed(SAID[event.what](event.data))


def _prepared(who: str, d: dict[str, Any]) -> str:
    if not d["dice"]:
        return f"{who} is ready, with no die to spare."
    return (
        f"{who} is set up: {_wait(d['dice'])}." if d["to"] == who else f"{who} sets {d['to']} up: {_wait(d['dice'])}."
    )


def _hold(who: str, d: dict[str, Any]) -> str:
    """How far somebody has got with another, of how much."""
    words, whom = d["kind"] == "convince", d["subject"]
    if not d["total"]:
        return f"{who} gets nowhere with {whom}." if words else f"{who} gets no grip on {whom}."
    if d["total"] >= d["threshold"]:
        return f"{who} has talked {whom} round." if words else f"{who} has {whom} held fast."
    so_far = f"{d['total']} of {d['threshold']}"
    return f"{who} is talking {whom} round: {so_far}." if words else f"{who} has a grip on {whom}: {so_far}."


HEADS: dict[str, Callable[[str, dict[str, Any]], str]] = {
    "order": lambda who, d: f"{_names(d['late'])} joins in." if d.get("late") else f"{d['names'][0]} goes first.",
    "made": lambda who, d: f"{who} makes it.",
    "missed": lambda who, d: f"{who} falls short.",
    "easy": lambda who, d: f"{who} just does it.",
    "prepared": _prepared,
    "unprepared": lambda who, d: f"{who} is not ready.",
    "worked": lambda who, d: f"{d['task']}: {d['total']} of {d['required']}.",
    "completed": lambda who, d: f"{d['task']}: done.",
    "hits": lambda who, d: (
        f"{who} hits {d['foe']}." if d["damage"] else f"{who} hits {d['foe']}, and nothing gets through."
    ),
    "misses": lambda who, d: f"{who} misses {d['foe']}.",
    "won_by_initiator": lambda who, d: f"{who} gets the better of {d['foe']}.",
    "won_by_opponent": lambda who, d: f"{d['foe']} stands against {who}.",
    "won_by_nobody": lambda who, d: "Neither gets anywhere.",
    "burns_on": lambda who, d: (
        f"{d['power']} goes on hurting {who}." if d["damage"] else f"{d['power']} clings to {who}."
    ),
    "burns_out": lambda who, d: f"{who} shakes off {d['power']}.",
    "pressed": _hold,
    "resisted": lambda who, d: f"{who} pushes back." if d["cut"] else f"{who} cannot shake it off.",
    "broke_free": lambda who, d: f"{who} breaks free.",
    "still_held": lambda who, d: f"{who} is still held.",
    "spotlight": lambda who, d: f"{d['whom']} is in the spotlight.",
    "scene_ends": lambda who, d: f"{d['name']} is over.",
    "the_end": lambda who, d: f"{d['name']}: the end.",
}
BECAUSE: dict[str, Callable[[str, dict[str, Any]], str]] = {
    "order": lambda who, d: f"The order: {', '.join(d['names'])}.",
    "spotlight": lambda who, d: f"{who}: “{d['line']}”",
    "scene_ends": lambda who, d: f"{_how_it_ended(d)} Damage stays.".strip(),
    "the_end": lambda who, d: f"The film is over, after {many(d['scenes'], 'scene')}.",
}
"""What stands below a headline where the event's own sentence says no more than that."""


def headline(event: Event) -> str:
    """A result as a person could say it aloud."""
    return HEADS[event.what](event.who, event.data)


def because(event: Event) -> str:
    """What proves a headline: the sentence of the log, or what the headline leaves out."""
    return BECAUSE[event.what](event.who, event.data) if event.what in BECAUSE else f"{event.who} {say(event)}"


def tellable(event: Event) -> bool:
    """Whether a result can be told: one that a ruling has changed may lack what its words need."""
    try:
        return bool(headline(event) and because(event) and say(event))
    except (LookupError, TypeError, ValueError, AttributeError):
        return False
