"""The effects of cards: each word is a class, and of it follow its reader, JSON Schema, sentence and reference page.

`SAYS` is its sentence, as `kernel/files/language/templates.py` has it. What types cannot say of a word stands beside it: in
`WITH`, `UNDER` and the marks of its fields; a field with a `named` one may take a name that an earlier effect has chosen.
Words that hold other effects stand in `entries.py`. A new word is a class here, an entry in `examples/effects.toml` that is
right, and what it does: a function in `rules/effects`.
"""

from typing import Annotated, ClassVar, Literal

from cliffhanger.games.plot_twist.files import words
from cliffhanger.games.plot_twist.files.parts import Aimed, Counted, Effect, InHand, Lasting, Names, Wounds
from cliffhanger.kernel.files.language.parts import Amount, AmountOrAll, Cond, Some, Text, Whole

NamedHeroic = Annotated[Literal[words.Heroic, Names], "named"]
NamedKeyword = Annotated[Literal[words.Keyword, Names], "named"]
CHOICE = {"chosen": "of choice"}
"""How a Keyword is called that somebody chooses, after the word for it."""
RANK = {"chosen": "Heroic of choice", "name": "Heroic chosen before", "healing": "Healing"}
"""How Heroics are called."""
PICKED = {"holder": "picked by who holds it", "owner": "picked by the owner of this card", "random": "picked at random"}


class Damage(Counted, frozen=True, kw_only=True):
    """Stress or Trauma, caused through Armor and Cover or dealt past them; `pool` are coins, with `auto` Successes."""

    SAYS = (
        "[throw {pool:coin}][ with {auto:automatic success}][pool: and for each success ]{via} [{amount}][pool:1]"
        " {type} {form} to {target}"
    )
    ONE_OF = ("amount", "pool")
    WITH: ClassVar = {"auto": "pool"}
    via: Literal["cause", "deal"]
    type: Wounds
    form: words.Form = "stress"
    amount: Amount | None = None
    pool: Amount | None = None
    auto: Whole = 1


class Regenerate(Counted, frozen=True, kw_only=True):
    """Stress comes back, as far as there is room."""

    SAYS = "{target regenerate} {amount:~$type Stress}"
    type: Wounds
    amount: Amount


class RemoveTrauma(Counted, frozen=True, kw_only=True):
    """Trauma becomes Stress."""

    SAYS = "{target heal} {amount:~$type Trauma}"
    type: Literal["physical", "mental", "chosen"]
    amount: Amount = 1


class Counting(Counted, frozen=True, kw_only=True):
    """Counters change; those of the card itself, `mark` and `timing`, and those of somebody."""

    counter: words.Counter
    amount: Amount


class Gain(Counting, frozen=True, kw_only=True):
    """Counters are added; `mark` and `timing` are the card's."""

    SAYS = "{target gain} {amount:~$counter}"


class Lose(Counting, frozen=True, kw_only=True):
    """Counters are taken away."""

    SAYS = "{target lose} {amount:~$counter}"


class Set(Counting, frozen=True, kw_only=True):
    """Counters become so many."""

    SAYS = "{target's} {counter} becomes {amount}"


class Transfer(Effect, frozen=True, kw_only=True):
    """Counters go from one to another."""

    SAYS = "move {amount:~$counter} from {from} to {to}"
    counter: words.Counter
    from_: words.Target
    to: words.Target
    amount: Amount


class GainAction(Counted, frozen=True, kw_only=True):
    """Combat actions are had again, never more than 2 Moves and 1 Attack."""

    SAYS = "{target gain} {amount:$kind action}"
    kind: words.Action
    amount: Amount = 1


class LoseAction(Counted, frozen=True, kw_only=True):
    """Combat actions are lost."""

    SAYS = "{target lose} {amount:$kind action}"
    kind: words.Action
    amount: Amount = 1


