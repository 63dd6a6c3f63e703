"""Every event of this game as one sentence of the log, and the headlines of results."""

import re
from collections.abc import Callable
from typing import Any

from cliffhanger.games.blockbuster.sheets import TAXED
from cliffhanger.kernel.events import Event, Tale

TALE = Tale(
    workings=frozenset({
        "turn", "order", "order_tie", "gathered", "moved", "switched", "points", "declares", "difficulty",
        "given_back", "token_used", "cancelled", "prepared", "unprepared", "worked", "pressed", "resisted",
        "keeps_hold", "still_held", "sustains", "misses", "hurt", "burns_on", "healed", "proposes", "task_added",
        "task_dropped",
    }),
    turning=frozenset({
        "taken_out", "brought_back", "completed", "task_failed", "convinced", "restrained", "freed", "broke_free",
        "the_end",
    }),
)  # fmt: skip
TWICE = re.compile(r"((?<!\.)[.?…]|\.{3})\.$")
"""Words that somebody typed with a full stop of their own get no second one."""


def _many(n: int, word: str, words: str = "") -> str:
    return f"{'no' if n == 0 else n} {word if n == 1 else words or word + 's'}"


def _got(n: int) -> str:
    return _many(n, "success", "successes")


def _wait(dice: int) -> str:
    return f"{_many(dice, 'die', 'dice')} {'waits' if dice == 1 else 'wait'}"


def _faces(faces: list[int]) -> str:
    return " ".join(map(str, faces)) or "no dice"


