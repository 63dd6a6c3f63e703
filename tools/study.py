"""Who wins at Plot Twist: bots play its collection, and the share of the Heroes is told by Villain, Hero, team and card.

    python tools/study.py                                   each Villain against teams of 2 and of 4, 200 games each
    python tools/study.py --games 500 --heroes 2 --villain brownout
    python tools/study.py --team tollgate,marginalia        one team
    python tools/study.py --teams --cards                   every team, and every card that was used, too
    python tools/study.py --json                            the same as data
    python tools/study.py --sharp heroes --games 100 --heroes 2 --keep heroes.jsonl
        bots of that side look ahead, and each game is played with and without: 400 pairs over the four Villains

A game opens with the set-up of that Villain for the nearest number of Heroes, with other Heroes in it: each brings the
Combat Deck, the Plot Hand and the Equipment that are theirs in the set-ups. Games are numbered, and a number has the same
team against every Villain. Intervals are Wilson's, at 95 %. What a card is said to be worth is the share in games where
its side used it less that in those where it did not: long games use more cards, so it is a hint and no cause.

With `--sharp` the two games of a pair have the same number and so the same dice for the set-up; what is told is how much more
often that side wins, by the pairs' own variance. `--keep` writes each pair to a file as it is done, and goes on from there.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from itertools import combinations
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, median, variance
from time import process_time
from typing import Any, NamedTuple

from msgspec import structs

from cliffhanger.games.plot_twist import GAME
from cliffhanger.games.plot_twist.files.cards import SetUp
from cliffhanger.games.plot_twist.files.collections import CardCollection, read_collection
from cliffhanger.games.plot_twist.files.tables import packaged
from cliffhanger.kernel.game import Setup
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Offer, awaited
from cliffhanger.kernel.params import sample
from cliffhanger.table.search import Budget, sharp
from cliffhanger.testing.playout import Chooser, by_bots, moments

Z = 1.96
MOST = 20_000
"""So many inputs are a game that does not end."""
FEW = 30
"""In so many games at least a card has to be used, and not used, before its worth is told."""
USED = ("card", "ability")
"""The headlines that name a card which was used."""


class Game(NamedTuple):
    """One game: who played, who won ("" if nobody did), in how many Turns; which cards each side used, which were named at all."""

    villain: str
    team: tuple[str, ...]
    winner: str
    turns: int
    used: frozenset[tuple[str, str]]
    named: frozenset[str]
    skipped: frozenset[str]


@cache
def collection() -> CardCollection:
    """The collection that comes with the game."""
    found = read_collection("", packaged())
    assert isinstance(found, CardCollection), found
    return found


def opening(villain: str, team: tuple[str, ...]) -> SetUp:
    """The set-up of a Villain for a team."""
    known = collection()
    theirs = [each for each in known.setups.values() if each.villain == villain]
    base = min(theirs, key=lambda each: abs(len(each.heroes) - len(team)))
    own: dict[str, tuple[str, ...]] = {}  # a seat's Equipment and decks, by the Hero or Villain that they are of
    for setup in known.setups.values():
        decks = [[d for d in setup.decks if known.decks[d].kind == kind] for kind in ("combat", "plot")]
        for row in zip((setup.villain, *setup.heroes), setup.equipment, *decks, strict=False):
            own.setdefault(row[0], row[1:])
    rows = [own[each] for each in (villain, *team)]
    return structs.replace(
        base,
        heroes=team,
        equipment=(*(each[0] for each in rows), *base.equipment[len(base.heroes) + 1 :]),
        decks=(*(each[1] for each in rows), *(each[2] for each in rows)),
    )


@cache
def table(villain: str, team: tuple[str, ...]) -> Setup:
    """A table of this Villain and these Heroes: the files of the game with one set-up in the place of all."""
    texts = {name: text.partition("[[setup]]")[0] for name, text in packaged().items()}
    made = structs.asdict(opening(villain, team))
    lines = [f"{key} = {json.dumps(held)}" for key, held in made.items()]
    texts["opening.toml"] = "\n".join(('game = "plot_twist"', 'form = "cards"', "format = 1", "[[setup]]", *lines))
    setup = GAME.ready(len(team), texts)
    assert isinstance(setup, Setup), setup
    return setup


def as_it_lies(game: Any, s: Any, offers: tuple[Offer, ...], rng: Random) -> Act:
    """The one set-up is taken as it lies ready; all else is the bots'."""
    start = next((each.option for each in offers if each.key == "start"), None)
    return (
        Act(offers[0].seat, start.window, start.key, sample(start.params, rng))
        if start
        else by_bots(game, s, offers, rng)
    )


