"""Every event of this game as one sentence of the log, and the headlines of outcomes."""

from collections.abc import Callable
from typing import Any

from cliffhanger.games.untold.derived import COLUMNS, FIRST, HURT, SECOND, TIRED, AspectId, dl_name
from cliffhanger.kernel.events import Event, Tale

TALE = Tale(
    workings=frozenset({
        "declares", "difficulty", "other_skill", "refused", "withdraws", "called_off", "exerts", "devotes", "pushes",
        "passes_die", "declines_die", "stands", "column", "recovered", "rests", "clock", "gains", "villain_gains",
        "third", "suggests", "proposes", "disagrees", "noted", "unnoted",
    }),
    turning=frozenset({
        "hero_point", "villain_point", "fact", "at_brink", "saved", "the_end",
    }),
)  # fmt: skip


def many(n: int, word: str, words: str = "") -> str:
    """A number with its noun."""
    return f"{'no' if n == 0 else n} {word if n == 1 else words or word + 's'}"


def names(rows: list[str]) -> str:
    """Names in a row."""
    return rows[0] if len(rows) == 1 else f"{', '.join(rows[:-1])} and {rows[-1]}" if rows else "nobody"


def _end(text: object) -> str:
    """Words of a person, closed like a sentence."""
    said = str(text).strip()
    return said if said[-1:] in (".", "?", "…", "”") else f"{said}."


def cost(aspect: AspectId, column: int) -> tuple[int, int]:
    """What one column of a store adds, to difficulty and initiative."""
    return (HURT if aspect in SECOND.values() else TIRED)[column]


def _costs(d: dict[str, Any]) -> str:
    name: AspectId = d["aspect"].lower()
    harder, later = cost(name, COLUMNS[name].index(d["column"]))
    return f"difficulty +{harder}, initiative +{later}"


def _rolled(d: dict[str, Any]) -> str:
    faces = " ".join(map(str, d["faces"])) or "no dice"
    what = {"pool": "rolls", "boon": "rolls for a boon", "push": "rolls the push", "reroll": "rolls again"}[d["cast"]]
    passed = f", {d['passed']} of them passed on" if d["passed"] else ""
    return f"{what}: {faces}{passed}."


def _exerts(d: dict[str, Any]) -> str:
    realm = d["realm"]
    parts = [(d["first"], FIRST[realm]), (d["second"], SECOND[realm])]
    return f"spends {names([f'{n} {name.capitalize()}' for n, name in parts if n])}."


def _of(d: dict[str, Any]) -> str:
    snags = f", {many(d['snags'], 'snag')}" if d["snags"] else ""
    boons = f", {many(d['boons'], 'boon')}" if d["boons"] else ""
    return f"{d['net']} of {d['dl']}{snags}{boons}"


def _difficulty(d: dict[str, Any]) -> str:
    more = f" ({d['base']} and what hinders)" if d["dl"] != d["base"] else ""
    return f"sets difficulty {d['dl']}, {dl_name(d['dl'])}{more}: {_end(d['goal'])}"


def _stands(d: dict[str, Any]) -> str:
    return (
        f"now has {d['net']} of {d['dl']}." if d["rolled"] else f"now faces difficulty {d['dl']}, {dl_name(d['dl'])}."
    )


def _mr(mr: int) -> str:
    return "helps" if mr < 0 else "hinders" if mr else "changes nothing"


def _in(d: dict[str, Any]) -> str:
    return f" in {d['skill']} alone" if d.get("skill") else ""


def _ruling(d: dict[str, Any]) -> str:
    why = str(d["why"]).rstrip(".")
    return f"ends the procedure: {why}." if d["op"] == "end" else f"rules: {d['what']} is {d['to']}. Reason: {why}."


def _proposes(d: dict[str, Any]) -> str:
    if d["what"] == "sheet":
        return f"proposes {_end(d['text'])}"
    return f"would spend a Hero Point{_for(d)}: {_end(d['text'])}"


def _for(d: dict[str, Any]) -> str:
    """For whom, where that is somebody else."""
    return f" for {d['whom']}" if d.get("whom") else ""