def _names(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else "nobody"


def hinders(penalty: int, way: str) -> str:
    """What an Impediment does, in words: fewer dice, or more successes required."""
    if way == "dice":
        return f"{penalty} fewer {'die' if penalty == 1 else 'dice'}"
    return f"{penalty} more {'success' if penalty == 1 else 'successes'}"


def _weapon(d: dict[str, Any]) -> str:
    return f" with {d['weapon']}" if d["weapon"] else ""


def _hits(d: dict[str, Any]) -> str:
    burn = f", and {d['again']} more that still burned" if d["again"] else ""
    harm = f": {d['damage']} damage" if d["damage"] else ", but nothing gets through"
    return f"hits {d['foe']}{_weapon(d)} by {d['margin']}{burn}{harm}."


SAID: dict[str, Callable[[dict[str, Any]], str]] = {
    "ruling": lambda d: "",  # the kernel's own words do
    "scene": lambda d: f"Scene {d['number']}: {d['name']}.",
    "scene_says": lambda d: d["text"],
    "scene_ends": lambda d: f"{d['name']} is over{': ' + d['why'] if d['why'] else ''}.",
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
    "made": lambda d: f"makes it with {_got(d['got'])} of {d['required']}: {d['goal']}.",
    "missed": lambda d: f"falls {d['required'] - d['got']} short of {d['required']}: {d['goal']}.",
    "prepared": lambda d: f"is ready for {d['follow_up']}.",
    "unprepared": lambda d: f"cannot prepare {d['follow_up']}: {_got(d['got'])} of {d['required']}.",
    "set_up": lambda d: f"sets up {d['follow_up']}: {_wait(d['dice'])} for {d['to']}.",
    "token_used": lambda d: f"uses the {_many(d['dice'], 'die', 'dice')} that waited for {d['follow_up']}.",
    "worked": lambda d: f"adds {_got(d['got'])} to {d['task']}: {d['total']} of {d['required']}.",
    "completed": lambda d: f"completes {d['task']}: {d['total']} of {d['required']}.",
    "task_added": lambda d: f"sets a task: {d['name']}, {_got(d['required'])} in all.",
    "task_dropped": lambda d: f"takes a task off the table: {d['name']}.",
    "task_failed": lambda d: f"has run out of rolls: {d['task']} fails after {d['rolls']}.",
    "told": lambda d: f"tells it: “{d['story']}”" if d["story"] else "tells it at the table.",
    "won_by_initiator": lambda d: f"gets the better of {d['foe']} by {d['degree']}: {d['aim']}.",
    "won_by_opponent": lambda d: f"does not get past {d['foe']}, by {d['degree']}: {d['aim']}.",
    "won_by_nobody": lambda d: f"and {d['foe']} both come to nothing: {d['aim']}.",
    "hits": _hits,
    "misses": lambda d: f"misses {d['foe']}{_weapon(d)}.",
    "sustains": lambda d: f"keeps {d['power']} going.",
    "burns_on": lambda d: f"does not shake off {d['power']}: {d['damage']} damage, {d['left']} still recorded.",
    "burns_out": lambda d: f"is rid of {d['power']}.",
    "hurt": lambda d: f"takes {d['amount']} damage to {TAXED[d['kind']]}: {d['why']}.",
    "healed": lambda d: f"recovers {d['amount']} damage to {TAXED[d['kind']]}.",
    "taken_out": lambda d: f"is taken out: {d['why']}.",
    "brought_back": lambda d: "is back in.",
    "setback": lambda d: f"has a Major Setback: {d['why']}.",
    "cancelled": lambda d: f"holds the strain down with {_got(d['successes'])}.",
    "pressed": lambda d: (
        f"{'works on' if d['kind'] == 'convince' else 'grabs at'} {d['subject']}: "
        f"{d['got']} more, {min(d['total'], d['threshold'])} of {d['threshold']}."
    ),
    "resisted": lambda d: f"pushes back against {d['by']}: {d['cut']} off, {d['left']} left.",
    "turned": lambda d: f"turns it round on {d['subject']}: {d['got']} of their own to {d['kind']}.",
    "restrained": lambda d: f"is held by {d['by']}: nothing physical but breaking free.",
    "freed": lambda d: f"is free of {d['by']}: {d['why']}.",
    "broke_free": lambda d: f"breaks free of {d['by']} with {d['got']} of {d['required']}.",
    "still_held": lambda d: f"is still held by {d['by']}: {d['got']} of {d['required']}.",
    "convinced": lambda d: f"is convinced by {d['by']}{': ' + d['behaviour'] if d['behaviour'] else ''}.",
    "unconvinced": lambda d: f"no longer follows {d['by']}: {d['why']}.",
    "parted": lambda d: f"and {d['subject']} are parted: the attempt to {d['what']} is over.",
    "keeps_hold": lambda d: "keeps hold.",
    "set_added": lambda d: f"opens another Set: {d['name']}.",
    "impeded": lambda d: f"puts an Impediment on {d['place']}: {d['text']}, {hinders(d['penalty'], d['way'])}.",
    "cleared": lambda d: f"clears {d['text']} from {d['place']}.",
    "spotlight": lambda d: f"puts {d['whom']} in the spotlight: “{d['line']}”",
    "switched": lambda d: f"now has active: {', '.join(d['names']) or 'nothing'}.",
    "burdened": lambda d: f"is strained by {d['text']}: {d['rating']}{d['kind']}.",
    "relieved": lambda d: f"is no longer strained by {d['text']}.",
    "points": lambda d: f"counts {d['points']:+d} points: {d['why']}.",
    "new_sheet": lambda d: f"comes to the table in place of {d['was']}." if d["was"] else "has a new sheet.",
    "proposes": lambda d: f"proposes {d['text']}.",
    "declined": lambda d: f"leaves the sheet of {d['whose']} as it is.",
    "joins": lambda d: "joins the cast.",
}


def say(event: Event) -> str:
    """One sentence for the log. The name beside it is `event.who`; where there is none the sentence stands alone."""
    return TWICE.sub(r"\1", SAID[event.what](event.data))


HEADS: dict[str, Callable[[str, dict[str, Any]], str]] = {
    "made": lambda who, d: f"{who} makes it.",
    "missed": lambda who, d: f"{who} falls short.",
    "easy": lambda who, d: f"{who} just does it.",
    "prepared": lambda who, d: f"{_wait(d['dice']).capitalize()} for {d['to']}.",
    "unprepared": lambda who, d: f"{who} is not ready.",
    "worked": lambda who, d: f"{d['task']}: {d['total']} of {d['required']}.",
    "completed": lambda who, d: f"{d['task']}: done.",
    "hits": lambda who, d: f"{who} hits {d['foe']}." if d["damage"] else f"{who} hits, and nothing gets through.",
    "misses": lambda who, d: f"{who} misses {d['foe']}.",
    "won_by_initiator": lambda who, d: f"{who} gets the better of {d['foe']}.",
    "won_by_opponent": lambda who, d: f"{d['foe']} stands against {who}.",
    "won_by_nobody": lambda who, d: "Neither gets anywhere.",
    "burns_on": lambda who, d: f"{who} still burns.",
    "burns_out": lambda who, d: f"{who} is rid of it.",
    "pressed": lambda who, d: f"{d['subject']}: {min(d['total'], d['threshold'])} of {d['threshold']}.",
    "resisted": lambda who, d: f"{who} pushes back." if d["cut"] else f"{who} cannot shake it off.",
    "broke_free": lambda who, d: f"{who} breaks free.",
    "still_held": lambda who, d: f"{who} is still held.",
}


def headline(event: Event) -> str:
    """A result as a person could say it aloud."""
    return HEADS[event.what](event.who, event.data)


def tellable(event: Event) -> bool:
    """Whether a result can be told: one that a ruling has changed may lack what its words need."""
    try:
        return bool(headline(event) and say(event))
    except (LookupError, TypeError, ValueError, AttributeError):
        return False
