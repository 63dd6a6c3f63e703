"""Facts: what is so now, with all that lasts. Nothing here changes anything.

In this order: who is who; what lasts; Attributes, ranks and Keywords; names in conditions.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from cliffhanger.games.plot_twist.files import amounts, cards, effects
from cliffhanger.games.plot_twist.files.parts import Effect
from cliffhanger.games.plot_twist.files.words import PICKED
from cliffhanger.games.plot_twist.rules import roster
from cliffhanger.games.plot_twist.rules.board import WHILES, board, owner
from cliffhanger.games.plot_twist.rules.book import BOOKS, card, name_of
from cliffhanger.games.plot_twist.rules.pieces import GM, Ids, Person, Side
from cliffhanger.games.plot_twist.rules.roster import combat, first_player, frame, person, present, somebody
from cliffhanger.games.plot_twist.rules.state import Attack, Context, Table
from cliffhanger.kernel.asking import addressed
from cliffhanger.kernel.effects.lasting import LastingEffects, Row
from cliffhanger.kernel.files.language.formulas import Look, Name
from cliffhanger.kernel.plurals import is_plural, several

RESISTANCES = {"physical": "body", "mental": "mind", "social": "charm"}
"""Each Resistance, and the Attribute that it is three times of.  [PT-RES-01]"""
HAS = {"hero": ("belief", "energy"), "villain": ("hate", "energy"), "mook": ("quantity",)}
"""The counters of each kind of Character."""
EACH = {"each_hero": "hero", "each_villain": "villain", "each_mook": "mook"}
Found = int | bool | str | tuple[str, ...]
A = {"a_hero": "hero", "a_villain": "villain", "a_mook": "mook", "another_hero": "hero", "each_other_hero": "hero"}


# --- who is who -----------------------------------------------------------------------------------------------


def only_hero(s: Table, seat: str) -> str:
    """The one Hero that a player has; "" for who has several or none, and for the GM."""
    own = [p.id for p in s.people if p.kind == "hero" and seat_of(s, p.id) == seat] if seat != GM else []
    return own[0] if len(own) == 1 else ""


def to_player(s: Table, who: str, you: str, room: str) -> dict[str, Any]:
    """A question to whoever plays a Character; who has several reads of them by name."""
    return addressed(you, room, own=only_hero(s, seat_of(s, who)) == who)


def of_player(s: Table, who: str, you: str, room: str) -> str:
    """Words about a Character as whoever plays it reads them; who has several reads of them by `name`."""
    return you if only_hero(s, seat_of(s, who)) == who else room.format(name=name_of(s, who))


def are_several(s: Table, who: str) -> bool:
    """Whether a Character's name stands for several: Mooks that are called by a plural, "Moths" and not a "Press"."""
    found = card(s, who)
    return (found.kind == "mook" and is_plural(found.name)) or several(found.name)


def groups(s: Table) -> frozenset[str]:
    """The Mooks whose names stand for several."""
    return frozenset([name_of(s, p.id) for p in s.people if p.kind == "mook" and are_several(s, p.id)])


def does(s: Table, who: str, one: str, more: str) -> str:
    """A Character's name with its verb: "Tollgate attacks", "Moths attack"."""
    return f"{name_of(s, who)} {more if are_several(s, who) else one}"


def of_whom(s: Table, who: str) -> str:
    """A Character's name before what is theirs: "Tollgate's", "Moths'"."""
    name = name_of(s, who)
    return f"{name}'" if are_several(s, who) and name.endswith("s") else f"{name}'s"


def labelled(s: Table, who: str, words: str) -> str:
    """What a Character's option is called: whose it is stands before it for who plays several."""
    return of_player(s, who, words, f"{{name}}: {words}")


