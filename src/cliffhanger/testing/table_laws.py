"""The laws of a table: what a seat may not know changes nothing of what it is sent, takes home, or is refused there.

Two tables that differ only in that are played side by side. Either they begin at a state and at what a seat guesses of it;
or in one a card was drawn, or a private choice made, that is another one in the other. Page, frames and their length, log,
record, drafts, headlines, the view of a program, the recap, and every refusal have to be the same for who was not to see it.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec import structs

from cliffhanger.kernel.chance import Draw
from cliffhanger.kernel.game import WATCH, Game, Setup
from cliffhanger.kernel.inputs import Act, Faces, Input, Ruling, Undo
from cliffhanger.kernel.option import Option
from cliffhanger.kernel.rulings import KEPT, values
from cliffhanger.table.permissions import UNSEEN
from cliffhanger.table.search import fallen
from cliffhanger.table.table_events import derivable
from cliffhanger.testing.invalid_inputs import illegal, offers
from cliffhanger.testing.playout import Moment, taken
from cliffhanger.testing.table_pairs import Apart, Falls, Pair, offered, open_offers

STEPS, TRIED, LOOKED_AT = 3, 6, 15
"""So many inputs two tables go on together, so many of each kind of temptation are tried at them, and among so many moments
of a line of play is looked for one in which somebody draws or chooses in secret."""


def tables_tell_nothing(
    game: Game[Any], setup: Setup, moments: Sequence[Moment[Any]], rng: Random, reveals: frozenset[str]
) -> int:
    """Hold one position of a line of play, and one secret draw or choice where there is one, to the laws of a table.

    An AssertionError names the seat that learns what it may not know, and from what. Gives how many inputs two tables went
    on together after the draw or choice.
    """
    asked = [moment.state for moment in moments if isinstance(moment.now, tuple)]
    if asked:
        seats = [*(seat.id for seat in setup.seats), WATCH]
        guesses_look_alike(game, setup, rng.choice(asked), rng, [rng.choice(seats)])
    found = list(differences(game, rng.sample(moments, min(LOOKED_AT, len(moments))), rng))
    return secrets_stay_at_the_table(game, setup, rng.choice(found), rng, reveals) if found else 0


def guesses_look_alike(game: Game[Any], setup: Setup, s: Any, rng: Random, seats: Sequence[str]) -> None:  # noqa: ANN401
    """A table at a state and one at what a seat guesses of it are the same to that seat, whatever it tries there."""
    for seat in seats:
        twin = s if game.guess is None else game.guess(game.view(s, seat), seat, rng)
        seed = rng.randrange(2**32)
        pair = Pair(game, setup, (s, twin), (Falls(seed), Falls(seed)), seat.__eq__)
        _are_blind(pair, rng, "at a table that stands so")
        _see_no_choice(pair, rng)


class Difference(NamedTuple):
    """Two lines of play that part in what was drawn, or chosen in private: the state before, who knows, and what each has."""

    state: Any
    knows: str
    falls: tuple[Faces | None, Faces | None]
    acts: tuple[Act, Act] | None
    avoid: frozenset[object]


def differences(game: Game[Any], moments: Sequence[Moment[Any]], rng: Random) -> Iterator[Difference]:
    """What could have been drawn or chosen otherwise along a line of play, without the others knowing."""
    for moment in moments:
        now = moment.now
        if isinstance(now, Draw) and now.seat and len(now.cards) > now.count:
            one, other = fallen(now, rng), fallen(now, rng)
            avoid = frozenset({*one.values} ^ {*other.values})
            if avoid:
                yield Difference(moment.state, now.seat, (one, other), None, avoid)
        found: dict[tuple[str, str], list[Option]] = {}
        for each in offers(game, moment.state) if isinstance(now, tuple) else ():
            if each.option.private and not each.blocked:
                found.setdefault((each.seat, each.window), []).append(each.option)
        for (seat, _), options in found.items():
            acts = [taken(game, rng.choice(options), rng) for _ in range(TRIED)]
            if other_act := next((a for a in acts if (a.key, a.choice) != (acts[0].key, acts[0].choice)), None):
                spoken = (structs.replace(acts[0], said="This one."), structs.replace(other_act, said="The other."))
                yield Difference(moment.state, seat, (None, None), spoken, frozenset())


def secrets_stay_at_the_table(
    game: Game[Any], setup: Setup, apart: Difference, rng: Random, reveals: frozenset[str]
) -> int:
    """Two tables that part in what one seat drew or chose are the same to all others until it comes to light.

    Gives how many inputs they went on together.
    """
    seed = rng.randrange(2**32)
    falls = [Falls(seed, first, apart.avoid) for first in apart.falls]
    try:
        pair = Pair(game, setup, (apart.state, apart.state), (falls[0], falls[1]), apart.knows.__ne__)
        if apart.acts is not None and not pair.put(apart.acts, apart.knows):
            return 0
        for n in range(STEPS):
            if pair.told(reveals):
                return n
            _are_blind(pair, rng, f"after {apart.knows} drew or chose")
            if n + 1 == STEPS or not _goes_on(pair, rng):
                _goes_back(pair, rng, apart.knows)
                _see_no_choice(pair, rng)
                return n + 1
    except Apart:
        pass
    return 0


def _goes_on(pair: Pair, rng: Random) -> bool:
    """Play one more input that both tables take; False where there is none. Raises Apart."""
    one, other = (open_offers(table) for table in pair.tables)
    both = [each.option for each in one if any(each.option == its.option for its in other)]
    rng.shuffle(both)
    return any(pair.put(taken(pair.game, option, rng), option.seat) for option in both[:TRIED])


def _goes_back(pair: Pair, rng: Random, knows: str) -> None:
    """Take back what was drawn or chosen in secret, where the table lets somebody, and then that again: nothing comes to light."""
    newest = pair.tables[0].shown.n
    for to in (rng.randrange(newest), newest):
        seats = rng.sample(pair.seats, len(pair.seats))
        if not any(seat != WATCH and pair.put(Undo(to), seat) for seat in seats):
            return
        for seat in rng.sample(pair.blind, min(2, len(pair.blind))):
            pair.alike(seat, f"after what {knows} drew or chose was taken back to entry {to}")


def _are_blind(pair: Pair, rng: Random, when: str) -> None:
    """Two of the blind seats are sent the same, and are refused the same."""
    for seat in rng.sample(pair.blind, min(2, len(pair.blind))):
        pair.alike(seat, when)
        if seat != WATCH:
            _refusals_alike(pair, seat, rng)


def _see_no_choice(pair: Pair, rng: Random) -> None:
    """While all others choose, in each table what they may not know the blind seats see the same."""
    _choose(pair, rng)
    for seat in rng.sample(pair.blind, min(2, len(pair.blind))):
        pair.alike(seat, "while the others choose")


def _refusals_alike(pair: Pair, seat: str, rng: Random) -> None:
    """Whatever a seat tries, it is taken by both tables or refused by both in the same words.

    A ruling may reach what whoever rules does not see, and be taken by one table: then it stands in the log for all to
    read. Where it is refused, no table says more than another.
    """
    for put in _temptations(pair, seat, rng):
        one, other = pair.tried(put, seat)
        pair.forget()
        same = one.refusal == other.refusal
        if isinstance(put, Ruling):
            same = len({one.refusal, other.refusal} - {None, UNSEEN}) < 2
        assert same, f"{put} tells {seat} what it may not know: {one.refusal} {other.refusal}"
    for where in _guessed(pair, rng):
        drafted = [table.draft(*where, choice={}, by=seat) for table in pair.tables]
        assert drafted[0] == drafted[1], f"a draft at {where} tells {seat} what it may not know: {drafted}"


def _guessed(pair: Pair, rng: Random) -> list[tuple[str, str, str]]:
    """Questions and options that are there at one of the tables, and some that are at none."""
    found = list(dict.fromkeys((o.seat, o.window, o.key) for table in pair.tables for o in offered(table)))
    some = rng.sample(found, min(2 * TRIED, len(found)))
    return [*some, *((seat, window, f"{key}-none") for seat, window, key in some[:2])]


def _temptations(pair: Pair, seat: str, rng: Random) -> Iterator[Input]:
    """Inputs by which a seat might learn more: other people's options, its own spoiled, undo, rulings."""
    for other, window, key in _guessed(pair, rng):
        yield Act(other, window, key)
        yield Act(seat, window, key)
    table = pair.tables[0]
    spoiled = [put for put in illegal(pair.game, table.shown.state, rng) if isinstance(put, Act) and put.seat == seat]
    yield from rng.sample(spoiled, min(TRIED, len(spoiled)))
    yield from (Undo(rng.randint(0, table.shown.n + 1)) for _ in range(2))
    yield from _rulings(pair, seat, rng)