class Distance(InHand, frozen=True, kw_only=True):
    """The Distance of the Combat."""

    SAYS = "the Distance becomes {to}[ for {target}]"
    CALLED: ClassVar = {"to": {"chosen": "Melee or Ranged, as you choose"}}
    to: Literal[words.Distance, words.Chosen]


class Coins(Lasting, frozen=True, kw_only=True):
    """More coins, or fewer, in the pool of rolls."""

    SAYS = "{target throw} {amount:more coin} on {on} rolls"
    on: words.RollOn
    amount: Amount


class Auto(Lasting, frozen=True, kw_only=True):
    """Successes without a throw; under after_roll they raise that roll."""

    SAYS = "{target have} {amount:more automatic success} on {on} rolls"
    on: words.RollOn
    amount: Amount = 1


class Reroll(InHand, frozen=True, kw_only=True):
    """Coins of the roll in hand are thrown again: all of these, or at most so many."""

    SAYS = "throw [at most {count:coin} of ]{which} again[ for {target}]"
    UNDER = ("after_roll",)
    CALLED: ClassVar = {"which": {"all": "all coins", "heads": "the Heads", "tails": "the Tails"}}
    which: Literal["all", "heads", "tails"] = "all"
    count: AmountOrAll = "all"


class Heroic(Lasting, frozen=True, kw_only=True):
    """The rank of a Heroic."""

    SAYS = "{target's} {name} [becomes {set}][has {add:more rank}]"
    ONE_OF = ("set", "add")
    CALLED: ClassVar = {"name": RANK}
    name: NamedHeroic
    set: Amount | None = None
    add: Amount | None = None


class Keyword(Lasting, frozen=True, kw_only=True):
    """A Keyword more, or one less."""

    SAYS = "[{target gain} the Keyword {gain}][{target lose} the Keyword {lose}]"
    CALLED: ClassVar = {"gain": CHOICE, "lose": CHOICE}
    ONE_OF = ("gain", "lose")
    gain: NamedKeyword | None = None
    lose: NamedKeyword | None = None


class Lock(Lasting, frozen=True, kw_only=True):
    """A Heroic or Keyword costs 1 Energy for each use; this Turn where nothing is said."""

    SAYS = "Lock {target's} [{heroic}][Keyword {keyword}]"
    CALLED: ClassVar = {"heroic": RANK, "keyword": CHOICE}
    ONE_OF = ("heroic", "keyword")
    heroic: NamedHeroic | None = None
    keyword: NamedKeyword | None = None


class Status(Lasting, frozen=True, kw_only=True):
    """A status comes or goes; one that comes ends as the rules say, or with its duration."""

    SAYS = "[{target become} {add}][{target be} no longer {remove}]"
    ONE_OF = ("add", "remove")
    add: words.Status | None = None
    remove: words.Status | None = None


class Cover(Lasting, frozen=True, kw_only=True):
    """Cover is added, which stays until it is destroyed; or destroyed; or more or less of it counts."""

    SAYS = "[{target gain} {add:~Cover}][{target lose} {destroy:~Cover}][{target have} {modify:more ~Cover}]"
    ONE_OF = ("add", "destroy", "modify")
    add: Amount | None = None
    destroy: AmountOrAll | None = None
    modify: Amount | None = None


class Armor(Lasting, frozen=True, kw_only=True):
    """More Armor, or less."""

    SAYS = "{target have} {modify:more ~Armor}"
    modify: Amount


class Immune(Lasting, frozen=True, kw_only=True):
    """No damage of this type is lost, Trauma included."""

    SAYS = "{target be} immune to {to} damage"
    to: Literal[words.DamageType, "all"]


class Prevent(InHand, frozen=True, kw_only=True):
    """The damage in hand is less."""

    SAYS = "prevent {amount} of it[ for {target}]"
    UNDER = ("before_damage",)
    amount: AmountOrAll


class Cleave(InHand, frozen=True, kw_only=True):
    """A hit on Mooks takes so many instead of one."""

    SAYS = "a hit takes {kills:Mook}[ for {target}]"
    UNDER = ("on_hit", "on_declare", "before_roll", "after_roll", "attack")
    kills: Amount


