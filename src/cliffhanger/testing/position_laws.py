"""The laws of a position: each holds one state of one game to something every game promises.

Each is a function that raises an AssertionError with the whole story. `conformance` runs them over many states.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from inspect import signature
from itertools import combinations, product
from math import prod
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from cliffhanger.kernel.chance import Draw, Fold, Over, Roll, law
from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.frames import position
from cliffhanger.kernel.game import WATCH, Game, Waiting
from cliffhanger.kernel.inputs import Act, Faces, Input, Ruling
from cliffhanger.kernel.invariants import invariant_error
from cliffhanger.kernel.offers import Option, awaited, terms
from cliffhanger.kernel.panels import LOOKS, Board, Die, Group, List, Panel, Track
from cliffhanger.kernel.params import Number, first
from cliffhanger.kernel.rules_catalogue import rule
from cliffhanger.kernel.rulings import KEPT
from cliffhanger.kernel.sentences import TemplateError
from cliffhanger.kernel.step import Step, step
from cliffhanger.kernel.wording import worded
from cliffhanger.testing.invalid_inputs import illegal, numbers, offers
from cliffhanger.testing.playout import moments, taken
from cliffhanger.testing.text_page import page

encode = msgspec.json.encode


def own(game: Game[Any], s: Any, seat: str) -> list[Option]:  # noqa: ANN401
    """The options of one seat."""
    return [each.option for each in offers(game, s) if each.seat == seat]


def written(value: Any, kind: Any) -> Any:  # noqa: ANN401
    """Write a value as JSON and read it again as what it is said to be; an AssertionError if that cannot be."""
    try:
        return msgspec.json.decode(encode(value), type=kind)
    except msgspec.DecodeError as error:
        raise AssertionError(f"this cannot be read again: {error}: {value!r:.400}") from error


def something_is_asked(game: Game[Any], s: Any, known: list[str]) -> None:  # noqa: ANN401
    """A state asks somebody something, rolls, draws, or is over; and what it asks can be answered."""
    now = game.waiting(s)
    assert isinstance(now, tuple | Roll | Draw | Over), f"{game.id} waits for {now!r}"
    if isinstance(now, tuple):
        assert awaited(now), f"nobody can do anything in {s!r}"
    if isinstance(now, Roll):
        assert now.id, "a roll needs an id"
        assert all(die > 0 for die in now.dice), f"there are no such dice: {now.dice}"
    if isinstance(now, Draw):
        assert 0 < now.count <= len(now.cards), f"a draw of {now.count} from {len(now.cards)} cards"
    seen = set()
    for each in offers(game, s):
        o = each.option
        assert o.seat in known, f"{o.key} is offered to {o.seat!r}, who has no seat"
        assert o.key, f"an option without a key: {o}"
        assert o.label, f"an option without a label: {o}"
        assert not any(callable(getattr(o, field)) for field in o.__struct_fields__), f"{o.key} has words nobody made"
        told = (each.seat, each.window, each.key, each.blocked, each.rank, each.reaction)
        assert told == (o.seat, o.window, o.key, o.blocked, o.rank, o.reaction), f"{told} is offered later as {o}"
        assert (o.seat, o.window, o.key) not in seen, f"two options are {o.seat} {o.window} {o.key}"
        seen.add((o.seat, o.window, o.key))
        names = [p.name for p in o.params]
        assert len(set(names)) == len(names), f"{o.key} asks twice for the same name"


def open_options_are_accepted(game: Game[Any], s: Any, rng: Random) -> None:  # noqa: ANN401
    """Every open option is accepted with any choice that fits, and with the digest of what was seen."""
    now = game.waiting(s)
    if not isinstance(now, tuple):
        return
    for each in offers(game, s):
        if each.blocked:
            continue
        act = taken(game, each.option, rng)
        after = step(game, s, msgspec.structs.replace(act, terms=terms(each.option)), now)
        assert isinstance(after, Step), f"{act} was offered and is refused: {after}"
        assert invariant_error(game, after.state) == "", (
            f"{act} leads to what cannot be: {invariant_error(game, after.state)}"
        )


def a_line_decides_nothing(game: Game[Any], s: Any, rng: Random) -> None:  # noqa: ANN401
    """What an act comes to is the same with a line of one's own and without: it is told, and decides nothing."""
    now = game.waiting(s)
    options = [each.option for each in offers(game, s) if not each.blocked] if isinstance(now, tuple) else []
    if not options:
        return
    act = taken(game, rng.choice(options), rng)
    plain, aloud = (step(game, s, each, now) for each in (act, msgspec.structs.replace(act, said="So be it.")))
    assert isinstance(plain, Step), f"{act} was offered and is refused: {plain}"
    assert isinstance(aloud, Step), f"{act} is refused with a line of one's own: {aloud}"
    happens = [[(each.what, each.who, each.rule) for each in after.events] for after in (plain, aloud)]
    assert happens[0] == happens[1], f"a line beside {act} makes this of it: {happens[1]}"
    asked = [[terms(each.option) for each in offers(game, after.state)] for after in (plain, aloud)]
    assert asked[0] == asked[1], f"a line beside {act} changes what is asked next"