def _rulings(pair: Pair, seat: str, rng: Random) -> Iterator[Ruling]:
    """Rulings that some state takes: a number made another, a row given what one like it has at one of the tables."""
    states = [table.shown.state for table in pair.tables]
    paths = list(dict.fromkeys(each.path for s in states for each in values(s, fixed=pair.game.fixed)))
    for path in rng.sample(paths, min(TRIED, len(paths))):
        yield Ruling(seat, "a test", path, rng.choice((0, 99, "x", ("x",))))
        yield Ruling(seat, "a test", (*path[:-1], "none"), 1)
    lists = [found for s in states for found in _lists(msgspec.to_builtins(s), pair.game.fixed)]
    for path, value in rng.sample(lists, min(TRIED, len(lists))):
        like = [other for at, other in lists if (at[0], at[-1]) == (path[0], path[-1])]
        yield Ruling(seat, "a test", path, tuple(rng.choice(like)) or value)


def _lists(tree: dict[str, Any], fixed: frozenset[str]) -> Iterator[tuple[tuple[str, ...], list[Any]]]:
    """What the rows of a state hold several of, by their paths: the cards of a hand, say."""
    for heap, rows in tree.items():
        for row in rows if isinstance(rows, list | tuple) and heap not in KEPT | fixed else ():
            for name, inner in row.items() if isinstance(row, dict) and "id" in row else ():
                if isinstance(inner, list | tuple):
                    yield (heap, row["id"], name), list(inner)