def ahead(side: str, looks: int, seconds: float = 0.0) -> Chooser:
    """The bots of a side look ahead, so many looks a decision or so long; all others are the simple ones."""

    def choose(game: Any, s: Any, offers: tuple[Offer, ...], rng: Random) -> Act:
        seat = awaited(offers)[0].seat
        if (seat == "gm") != (side == "villains") or offers[0].key == "start":
            return as_it_lies(game, s, offers, rng)
        options = tuple(each.option for each in offers if each.seat == seat)
        return sharp(
            game,
            game.view(s, seat),
            seat,
            options,
            Random(rng.random()),
            Budget(looks=looks, seconds=seconds),
            process_time,
        )

    return choose


def pair(
    nth: int, villain: str, team: tuple[str, ...], seed: str, side: str, budget: tuple[int, float]
) -> dict[str, Any]:
    """One game played twice: whether this side wins with simple bots, and with those that look ahead."""
    simple, other = (
        played(nth, villain, team, seed, each).winner == side for each in (as_it_lies, ahead(side, *budget))
    )
    return {"nth": nth, "villain": villain, "team": team, "simple": simple, "sharp": other}


def paired(asked: argparse.Namespace) -> list[dict[str, Any]]:
    """All pairs of a study; those that are kept are not played again."""
    kept = Path(asked.keep) if asked.keep else None
    done = [json.loads(line) for line in kept.read_text("utf-8").splitlines()] if kept and kept.exists() else []
    known = {(each["nth"], each["villain"], *each["team"]) for each in done}
    rows = [row for row in numbered(asked) if (row[0], row[1], *row[2]) not in known]
    play = partial(pair, seed=asked.seed, side=asked.sharp, budget=(asked.looks, asked.seconds))
    with ProcessPoolExecutor(asked.jobs) as pool:
        for each in pool.map(play, *zip(*rows, strict=True)) if rows else ():
            done.append(each)
            if kept:
                with kept.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(each) + "\n")
    return done


def gain(done: list[dict[str, Any]]) -> str:
    """How often a side wins with and without looking ahead, and the difference with its interval."""
    more = [each["sharp"] - each["simple"] for each in done]
    wide, mean = Z * sqrt(variance(more) / len(more)), fmean(more)
    simple, other = (fmean(each[name] for each in done) for name in ("simple", "sharp"))
    between = f"{mean:+.1%} ({mean - wide:+.1%} to {mean + wide:+.1%}) in {len(more)} pairs"
    return f"{simple:.1%} without, {other:.1%} with: {between}"


def played(nth: int, villain: str, team: tuple[str, ...], seed: str, choose: Chooser = as_it_lies) -> Game:
    """Bots play a game to its end."""
    rng = Random(f"{seed}/{villain}/{nth}")
    used, named, skipped = set(), set(), set()
    at: Any = None
    cards = collection().cards
    heroes = {cards[each].name for each in team}
    for moment in moments(GAME, table(villain, team), rng, MOST, choose=choose):
        at = moment.after.state
        for event in moment.after.events:
            named |= {event.who, *(held for held in event.data.values() if isinstance(held, str))}
            if event.what in USED and "card" in event.data:
                used.add(("heroes" if event.who in heroes else "villains", str(event.data["card"])))
            if event.what == "by_hand":
                skipped.add(f"{event.who}: {event.data['text']}")
    lay = {at.place, *(each for person in at.people for each in person.equipment)}
    named |= {cards[each].name for each in lay if each in cards}
    known = {card.name for card in cards.values()}
    return Game(villain, team, at.winner, at.turn, frozenset(used), frozenset(named & known), frozenset(skipped))


def numbered(asked: argparse.Namespace) -> list[tuple[int, str, tuple[str, ...]]]:
    """The number, the Villain and the team of each game of a study."""
    heroes = [each.id for each in collection().cards.values() if each.kind == "hero"]
    rows = []
    for size in [len(asked.team)] if asked.team else asked.heroes:
        teams = [asked.team] if asked.team else list(combinations(heroes, size))
        for nth in range(asked.games):
            if nth % len(teams) == 0:
                Random(f"{asked.seed}/{size}/{nth}").shuffle(teams)
            rows += [(nth, villain, teams[nth % len(teams)]) for villain in asked.villain]
    return rows


def games(asked: argparse.Namespace) -> Iterator[Game]:
    """All games of a study."""
    rows = numbered(asked)
    if asked.jobs == 1:
        yield from (played(*row, asked.seed) for row in rows)
        return
    with ProcessPoolExecutor(asked.jobs) as pool:
        yield from pool.map(partial(played, seed=asked.seed), *zip(*rows, strict=True), chunksize=8)


def wilson(won: int, n: int) -> tuple[float, float]:
    """Within what a share lies, at 95 %."""
    if not n:
        return 0.0, 1.0
    share, extra = won / n, Z * Z / n
    wide = Z * sqrt(share * (1 - share) / n + extra / (4 * n))
    return (share + extra / 2 - wide) / (1 + extra), (share + extra / 2 + wide) / (1 + extra)