def illegal_acts_are_refused(game: Game[Any], s: Any, rng: Random) -> None:  # noqa: ANN401
    """Whatever is not offered, is blocked, or does not fit is refused, changes no byte, and says why."""
    before = encode(s)
    for put in illegal(game, s, rng):
        after = step(game, s, put)
        assert isinstance(after, Refusal), f"{put} is not offered, and was taken"
        assert after.why.strip(), f"{put} is refused without a reason"
    assert encode(s) == before, "a refused act has changed the state"


def deeds_take_what_is_asked(game: Game[Any], s: Any) -> None:  # noqa: ANN401
    """What an open option asks for is what its deed takes, by name; its verb is one of the game's: else AssertionError.

    Its `line` and its `button` can be read, name nothing but what there is, and stand in the game's `wordings`, if it has any.
    """
    verbs = {verb.id for verb in game.verbs}
    for each in offers(game, s):
        asked = [p.name for p in each.params]
        assert not each.option.verb or each.option.verb in verbs, (
            f"{game.id} has no verb {each.option.verb!r}: {each.key}"
        )
        if each.blocked:
            continue
        for words in filter(None, (each.option.line, each.option.button)):
            assert not game.wordings or words in game.wordings, f"{words!r} is none of the wordings of {game.id}"
            try:
                worded(each.option, words, first(each.params))
            except TemplateError as error:
                raise AssertionError(f"{each.key}: {error}") from error
        bound = each.do.keywords.keys() & asked if isinstance(each.do, partial) else ()
        assert not bound, f"{each.key} asks for {sorted(bound)}, which its deed has already"
        try:
            signature(each.do).bind(s, **dict.fromkeys(asked))
        except TypeError as error:
            raise AssertionError(f"{each.key} asks for {asked}, and its deed takes others: {error}") from error
        except ValueError:
            continue  # a function within another, compiled, does not say what it takes


def rules_are_known(game: Game[Any], s: Any) -> None:  # noqa: ANN401
    """The rule that an option names, and so its refusal, can be asked "why?": it stands in the game's `rules.toml`."""
    for each in offers(game, s):
        known(game, each.option.rule, each.option)
        for p in each.option.params:
            known(game, p.rule if isinstance(p, Number) else "", each.option)


def known(game: Game[Any], name: str, by: object) -> None:
    """A rule that is named is one that the catalogue knows."""
    assert not name or rule(game, name), f"there is no {name} in the rules.toml of {game.id}; it is named by {by}"


