"""How each figure beside an option comes true: what the dice come to once it is taken, and nothing more is spent."""

from cliffhanger.games.untold import GAME, dice
from cliffhanger.games.untold.state import Check
from cliffhanger.games.untold.tally import after_points, dl, tally
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.params import Number, first
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.testing.figure_laws import Proof, walked

DICE, PARTED = 8, 2
"""Dice in one roll, and points to be parted: more would take too long to walk."""


def act(option, **choice):
    return Act(option.seat, option.window, option.key, first(option.params) | choice)


def under_way(s):
    """The check under way, if there is one."""
    f = s.stack[-1]
    return f if isinstance(f, Check) else None


def short(s):
    """How many successes are missing; below 0 there are more than enough."""
    return dl(s, under_way(s)) - tally(s, under_way(s)).net


def loose(s):
    """Successes that boon dice to come may still take back: one at the end of each chain, where the house is harsh."""
    late = {die.id for die in under_way(s).dice if die.late}
    return len(late.intersection(under_way(s).owed)) * (s.house.pushed_boon_ones_snag)


# --- what people do -------------------------------------------------------------------------------------------


def no_more(_s, options):
    """All boon dice are rolled, the pool with nothing spent on it; without a die the result is taken as it is."""
    keys = {o.key: o for o in options}
    for key in ("boon", "accept", "roll", "confirm"):
        if key in keys:
            nothing = {p.name: 0 for p in keys[key].params if isinstance(p, Number)} if key == "roll" else {}
            return act(keys[key], **nothing)
    return None


def same(s):
    """Positions as far from the difficulty, with the same dice to come."""
    f = under_way(s)
    if f is None:
        return s.shown.event.what
    late = {die.id: die.late for die in f.dice}
    to_come = tuple(tuple(sorted(late[name] for name in names)) for names in (f.again, f.owed))
    return f.phase, f.choice, f.cast, f.count, f.passed, f.pushed, to_come, tally(s, f).net, dl(s, f)


def fold(s, roll):
    """Nothing is spent on dice that lie there, and no push that has a figure moves the Minimum Roll under them."""
    if len(roll.dice) > DICE:
        raise OutOfRange("So many dice take too long to walk.")
    return dice.untouched(s, under_way(s))


def proof(came, policy=no_more, ways=None):
    return Proof(came, policy, same, fold, ways)


# --- what comes of it -----------------------------------------------------------------------------------------


def made(_before, _act, now):
    """Whether it works: rolled, covered by Second Nature, or by successes that points have added."""
    f = under_way(now)
    if f is None:
        return now.shown.event.what in ("auto", "success")
    if f.phase == "auto" or f.choice == "auto":
        return True
    if f.choice == "accept":
        return short(now) <= 0
    if f.rolled and f.phase == "boons" and short(now) + loose(now) <= 0:
        return True
    return short(now) <= 0 if f.phase == "window" else None


def not_made(before, act, now):
    found = made(before, act, now)
    return None if found is None else not found


def lying(now):
    """Whether all dice lie there, boon dice too."""
    return under_way(now).phase == "window"


def one_short(_before, _act, now):
    if under_way(now).phase == "boons" and short(now) <= 0:
        return False
    return short(now) == 1 if lying(now) else None


def one_short_at_worst(_before, _act, now):
    if under_way(now).phase == "boons" and short(now) + loose(now) <= 0:
        return True
    return short(now) <= 1 if lying(now) else None


def snags(_before, _act, now):
    return None if under_way(now).phase == "roll" else tally(now, under_way(now)).snags


def with_a_setback(_before, _act, now):
    return None if under_way(now) else now.shown.event.what == "mixed"


# --- other ways -----------------------------------------------------------------------------------------------


def those_alone(before, act_):
    """Of the boon dice that are owed only so many are rolled, and what comes of them: the others are left before."""
    left = len(before.stack[-1].owed) - act_.choice.get("dice", 1) if act_.key == "boon" else 0
    if not left:
        return [(act_, no_more)]
    decline = next(o.option for o in GAME.waiting(before) if o.key == "decline")
    return [(act(decline, dice=left), no_more)]


def parted(before, act_):
    """So many points now, and of the others as many as are best for a push; none now is a roll only if there is a die.

    A push that might raise the Minimum Roll of dice that lie there has no figure: ways that hold so many are left out.
    """
    points, devotion, known = act_.choice["exertion"], act_.choice.get("devotion", 0), {}
    if points > PARTED:
        raise OutOfRange("So many points take too long to part.")
    mine = {o.key: o.option for o in GAME.waiting(before) if (o.seat, o.window) == (act_.seat, act_.window)}
    least = next(p.low for p in mine["roll"].params if p.name == "exertion")
    ways = [(act(mine["roll"], **act_.choice | {"exertion": now}), points - now) for now in range(least, points + 1)]
    if least:
        ways.append((act(mine["roll_devotion"], devotion=devotion) if devotion else act(mine["accept"]), points))
    rolls = [roll for _, roll in after_points(before, under_way(before), points)]
    return [
        (way, best_push(held, known))
        for way, held in ways
        if way.key == "accept" or rolls[points - held] == rolls[points]
    ]


def best_push(held, known):
    """Push with the number of points that most often makes it, the fewest of those."""

    def pushes(s, options):
        push = next((o for o in options if o.key == "push"), None)
        if push is None or under_way(s).phase != "window":
            return no_more(s, options)
        most = min(held, next(p.high for p in push.params))
        likely = [(pushed(s, act(push, exertion=points)), -points) for points in range(1, most + 1)]
        return act(push, exertion=-max(likely)[1])

    def pushed(s, push):
        key = same(s), held, push.choice["exertion"]
        if key not in known:
            known[key] = walked(GAME, s, push, PUSHED)
        return known[key]

    return pushes


def made_by_a_push_too(before, act_, now):
    """Whether it works at once, or by a push with what is left of the points."""
    f = under_way(now)
    left = f and f.phase == "window" and not f.pushed and f.first + f.second < act_.choice["exertion"]
    return None if left and short(now) > 0 else made(before, act_, now)


PUSHED = proof(made)
PROOFS = {
    "they make it, with nothing spent": proof(made),
    "you make it": proof(made),
    "snags on average": proof(snags),
    "exactly one short": proof(one_short),
    "at best:": proof(made_by_a_push_too, ways=parted),
    "at worst one short": proof(one_short_at_worst),
    "it works, with a setback": proof(with_a_setback),
    "it is made": proof(made, ways=those_alone),
    "it stays made": proof(made),
    "they fall short": proof(not_made),
    "you make it, with no more spent": proof(made),
    "they fall short, with no more spent": proof(not_made),
}
