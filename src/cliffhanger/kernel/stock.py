"""What an option takes its points from, as it is chosen: what is gone of each store, what is left, what it would take."""

from msgspec import structs

from cliffhanger.kernel.option import Option
from cliffhanger.kernel.panels import Track
from cliffhanger.kernel.params import Choice, Number, reached


def stock_of(option: Option, choice: Choice) -> tuple[Track, ...]:
    """The stores that the numbers of an option draw on, with what is chosen about to be taken (`risk`).

    Of the stores of a number the first is there whatever is chosen, each further one only if it is reached.
    """
    asked = [p for p in (reached(each, choice) for each in option.params) if type(p) is Number]
    return tuple([store for p in asked for store in _drawn_on(p, choice.get(p.name))])


def left(store: Track) -> int:
    """How many points a store has before anything is taken from it now."""
    return store.size - store.filled + store.risk


def _drawn_on(p: Number, value: object) -> list[Track]:
    wanted = value if isinstance(value, int) else 0
    found: list[Track] = []
    for store in p.stock:
        taken = max(0, min(wanted, left(store)))
        if taken or not found:
            found.append(structs.replace(store, filled=store.filled + taken, risk=taken))
        wanted -= taken
    return found