def own_windows_are_known(game: Game[Any], s: Any, known: list[str]) -> None:  # noqa: ANN401
    """What a seat may do can be read off what it knows: its windows from its view are its windows."""
    now = game.waiting(s)
    for seat in known:
        view = game.view(s, seat)
        assert own(game, view, seat) == own(game, s, seat), f"{seat} is offered other things than it knows of"
        seen = game.waiting(view)
        assert type(seen) is type(now), f"{seat} sees {type(seen).__name__}, it is {type(now).__name__}"
        if isinstance(now, Roll | Over):
            assert seen == now, f"{seat} sees {seen}, it is {now}"
        if isinstance(now, Draw) and isinstance(seen, Draw):
            assert (seen.id, seen.seat, seen.count) == (now.id, now.seat, now.count)


def views_are_states(game: Game[Any], s: Any, known: list[str]) -> None:  # noqa: ANN401
    """A view is of the state's own type, hides nothing further when looked at again, and leaves the state alone."""
    before = encode(s)
    for seat in known:
        view = game.view(s, seat)
        assert written(view, game.State) == view, f"the view of {seat} is no state"
        assert encode(game.view(view, seat)) == encode(view), f"{seat}'s view of its own view is another"
    assert encode(s) == before, "looking has changed the state"


def twins_look_alike(game: Game[Any], s: Any, known: list[str], rng: Random) -> None:  # noqa: ANN401
    """A state that differs only in what a seat may not know gives that seat the same bytes, panels and options."""
    if game.guess is None:
        for seat in known:
            whole = encode(game.view(s, seat)) == encode(s)
            assert whole, f"{game.id} hides things from {seat}, and has no guess at them: nobody can say if any leak"
        return
    for seat in known:
        twin = game.guess(game.view(s, seat), seat, rng)
        assert invariant_error(game, twin) == "", f"{seat} guesses what cannot be: {invariant_error(game, twin)}"
        assert game.advance(twin) is twin, (
            f"what goes on by itself, and what does not, tells {seat} what it may not know"
        )
        look_alike(game, s, twin, seat)


def look_alike(game: Game[Any], s: Any, twin: Any, seat: str) -> None:  # noqa: ANN401
    """One seat cannot tell two states apart."""
    one, other = game.view(s, seat), game.view(twin, seat)
    assert encode(one) == encode(other), f"{seat} sees what it may not know:\n{encode(one)!r}\n{encode(other)!r}"
    assert game.panels(one, seat) == game.panels(other, seat), f"a panel shows {seat} what it may not know"
    assert own(game, s, seat) == own(game, twin, seat), f"the options of {seat} tell what it may not know"
    assert asked(game.waiting(s)) == asked(game.waiting(twin)), (
        f"who is asked tells {seat} what it may not know: {asked(game.waiting(s))} {asked(game.waiting(twin))}"
    )


def asked(now: Waiting) -> list[str]:
    """Who is asked now and in which words, unless in private, or for what the table waits; this everybody sees."""
    if isinstance(now, tuple):
        told: dict[str, str] = {}
        for option in (each.option for each in now):
            told[option.seat] = told.get(option.seat) or (
                "" if option.private else f"{option.ask} {option.awaits}".strip()
            )
        return sorted(f"{seat}: {ask}" for seat, ask in told.items())
    rolled = (now.title, *map(str, now.dice)) if isinstance(now, Roll) else ()
    return [type(now).__name__, *(() if isinstance(now, Over) else (now.seat, now.purpose)), *rolled]


def seats_commute(game: Game[Any], s: Any, rng: Random) -> None:  # noqa: ANN401
    """Two seats that act at once reach the same position in either order, or one closes the other, or rank decides.

    Two that want different things of one question are left out: of a vote that is even, the first proposal may stand.
    """
    now = game.waiting(s)
    if not isinstance(now, tuple):
        return
    mine: dict[str, list[Option]] = {}
    for each in now:
        if not each.blocked:
            mine.setdefault(each.seat, []).append(each.option)
    for a, b in combinations(sorted(mine), 2):
        one, other = rng.choice(mine[a]), rng.choice(mine[b])
        first, second = taken(game, one, rng), taken(game, other, rng)
        if (one.window, one.key) == (other.window, other.key) and first.choice != second.choice:
            continue
        ends = [_after(game, s, puts) for puts in ((first, second), (second, first))]
        if None not in ends and one.rank == other.rank:
            assert position(ends[0]) == position(ends[1]), (
                f"{first} and {second} do not commute, and have the same rank"
            )


