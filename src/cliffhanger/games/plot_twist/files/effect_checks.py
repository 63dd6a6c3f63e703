"""What types cannot say about effects: whom they befall, how long they last, and where a word may stand."""

from collections.abc import Callable, Iterable
from typing import Any, Literal

from msgspec import structs

from cliffhanger.games.plot_twist.files import effects, words
from cliffhanger.games.plot_twist.files.abilities import Context, lasts, usual, within
from cliffhanger.games.plot_twist.files.amounts import FORMULAS, amount
from cliffhanger.games.plot_twist.files.entries import Choose, Repeat, Roll
from cliffhanger.games.plot_twist.files.parts import Aimed, Counted, Effect, Lasting
from cliffhanger.games.plot_twist.files.words import DURATIONS, PICKED, POOLS
from cliffhanger.kernel.files.language.checks import CONDITION, Checks, Faults, together
from cliffhanger.kernel.files.language.closed_lists import listed, near, one_of_words
from cliffhanger.kernel.files.language.entries import effect_of, words_of
from cliffhanger.kernel.files.language.formulas import Misread, Number
from cliffhanger.kernel.files.language.parts import field_of, fields
from cliffhanger.kernel.files.positions import at

READS = Checks(FORMULAS)
MOST_TIMES, HUGE = 20, 999
HELD = ("effects", "then", "else_")
"""The fields of effects that hold others, but for the options of a choice."""
SEATED = (effects.OfCards, effects.Play, effects.Shuffle)
SLOTS = {
    "whom": "nobody is chosen by an effect before this one of the list",
    "cards": "no effect before this one of the list has picked cards",
    "name": "no effect before this one of the list has chosen a name",
}
MATCHING: dict[str, Any] = {
    "attribute": words.Attribute,
    "heroic": Literal[words.Heroic, words.Skill],
    "type": words.DamageType,
    "form": words.Form,
}
"""What may take the place of what, by its last word."""


def size(entries: Iterable[Any]) -> int:
    """How many effects a list comes to: those within others count too, and in a repeat as often as it repeats."""
    total = 0
    for entry in entries:
        found = words_of(entry)
        held = effect_of(entry) if len(found) == 1 else entry
        inner = sum(size(getattr(held, key, ())) for key in (*HELD, "options"))
        times = _number(held.n) if isinstance(held, Repeat) else 1
        total += bool(found) + inner * (MOST_TIMES if times is None else max(0, min(times, MOST_TIMES)))
    return min(total, HUGE)


def _number(text: int | str) -> int | None:
    """The number that an amount is, if it is one."""
    try:
        node = amount(text)
    except Misread:
        return None
    return node.n if isinstance(node, Number) else None


def check_list(entries: Iterable[Any], path: str, there: Context, slots: frozenset[str] = frozenset()) -> Faults:
    """What is wrong with a list of effects; `slots` are what those around it have picked."""
    for nth, entry in enumerate(entries):
        where, found = at(path, nth), words_of(entry)
        if len(found) == 1:
            effect: Effect = effect_of(entry)
            yield from _effect(effect, where if found == ["if"] else at(where, found[0]), there, slots)
            slots |= _picks(effect)
        elif inner := getattr(entry, "effects", ()):  # an option with a label
            yield from check_list(inner, at(where, "effects"), there, slots)


def check_goal_roll(roll: Roll, path: str, there: Context) -> Faults:
    """What is wrong with the roll of a Threat, or of what Nullifies a card."""
    yield from together(roll, path)
    yield from _roll(roll, path)
    yield from _slots(roll, path, frozenset())
    yield from _x(roll, path, there)
    yield from _within(roll, path, within(roll, there), frozenset())


