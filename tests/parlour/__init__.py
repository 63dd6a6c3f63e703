"""Parlour, a game for tests: two guests and the host, who plays against them, put cards of gossip on a table.

It uses once what the larger games ask of the kernel beside the Lanterns: free play, in which one seat is awaited and
others may begin; a pool built in one pick with slots, a must and choices within it; reactions that may be passed until
something changes; a draw open to all; what two seats alone are told; cards that nobody may overrule; a map; a file that is drawn as cards.
"""

from typing import Literal

from msgspec import Struct

from cliffhanger.kernel.chance import Draw, Over, Roll
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.files.declaration import Written
from cliffhanger.kernel.frames import Passing, amend, change, one, pop, push, replace, tell, top, turn
from cliffhanger.kernel.game import Form, Game, Role, Rows, Seat, Setup, Term
from cliffhanger.kernel.house_rules import Switch
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Verb, bound, offer
from cliffhanger.kernel.panels import Board, Card, Cell, Counter, Die, Group, Hindrance, List, Row, Text, Tie, Token
from cliffhanger.kernel.params import ENDLESS, Cost, Item, Number, Pick, Slot, sample
from cliffhanger.kernel.params import Text as Words
from cliffhanger.kernel.sentences import DICE as DICE_ROLLED
from cliffhanger.kernel.sentences import TEXT, Sentence

HOST, HIDDEN, GUESTS, CALLS = "host", "?", ("ann", "ben"), 4
SEATS = (Seat(HOST, "host", "The Host"), Seat("ann", "guest", "Ann"), Seat("ben", "guest", "Ben"))
NAMES = {seat.id: seat.name for seat in SEATS}
DECK = ("Alibi", "Blush", "Curse", "Debt", "Elopement", "Feud")
DICE = {"poise": ("Values", 8), "rank": ("Values", 6), "ann_ben": ("Ties", 10), "fan": ("Things", 4)}


class Rumour(Written, frozen=True):
    name: str
    colour: str = ""
    letter: str = ""
    kind: str = ""
    about: str = ""
    needs: str = ""
    text: tuple[str, ...] = ()
    price: str = ""
    corners: tuple[str, ...] = ()
    art: str = ""
    flavour: str = ""


class Gossip(Written, frozen=True):
    cards: tuple[Rumour, ...] = ()


GOSSIP = """\
game = "parlour"
form = "gossip"

[[cards]]
name = "Alibi"
colour = "golden"
letter = "G"
kind = "Gossip"
about = "of Ben"
needs = "Needs a guest who was elsewhere."
text = ["Ben was at the pier.", "Nobody doubts it until the hour is rung."]
price = "1 point"
corners = ["Gossip 1 of 2", "+2"]
art = "harbour night"
flavour = "He even bought a ticket."

[[cards]]
name = "A storm in the tea room"
colour = "blue"
letter = "B"
text = ["Everybody gasps."]
"""


def drawn(gossip):
    return (
        Group(
            "gossip",
            "Gossip",
            tuple(
                Card(
                    f"rumour.{nth}",
                    r.name,
                    r.colour,
                    r.letter,
                    r.kind,
                    r.about,
                    r.needs,
                    r.text,
                    r.price,
                    r.corners,
                    art=r.art,
                    flavour=r.flavour,
                )
                for nth, r in enumerate(gossip.cards)
            ),
        ),
    )


class Guest(Struct, frozen=True):
    id: str
    hand: tuple[str, ...] = ()
    points: int = 2


class Room(Struct, frozen=True, tag_field="frame", tag="room"):
    number: int = 0


class Claim(Struct, frozen=True, tag_field="frame", tag="claim"):
    who: str
    passing: Passing
    dice: tuple[int, ...] = ()
    against: tuple[str, ...] = ()
    nerve: int = 0
    number: int = 0
    phase: Literal["build", "answer", "roll"] = "build"


class Evening(Struct, frozen=True):
    guests: tuple[Guest, ...]
    deck: tuple[str, ...]
    cards: dict[str, str]  # what is printed on the cards: fixed
    house: dict[str, bool]
    table: tuple[str, ...] = ()
    calls: int = 0
    won: int = 0
    stack: tuple[Room | Claim, ...] = (Room(),)
    serial: int = 0
    news: tuple[Event, ...] = ()


def start(setup):
    cards = {name: f"{name}, as everybody knows." for name in DECK}
    hands = {"ann": DECK[:1], "ben": DECK[1:2]}
    house = {"strict": False} | setup.house
    return Evening(tuple(Guest(name, hands[name]) for name in GUESTS), DECK[2:], cards, house)