def _after(game: Game[Any], s: Any, puts: tuple[Act, ...]) -> Any:  # noqa: ANN401
    for put in puts:
        after = step(game, s, put)
        if isinstance(after, Refusal):
            return None
        s = after.state
    return s


def states_survive_writing(game: Game[Any], s: Any) -> None:  # noqa: ANN401
    """A state written as JSON and read again is the same; reading is what checks its types."""
    assert written(s, game.State) == s, "a state is another after it was written and read"


def states_are_frozen(s: object) -> None:
    """Nothing within a state can be changed in place: states share what they have in common, and undo rests on it."""
    assert not isinstance(s, list | set), "a state holds a list or a set: tuples and frozensets cannot change"
    if isinstance(s, Struct):
        assert s.__struct_config__.frozen, f"{type(s).__name__} can be changed in place: make it frozen"
        for name in s.__struct_fields__:
            states_are_frozen(getattr(s, name))
    elif isinstance(s, tuple | frozenset):
        for each in s:
            states_are_frozen(each)


def inputs_survive_writing(put: Any) -> None:  # noqa: ANN401
    """An input written as JSON and read again is the same."""
    assert written(put, Input) == put, f"{put} is another after it was written and read"


def keys_agree_with_faces(game: Game[Any], s: Any, rng: Random, seen: set[object], most: int = 8_000) -> None:  # noqa: ANN401
    """A roll's law weighs each key as counting all its faces does; faces of one key lead to the same question.

    `seen` is where positions of one game note their dice and law: of a pair that is there already only a dozen keys are
    put to the question. Rolls of more than `most` faces are left out.
    """
    now = game.waiting(s)
    if not isinstance(now, Roll) or prod(now.dice) > most:
        return
    zero, add = game.fold(s, now)
    total, laws = law((zero, add), now)
    rolls: dict[Any, list[tuple[int, ...]]] = {}
    for faces in product(*(range(1, die + 1) for die in now.dice)):
        key = zero
        for die, face in zip(now.dice, faces, strict=True):
            key = add(key, die, face)
        rolls.setdefault(key, []).append(faces)
    assert total == prod(now.dice)
    assert {key: weight for key, (weight, _) in laws.items()} == {key: len(each) for key, each in rolls.items()}
    alike = (now.dice, frozenset(rolls))
    asked = rng.sample(sorted(laws, key=repr), min(12, len(laws))) if alike in seen else laws
    seen.add(alike)
    for key in asked:
        witness = laws[key][1]
        assert witness in rolls[key], f"{witness} is no roll of {key}"
        known = question(game, _settled(game, s, now, witness))
        for faces in rng.sample(rolls[key], min(2, len(rolls[key]))):
            found = question(game, _settled(game, s, now, faces))
            assert found == known, f"{faces} and {witness} have the key {key}, and differ:\n{found}\n{known}"


def few_keys(fold: Fold, roll: Roll, most: int) -> bool:
    """Whether a roll has so few keys that its whole law can be written down; large pools of distinct faces have not."""
    keys, add = {fold[0]}, fold[1]
    for die in roll.dice:
        keys = {add(key, die, face) for key in keys for face in range(1, die + 1)}
        if len(keys) > most:
            return False
    return True


