"""`python -m tests.fuzz frames SEED` or `python -m tests.fuzz READER SEED`: one case again; READER is one of `files.READERS`."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# As pytest has it: what tests share lies in their folders, without a package of its own.
sys.path += [str(ROOT / each) for each in ("tests", "tests/web/server")]

from tests.fuzz import files, frames


def main(name, first, last):
    """Run seeds and print those that fail."""
    failed = 0
    for seed in range(first, last):
        try:
            frames.run(seed) if name == "frames" else files.run(name, seed)
        except Exception as error:
            failed += 1
            print(f"{name} {seed}: {type(error).__name__}: {error}"[:2_000], flush=True)  # noqa: T201
            if last - first == 1:
                raise
    print(f"{last - first} seeds, {failed} failed")  # noqa: T201
    return 1 if failed else 0


if __name__ == "__main__":
    seeds = sys.argv[2].partition("-")
    sys.exit(main(sys.argv[1], int(seeds[0]), int(seeds[2] or int(seeds[0]) + 1)))