def advance(s):
    f = top(s)
    return turn(s, phase="roll") if isinstance(f, Claim) and f.phase == "answer" and HOST in f.passing.passed else s


def waiting(s):
    f = top(s)
    if isinstance(f, Room):
        if s.calls >= CALLS:
            return Over((("won", s.won),))
        if len(s.table) < s.calls and s.deck:
            return Draw(f"gossip-{s.serial}", "", "gossip", s.deck, 1)
        return tuple(free_play(s, f))
    if f.phase == "build":
        return (build(s, f),)
    return Roll(str(f.number), f.who, "claim", f.dice, "The claim") if f.phase == "roll" else tuple(answers(s, f))


def free_play(s, f):
    yield offer(HOST, f.number, "bell", "Ring for the next hour", ring, ask="What happens?", first=True)
    for guest in s.guests:
        yield offer(
            guest.id,
            f"{f.number}.{guest.id}",
            "claim",
            "Make a claim",
            bound(claim, who=guest.id),
            reaction=True,
            verb="speak",
            tool=Item("wit", "Your wit"),
            line="{you} claim what everybody knows.",
        )


def build(s, f):
    guest, mine = one(s.guests, f.who), "ann_ben"
    items = tuple(
        Item(
            name,
            name.replace("_", " and "),
            slot=kind,
            group=kind,
            dice=(size,),
            on=f"row.{name}",
            cost=(Cost(1, "point"),),
        )
        for name, (kind, size) in DICE.items()
    )
    slots = (Slot("Values", "a value", 1, "What drives you?"), Slot("Ties", "a tie", 1, "Who matters?"))
    return offer(
        f.who,
        f.number,
        "build",
        "Say it",
        bound(build_pool, who=f.who),
        Pick("pool", "Your dice", items, 1, 4, slots, ENDLESS if s.house["strict"] else guest.points, must=("Values",)),
        Pick(
            "against",
            "Which of them you turn on its head",
            tuple(i for i in items if i.id in ("poise", mine)),
            0,
            2,
            within="pool",
        ),
        Number("nerve", "Nerve", 0, 2, dice=(6,), within="against"),
        Words("why", "Why", 0, 60, within="against"),
        ask="Build your pool.",
        first=True,
        private=True,
        button="Roll {pool} at the Host",
    )


def answers(s, f):
    for seat in f.passing.may():
        window = f"{f.number}-{seat}"
        yield offer(seat, window, "gasp", "Gasp", bound(gasp, who=seat), reaction=True)
        if seat == HOST:
            yield offer(seat, window, "settle", "Let them roll", bound(passes, who=seat), first=True)
            continue
        yield offer(seat, window, "pass", "Nothing from me", bound(passes, who=seat), reaction=True)
        yield offer(seat, window, "leave", "Nothing until it is settled", bound(leaves, who=seat), reaction=True)


def ring(s):
    return turn(replace(tell(s, "bell", "The Host"), calls=s.calls + 1))


def claim(s, who):
    order = (HOST, *(each for each in GUESTS if each != who))
    return push(tell(s, "claims", NAMES[who]), Claim(who, Passing(order)))


def build_pool(s, who, pool, against, nerve, why):
    dice = tuple(sorted(DICE[name][1] for name in pool)) + (6,) * (nerve if against else 0)
    paid = max(0, sum(DICE[name][0] == "Things" for name in pool) + sum(DICE[n][0] == "Values" for n in pool) - 1)
    s = tell(s, "whispers", NAMES[who], only=(HOST, who), dice=list(dice), why=why)
    guest = one(s.guests, who)
    s = replace(s, guests=change(s.guests, who, points=max(0, guest.points - paid)))
    return turn(s, phase="answer", dice=dice, against=against, nerve=nerve if against else 0)


def gasp(s, who):
    s = tell(s, "gasps", NAMES[who])
    return turn(s, passing=top(s).passing.acted(who), dice=(*top(s).dice, 4)[:8])


def passes(s, who):
    return amend(s, passing=top(s).passing.passes(who))


def leaves(s, who):
    return amend(s, passing=top(s).passing.leaves(who))


def settle(s, asked, values):
    if isinstance(asked, Draw):
        s = replace(s, deck=tuple(each for each in s.deck if each not in values), table=(*s.table, *values))
        return tell(s, "gossip", card=values[0])
    won = max(values) >= 5
    return pop(replace(tell(s, "wins" if won else "loses", NAMES[top(s).who]), won=s.won + won))


def fold(s, roll):
    return False, lambda key, die, face: key or face >= 5