def seat_of(s: Table, who: str) -> str:
    """The seat that plays a Character now: another one may have taken control.  [PT-GOAL-05]"""
    taken = lasting(s, who, effects.Control) if effects.Control in LASTING.now(s).kinds else ()
    for row in reversed(taken):
        if row.effect.by == "gm":
            return GM
        if row.effect.by != "players" or row.ctx.seat != GM:
            return row.ctx.seat
        return first_player(s)
    return board(s).seats.get(who, "")


def side_of(s: Table, who: str) -> Side:
    """The side of a Character: that of the seat that plays it."""
    return "villains" if seat_of(s, who) == GM else "heroes"


def by_initiative(s: Table, who: Ids) -> Ids:
    """These Characters, those of the side with Initiative first.  [PT-TURN-03]"""
    return tuple(sorted(who, key=lambda each: side_of(s, each) != s.initiative))


def colour(s: Table, who: str) -> str:
    """The Colour of a Character or of a card.  [PT-CLASS-01]"""
    found: str = card(s, who).colour
    return found


# --- what lasts -----------------------------------------------------------------------------------------------


def printed(s: Table, who: str, kind: type[Effect]) -> bool:
    """Whether all Heroics, or all Keywords, of somebody are as their card says: no effect of that word is on them."""
    found = LASTING.now(s).on
    return not ((who, kind) in found or (who, effects.Forbid) in found or (who, effects.Copy) in found)


def holder(s: Table, name: str) -> str:
    """The seat that a card belongs to."""
    who = owner(s, name)
    if who:
        return seat_of(s, who)
    return next((each.seat for each in s.lying if each.id == name), GM)


def those(s: Table, does: Any, ctx: Context) -> Ids:  # noqa: ANN401
    """Whom an effect of a card in play falls on: one who is named, or each of a kind; a picked one never."""
    found = named(s, does.target or "self", ctx)
    where = of_people(does.where)
    return tuple(who for who in found if not where or holds(s, where, ctx, who))


def of_people(where: str | None) -> str:
    """A `where` that is about whom an effect falls on; one that asks for `card.` names is about cards."""
    return "" if where is None or "card." in where else where


def named(s: Table, word: str, ctx: Context) -> Ids:
    """Whom a target word means where nobody has to pick: `self`, the other in hand, each of a kind."""
    if word in ("self", "you"):
        return (ctx.me,) if ctx.me else ()
    if word == "whom":
        return ctx.whom
    if word == "main":
        return (s.main,) if s.main else ()
    if word == "opponent":
        found = ctx.meant(word) or roster.opponent(s, ctx.me)
    elif word in ("attacker", "defender"):
        attack = frame(s, Attack)
        found = ctx.meant(word) or (getattr(attack, word) if attack else "")
    elif word == "each_character":
        return tuple(p.id for p in present(s))
    elif word == "each_other_hero":
        return tuple(p.id for p in present(s, "hero") if p.id != ctx.me)
    else:
        return tuple(p.id for p in present(s, EACH[word])) if word in EACH else ()
    return (found,) if found else ()


def candidates(s: Table, word: str, ctx: Context) -> Ids:
    """Of whom somebody picks where a target word stands for one of several."""
    if word == "bystander":
        return tuple(each.id for each in s.bystanders if each.place == s.place)
    found = [p.id for p in present(s, *([A[word]] if word in A else []))]
    side = side_of(s, ctx.me) if somebody(s, ctx.me) else roster.side_of_seat(ctx.seat)
    if word in ("ally", "enemy"):
        found = [who for who in found if (side_of(s, who) == side) == (word == "ally")]
    return tuple(who for who in found if who != ctx.me or word not in ("ally", "another_hero"))


def chooser(s: Table, by: str | None, ctx: Context) -> str:
    """The seat that chooses for an effect: that of the card, the GM, or the first of the players."""
    if by == "gm":
        return GM
    if by == "players" and ctx.seat == GM:
        return first_player(s)
    return ctx.seat or GM


