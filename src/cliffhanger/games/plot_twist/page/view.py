"""What a seat may know, and how it is shown: first those who fight, then all who are in play, then one's own hand."""

from collections.abc import Iterator

from cliffhanger.games.plot_twist.files.cards import Bystander, Detail
from cliffhanger.games.plot_twist.files.cards import Combat as CombatCard
from cliffhanger.games.plot_twist.files.wording import sentences
from cliffhanger.games.plot_twist.files.words import title
from cliffhanger.games.plot_twist.page.faces import face
from cliffhanger.games.plot_twist.rules import armor, facts, pools, roster
from cliffhanger.games.plot_twist.rules.book import UNKNOWN, card, name_of
from cliffhanger.games.plot_twist.rules.state import Attack, Combat, Hand, Person, Table, Throw, Toss
from cliffhanger.kernel.chance import Rng
from cliffhanger.kernel.frames import replace
from cliffhanger.kernel.panels import Card, Coin, Counter, Group, List, Panel, Pile, Place, Row, Text, Track

STEPS = ("movement", "maneuver", "attack")


# --- what is hidden -------------------------------------------------------------------------------------------


def view(s: Table, seat: str) -> Table:
    """What a seat may know: of the hands, decks and Plot Hands of others only how many cards there are."""
    return replace(s, hands=tuple(h if h.id == seat else _backs(h) for h in s.hands))


def _backs(h: Hand) -> Hand:
    return replace(h, deck=(UNKNOWN,) * len(h.deck), hand=(UNKNOWN,) * len(h.hand), plot=(UNKNOWN,) * len(h.plot))


def guess(v: Table, _seat: str, rng: Rng) -> Table:
    """Cards that others may hold: any Combat cards and any Plots of the table."""
    return replace(
        v, hands=tuple(_guessed(v, h, rng) if UNKNOWN in (*h.deck, *h.hand, *h.plot) else h for h in v.hands)
    )


def _guessed(v: Table, h: Hand, rng: Rng) -> Hand:
    combat = [each.id for each in v.cards if isinstance(each, CombatCard)]
    plots = [each.id for each in v.cards if isinstance(each, Detail | Bystander)]

    def pile(known: list[str], name: str, count: int) -> tuple[str, ...]:
        return tuple(sorted(f"{rng.choice(known)}.{h.id}-{name}-{n}" for n in range(count)))

    hand, deck = pile(combat, "hand", len(h.hand)), pile(combat, "deck", len(h.deck))
    return replace(h, deck=deck, hand=hand, plot=pile(plots, "plot", len(h.plot)))


# --- what is shown --------------------------------------------------------------------------------------------


def panels(v: Table, seat: str) -> tuple[Panel, ...]:
    """The stage, everybody, the piles, and the hand of this seat."""
    rows: list[Panel] = [Group("stage", "", tuple(_stage(v)), "stage")]
    rows += [_person(v, p, "own" if facts.seat_of(v, p.id) == seat else "side") for p in v.people]
    piles = tuple(
        Pile(f"{roster.seat_name(v, h.id)}: hand", len(h.hand), f"{len(h.deck)} in the deck") for h in v.hands
    )
    lie = tuple(card_panel(v, each) for each in _in_play(v))
    if lie:
        rows.append(Group("in_play", "In play", lie, "main"))
    rows.append(Group("piles", "Cards", piles, "side", folded=True))
    mine = next((h for h in v.hands if h.id == seat), None)
    if mine and mine.plot:
        plots = tuple(card_panel(v, each) for each in mine.plot)
        rows.append(Group("plots", "Your Plot Hand", plots, "hand", folded=True))
    if mine and mine.hand:
        rows.append(Group("hand", "Your hand", tuple(card_panel(v, each) for each in mine.hand), "hand"))
    return tuple(rows)


def _in_play(v: Table) -> tuple[str, ...]:
    """The place, the Bystanders there and the cards that lie open."""
    here = tuple(each.id for each in v.bystanders if each.place == v.place)
    return (*((v.place,) if v.place else ()), *here, *(each.id for each in v.lying if each.up))


def card_panel(v: Table, name: str) -> Card:
    """A card as it is shown: its Colour, what it is, what it does."""
    return face(card(v, name), name)


def _stage(v: Table) -> Iterator[Panel]:
    if v.winner:
        yield Text("result", f"The {v.winner.capitalize()} win.", style="result")
        return
    f = roster.combat(v)
    if f is None:
        where = f" at {name_of(v, v.place)}" if v.place else ""
        yield Text("title", f"Turn {v.turn}{where}", f"The {v.initiative.capitalize()} have Initiative.", "result")
        return
    yield Text("title", f"{name_of(v, f.who)} and {name_of(v, f.target)}", f"{title(f.distance)} Distance.", "result")
    yield List("steps", tuple(_step(f, each) for each in STEPS), "steps")
    attack: Attack | None = roster.frame(v, Attack)
    if attack:
        to = name_of(v, attack.defender)
        yield Text("attack", f"{name_of(v, attack.attacker)}: {title(attack.type)} Attack on {to}")
    throw: Throw | None = roster.frame(v, Throw)
    if throw:
        yield List("throw", tuple(_toss(v, throw, n, side) for n, side in enumerate(throw.sides)), "sides")


def _step(f: Combat, step: str) -> Row:
    at = STEPS.index(f.phase) if f.phase in STEPS else -1 if f.phase in ("start", "sneak", "distance") else len(STEPS)
    mine = STEPS.index(step)
    return Row(title(step), state="now" if mine == at else "done" if mine < at else "")


def _toss(v: Table, f: Throw, n: int, side: Toss) -> Row:
    count = pools.coins(v, f, side)
    fallen = tuple(Coin("star" if face == 2 else "ring", "counts" if face == 2 else "plain") for face in side.faces)
    coins = fallen if side.thrown else tuple(Coin() for _ in range(count))
    got = f.got[n] if n < len(f.got) else None
    return Row(name_of(v, side.who), title(side.on[0]), n=got, mark=name_of(v, side.who), dice=coins, id=f"throw.{n}")


def _person(v: Table, p: Person, place: Place) -> Group:
    rows: list[Panel] = []
    if p.kind == "mook":
        rows.append(Counter("Quantity", p.quantity))
    else:
        for kind in facts.RESISTANCES:
            trauma = facts.trauma(p, kind)
            note = f"{trauma} Trauma" if trauma else ""
            most = facts.most(v, p.id, kind)
            rows.append(Track(f"{p.id}.{kind}", f"{title(kind)} Stress", facts.stress(p, kind), most, note=note))
        rows += [Counter("Belief" if p.kind == "hero" else "Hate", p.will), Counter("Energy", p.energy)]
    rows += [Counter("Moves", p.moves), Counter("Attack actions", p.attacks)]
    guards = armor.armor(v, p.id, "physical"), armor.cover(v, p.id, "physical")
    tags = [title(each) for each in p.statuses]
    tags += [f"{word} {n}" for word, n in zip(("Armor", "Cover"), guards, strict=True) if n]
    rows.append(
        List(f"{p.id}.is", (Row(name_of(v, p.id), ", ".join(sentences(card(v, p.id))), tags=tuple(tags), id=p.id),))
    )
    name = name_of(v, p.id)
    return Group(f"person.{p.id}", name, tuple(rows), place, folded=bool(p.out), mark=name)