def invariant_error(s):
    if not 0 <= s.calls <= CALLS or s.won < 0 or any(not 0 <= guest.points <= 9 for guest in s.guests):
        return "An evening has four hours, and nobody more than nine points."
    held = [card for guest in s.guests for card in guest.hand]
    if [guest.id for guest in s.guests] != [*GUESTS] or any(
        card not in (*DECK, HIDDEN) for card in (*held, *s.deck, *s.table)
    ):
        return "There are two guests and six pieces of gossip."
    return "" if s.cards else "The cards stay."


def view(s, seat):
    guests = tuple(g if g.id == seat else replace(g, hand=(HIDDEN,) * len(g.hand)) for g in s.guests)
    f = top(s)
    if isinstance(f, Claim) and seat not in (HOST, f.who):
        hidden = replace(f, dice=(4,) * len(f.dice) if f.phase == "answer" else f.dice, against=(), nerve=0)
        s = replace(s, stack=(*s.stack[:-1], hidden))
    return replace(s, guests=guests, deck=(HIDDEN,) * len(s.deck))


def guess(v, seat, rng):
    known = {card for guest in v.guests for card in guest.hand} | {*v.table}
    left = [card for card in DECK if card not in known]
    rng.shuffle(left)
    guests = tuple(g if HIDDEN not in g.hand else replace(g, hand=tuple(left.pop() for _ in g.hand)) for g in v.guests)
    return replace(v, guests=guests, deck=tuple(sorted(left[: len(v.deck)])))


def panels(v, seat):
    cells = (Cell("room", "The parlour"), Cell("stair", "The stair", hinders=(Hindrance("It is dark"),)))
    ties = (Tie(("ann", "ben"), "They were friends.", dice=(Die(10, id="die.ann_ben"),), was="They are friends."),)
    tokens = (Token("ann", "Ann", "room", "guest"), Token("ben", "Ben", "stair", "guest"), Token("rumour", "A rumour"))
    rows = tuple(Row(name, id=f"row.{name}", dice=(Die(size),)) for name, (_, size) in DICE.items())
    drawn = [
        Group("place", "The house", (Board("house", "Who is where", cells, tokens, ties),)),
        Group("pool", "Dice", (List("dice", rows, name="Yours", heads=("Values", "Ties")),), place="behind"),
        Group(
            "talk",
            "",
            (Text("said", "", "Have you heard?", "quote", mark="Ann"), Counter("Claims won", v.won)),
            place="stage",
        ),
    ]
    hand = tuple(Card(f"{g.id}.{n}", card) for g in v.guests if g.id == seat for n, card in enumerate(g.hand))
    return (*drawn, Group("hand", "Your hand", hand, place="hand")) if hand else tuple(drawn)


SENTENCES = (
    Sentence("bell", {}, "[rings|ring]."),
    Sentence("claims", {}, "[makes|make] a claim."),
    Sentence("whispers", {"dice": DICE_ROLLED, "why": TEXT}, "[has|have] {dice}. {why}"),
    Sentence("gasps", {}, "[gasps|gasp]."),
    Sentence("gossip", {"card": TEXT}, "{card} lies on the table."),
    Sentence("wins", {}, "[is|are] believed."),
    Sentence("loses", {}, "[is|are] not believed."),
)


def bot(v, seat, options, rng):
    option = rng.choice([each for each in options if not each.blocked])
    return Act(seat, option.window, option.key, sample(option.params, rng))


def reacts(v, seat, options, rng, people):
    gasps = [each for each in options if each.key == "gasp"]
    return Act(seat, gasps[0].window, "gasp") if gasps and seat == "ben" and len(top(v).dice) < 4 else None


PARLOUR = Game(
    id="parlour",
    title="Parlour",
    version="1",
    tagline="Four hours of gossip.",
    State=Evening,
    roles=(Role("host", "The Host", 1, 1, master=True, opponent=True), Role("guest", "Guest", 2, 2)),
    ready=lambda players, files: Setup(SEATS),
    start=start,
    waiting=waiting,
    settle=settle,
    advance=advance,
    fold=fold,
    invariant_error=invariant_error,
    view=view,
    panels=panels,
    forms=(Form("gossip", "Cards of gossip", Gossip, lambda gossip: [], GOSSIP, drawn, rows=Rows("cards")),),
    sentences=SENTENCES,
    bot=bot,
    guess=guess,
    reacts=reacts,
    fixed=frozenset({"cards"}),
    reveals=frozenset({"gossip", "whispers"}),
    verbs=(Verb("speak", "Speak", "mouth", "Say what everybody knows."),),
    glossary=(Term("Claim", "What you want the room to believe."),),
    switches=(Switch("strict", "Points", (False, True), "PL-R1", ("They run out.", "They do not.")),),
)
GAME = PARLOUR