def fits(s: Table, word: str, who: str, ctx: Context) -> bool:
    """Whether somebody is one of those that a target word means, for `by` and `to` of a trigger."""
    if word in {"a_character", "each_character"}:
        return somebody(s, who) is not None
    if word in A or word in EACH:
        p = somebody(s, who)
        return p is not None and p.kind == {**A, **EACH}[word] and (p.id != ctx.me or "other" not in word)
    if word in ("ally", "enemy", "bystander"):
        return who in candidates(s, word, ctx)
    return who in named(s, word, ctx)


def roller(s: Table, word: str, ctx: Context) -> str:
    """Who throws for a card: whoever acts, where the word can mean them; else the one it names."""
    return ctx.me if ctx.me and fits(s, word, ctx.me, ctx) else next(iter(named(s, word, ctx)), "")


def picks(e: Any, *keys: str) -> list[str]:  # noqa: ANN401
    """The words of an effect for those of whom somebody picks."""
    return [each for key in keys if (each := getattr(e, key, None)) in PICKED]


def picked(s: Table, e: Any, ctx: Context) -> str:  # noqa: ANN401
    """The word for those of whom somebody picks now: who does it, whom it befalls, from whom or to whom; "" for none."""
    found = picks(e, "by", "target", "from_", "to")
    acts = found and found[0] == getattr(e, "by", None) and roller(s, found[0], ctx)
    return next(iter(found[bool(acts) :]), "")


def meant(s: Table, word: str, ctx: Context, who: Ids) -> str:
    """Whom a word means: one of a kind is who was picked; "" for nobody."""
    return next(iter(who if word in PICKED else named(s, word, ctx)), "")


def holds(s: Table, text: str, ctx: Context, who: str = "") -> bool:
    """Whether a condition is true now; `who` is the one that names without an owner are about."""
    return amounts.holds(text, look(s, ctx, who))


LASTING: LastingEffects[Table] = LastingEffects(
    BOOKS,
    holds=holds,
    those=those,
    holder=holder,
    in_play=board,
    words=WHILES,
    same=lambda s: (id(s.cards), id(s.people), id(s.lasting), id(s.lying), id(s.bystanders), s.place, s.main),
    parts=lambda s: (s.main,),
)
lasting, counts = LASTING.on, LASTING.counts


# --- Attributes, ranks and Keywords ---------------------------------------------------------------------------


def amount(s: Table, text: int | str, ctx: Context, who: str = "") -> int:
    """An amount now; `who` is the one that names without an owner are about."""
    return text if isinstance(text, int) else amounts.value(text, look(s, ctx, who))


def attribute(s: Table, who: str, name: str) -> int:
    """An Attribute, which is printed.  [PT-RES-01]"""
    found: int = getattr(card(s, who).attributes, name)
    return found


def rank(s: Table, who: str, name: str) -> int:
    """A rank: what was last set, then what is added, never below 0; nothing while it is forbidden.  [PT-RUL-86, PT-RUL-47]"""
    if name in cards.Skills.__struct_fields__:
        skill: int = getattr(card(s, who).skills, name)
        return skill
    found: int = getattr(card(s, who).heroics, name)
    if name != "flight" and printed(s, who, effects.Heroic):
        return found
    if forbidden(s, who, f"heroic.{name}") or (name == "flight" and has_status(s, who, "prone")):
        return 0
    for row in copied(s, who, "heroic", name):
        found = getattr(card(s, row.ctx.whom[0]).heroics, name)
    changed = [row for row in lasting(s, who, effects.Heroic) if word_of(row.effect.name, row.ctx) == name]
    for row in changed:
        if row.effect.set is not None:
            n = amount(s, row.effect.set, row.ctx, who)
            found = n if row.ctx.card else max(found, n)  # what no card does is bought, and that only lifts
    for row in changed:
        if row.effect.add is not None:
            found += amount(s, row.effect.add, row.ctx, who)
    return max(0, found)


