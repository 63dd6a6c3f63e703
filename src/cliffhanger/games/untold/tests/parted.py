"""How best to part points, walked by the rules: the longer way that the closed form of the figure `at_best` is held to."""

from dataclasses import replace as changed
from functools import partial

from cliffhanger.games.untold import GAME
from cliffhanger.games.untold.odds.figures import asked, made, no_more, short, under_way
from cliffhanger.games.untold.rules import dispatch
from cliffhanger.games.untold.rules.tally import after_points
from cliffhanger.kernel.figures import take
from cliffhanger.kernel.frames import replace
from cliffhanger.odds.ask import ask, named
from cliffhanger.odds.errors import OutOfRange

PARTED = 2
"""Points to be parted: more would take too long to walk."""


def parted(before, act):
    """So many points now, and of the others as many as are best for a push; none now is a roll only if there is a die.

    A push that might raise the Minimum Roll of dice that lie there has no figure: ways that hold so many are left out.
    """
    points, devotion = act.choice.get("exertion", 0), act.choice.get("devotion", 0)
    if points > PARTED:
        raise OutOfRange("So many points take too long to part.")
    mine = [each for each in dispatch.CHAPTERS.waiting(before) if not each.blocked]
    by_key = {each.key: each for each in mine if (each.seat, each.window) == (act.seat, act.window)}
    least = next(p.low for p in by_key["roll"].params if p.name == "exertion")
    found = [(take(by_key["roll"], **act.choice | {"exertion": now}), points - now) for now in range(least, points + 1)]
    if least:
        none = take(by_key["roll_devotion"], devotion=devotion) if devotion else take(by_key["accept"])
        found.append((none, points))
    rolls = [roll for _, roll in after_points(before, under_way(before), points)]
    for way, held in found:
        if way.key == "accept" or rolls[points - held] == rolls[points]:
            yield way, partial(pushes, held=held)


def pushes(s, offers, held):
    """Push with the number of points that most often makes it, the fewest of those."""
    push = next((each for each in offers if each.key == "push"), None)
    if push is None or under_way(s).phase != "window":
        return no_more(s, offers)
    most = min(held, next(p.high for p in push.params if p.name == "exertion"))
    acts = [take(push, exertion=points) for points in range(1, most + 1)]
    return max(acts, key=lambda act: (likely(s, act), -act.choice["exertion"]))


def likely(s, act):
    """How likely a push is to make it."""
    name, given = asked(s, act)
    return ask(named(GAME.questions, name), given).value


def made_by_a_push_too(before, act, now):
    """Whether it works at once, or by a push with what is left of the points."""
    f = under_way(now)
    if f and f.phase == "window" and not f.pushed and f.first + f.second < act.choice["exertion"] and short(now, f) > 0:
        return None
    return made(before, act, now)


WALKED = changed(
    GAME,
    figures=tuple(
        replace(each, came=made_by_a_push_too, ways=parted) if each.id == "at_best" else each for each in GAME.figures
    ),
)
"""The game with a figure of parted points that can be walked."""