def _effect(effect: Effect, path: str, there: Context, slots: frozenset[str]) -> Faults:
    said = structs.replace(effect, **usual(effect, there))
    yield from _stands(effect, path, there)
    yield from _holds(said, path, there)
    yield from together(effect, path)
    yield from _aimed(said, path) if isinstance(said, Aimed) else ()
    yield from _slots(effect, path, slots)
    yield from _one_pick(effect, path, acting=bool(there.me))
    yield from _time(effect, said, path) if isinstance(said, Lasting) else ()
    for kind, check in CHECKS.items():
        if isinstance(said, kind):
            yield from check(said, path)
    yield from _x(effect, path, there)
    yield from _within(effect, path, within(effect, there), slots)
    if isinstance(effect, Choose):
        for nth, option in enumerate(effect.options):
            # An option is an entry of its own list: nothing that one picks is there for the next.
            for where, wanted in check_list((option,), "@", within(effect, there), slots):
                yield where.replace("@[0]", at(path, "options", nth), 1), wanted


def _within(effect: Effect, path: str, there: Context, slots: frozenset[str]) -> Faults:
    for key in HELD:
        yield from check_list(getattr(effect, key, ()), at(path, key.rstrip("_")), there, slots)


def _x(effect: Effect, path: str, there: Context) -> Faults:
    """An x is there where a price has asked for one, or a Chosen roll."""
    for field in fields(type(effect)):
        names = READS.names(getattr(effect, field.name), field.marks)
        if not there.x and any(each.name == "x" for each in names):
            yield at(path, field.key), "no x: only a price of x, or the number of a Chosen roll, gives one"


def _picks(effect: Effect) -> set[str]:
    """What an effect has picked, for those after it in its list."""
    found = {"cards"} if isinstance(effect, effects.OfCards) else set()
    for field in fields(type(effect)):
        held = getattr(effect, field.name)
        if field.name in ("target", "to", "from_") and held in PICKED:
            found.add("whom")
        elif held == "chosen" and "named" in field.marks:
            found.add("name")
    return found


def _slots(effect: Effect, path: str, slots: frozenset[str]) -> Faults:
    """What an effect takes of those before it: somebody, cards or a name that they have picked."""
    for field in fields(type(effect)):
        held, takes = getattr(effect, field.name), ""
        if (held == "whom" and "target" in field.marks) or about_whom(held, field.marks):
            takes = "whom"
        elif (held == "cards" and field.key in ("zone", "from")) or (held == "name" and "named" in field.marks):
            takes = held
        if takes and takes not in slots:
            yield at(path, field.key), SLOTS[takes]


def _one_pick(effect: Effect, path: str, *, acting: bool) -> Faults:
    """Of one effect one word is for somebody who is picked; who acts does what is anybody's deed."""
    ways = ("target", "from_", "to") if acting else ("by", "target", "from_", "to")
    for key in [each for each in ways if getattr(effect, each, None) in PICKED][1:]:
        yield at(path, key.rstrip("_")), "one who is known: somebody is chosen here already; whom is one chosen before"


def about_whom(held: Any, marks: frozenset[str] = CONDITION) -> bool:  # noqa: ANN401
    """Whether a text asks about one who was chosen before."""
    return any(each.of == "whom" for each in READS.names(held, marks))


def _stands(effect: Effect, path: str, there: Context) -> Faults:
    """A word that is about a roll, an attack or damage in hand stands where there is one."""
    known = effect.UNDER
    rides = there.part == "effects" and there.silent == "attack" and "attack" in known
    if known and there.trigger not in known and not rides:
        places = ", ".join(each for each in known if each != "attack")
        yield path, f"only under {places}{', or on an attack card' if 'attack' in known else ''}"


def _holds(said: Effect, path: str, there: Context) -> Faults:
    """Where there is no moment, nothing happens: only what lasts stands there."""
    if there.part != "while_here" and there.trigger != "while_in_play":
        return
    if not (lasts(said) or (isinstance(said, effects.Status | effects.Cover) and said.add is not None)):
        yield path, "something that lasts, such as coins: nothing happens here, it only holds"


def _aimed(effect: Aimed, path: str) -> Faults:
    """Whom it befalls."""
    target, where = effect.target, at(path, "target")
    if target is None and effect.NEEDED:
        yield where, "whom, such as each_hero: no Character is meant where nothing is said; it is missing"
    if target == "card" and not isinstance(effect, effects.Counting):
        yield where, "a Character; only counters lie on the card"
    if target == "controller" and not isinstance(effect, SEATED):
        yield where, "a Character; only cards are held by the controller"
    if isinstance(effect, Counted) and effect.count > 1 and target not in PICKED:
        yield at(path, "count"), f"nothing here, or a target that is chosen: {', '.join(PICKED)}"