class Attack(Counted, frozen=True, kw_only=True):
    """An attack; a free one spends no Attack action, all else holds."""

    SAYS = "{by make} a {type} Attack on {target}[free: for free]"
    by: words.Target | None = None
    type: words.AttackType
    free: bool = False


class Redirect(Effect, frozen=True, kw_only=True):
    """Another one defends against the attack in hand, and takes its damage."""

    SAYS = "the attack goes to {to}"
    UNDER = ("on_declare",)
    to: words.Target


class Substitute(Lasting, frozen=True, kw_only=True):
    """Another Attribute, Heroic, Skill, type or form counts; the attack stays one of the four."""

    SAYS = "{target use} {with} as the {what}"
    CALLED: ClassVar = {"what": {"form": "form of damage"}}
    what: words.Replaced
    with_: Literal[words.Attribute, words.Heroic, words.Skill, words.DamageType, words.Form]


class Copy(Lasting, frozen=True, kw_only=True):
    """The opponent's last card is carried out, or a Keyword, Heroic or Advantage is had; never a copy."""

    SAYS = "{target copy} {what}[, {name},] of {from}"
    CALLED: ClassVar = {
        "what": {"card": "the last card", "keyword": "a Keyword", "heroic": "a Heroic", "advantage": "an Advantage"}
    }
    what: Literal["card", "keyword", "heroic", "advantage"]
    from_: words.Target
    name: Annotated[Text, "named"] = "chosen"


class OfCards(Aimed, frozen=True, kw_only=True):
    """Cards of a hand or a deck: whose they are may be said by a seat, and effects after this one may be about them."""


class Draw(OfCards, frozen=True, kw_only=True):
    """Combat cards, never beyond 3 in hand."""

    SAYS = "{target draw} {count:card}"
    count: Amount = 1


class Discard(OfCards, frozen=True, kw_only=True):
    """Cards are thrown away; `pick` says who picks them."""

    SAYS = "{target discard} {count:card} from the {zone}[, {pick}]"
    CALLED: ClassVar = {"pick": PICKED}
    zone: Literal[words.Hand, "cards"] = "combat_hand"
    count: Amount = 1
    pick: words.Picker = "holder"


class Search(OfCards, frozen=True, kw_only=True):
    """The owner looks through a zone and takes cards; it is not shuffled."""

    SAYS = "{target search} the {zone} for {count:card} to put into the {to}"
    zone: Literal["combat_deck", "plot_hand", "discards", "twists", "events"]
    to: words.Zone = "combat_hand"
    count: Amount = 1


class MoveCard(OfCards, frozen=True, kw_only=True):
    """Cards go from one zone to another; from a deck those on top."""

    SAYS = "{target move} {count:card} from the {from} to the {to}[, {pick}]"
    CALLED: ClassVar = {"pick": PICKED}
    from_: Literal[words.Zone, "cards"]
    to: words.Zone
    count: Amount = 1
    pick: words.Picker = "holder"


class Shuffle(InHand, frozen=True, kw_only=True):
    """A pile is shuffled."""

    SAYS = "shuffle the {zone}[ of {target}]"
    zone: Literal["combat_deck", "twists", "discards"]


class Reveal(Effect, frozen=True, kw_only=True):
    """A card is turned up; a free Event does not count for how many there may be."""

    SAYS = "turn up {what}[free: that does not count][, {choose_by}]"
    CALLED: ClassVar = {
        "what": {"event": "an Event", "twist": "a Twist", "objective": "the Objective"},
        "choose_by": words.CHOOSING,
    }
    WITH: ClassVar = {"free": 'what = "event"'}
    what: Literal["event", "twist", "objective"]
    free: bool = False
    choose_by: words.Chooser | None = None


