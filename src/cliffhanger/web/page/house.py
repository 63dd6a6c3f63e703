"""House rules: every switch, what it stands at, and how that differs from the rules by the letter, and why."""

from typing import Any

from cliffhanger.kernel.game import Game, Switch
from cliffhanger.kernel.rulings import position
from cliffhanger.web.page.html import esc
from cliffhanger.web.page.meta import TableMeta


def house(game: Game[Any], meta: TableMeta) -> str:
    """Draw the switches of a table, and how each differs from the letter."""
    preset = next((each for each in game.presets if each.id == meta.preset), None)
    reasons = {name: why for name, _, why in preset.values} if preset else {}
    drawn = "".join(_switch(switch, value, reasons.get(switch.name, ""), meta) for switch, value in meta.house)
    differ = sum(1 for switch, value in meta.house if value != switch.values[0])
    count = "All by the letter." if not differ else f"{differ} of {len(meta.house)} differ from the letter."
    name = f"<p><b>{esc(preset.title)}.</b> {esc(preset.says)}</p>" if preset else ""
    inner = drawn or '<p class="soft">This game has no house rules.</p>'
    return (
        f'<main class="door narrow"><header><p><a href="/t/{esc(meta.id)}">Back to the table</a></p>'
        f'<h1>House rules</h1><p class="soft">{esc(meta.title)}. {count}</p>{name}</header>'
        f'<section class="panel">{inner}<p class="soft">Whoever runs the table may change them, with a reason: the '
        "change stands in the log, as a ruling.</p></section></main>"
    )


def _switch(switch: Switch, value: str, why: str, meta: TableMeta) -> str:
    rule = meta.rules.get(switch.ruling, "")
    choices = "".join(
        f'<label class="chip"><input type="radio" id="h-{esc(switch.name)}-{at}" name="house.{esc(switch.name)}" '
        f'value="{esc(each)}"{" checked" if each == value else ""} disabled><span>{esc(position(switch, each))}</span>'
        "</label>"
        for at, each in enumerate(switch.values)
    )
    differs = value != switch.values[0]
    letter = f"By the letter: {position(switch, switch.values[0])}"
    reason = f'<p class="soft">{esc(ended(letter))} {esc(why)}</p>' if differs else ""
    frozen = '<p class="soft">Fixed when the table was set up.</p>' if switch.when == "setup" else ""
    note = f'<details class="law" id="why-{esc(switch.name)}"><summary>{esc(switch.ruling)}</summary><p>{esc(rule)}</p></details>'
    return (
        f'<fieldset class="switch{" differs" if differs else ""}" id="switch-{esc(switch.name)}"><legend>{esc(switch.title)}'
        f'</legend><div class="chips positions">{choices}</div>{reason}{frozen}{note if rule else ""}</fieldset>'
    )


def ended(sentence: str) -> str:
    """A sentence with its full stop."""
    return sentence if sentence.endswith(".") else f"{sentence}."
