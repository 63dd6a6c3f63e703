"""What types cannot say about effects: whom they befall, how long they last, and where a word may stand."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, TypeVar

from msgspec import Struct, structs

from cliffhanger.games.plot_twist.files import effects, words
from cliffhanger.games.plot_twist.files.abilities import Context, lasts, usual, within
from cliffhanger.games.plot_twist.files.amounts import Misread, Name, Node, Number, amount, condition
from cliffhanger.games.plot_twist.files.entries import Choose, Repeat, Roll, effect_of, words_of
from cliffhanger.games.plot_twist.files.parts import Aimed, Counted, Effect, Lasting, fields
from cliffhanger.games.plot_twist.files.words import DURATIONS, PICKED, POOLS, listed, near
from cliffhanger.kernel.files.positions import at

E = TypeVar("E", bound=Effect)
Faults = Iterator[tuple[str, str]]
MOST_TIMES, HUGE = 20, 999
SEATED = (effects.Draw, effects.Discard, effects.Search, effects.MoveCard, effects.Peek, effects.Play, effects.Shuffle)
SHOWN = (effects.Draw, effects.Discard, effects.Search, effects.MoveCard, effects.Peek)
COUNTERS = (effects.Gain, effects.Lose, effects.Set)
NAMED: dict[type[Effect], tuple[str, ...]] = {
    effects.Heroic: ("name",),
    effects.Copy: ("name",),
    effects.Keyword: ("gain", "lose"),
    effects.Lock: ("heroic", "keyword"),
    effects.Relocate: ("to",),
}
"""The fields whose name may be one that is chosen, or was chosen before."""
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
        inner = sum(size(getattr(held, key, ())) for key in ("effects", "then", "else_"))
        inner += size(held.options) if isinstance(held, Choose) else 0
        total += bool(found) + inner * (_times(held) if isinstance(held, Repeat) else 1)
    return min(total, HUGE)


def _times(repeat: Repeat) -> int:
    node = _node(amount, repeat.n)
    return max(0, min(node.n, MOST_TIMES)) if isinstance(node, Number) else MOST_TIMES


def check_list(entries: Iterable[Any], path: str, there: Context, slots: frozenset[str] = frozenset()) -> Faults:
    """What is wrong with a list of effects; `slots` are what those around it have picked."""
    for nth, entry in enumerate(entries):
        where, found = at(path, nth), words_of(entry)
        if len(found) == 1:
            effect = effect_of(entry)
            yield from _effect(effect, where if found == ["if"] else at(where, found[0]), there, slots)
            slots |= _picks(effect)
        elif inner := getattr(entry, "effects", ()):  # an option with a label
            yield from check_list(inner, at(where, "effects"), there, slots)


def check_goal_roll(roll: Roll, path: str, there: Context) -> Faults:
    """What is wrong with the roll of a Threat, or of what Nullifies a card."""
    yield from _roll(roll, path)
    yield from _slots(roll, path, frozenset())
    yield from _x(roll, path, there)
    for key, entries in (("then", roll.then), ("else", roll.else_)):
        yield from check_list(entries, at(path, key), within(roll, there))


def _effect(effect: Effect, path: str, there: Context, slots: frozenset[str]) -> Faults:
    said = structs.replace(effect, **usual(effect, there))
    yield from _stands(effect, path, there)
    yield from _aimed(said, path) if isinstance(said, Aimed) else ()
    yield from _slots(effect, path, slots)
    yield from _time(effect, said, path) if isinstance(said, Lasting) else ()
    for kind, check in CHECKS.items():
        if isinstance(said, kind):
            yield from check(said, path)
    yield from _x(effect, path, there)
    inner = within(effect, there)
    for key in ("effects", "then", "else_"):
        yield from check_list(getattr(effect, key, ()), at(path, key.rstrip("_")), inner, slots)
    if isinstance(effect, Choose):
        for nth, option in enumerate(effect.options):
            # An option is an entry of its own list: nothing that one picks is there for the next.
            for where, wanted in check_list((option,), "@", inner, slots):
                yield where.replace("@[0]", at(path, "options", nth), 1), wanted


def _x(effect: Effect, path: str, there: Context) -> Faults:
    """An x is there where a price has asked for one, or a Chosen roll."""
    for field in fields(type(effect)):
        names = _said_in(getattr(effect, field.name), field.marks)
        if not there.x and any(each.name == "x" for each in names):
            yield at(path, field.key), "no x: only a price of x, or the number of a Chosen roll, gives one"


def _picks(effect: Effect) -> set[str]:
    """What an effect has picked, for those after it in its list."""
    aims = (getattr(effect, "target", None), getattr(effect, "to", None), getattr(effect, "from_", None))
    found = {"whom"} if any(each in PICKED for each in aims) else set()
    found |= {"cards"} if isinstance(effect, SHOWN) else set()
    chosen = any(getattr(effect, key) == "chosen" for key in NAMED.get(type(effect), ()))
    return found | ({"name"} if chosen else set())


def _slots(effect: Effect, path: str, slots: frozenset[str]) -> Faults:
    for field in fields(type(effect)):
        held = getattr(effect, field.name)
        if held == "whom" and "target" in field.marks and "whom" not in slots:
            yield at(path, field.key), SLOTS["whom"]
        elif held == "cards" and field.key in ("zone", "from") and "cards" not in slots:
            yield at(path, field.key), SLOTS["cards"]
        elif held == "name" and field.key in NAMED.get(type(effect), ()) and "name" not in slots:
            yield at(path, field.key), SLOTS["name"]
        elif isinstance(held, str) and "whom" not in slots and about_whom(held, field.marks):
            yield at(path, field.key), SLOTS["whom"]


def _stands(effect: Effect, path: str, there: Context) -> Faults:
    """A word that is about a roll, an attack or damage in hand stands where there is one."""
    known = effect.UNDER
    rides = there.part == "effects" and there.silent == "attack" and "attack" in known
    if known and there.trigger not in known and not rides:
        places = ", ".join(each for each in known if each != "attack")
        yield path, f"only under {places}{', or on an attack card' if 'attack' in known else ''}"


def _aimed(effect: Aimed, path: str) -> Faults:
    """Whom it befalls."""
    target, where = effect.target, at(path, "target")
    if target is None and effect.NEEDED:
        yield where, "whom, such as each_hero: no Character is meant where nothing is said; it is missing"
    if target == "card" and not isinstance(effect, COUNTERS):
        yield where, "a Character; only counters lie on the card"
    if target == "controller" and not isinstance(effect, SEATED):
        yield where, "a Character; only cards are held by the controller"
    if isinstance(effect, Counted) and effect.count > 1 and target not in PICKED:
        yield at(path, "count"), f"nothing here, or a target that is chosen: {', '.join(PICKED)}"


def _time(effect: Effect, said: Lasting, path: str) -> Faults:
    """How long it lasts is said, or known."""
    if said.duration is None and lasts(said):
        yield (
            at(path, "duration"),
            f"how long: {', '.join(DURATIONS)}, or a table such as {{ turns = 2 }}; it is missing",
        )
    ends = lasts(said) or getattr(said, "add", None) is not None
    if not ends and getattr(effect, "duration", None) is not None:
        yield at(path, "duration"), "nothing here; this does not last"
    if not ends and said.while_ is not None:
        yield at(path, "while"), "nothing here; this does not last"


def _on_card(effect: Any, path: str) -> Faults:  # noqa: ANN401
    """Marks and Timing lie on the card, all other counters with a Character."""
    if (effect.counter in ("mark", "timing")) != (effect.target == "card"):
        yield at(path, "target"), '"card" for the counters mark and timing, and for no other'


def _moved(effect: effects.Transfer, path: str) -> Faults:
    for key, held in (("from", effect.from_), ("to", effect.to)):
        if (effect.counter in ("mark", "timing")) != (held == "card"):
            yield at(path, key), '"card" for the counters mark and timing, and for no other'


def _damage(effect: effects.Damage, path: str) -> Faults:
    if effect.auto != 1 and effect.pool is None:
        yield at(path, "auto"), "nothing here; it goes with pool"


def _repeated(effect: Repeat, path: str) -> Faults:
    node = _node(amount, effect.n)
    if isinstance(node, Number) and node.n > MOST_TIMES:
        yield at(path, "n"), f"at most {MOST_TIMES} times, not {node.n}"


def _fight(effect: Any, path: str) -> Faults:  # noqa: ANN401
    if effect.by is None:
        yield at(path, "by"), "who, such as a_villain: no Character is meant where nothing is said; it is missing"
    elif effect.by == effect.target:
        yield at(path, "target"), f"somebody else than {effect.by}, such as opponent"


def _instead(effect: effects.Substitute, path: str) -> Faults:
    known = listed(MATCHING[effect.what.rsplit("_", 1)[-1]])
    if effect.with_ not in known:
        yield at(path, "with"), f'one of {", ".join(known)}, not "{effect.with_}"{near(effect.with_, known)}'


def _copied(effect: effects.Copy, path: str) -> Faults:
    known = {"keyword": listed(words.Keyword), "heroic": listed(words.Heroic), "card": ()}.get(effect.what)
    if known is not None and effect.name not in known and effect.name not in ("chosen", "name"):
        said = f"one of {', '.join(known)}, chosen" if known else "nothing here"
        yield at(path, "name"), f'{said}, not "{effect.name}"{near(effect.name, known)}'


def _turned_up(effect: effects.Reveal, path: str) -> Faults:
    if effect.free and effect.what != "event":
        yield at(path, "free"), 'nothing here; it goes with what = "event"'


def _nullified(effect: effects.Nullify, path: str) -> Faults:
    for key in ("where", "choose_by"):
        if effect.what == "card" and getattr(effect, key):
            yield at(path, key), "nothing here; this card is meant"


def _rolled(roll: Roll, path: str) -> Faults:
    """A roll that is made when its effect happens."""
    if roll.by is None:
        yield at(path, "by"), "who rolls, such as a_hero: no Character is meant where nothing is said; it is missing"
    for key, held, none in (
        ("every", roll.every, None),
        ("while", roll.while_, None),
        ("accumulate", roll.accumulate, 1),
    ):
        if held != none:
            yield at(path, key), "nothing here; it goes with the roll of a threat or of nullify"
    yield from _roll(roll, path)


def _roll(roll: Roll, path: str) -> Faults:
    if roll.system != "coins" and roll.pool not in POOLS:
        said = str(roll.pool)[:40]
        yield at(path, "pool"), f'an Attribute but Power, + and a Heroic or a Skill, not "{said}"{near(said, POOLS)}'
    if roll.system == "coins" and isinstance(roll.pool, str):
        try:
            amount(roll.pool)
        except Misread as misread:
            yield at(path, "pool"), str(misread)
    if (roll.system == "opposing") != (roll.vs is not None):
        missing = "the pool of the other side; it is missing"
        yield at(path, "vs"), missing if roll.vs is None else 'nothing here; it goes with system = "opposing"'
    if roll.difficulty is not None and roll.system != "fixed":
        yield at(path, "difficulty"), 'nothing here; it goes with system = "fixed"'
    if roll.target is not None and roll.system != "opposing":
        yield at(path, "target"), 'nothing here; it goes with system = "opposing"'
    if roll.else_ and roll.system == "coins":
        yield at(path, "else"), "nothing here; coins alone are never lost"


CHECKS: dict[Any, Callable[[Any, str], Faults]] = {
    COUNTERS: _on_card,
    effects.Transfer: _moved,
    effects.Damage: _damage,
    (effects.Attack, effects.Initiate): _fight,
    effects.Substitute: _instead,
    effects.Copy: _copied,
    effects.Reveal: _turned_up,
    effects.Nullify: _nullified,
    Repeat: _repeated,
    Roll: _rolled,
}
"""What is particular to a word."""


def _node(read: Callable[[Any], Node], text: Any) -> Node | None:  # noqa: ANN401
    """What a text says; nothing where it cannot be read, which is told elsewhere."""
    try:
        return read(text)
    except Misread:
        return None


def _names(node: Node | None) -> Iterator[Name]:
    """The names in an amount or a condition."""
    if isinstance(node, Name):
        yield node
    elif isinstance(node, Struct):
        for key in ("name", "inner", "left", "right"):
            yield from _names(getattr(node, key, None))


def _said_in(held: Any, marks: frozenset[str]) -> Iterator[Name]:  # noqa: ANN401
    if isinstance(held, str) and not ("all" in marks and held == "all"):
        if "amount" in marks:
            yield from _names(_node(amount, held))
        elif "condition" in marks:
            yield from _names(_node(condition, held))


def about_whom(held: Any, marks: frozenset[str] = frozenset({"condition"})) -> bool:  # noqa: ANN401
    """Whether a text asks about one who was chosen before."""
    return any(each.of == "whom" for each in _said_in(held, marks))