def _time(effect: Effect, said: Lasting, path: str) -> Faults:
    """How long it lasts is said, or known."""
    known = ", ".join(DURATIONS)
    if said.duration is None and lasts(said):
        yield at(path, "duration"), f"how long: {known}, or a table such as {{ turns = 2 }}; it is missing"
    ends = lasts(said) or getattr(said, "add", None) is not None
    for key, held in (("duration", getattr(effect, "duration", None)), ("while", said.while_)):
        if not ends and held is not None:
            yield at(path, key), "nothing here; this does not last"


# --- what is particular to a word -----------------------------------------------------------------------------


def _on_card(effect: Any, path: str) -> Faults:  # noqa: ANN401
    """Marks and Timing lie on the card, all other counters with a Character."""
    for key in ("target", "from_", "to"):
        if hasattr(effect, key) and (effect.counter in ("mark", "timing")) != (getattr(effect, key) == "card"):
            yield at(path, key.rstrip("_")), '"card" for the counters mark and timing, and for no other'


def _repeated(effect: Repeat, path: str) -> Faults:
    if (n := _number(effect.n)) is not None and n > MOST_TIMES:
        yield at(path, "n"), f"at most {MOST_TIMES} times, not {n}"


def _fight(effect: Any, path: str) -> Faults:  # noqa: ANN401
    if effect.by is None:
        yield at(path, "by"), "who, such as a_villain: no Character is meant where nothing is said; it is missing"
    elif effect.by == effect.target:
        yield at(path, "target"), f"somebody else than {effect.by}, such as opponent"


def _instead(effect: effects.Substitute, path: str) -> Faults:
    known = listed(MATCHING[effect.what.rsplit("_", 1)[-1]])
    if effect.with_ not in known:
        yield at(path, "with"), one_of_words(effect.with_, known)


def _copied(effect: effects.Copy, path: str) -> Faults:
    known = {"keyword": listed(words.Keyword), "heroic": listed(words.Heroic), "card": ()}.get(effect.what)
    if known is not None and effect.name not in known and effect.name not in ("chosen", "name"):
        said = f"one of {', '.join(known)}, chosen" if known else "nothing here"
        yield at(path, "name"), f'{said}, not "{effect.name}"{near(effect.name, known)}'


def _nullified(effect: effects.Nullify, path: str) -> Faults:
    for key in ("where", "choose_by"):
        if effect.what == "card" and getattr(effect, key):
            yield at(path, key), "nothing here; this card is meant"


def _rolled(roll: Roll, path: str) -> Faults:
    """A roll that is made when its effect happens."""
    if roll.by is None:
        yield at(path, "by"), "who rolls, such as a_hero: no Character is meant where nothing is said; it is missing"
    for key in ("every", "while", "accumulate"):
        if field_of(Roll)[key].said(roll):
            yield at(path, key), "nothing here; it goes with the roll of a threat or of nullify"
    yield from _roll(roll, path)


def _roll(roll: Roll, path: str) -> Faults:
    if roll.system != "coins" and roll.pool not in POOLS:
        said = str(roll.pool)[:40]
        yield at(path, "pool"), f'an Attribute but Power, + and a Heroic or a Skill, not "{said}"{near(said, POOLS)}'
    if roll.system == "coins":
        yield from READS.text(roll.pool, frozenset({"amount"}), at(path, "pool"))
    if roll.system == "opposing" and roll.vs is None:
        yield at(path, "vs"), "the pool of the other side; it is missing"
    if roll.else_ and roll.system == "coins":
        yield at(path, "else"), "nothing here; coins alone are never lost"


CHECKS: dict[Any, Callable[[Any, str], Faults]] = {
    (effects.Counting, effects.Transfer): _on_card,
    (effects.Attack, effects.Initiate): _fight,
    effects.Substitute: _instead,
    effects.Copy: _copied,
    effects.Nullify: _nullified,
    Repeat: _repeated,
    Roll: _rolled,
}