def copied(s: Table, who: str, what: str, name: str) -> list[Row]:
    """What somebody has by copying it, as it is printed: a copy of a copy is none."""
    rows = [row for row in lasting(s, who, effects.Copy) if row.effect.what == what and row.ctx.whom]
    return [row for row in rows if word_of(row.effect.name, row.ctx) == name]


def word_of(said: str, ctx: Context) -> str:
    """A name that stands on a card, or the one that was picked."""
    return ctx.name if said in ("chosen", "name") else said


def has_keyword(s: Table, who: str, name: str) -> bool:
    """Whether a Character has a Keyword; a Mook has none of its own.  [PT-KEY-01, PT-MOOK-01]"""
    found = name in getattr(card(s, who), "keywords", ())
    if printed(s, who, effects.Keyword):
        return found
    if forbidden(s, who, f"keyword.{name}"):
        return False
    found = found or bool(copied(s, who, "keyword", name))
    for row in lasting(s, who, effects.Keyword):
        if row.effect.gain and word_of(row.effect.gain, row.ctx) == name:
            found = True
        if row.effect.lose and word_of(row.effect.lose, row.ctx) == name:
            found = False
    return found


def works(s: Table, who: str, name: str) -> bool:
    """Whether a Keyword does something by itself: it is there, and not Locked.  [PT-RUL-45]"""
    return has_keyword(s, who, name) and not locked(s, who, name)


def has_status(s: Table, who: str, name: str) -> bool:
    """Whether a Character has a status: one that came, or one that a card gives as long as it works."""
    p = somebody(s, who)
    if p is None:
        return False
    if name in p.statuses:
        return True
    found = lasting(s, who, effects.Status)
    return bool(found) and any(row.effect.add == name and not row.given for row in found)


def locked(s: Table, who: str, name: str) -> bool:
    """Whether a Heroic or a Keyword is Locked.  [PT-LOCK-01]"""
    locks = lasting(s, who, effects.Lock)
    return bool(locks) and any(word_of(row.effect.heroic or row.effect.keyword, row.ctx) == name for row in locks)


def most(s: Table, who: str, resistance: str) -> int:
    """How much there is of a Resistance: three times its Attribute.  [PT-RES-01]"""
    return 3 * attribute(s, who, RESISTANCES.get(resistance, "power"))


def left(s: Table, who: str) -> int:
    """How much Stress somebody has left, or how many Mooks there are; nothing for a Bystander."""
    p = somebody(s, who)
    return 0 if p is None else p.quantity if p.kind == "mook" else p.physical + p.mental + p.social


def trauma(p: Person, kind: str) -> int:
    """The Trauma in a Resistance; there is none in the Social one.  [PT-ATK-S]"""
    return {"physical": p.physical_trauma, "mental": p.mental_trauma}.get(kind, 0)


def stress(p: Person, kind: str) -> int:
    """The Stress that is left in a Resistance."""
    return {"physical": p.physical, "mental": p.mental, "social": p.social}[kind]


def counted(s: Table, who: str, counter: str) -> int | None:
    """How much somebody has of a counter; None for one that they do not have at all.  [PT-HATE-01, PT-MOOK-01]"""
    p = somebody(s, who)
    if p is None or counter not in HAS[p.kind]:
        return None
    return p.will if counter in ("belief", "hate") else p.energy if counter == "energy" else p.quantity


def forbidden(s: Table, who: str, what: str) -> bool:
    """Whether an effect forbids somebody to do something."""
    found = lasting(s, who, effects.Forbid)
    return bool(found) and any(row.effect.what == what for row in found)


def forbids(s: Table, who: str, what: str) -> str:
    """Why somebody may not do something, if an effect forbids it: the card that it comes from, where there is one."""
    row = next((row for row in lasting(s, who, effects.Forbid) if row.effect.what == what), None)
    if row is None:
        return ""
    return f"{name_of(s, row.ctx.card) if row.ctx.card else 'A card'} forbids it."


# --- names in conditions --------------------------------------------------------------------------------------