def share(found: Iterable[Game]) -> dict[str, Any]:
    """How many games, what share of them the Heroes won, and its interval."""
    rows = list(found)
    won = sum(each.winner == "heroes" for each in rows)
    low, high = wilson(won, len(rows))
    turns = median(each.turns for each in rows) if rows else 0
    return {"games": len(rows), "heroes": won / max(1, len(rows)), "low": low, "high": high, "turns": turns}


def worth(found: list[Game], side: str, name: str) -> dict[str, Any] | None:
    """The share of a side in games where it used a card less that in all others where it might have; nothing for few."""
    with_, without = ([each for each in found if ((side, name) in each.used) == had] for had in (True, False))
    if min(len(with_), len(without)) < FEW:
        return None
    one, other = (sum(each.winner == side for each in rows) / len(rows) for rows in (with_, without))
    wide = Z * sqrt(one * (1 - one) / len(with_) + other * (1 - other) / len(without))
    return {"games": len(with_), "worth": one - other, "low": one - other - wide, "high": one - other + wide}


def told(found: list[Game], asked: argparse.Namespace) -> dict[str, Any]:
    """All that a study tells."""
    by: dict[str, dict[str, Any]] = defaultdict(dict)
    sizes = sorted({len(each.team) for each in found})
    for size in sizes:
        of = [each for each in found if len(each.team) == size]
        for villain in asked.villain:
            by["villains"][f"{villain}, {size} Heroes"] = share(each for each in of if each.villain == villain)
        for hero in sorted({hero for each in of for hero in each.team}):
            by["heroes"][f"{hero}, of {size}"] = share(each for each in of if hero in each.team)
        if asked.teams:
            for team in sorted({each.team for each in of}):
                by["teams"][" ".join(team)] = share(each for each in of if each.team == team)
    if asked.cards:
        for side, name in sorted({each for game in found for each in game.used}):
            if row := worth(having(found, side, name), side, name):
                by["cards"][f"{name} ({side})"] = row
    every = {card.name for card in collection().cards.values()}
    by["never named"] = dict.fromkeys(sorted(every - {name for game in found for name in game.named}), 0)
    by["skipped"] = dict(Counter(each for game in found for each in game.skipped).most_common())
    by["unfinished"] = dict(Counter(each.villain for each in found if not each.winner))
    return by


def having(found: list[Game], side: str, name: str) -> list[Game]:
    """The games in which a side with this card in one of its decks took part: of those that never used it, none."""
    who = {each.villain if side == "villains" else each.team for each in found if (side, name) in each.used}
    return [each for each in found if (each.villain if side == "villains" else each.team) in who]


def main() -> None:
    """Play and print."""
    villains = [each.id for each in collection().cards.values() if each.kind == "villain"]
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--games", type=int, default=200, help="so many for each Villain and number of Heroes")
    p.add_argument("--heroes", type=int, nargs="+", default=[2, 4])
    p.add_argument("--villain", nargs="+", default=villains, choices=villains)
    p.add_argument("--team", type=lambda text: tuple(text.split(",")), default=())
    p.add_argument("--teams", action="store_true")
    p.add_argument("--cards", action="store_true")
    p.add_argument("--seed", default="night")
    p.add_argument("--jobs", type=int, default=1)
    p.add_argument("--json", action="store_true")
    p.add_argument(
        "--sharp", choices=["heroes", "villains"], help="compare bots of this side that look ahead with simple ones"
    )
    p.add_argument("--looks", type=int, default=Budget().looks, help="so many looks a decision")
    p.add_argument("--seconds", type=float, default=0.0, help="and no longer than this, by the processor's time")
    p.add_argument("--keep", help="a file of the pairs that are done")
    asked = p.parse_args()
    if asked.sharp:
        print(gain(paired(asked)))
        return
    by = told(list(games(asked)), asked)
    if asked.json:
        print(json.dumps(by, indent=2))
        return
    for part, rows in by.items():
        print(f"\n{part}")
        for name, row in sorted(rows.items(), key=lambda each: -each[1].get("worth", 0) if part == "cards" else 0):
            print(f"  {name}{line(row)}")


def line(row: Any) -> str:
    """A row in words."""
    if not isinstance(row, dict):
        return f": {row}" if row else ""
    if "worth" in row:
        return f": {row['worth']:+.0%} ({row['low']:+.0%} to {row['high']:+.0%}), in {row['games']} games"
    n, turns = row["games"], row["turns"]
    return f": the Heroes win {row['heroes']:.0%} ({row['low']:.0%} to {row['high']:.0%}) of {n}, in {turns:g} Turns"


if __name__ == "__main__":
    main()