class Peek(OfCards, frozen=True, kw_only=True):
    """Cards that lie face-down, or in a hand, are seen."""

    SAYS = "look at [what!objective:{count:card} of ][count&what=objective:{count:card} of ]{target's} {what}"
    CALLED: ClassVar = {"what": {"event": "face-down Events", "twist": "Twists"}}
    what: Literal["objective", "event", "twist", "combat_deck", "combat_hand", "plot_hand"]
    count: Some = 1


PLACED = {each: f"a {words.title(each)}" for each in ("twist", "location", "lair", "detail")}


class Nullify(Effect, frozen=True, kw_only=True):
    """A card stays in play with a blank text."""

    SAYS = "Nullify {what}"
    CALLED: ClassVar = {"what": {"card": "this card", "event": "an Event", "equipment": "an Equipment", **PLACED}}
    what: Literal["card", "event", "twist", "location", "lair", "detail", "equipment"] = "card"
    where: Cond | None = None
    choose_by: words.Chooser | None = None


class Play(Counted, frozen=True, kw_only=True):
    """A card is played out of turn; a free one has no price."""

    SAYS = "{target play} a {kind} card[free: for free]"
    kind: Literal["hero", "location", "bystander", "detail", "combat"]
    free: bool = False


class Relocate(InHand, frozen=True, kw_only=True):
    """All go to another Location."""

    SAYS = "all move to {to}[ for {target}]"
    CALLED: ClassVar = {"to": {"chosen": "a Location of choice", "name": "the Location chosen before"}}
    to: Annotated[Text, "named"] = "chosen"


class Initiate(Counted, frozen=True, kw_only=True):
    """A Combat starts; a free one needs no Attack action and is not counted."""

    SAYS = "{by start} a Combat with {target}[free: for free]"
    by: words.Target | None = None
    free: bool = False


class EndCombat(Effect, frozen=True, kw_only=True):
    """The Combat goes to its end."""

    SAYS = "the Combat ends"


class Cancel(Effect, frozen=True, kw_only=True):
    """What was played or declared does not happen."""

    SAYS = "it does not happen"
    UNDER = ("on_card", "on_declare")


class Flee(Effect, frozen=True, kw_only=True):
    """The Main Villain Flees, after the effect in hand."""

    SAYS = "the Main Villain Flees"


class Interview(Effect, frozen=True, kw_only=True):
    """An Interview is held when the Combat has ended.  [PT-RUL-84]"""

    SAYS = "an Interview is held"


class SkipStep(Effect, frozen=True, kw_only=True):
    """A step of the Combat is left out."""

    SAYS = "the {step} step is left out"
    step: words.Step


class Forbid(Lasting, frozen=True, kw_only=True):
    """Something may not be done."""

    SAYS = "{target cannot} {what}"
    CALLED: ClassVar = {"what": words.FORBIDS}
    what: words.Forbidden


class Surrender(Counted, frozen=True, kw_only=True):
    """A Villain leaves play for good.  [PT-RUL-77]"""

    SAYS = "{target surrender}"


class Win(Effect, frozen=True, kw_only=True):
    """One side wins. Written without a table."""

    SAYS = "the {side} win"
    PLAIN = "side"
    side: words.Side


class Question(Effect, frozen=True, kw_only=True):
    """The Reporter asks more."""

    SAYS = "the Reporter asks {add:more question}"
    add: Whole = 1


class ModifyCost(Lasting, frozen=True, kw_only=True):
    """Something costs more, or less."""

    SAYS = "{target pay} {amount:more ~$counter} for {what}"
    CALLED: ClassVar = {"what": words.PRICES}
    what: words.Priced
    counter: Literal["energy", "belief", "hate", "move", "attack"]
    amount: Amount


class Control(Lasting, frozen=True, kw_only=True):
    """Another seat plays a Character; on a Twist the players where nobody is named."""

    SAYS = "control of {target} goes to {by}"
    CALLED: ClassVar = {"by": words.SEATS}
    by: words.Seat | None = None
