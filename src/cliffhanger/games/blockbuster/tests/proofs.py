"""How each figure beside an option comes true: what the rules tell, or do to somebody, once it is taken."""

from cliffhanger.games.blockbuster.state import Contest, Lobby, Rounds, Smoulder
from cliffhanger.games.blockbuster.verbs import person
from cliffhanger.kernel.frames import one
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.params import first
from cliffhanger.testing.figure_laws import Proof


def as_it_lies(_s, options):
    """Whoever is asked takes the big button as it lies there; nobody holds strain down."""
    option = next((o for o in options if o.first), options[0])
    choice = {"cancelled": 0} if option.key == "cancel" else first(option.params)
    return Act(option.seat, option.window, option.key, choice)


def told(*results):
    """The next thing that is settled is one of these."""

    def came(before, _act, now):
        return None if now.shown is before.shown else now.shown.event.what in results

    return Proof(came, as_it_lies)


def damage(s, who):
    """All the damage somebody has."""
    p = person(s, who)
    return p.damage_v + p.damage_p


def target(before, act):
    """Whom an attack is on: who is picked, or who has to answer now."""
    f = before.stack[-1]
    return f.targets[f.at] if isinstance(f, Contest) else act.choice["target"][0]


def hurt(before, act, now):
    """Whether the target has more damage, once nothing is under way."""
    if not isinstance(now.stack[-1], Rounds | Lobby):
        return None
    who = target(before, act)
    return damage(now, who) > damage(before, who)


def kept_out(before, act, now):
    """Whether an attack does no damage, or a push records nothing."""
    if before.stack[-1].use == "attack":
        return None if (came := hurt(before, act, now)) is None else not came
    return None if now.shown is before.shown else now.shown.event.data["got"] == 0


def gone_out(before, _act, now):
    """Whether what burned on somebody is gone once they have resisted it; whoever it hurts, it has burned on."""
    b = one(before.burns, before.stack[-1].burns[0])
    if any(isinstance(each, Smoulder) and b.id in each.burns for each in now.stack):
        return None
    return all(each.id != b.id for each in now.burns) and damage(now, b.subject) == damage(before, b.subject)


def overcome(before, _act, now):
    """Whether a push reaches what it takes."""
    if now.shown is before.shown:
        return None
    data = now.shown.event.data
    return data["total"] >= data["threshold"]


PROOFS = {
    "they make it": told("made", "prepared"),
    "you make it": told("made", "prepared"),
    "you hit": told("hits"),
    "it hurts them": Proof(hurt, as_it_lies),
    "nothing gets through": Proof(kept_out, as_it_lies),
    "you stand": told("won_by_opponent", "won_by_nobody"),
    "they do not shake it off": told("burns_on"),
    "you shake it off": Proof(gone_out, as_it_lies),
    "this roll completes it": told("completed"),
    "convinced at once": Proof(overcome, as_it_lies),
    "restrained at once": Proof(overcome, as_it_lies),
    "you get free": told("broke_free"),
}
