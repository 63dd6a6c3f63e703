"""The trace for people: a table for the terminal, and a page for each game."""

import re
from collections import Counter
from itertools import groupby
from pathlib import Path

from tracing.catalogue import Rule
from tracing.marks import Marked
from tracing.verdicts import AMISS, VERDICTS, Link, Trace

LINE = re.compile(r"#L\d+\)")


def table(trace: Trace) -> str:
    """How many ids of each game stand where, then every id with which something is amiss."""
    games = {game: Counter(link.verdict for link in links) for game, links in _games(trace)}
    shown = [verdict for verdict in VERDICTS if any(count[verdict] for count in games.values())]
    head = f"{'game':<14}{'ids':>6}" + "".join(f"  {verdict}" for verdict in shown)
    lines = [head]
    for game, count in games.items():
        cells = "".join(f"  {count[verdict]:>{len(verdict)}}" for verdict in shown)
        lines.append(f"{game:<14}{sum(count.values()):>6}{cells}")
    lines += [f"{link.rule.id}: {link.verdict}{_where(link)}" for link in trace.links.values() if link.verdict in AMISS]
    lines += [f"{name}: unknown, in {', '.join(places)}" for name, places in trace.unknown.items()]
    lines += trace.complaints
    if not trace.links:
        return "\n".join(["There is no games/*/rules.toml to trace.", *lines[1:]])
    return "\n".join(lines)


def pages(trace: Trace) -> dict[str, str]:
    """The page of each game, by its path below the root."""
    return {f"docs/rules/{game}.md": _page(game, links) for game, links in _games(trace)}


def write_pages(root: Path, trace: Trace) -> None:
    """Write the page of each game where it differs."""
    for name, text in pages(trace).items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists() or file.read_text("utf-8") != text:
            file.write_text(text, "utf-8")


def stale_pages(root: Path, trace: Trace) -> list[str]:
    """The pages that no longer say what the trace says.

    Lines of links do not count: a line put in above a rule moves all rules below it, and nobody should have to write
    these pages anew for that. A link may so be a few lines off until the next `make docs`; tests/test_docs.py fails once
    it leads beyond the end of its file.
    """
    return [
        name
        for name, text in pages(trace).items()
        if not (root / name).exists() or _without_lines((root / name).read_text("utf-8")) != _without_lines(text)
    ]


def _without_lines(text: str) -> str:
    return LINE.sub(")", text)


def _games(trace: Trace) -> list[tuple[str, list[Link]]]:
    links = sorted(trace.links.values(), key=lambda link: link.rule.game)
    return [(game, list(of)) for game, of in groupby(links, key=lambda link: link.rule.game)]


def _where(link: Link) -> str:
    place = link.places[0] if link.places else None
    return f" ({place.file}:{place.line} {place.name})" if place else ""


def _page(game: str, links: list[Link]) -> str:
    count = Counter(link.verdict for link in links)
    tally = ", ".join(f"{count[verdict]} {verdict}" for verdict in VERDICTS if count[verdict])
    lines = [
        f"# The rules of {game}, and where they stand",
        "",
        "Made by `make docs` (`tools/trace.py --docs`) from `rules.toml`, the docstrings and the marks of the tests.",
        "",
        f"{len(links)} ids: {tally}.",
    ]
    for chapter, of in groupby(links, key=lambda link: link.rule.id.rpartition("-")[0]):
        lines += ["", f"## {chapter}", "", "| id | rule | code | tests | verdict |", "|---|---|---|---|---|"]
        lines += [_row(link) for link in of]
    return "\n".join(lines) + "\n"


def _row(link: Link) -> str:
    code = "<br>".join(
        f"[{place.name or Path(place.file).stem}]({_link(place.file, place.line)})" for place in link.places
    )
    tests = "<br>".join(_test(test) for test in link.tests)
    verdict = f"{link.verdict}: {link.rule.left}" if link.rule.left else link.verdict
    cells = (link.rule.id, _wording(link.rule), code, tests, verdict)
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def _wording(rule: Rule) -> str:
    who = f" *{rule.who}*" if rule.who else ""
    return f"{rule.says}{who}"


def _test(test: Marked) -> str:
    file, _, name = test.node.partition("::")
    words = name.rpartition("::")[2].removeprefix("test_").replace("_", " ")
    return f"[{words}]({_link(file, test.line)})"


def _link(file: str, line: int) -> str:
    return f"../../{file}#L{line}"