SAID: dict[str, Callable[[dict[str, Any]], str]] = {
    "ruling": _ruling,
    "scene": lambda d: f"Scene {d['number']}: {_end(d['name'])}",
    "scene_says": lambda d: d["text"],
    "scene_ends": lambda d: f"{d['name']} is over{': ' + _end(d['why']) if d['why'] else '.'}",
    "session": lambda _: "opens a new session: one point for everybody.",
    "the_end": lambda d: f"{d['name']}: the end.",
    "enters": lambda d: f"brings in {names(d['names'])}.",
    "leaves": lambda _: "leaves the scene.",
    "joins": lambda _: "joins the cast.",
    "new_sheet": lambda _: "has a new sheet.",
    "veto": lambda _: "leaves this out of the story.",
    "declares": lambda d: f"tries, with {d['skill']}: {_end(d['goal'])}",
    "other_skill": lambda d: f"links it to {d['skill']}.",
    "difficulty": _difficulty,
    "refused": lambda d: f"asks for something else{': ' + _end(d['why']) if d['why'] else '.'}",
    "impossible": lambda d: f"says it cannot be done: {_end(d['goal'])}",
    "called_off": lambda d: f"closes the check of {d['whose']}: {_end(d['goal'])}",
    "withdraws": lambda d: f"thinks better of it: {_end(d['goal'])}",
    "exerts": _exerts,
    "devotes": lambda d: f"spends {d['points']} devotion.",
    "rolled": _rolled,
    "pushes": lambda d: f"pushes: {many(d['dice'], 'die', 'dice')} more.",
    "passes_die": lambda d: f"passes a boon die to {d['to']}.",
    "declines_die": lambda d: f"leaves {many(d['dice'], 'boon die', 'boon dice')} lying.",
    "hero_point": lambda d: f"spends a Hero Point: {_end(d['what'])}",
    "villain_point": lambda d: f"spends a Villain Point: {_end(d['what'])}",
    "third": lambda d: f"gains a Villain Point, for three Hero Points spent: {d['points']} now.",
    "gains": lambda d: f"gains a Hero Point: {_end(d['why'])}",
    "villain_gains": lambda d: f"gains a Villain Point, {d['points']} now: {_end(d['why'])}",
    "stands": _stands,
    "auto": lambda d: f"does it without a roll, second nature: {_end(d['goal'])}",
    "success": lambda d: f"makes it, {_of(d)}: {_end(d['goal'])}",
    "mixed": lambda d: f"makes it with a setback, {_of(d)}: {_end(d['goal'])}",
    "failure": lambda d: f"falls short, {_of(d)}: {_end(d['goal'])}",
    "suggests": lambda d: f"suggests, for the {d['kind']} of {d['whose']}: {_end(d['text'])}",
    "told": lambda d: f"has a {d['kind']}: {_end(d['text'])}",
    "proposes": _proposes,
    "disagrees": lambda d: f"does not agree: {_end(d['text'])}",
    "takes_back": lambda d: f"takes back what was proposed: {_end(d['text'])}",
    "fact": lambda d: f"makes it so{_for(d)}: {_end(d['text'])}",
    "restored": lambda d: f"finds strength again: {names(d['back'])}.",
    "saved": lambda d: f"is back from the brink: {d['aspect']} has a point again.",
    "strained": lambda d: f"is strained by {d['amount']}, {d['realm']}: {_end(d['why'])}",
    "wounded": lambda d: f"is wounded by {d['amount']}, {d['realm']}: {_end(d['why'])}",
    "column": lambda d: f"is touched deeper: {d['aspect']}, {d['column']}, {_costs(d)}.",
    "at_brink": lambda d: (
        f"is at the brink{', by ' + str(d['excess']) + ' more than there was' if d['excess'] else ''}."
    ),
    "affected": lambda d: f"has something that {_mr(d['mr'])}{_in(d)}: {_end(d['text'])}",
    "unaffected": lambda d: f"is rid of it: {_end(d['text'])}",
    "noted": lambda d: f"has a note: {_end(d['text'])}",
    "unnoted": lambda d: f"has a note less: {_end(d['text'])}",
    "rests": lambda d: f"rests, for {d['what'].capitalize()}.",
    "clock": lambda d: f"lets {d['span']} pass.",
    "recovered": lambda d: f"recovers {names(d['back'])}." if d["back"] else "rests, and nothing is back yet.",
    "disturbed": lambda _: "is disturbed: the rest is over.",
}


def say(event: Event) -> str:
    """One sentence for the log. The name beside it is `event.who`; where there is none the sentence stands alone."""
    return SAID[event.what](event.data)


HEADS: dict[str, Callable[[str, dict[str, Any]], str]] = {
    "auto": lambda who, d: f"Second nature: {who} does it.",
    "success": lambda who, d: f"{who} makes it: {d['net']} of {d['dl']}.",
    "mixed": lambda who, d: f"One short, and it works: {d['net']} of {d['dl']}.",
    "failure": lambda who, d: f"{who} falls short: {d['net']} of {d['dl']}.",
}


def headline(event: Event) -> str:
    """An outcome as a person could say it aloud."""
    return HEADS[event.what](event.who, event.data)