def sampling_agrees_with_law(game: Game[Any], s: Any, rng: Random, rolls: int = 2_000) -> None:  # noqa: ANN401
    """Dice that fall at random hit each key as often as the law says, by chi-square; a law of more keys than rolls is left out."""
    now = game.waiting(s)
    if not isinstance(now, Roll) or not few_keys(game.fold(s, now), now, rolls):
        return
    zero, add = game.fold(s, now)
    total, laws = law((zero, add), now)
    hits = dict.fromkeys(laws, 0)
    for _ in range(rolls):
        key = zero
        for die in now.dice:
            key = add(key, die, rng.randint(1, die))
        hits[key] += 1
    square, freedom, rest, hit = 0.0, -1, float(rolls), rolls
    for key, (weight, _) in laws.items():
        expected = rolls * weight / total
        if expected >= 5:
            square, freedom = square + (hits[key] - expected) ** 2 / expected, freedom + 1
            rest, hit = rest - expected, hit - hits[key]
    if rest >= 5:
        square, freedom = square + (hit - rest) ** 2 / rest, freedom + 1
    if freedom > 0:  # Wilson and Hilferty: the cube root of a chi-square is nearly normal
        z = ((square / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / (2 / (9 * freedom)) ** 0.5
        assert z < 5, f"{now} falls otherwise than its law says: z = {z:.1f}"


def _settled(game: Game[Any], s: Any, roll: Roll, faces: tuple[int, ...]) -> Any:  # noqa: ANN401
    after = step(game, s, Faces(roll.id, faces))
    assert isinstance(after, Step), f"{faces} answers {roll}, and is refused: {after}"
    return after.state


def question(game: Game[Any], s: Any) -> object:  # noqa: ANN401
    """What is asked, without the words: who may do what, with which choices."""
    now = game.waiting(s)
    if not isinstance(now, tuple):
        return now
    return [(o.seat, o.window, o.key, bool(o.blocked), o.rank, o.params) for o in (each.option for each in now)]


def sound_rulings_play_on(game: Game[Any], setup: Any, s: Any, rng: Random, most: int = 30) -> bool:  # noqa: ANN401
    """A ruling on any number is refused with a reason, or the game plays on from it; tells whether it was taken.

    Up to `most` inputs are played after it. An AssertionError names a ruling after which the game does not play on.
    """
    paths = numbers(game, s)
    path, value = rng.choice(paths) if paths else (("nothing",), 0)
    put = Ruling(WATCH, "a test", path, rng.choice((0, 1, -1, value + 1, value - 1, 99, rng.randint(0, 12))))
    if rng.random() < 0.15:
        put = Ruling(WATCH, "a test", op="end")
    before = encode(s)
    after = step(game, s, put)
    assert encode(s) == before, f"{put} has changed the state it came from"
    if isinstance(after, Refusal):
        assert after.why.strip(), f"{put} is refused without a reason"
        return False
    known = [seat.id for seat in setup.seats]
    try:
        for moment in moments(game, setup, rng, most, s=after.state):
            something_is_asked(game, moment.after.state, known)
        panels_are_sound(game, after.state, [*known, WATCH])
    except Exception as error:
        raise AssertionError(f"after {put} the game does not play on: {error!r}") from error
    return True


def rulings_have_a_way(game: Game[Any], states: Sequence[Any]) -> bool:
    """Where a state holds numbers, a ruling reaches one; False where there is nothing to rule on in any of these states.

    Raises an AssertionError that names the rows which no path leads to, because they have no id.
    """
    if any(numbers(game, s) for s in states):
        return True
    lost = {place: None for s in states for place in _out_of_reach(msgspec.to_builtins(s), game.fixed)}
    assert not lost, (
        f"no ruling can reach a number of {game.id}: the rows of {', '.join(lost)} have no id. The path of a ruling goes "
        "by names of fields and ids of rows, so give each row a field `id: str` that no other row of its heap has."
    )
    return False


def _out_of_reach(tree: dict[str, Any], fixed: frozenset[str]) -> list[str]:
    """The fields whose rows hold numbers and have no id, as paths."""
    known = KEPT | fixed
    return [place for name, node in tree.items() if name not in known for place in _rows_without_id(node, name)]


def _rows_without_id(node: Any, place: str) -> Iterator[str]:  # noqa: ANN401  (plain JSON values)
    if isinstance(node, dict):
        for name, inner in node.items():
            yield from _rows_without_id(inner, f"{place}.{name}")
    elif isinstance(node, list | tuple):
        if any(isinstance(row, dict) and "id" not in row and _holds_a_number(row) for row in node):
            yield place
        for row in node:
            if isinstance(row, dict) and "id" in row:
                yield from _rows_without_id(row, place)


def _holds_a_number(node: Any) -> bool:  # noqa: ANN401  (plain JSON values)
    if isinstance(node, dict):
        return any(map(_holds_a_number, node.values()))
    return any(map(_holds_a_number, node)) if isinstance(node, list | tuple) else type(node) is int


def advance_is_at_rest(game: Game[Any], s: Any) -> None:  # noqa: ANN401
    """In a state between inputs nothing more happens by itself, nothing is untold, and nothing is impossible."""
    assert game.advance(s) is s, "something would still happen by itself"
    assert s.news == (), "a state at rest has no news"
    assert invariant_error(game, s) == "", f"play leads to what cannot be: {invariant_error(game, s)}"


def panels_are_sound(game: Game[Any], s: Any, known: list[str]) -> None:  # noqa: ANN401
    """Panels for everybody: no id twice on a page, no die above its size, no track beyond its end; all of it data."""
    for seat in known:
        panels = game.panels(game.view(s, seat), seat)
        assert written(panels, tuple[Panel, ...]) == panels, f"{seat}'s panels are no data"
        ids = []
        for panel in every(panels):
            ids += [panel.id] if getattr(panel, "id", "") else []
            if isinstance(panel, Die):
                assert 0 <= panel.face <= panel.size, f"{panel} shows what it cannot"
            if isinstance(panel, Track):
                assert 0 <= panel.filled <= panel.size, f"{panel} is filled beyond its end"
            if isinstance(panel, Board):
                board_is_sound(panel)
        assert len(set(ids)) == len(ids), (
            f"{seat}'s page has twice: {[each for each in set(ids) if ids.count(each) > 1]}"
        )


def board_is_sound(board: Board) -> None:
    """A board: no id twice, everybody in a cell that is there, ties between what is there, looks in words of the kit."""
    cells, tokens = [cell.id for cell in board.cells], [token.id for token in board.tokens]
    there = {*cells, *tokens}
    for ids in (cells, tokens):
        assert len(set(ids)) == len(ids), f"{board.id} has an id twice among {ids}"
    for token in board.tokens:
        assert not token.cell or token.cell in cells, f"{token.name} is in no cell of {board.id}: {token.cell}"
    for tie in board.ties:
        assert there.issuperset(tie.ends), f"{tie} joins what is not on {board.id}"
        assert tie.track is None or 0 <= tie.track.filled <= tie.track.size, f"{tie.track} is filled beyond its end"
    for cell in board.cells:
        assert set(cell.look.split()) <= {*LOOKS}, f"{cell.name} looks like nothing in the kit: {cell.look}"


def every(panels: tuple[Any, ...]) -> Iterator[Any]:
    """All panels on a page, those in groups and the dice in rows included."""
    for panel in panels:
        yield panel
        if isinstance(panel, Group):
            yield from every(panel.panels)
        if isinstance(panel, List):
            yield from (die for row in panel.rows for die in row.dice)


def options_are_drawn_once(game: Game[Any], s: Any, known: list[str]) -> None:  # noqa: ANN401
    """The plain page shows each option of its seat exactly once, with its label, and none of the others'."""
    for seat in known:
        lines = page(game, s, seat).splitlines()
        for each in offers(game, s):
            o = each.option
            drawn = [line for line in lines if line.startswith(f"({o.window}/{o.key}) ")]
            if o.seat == seat:
                assert len(drawn) == 1, f"{seat} sees {o.key} {len(drawn)} times"
                assert o.label in drawn[0]