def _choose(pair: Pair, rng: Random) -> None:
    """All lay a choice before themselves: the same at both tables where one of the blind seats may know the option.

    What such a seat would see at one table alone is not tried: it is not hidden what somebody lays open.
    """
    for seat in pair.seats:
        mine = [[each.option for each in open_offers(table) if each.seat == seat] for table in pair.tables]
        if not all(mine):
            continue
        one = rng.choice(mine[0])
        known = seat in pair.blind or _is_known(pair, 0, one)
        if known and one not in mine[1]:
            continue
        hidden = [] if known else [each for each in mine[1] if not _is_known(pair, 1, each)]
        if not (known or hidden):
            continue
        options = (one, one if known else rng.choice(hidden))
        choices = [taken(pair.game, option, rng).choice for option in options]
        choices[1] = choices[0] if known else choices[1]
        for table, option, choice in zip(pair.tables, options, choices, strict=True):
            why = table.draft(seat, option.window, option.key, choice, seat)
            assert why is None, f"{seat} may not choose {option.key} of its own: {why}"


def _is_known(pair: Pair, nth: int, option: Option) -> bool:
    """Whether one of the blind seats may know an option at one of the tables."""
    act = Act(option.seat, option.window, option.key)
    return any(derivable(pair.game, pair.tables[nth].shown.state, act, seat) for seat in pair.blind)
