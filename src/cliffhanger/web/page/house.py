"""House rules: what is in force, where the ways to play differ and why, and every other switch folded away."""

from typing import Any

from msgspec import Struct

from cliffhanger.kernel.game import Game, Preset
from cliffhanger.kernel.house_rules import HouseValue, Switch, called, position
from cliffhanger.web.page.html import esc
from cliffhanger.web.page.view import TableMeta

LETTER = Preset("letter", "By the letter", "As the text has it.")
OWN = "This table's own"


class Stand(Struct, frozen=True):
    """A switch at a table: what it stands at, what it stood at by the preset the table plays, and what presets say.

    `ways` are the titles of the presets and the value each gives it; `whys` say, for those that differ, why.
    """

    switch: Switch
    value: HouseValue
    due: HouseValue
    ways: tuple[tuple[str, HouseValue], ...]
    whys: tuple[str, ...]

    @property
    def own(self) -> bool:
        """Whether the table has chosen it for itself."""
        return self.value != self.due


def house(game: Game[Any], meta: TableMeta) -> str:
    """Draw the house rules of a table: what is in force first, then what could be, with the reasons."""
    ways = game.presets if any(not each.values for each in game.presets) else (LETTER, *game.presets)
    played = _played(ways, meta)
    stands = [_stand(switch, value, ways, played) for switch, value in meta.house]
    differ = [each for each in stands if each.whys]
    own = [each for each in stands if each.own and not each.whys]
    rest = [each for each in stands if not each.own and not each.whys]
    return (
        f'<main class="door narrow"><header><p><a href="/t/{esc(meta.id)}">Back to the table</a></p>'
        f'<h1>House rules</h1><p class="soft">{esc(meta.title)}</p></header>{_force(played, stands)}'
        f"{_differences(game, ways, played, differ, meta)}{_section(OWN, own, meta)}{_rest(rest, meta)}</main>"
    )


def _played(ways: tuple[Preset, ...], meta: TableMeta) -> Preset:
    """The preset that a table plays: the one it agrees with in everything, else the one it was opened with."""
    stands = {switch.name: value for switch, value in meta.house}
    letter = {switch.name: switch.values[0] for switch, _ in meta.house}
    same = (each for each in ways if letter | each.house == stands)
    opened = (each for each in ways if each.id == meta.preset)
    return next(same, None) or next(opened, None) or LETTER


def _stand(switch: Switch, value: HouseValue, ways: tuple[Preset, ...], played: Preset) -> Stand:
    letter, name = switch.values[0], switch.name
    whys = tuple(why for each in ways for changed, _, why in each.values if changed == name)
    by_way = tuple((each.title, each.house.get(name, letter)) for each in ways)
    return Stand(switch, value, played.house.get(name, letter), by_way, whys)


def _force(played: Preset, stands: list[Stand]) -> str:
    if not stands:
        return '<section class="panel"><p class="soft">This game has no house rules.</p></section>'
    own = [each for each in stands if each.own]
    rows = "".join(
        f'<li><a href="#switch-{esc(each.switch.name)}">{esc(each.switch.title)}</a>: '
        f"{esc(position(each.switch, each.value))}</li>"
        for each in own
    )
    ours = f'<p><b>{OWN}:</b></p><ul class="plain">{rows}</ul>' if own else ""
    return (
        f'<section class="panel" id="in-force"><p class="soft">In force here</p><h2>{esc(played.title)}</h2>'
        f'<p>{esc(played.says)}</p>{ours}<p class="soft">Whoever runs the table may change a rule, with a reason: the '
        "change stands in the log, as a ruling.</p></section>"
    )


def _differences(
    game: Game[Any], ways: tuple[Preset, ...], played: Preset, differ: list[Stand], meta: TableMeta
) -> str:
    """Each switch that a preset sets, with its reason; the preset that is in force has been introduced already."""
    if not differ:
        return ""
    others = [each for each in ways if each.values and each is not played]
    says = "".join(f"<p><b>{esc(each.title)}.</b> {esc(each.says)}</p>" for each in others)
    exact = f"The figures are rounded from exact ones. Anybody can ask for those: <code>cliffhanger odds {esc(game.id)}</code>"
    ask = f'<p class="soft">{exact}</p>' if game.questions else ""
    return _section(", or ".join(each.title for each in ways), differ, meta, says, ask, ident="differences")


def _section(
    head: str, stands: list[Stand], meta: TableMeta, before: str = "", after: str = "", *, ident: str = "own"
) -> str:
    if not stands:
        return ""
    rows = "".join(_switch(each, meta) for each in stands)
    return f'<section class="panel" id="{ident}"><h2>{esc(head)}</h2>{before}{rows}{after}</section>'


def _rest(stands: list[Stand], meta: TableMeta) -> str:
    if not stands:
        return ""
    rows = "".join(_switch(each, meta) for each in stands)
    many = f"{len(stands)} more, by the letter" if len(stands) > 1 else "One more, by the letter"
    return f'<details class="panel fold" id="rest"><summary><b>{many}</b></summary>{rows}</details>'


def _switch(each: Stand, meta: TableMeta) -> str:
    switch, rule = each.switch, meta.rules.get(each.switch.ruling, "")
    choices = "".join(_position(each, value, at) for at, value in enumerate(switch.values))
    reasons = "".join(f"<p>{esc(why)}</p>" for why in each.whys)
    frozen = '<p class="soft">Fixed when the table was set up.</p>' if switch.when == "setup" else ""
    note = f'<details class="law" id="why-{esc(switch.name)}"><summary>{esc(switch.ruling)}</summary><p>{esc(rule)}</p></details>'
    differs = " differs" if each.value != switch.values[0] else ""
    return (
        f'<fieldset class="switch{differs}" id="switch-{esc(switch.name)}"><legend>{esc(switch.title)}'
        f'</legend><div class="chips positions">{choices}</div>{reasons}{frozen}{note if rule else ""}</fieldset>'
    )


def _position(each: Stand, value: HouseValue, at: int) -> str:
    """One value a switch can have: whose it is, what it means, and a tick where the table stands."""
    switch, here = each.switch, value == each.value
    whose = [title for title, due in each.ways if due == value] if each.whys or each.own else []
    whose += [OWN if not whose else OWN.lower()] if here and each.own else []
    name = f'<span class="why">{esc(", ".join(whose))}</span> ' if whose else ""
    return (
        f'<label class="chip"><input type="radio" id="h-{esc(switch.name)}-{at}" name="house.{esc(switch.name)}" '
        f'value="{esc(called(value))}"{" checked" if here else ""} disabled><span>{name}{esc(position(switch, value))}</span></label>'
    )