def look(s: Table, ctx: Context, candidate: str = "") -> Look:
    """What names in amounts and conditions stand for; without a target word a name is about the candidate, else self."""

    def found(name: Name) -> Found:
        who = (candidate or ctx.me) if not name.of else next(iter(named(s, name.of, ctx)), "")
        return _by_name(name.name)(s, who, ctx, candidate)

    return found


@cache
def _by_name(name: str) -> Callable[[Table, str, Context, str], Found]:
    """What gives a name's value: of the table, whom it is about, what words stand for, and who or what is asked about."""
    family, _, word = name.partition(".")
    if family in OF_PEOPLE:
        of_people = OF_PEOPLE[family]
        return lambda s, who, _, __: of_people(s, who, word) if somebody(s, who) else 0
    if name in ("counter.mark", "counter.timing"):
        field = "marks" if word == "mark" else "timing"
        return lambda s, _, ctx, __: next((getattr(each, field) for each in s.lying if each.id == ctx.card), 0)
    if family == "counter":
        return lambda s, who, _, __: _counter(s, who, word)
    if family == "card":
        return lambda s, _, ctx, candidate: _of_card(s, ctx, candidate, word)
    of_table = OF_TABLE[name]
    return lambda s, who, ctx, _: of_table(s, who, ctx)


def _of_card(s: Table, ctx: Context, candidate: str, word: str) -> Found:
    about = candidate if candidate and not somebody(s, candidate) else next(iter(ctx.cards), ctx.card)
    return getattr(card(s, about), word, "") or "" if about else ""


def _counter(s: Table, who: str, word: str) -> int:
    p = somebody(s, who)
    return stress(p, word) if p and word in RESISTANCES else counted(s, who, word) or 0


OF_PEOPLE: dict[str, Callable[[Table, str, str], int | bool | str]] = {
    "attr": attribute,
    "rank": rank,
    "trauma": lambda s, who, word: trauma(person(s, who), word),
    "status": has_status,
    "keyword": has_keyword,
    "kind": lambda s, who, _: person(s, who).kind,
    "colour": lambda s, who, _: colour(s, who),
}


def _played(s: Table, who: str) -> int:
    f = combat(s)
    return sum(each.partition("/")[0] == seat_of(s, who) for each in f.played) if f else 0


OF_TABLE: dict[str, Callable[[Table, str, Context], Found]] = {
    "heroes_in_play": lambda s, _, __: len(present(s, "hero")),
    "villains_in_play": lambda s, _, __: len(present(s, "villain")),
    "margin": lambda s, _, __: roster.margin(s),
    "successes": lambda s, _, __: roster.successes(s),
    "damage": lambda s, _, __: roster.damage(s),
    "turn": lambda s, _, __: s.turn,
    "x": lambda _, __, ctx: ctx.x,
    "count.bystanders_here": lambda s, _, __: sum(each.place == s.place for each in s.bystanders),
    "count.events_revealed": lambda s, _, __: sum(each.up and card(s, each.id).kind == "event" for each in s.lying),
    "count.locations": lambda s, _, __: sum(card(s, each.id).kind == "location" for each in s.lying),
    "count.hand": lambda s, who, _: len(roster.hand(s, seat_of(s, who)).hand) if somebody(s, who) else 0,
    "count.cards_played": lambda s, who, _: _played(s, who),
    "attack.type": lambda s, _, __: getattr(frame(s, Attack), "type", ""),
    "attack.form": lambda s, _, __: getattr(frame(s, Attack), "form", ""),
    "distance": lambda s, _, __: getattr(combat(s), "distance", ""),
    "phase": lambda s, _, __: roster.phase(s),
    "location.name": lambda s, _, __: card(s, s.place).name if s.place else "",
    "location.keyword": lambda s, _, __: tuple(
        each.replace("-", "_") for each in (card(s, s.place).keywords if s.place else ())
    ),
}
