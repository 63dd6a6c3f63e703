"""How the figure beside daring the wind comes true: everybody waits, and the hour's dice fall."""

from cliffhanger.kernel.inputs import Act
from cliffhanger.testing.figure_laws import Proof


def all_wait(_s, options):
    option = next(o for o in options if o.key == "pass")
    return Act(option.seat, option.window, option.key)


def burns(before, _act, now):
    return None if now.hours == before.hours else now.lit > before.lit


PROOFS = {"it burns": Proof(burns, all_wait)}
