"""Changes the rules in small ways, one at a time, and says which changes no test notices.

    python tools/mutate.py                       100 mutants, as many of each game and each kind of change
    python tools/mutate.py --game untold         mutants of one game
    python tools/mutate.py --file verbs.py       mutants of files whose path ends in this
    python tools/mutate.py --count 0             all there are: some hours
    python tools/mutate.py --strict              exit code 1 if any survives

Mutants are made of the files that bear rule ids. Each is put into a copy of the project, and only the tests that run its
line (`.coverage-each`) are run on it, those first that run the fewest lines. A mutant that no test runs has survived.
"""

import argparse
import ast
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from itertools import chain, zip_longest
from pathlib import Path

from mutating.mutants import Mutant, mutants, verbs
from mutating.trials import SURVIVED, UNTESTED, Copy
from tracing import runs
from tracing.code import code, lines_that_use

ROOT = Path(__file__).resolve().parent.parent


def main(arguments: list[str] | None = None) -> int:
    """Read the command line, make mutants, try them, list the survivors."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=1, help="which mutants are picked (default 1)")
    parser.add_argument("--count", type=int, default=100, help="how many are tried, 0 for all (default 100)")
    parser.add_argument("--game", default="", help="only this game's")
    parser.add_argument("--file", default="", help="only of files whose path ends in this")
    parser.add_argument("--limit", type=float, default=120, help="seconds for the tests of one mutant (default 120)")
    parser.add_argument("--strict", action="store_true", help="exit code 1 if any survives")
    parser.add_argument("--root", type=Path, default=ROOT, help="the repository to change a copy of")
    asked = parser.parse_args(arguments)
    root = asked.root.resolve()

    ran = runs.ran(root, each=True)
    if ran.failure:
        print(f"The tests have to pass first:\n{ran.failure}", file=sys.stderr)
        return 1
    files = [file for file in bearing(root) if asked.game in {"", game_of(file)}]
    found = picked([file for file in files if file.endswith(asked.file)], root, asked.count, asked.seed)
    tests = tests_of(root, found, ran)
    fates = tried(root, found, tests, asked.limit)
    survivors = [each for each in found if fates[each] in {SURVIVED, UNTESTED}]
    print(f"\n{len(found)} mutants of seed {asked.seed}:", summary(fates.values()))
    for each in survivors:
        print(f"{each} ({fates[each]})")
    return 1 if not found or (survivors and asked.strict) else 0


def bearing(root: Path) -> list[str]:
    """The files that bear rule ids."""
    return sorted({place.file for place in code(root).places})


def picked(files: list[str], root: Path, count: int, seed: int) -> list[Mutant]:
    """So many mutants by chance, as many of each game and each kind of change as it goes; 0 stands for all."""
    texts = {file: (root / file).read_text("utf-8") for file in files}
    kinds: dict[tuple[str, str], list[Mutant]] = {}
    for file, text in texts.items():
        known = verbs(other for name, other in texts.items() if game_of(name) == game_of(file))
        for each in mutants(file, text, known):
            kinds.setdefault((each.change, game_of(file)), []).append(each)
    for _, group in sorted(kinds.items()):
        random.Random(seed).shuffle(group)
    turns = [each for each in chain(*zip_longest(*(group for _, group in sorted(kinds.items())))) if each is not None]
    return sorted(turns[:count] if count else turns)


def game_of(file: str) -> str:
    """The id of the game that a file belongs to."""
    return file.partition("/games/")[2].partition("/")[0]


def tests_of(root: Path, found: Iterable[Mutant], ran: runs.Ran) -> dict[Mutant, list[str]]:
    """For each mutant the tests that run it: its lines, or, outside of functions, those that use its table."""
    by_line: dict[tuple[str, int], set[str]] = {}
    for test, lines in ran.lines.items():
        for line in lines:
            by_line.setdefault(line, set()).add(test)
    files = {file: ast.parse((root / file).read_text("utf-8")) for file in bearing(root)}
    users = lines_that_use(files)
    tests = {}
    for each in found:
        own = {(each.file, line) for line in range(each.line, each.last + 1)}
        run = set().union(*(by_line.get(line, ()) for line in own | users.get(each.table, frozenset())))
        tests[each] = sorted(run, key=lambda test: (len(ran.lines[test]), test))
    return tests


def tried(root: Path, found: list[Mutant], tests: dict[Mutant, list[str]], limit: float) -> dict[Mutant, str]:
    """Try them one by one; what became of each."""
    fates = {}
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy.of(root, Path(folder))
        wanted = sorted(set().union(*tests.values()))
        print(f"{len(found)} mutants, {len(wanted)} tests; first all of them on the code as it is.", flush=True)
        unfit = copy.failures(wanted, limit * 20) if wanted else frozenset()
        if unfit:
            print("Left out, for they fail without a change:", *sorted(unfit), sep="\n  ")
        for n, each in enumerate(found, 1):
            fates[each] = copy.tried(each, [test for test in tests[each] if test not in unfit], limit)
            print(f"{n:>4}/{len(found)} {fates[each]:<14} {each}", flush=True)
    return fates


def summary(fates: Iterable[str]) -> str:
    """How many met which fate."""
    return ", ".join(f"{count} {fate}" for fate, count in sorted(Counter(fates).items()))


if __name__ == "__main__":
    raise SystemExit(main())
