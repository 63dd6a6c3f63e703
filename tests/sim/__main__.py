"""`python -m tests.sim SEED [GAME]`: the evening of one seed again, with what was sent and what became of it."""

import sys
import time
import traceback

from tests.sim.world import run


def main(first, last, game):
    """Run seeds and print those that fail."""
    failed, began, inputs = 0, time.process_time(), 0
    for seed in range(first, last):
        try:
            inputs += len(run(seed, game).sent)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            failed += 1
            print(f"seed {seed}: {type(error).__name__}: {error}"[:400], flush=True)  # noqa: T201
            if last - first == 1:
                traceback.print_exc()
    print(f"{last - first} seeds, {failed} failed, {inputs} inputs, {time.process_time() - began:.1f} s")  # noqa: T201
    return 1 if failed else 0


if __name__ == "__main__":
    seeds = sys.argv[1].partition("-")
    low = int(seeds[0])
    sys.exit(main(low, int(seeds[2] or low + 1), sys.argv[2] if len(sys.argv) > 2 else "lanterns"))
