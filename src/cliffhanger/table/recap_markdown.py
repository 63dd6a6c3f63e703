"""A recap as a page of Markdown, as one would tell the evening to a friend."""

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from cliffhanger.kernel.chance import Over
from cliffhanger.kernel.errors import Unreadable
from cliffhanger.kernel.game import WATCH, Game
from cliffhanger.kernel.record.format import Entry, Header, replay
from cliffhanger.table.chapters import Told
from cliffhanger.table.highlight import Highlight, highlight
from cliffhanger.table.normalize import STRANGE
from cliffhanger.table.recap import Part, Recap, gather, played
from cliffhanger.table.scenes import Scene, alone, closed, spoken

SIGNS = re.compile(r"([\\`*_\[\]<>#|~!&])")


def recap(header: Header, entries: tuple[Entry, ...], game: Game[Any] | None = None, seat: str = WATCH) -> str:
    """Tell a record as one seat may read it, its roll of the night among it. Without its game all of it is told."""
    return markdown(retold(header, entries, game, seat))


def retold(header: Header, entries: tuple[Entry, ...], game: Game[Any] | None = None, seat: str = WATCH) -> Recap:
    """The recap of a whole record; a record that these rules do not take has no roll of the night."""
    try:
        state = replay(game, header, entries).now.state if game else None
    except Unreadable:
        state = None
    if game is None or state is None:
        return gather(header, entries, game, seat)
    return gather(
        header,
        entries,
        game,
        seat,
        night=highlight(game, header, entries),
        people=played(game, game.view(state, WATCH), header.setup.seats),
        premise=game.premise(game.view(state, WATCH)),
        over=isinstance(waiting := game.waiting(state), Over),
        ending=waiting.says if isinstance(waiting, Over) else "",
    )


def markdown(told: Recap) -> str:
    """Write a recap: each part under its heading; what there is nothing of is left out."""
    parts = (told.game if told.game != told.title else "", told.date, "" if told.over else "still being played")
    blocks = [f"# {plain(told.title)}", plain(" · ".join(filter(None, parts)))]
    blocks += [f"*{plain(told.line)}*"] if told.line else []
    blocks += [f"**{plain(told.ending)}**"] if told.ending else []
    blocks += _section("The cast", map(_part, told.cast))
    blocks += ["## What happened"] if told.scenes else []
    blocks += [block for scene in told.scenes for block in _scene(scene)]
    if told.night:
        blocks += ["## The roll of the night", *_night(told.night, told.head)]
    for heading, rows in told.gathered:
        blocks += _section(heading, (row.words for row in rows))
    for heading, more in (("Rulings", told.rulings), ("Setbacks", told.setbacks)):
        blocks += _section(heading, more)
    blocks += _section("Next time", told.onward)
    blocks += _section("House rules", told.house)
    blocks += _section("Credits", credits_of(told))
    return "\n\n".join(block for block in blocks if block) + "\n"


def plain(text: str) -> str:
    """Words that no Markdown sign in them can turn into something else, and that call nobody where they are posted."""
    return SIGNS.sub(r"\\\1", " ".join(STRANGE.sub(" ", text).split())).replace("@", "@\u200b")


def odds_in_words(night: Highlight) -> str:
    """`1 in 81`, or a rounded one where the chance is none such: `about 1 in 9`; `72 %` of what was likely."""
    if night.is_likely:
        return f"{round(100 * night.chance)} %"
    one_in = 1 / night.chance
    exact = one_in.denominator == 1
    return f"{'' if exact else 'about '}1 in {one_in.numerator if exact else round(one_in)}"


def credits_of(told: Recap) -> list[str]:
    """The credits in lines: how many rolls, what the game counts, and the last word."""
    rows = [f"{told.rolls} roll{'' if told.rolls == 1 else 's'} in all"] if told.rolls else []
    rows += [f"{each.words} ({each.who}: {each.n} of them)" if each.who else each.words for each in told.credits]
    return [*rows, f"The last word: “{told.last[1]}” ({told.last[0]})"] if told.last else rows


def _section(heading: str, rows: Iterable[str]) -> list[str]:
    lines = [f"- {plain(row)}" for row in rows]
    return [f"## {plain(heading)}", "\n".join(lines)] if lines else []


def _part(part: Part) -> str:
    about = f", {part.about}" if part.about else ""
    who = part.player or ("a bot" if part.bot else "nobody")
    return f"{part.name}{about}: {who}"


def _scene(scene: Scene) -> list[str]:
    number = f"{scene.number}. " if scene.number else ""
    below = " · ".join((*(chip.words for chip in scene.chips), *([scene.rolls] if scene.rolls else ())))
    return [
        f"*{plain(scene.above)}*" if scene.above else "",
        f"### {number}{plain(scene.name)}" if scene.name else "",
        " ".join(map(_told, scene.told)),
        f"**{plain(scene.outcome)}**" if scene.outcome else "",
        f"*{plain(below)}*" if below else "",
    ]


def _told(each: Told) -> str:
    if each.event.what == "said":
        line, who = str(each.event.data.get("line", each.event.text)), each.event.who
        return f"*“{plain(spoken(line))}”* says {plain(who)}." if who else f"*“{plain(closed(line))}”*"
    if each.line:
        return f"*“{plain(spoken(each.line))}”* says {plain(each.event.who)}, and {plain(each.event.text)}"
    return plain(alone(each.event))


def _night(night: Highlight, head: str) -> list[str]:
    faces = " ".join(str(face) for _, face in night.dice)
    came = "and it came" if night.came else "and it did not come"
    said = f"{odds_in_words(night)}: {night.who} rolled, with “{night.words}” at {_percent(night.promised)} %, {came}."
    return [f"**{plain(head)}**" if head else "", f"{faces}", plain(said)]


def _percent(value: Fraction) -> int:
    """Whole percent, and no certainty that is none."""
    return min(99, max(1, round(100 * value)))
