"""What the trace says of each rule."""

from collections.abc import Set
from dataclasses import dataclass, field
from pathlib import Path

from tracing.catalogue import Rule, catalogues, prefixes, rulings
from tracing.code import Code, Place, code
from tracing.marks import Marked, marks
from tracing.runs import Ran

HELD = "held"
LEFT = "left to people"
NO_CODE = "no code"
NO_TEST = "no test"
NEVER_RUN = "tests never run its code"
UNKNOWN = "unknown"
VERDICTS = (HELD, LEFT, NO_CODE, NO_TEST, NEVER_RUN, UNKNOWN)
AMISS = frozenset({NO_CODE, NO_TEST, NEVER_RUN, UNKNOWN})


@dataclass(frozen=True)
class Link:
    """One rule with all that is tied to it."""

    rule: Rule
    verdict: str
    places: tuple[Place, ...]
    tests: tuple[Marked, ...]


@dataclass(frozen=True)
class Trace:
    """The whole answer: a link for every rule, where unknown ids stand, and what else is amiss."""

    links: dict[str, Link]
    unknown: dict[str, tuple[str, ...]]
    complaints: tuple[str, ...] = field(default=())

    @property
    def clean(self) -> bool:
        """Whether nothing is amiss."""
        held = all(link.verdict not in AMISS for link in self.links.values())
        return held and not self.unknown and not self.complaints

    def verdicts(self) -> dict[str, str]:
        """Id to verdict, for every rule of every catalogue, and for ids that no catalogue knows."""
        known = {name: link.verdict for name, link in self.links.items()}
        return known | dict.fromkeys(self.unknown, UNKNOWN)


def trace(root: Path, ran: Ran) -> Trace:
    """Tie everything together."""
    rules = catalogues(root)
    sources = code(root)
    marked, unread = marks(root)
    links = {name: _link(rule, sources, marked, ran) for name, rule in rules.items()}
    complaints = [f"{each.file}:{each.line}: a rule mark takes plain ids, or nobody finds them." for each in unread]
    if ran.failure:
        complaints.append("Marked tests fail:\n" + ran.failure)
    return Trace(links, _unknown(rules.keys() | rulings(root), prefixes(rules), sources, marked), tuple(complaints))


def _link(rule: Rule, sources: Code, marked: list[Marked], ran: Ran) -> Link:
    places = tuple(place for place in sources.places if rule.id in place.ids)
    tests = tuple(test for test in marked if rule.id in test.ids)
    return Link(rule, _verdict(rule, places, tests, ran), places, tests)


def _verdict(rule: Rule, places: tuple[Place, ...], tests: tuple[Marked, ...], ran: Ran) -> str:
    if rule.left:
        return LEFT
    if not places:
        return NO_CODE
    if not tests:
        return NO_TEST
    lines = frozenset().union(*(place.lines for place in places))
    if any(lines & ran.lines.get(test.node, frozenset()) for test in tests):
        return HELD
    return NEVER_RUN


def _unknown(known: Set[str], first: frozenset[str], sources: Code, marked: list[Marked]) -> dict[str, tuple[str, ...]]:
    """Ids that stand in docstrings, marks or refusals, but in no catalogue, with the places where they stand."""
    uses = [(name, f"{place.file}:{place.line}") for place in sources.places for name in place.ids]
    uses += [(name, f"{test.node.partition('::')[0]}:{test.line}") for test in marked for name in test.ids]
    uses += [(each.id, f"{each.file}:{each.line}") for each in sources.mentions if each.id.split("-")[0] in first]
    found: dict[str, list[str]] = {}
    for name, where in uses:
        if name not in known:
            found.setdefault(name, []).append(where)
    return {name: tuple(places) for name, places in sorted(found.items())}
