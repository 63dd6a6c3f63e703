"""What happened in an evening, scene by scene, and what is told once more at its end: who grew, the credits, what is open."""

from collections.abc import Iterable, Sequence

from cliffhanger.kernel.panels import Die
from cliffhanger.table.chapters import Chip, Told
from cliffhanger.table.recap import Credit, Recap, Row
from cliffhanger.table.scenes import Scene, alone, closed, spoken
from cliffhanger.web.page import dice, stills
from cliffhanger.web.page.emblems import mark
from cliffhanger.web.page.html import NOTHING, Markup, esc, joined
from cliffhanger.web.page.language import _, ngettext
from cliffhanger.web.page.stills import Still
from cliffhanger.web.page.whole_log import nothing_yet

STILLS = frozenset({"guide", "cover"})
"""Kinds of recaps that show a picture beside each scene."""
ROWS = 6
"""Of what stands under one heading so many rows are seen at once."""


def happened(scenes: Sequence[Scene], kind: str) -> Markup:
    """A paragraph for each scene; with a still of its place where that `kind` of a recap has one."""
    rows = joined(_scene(at, scene, stills=kind in STILLS) for at, scene in enumerate(scenes, 1)) or Markup(
        '<li class="soft">{happened}</li>'
    ).format(happened=nothing_yet())
    return Markup(
        '<section aria-labelledby="h-happened"><h2 id="h-happened">{head}</h2><ol class="rc-scenes">{rows}</ol></section>'
    ).format(head=_("What happened"), rows=rows)


def still_of(at: int, scene: Scene) -> Still:
    """What the place of a scene looks like, which is the story's scene number `at`: by its own words where no file names it."""
    said = " ".join(alone(each.event) for each in scene.told)
    return stills.still(scene.place, scene.name, said, at - 1)


def _scene(at: int, scene: Scene, *, stills: bool) -> Markup:
    pictured = stills and bool(scene.name)
    number = NOTHING
    if pictured:
        number = Markup(
            '<img class="rc-still" src="/still/{picture}.svg" width="232" height="136" alt="" loading="lazy">'
        ).format(picture=still_of(at, scene).name)
    elif scene.number:
        number = Markup('<span class="rc-no num" aria-hidden="true">{n}</span>').format(n=scene.number)
    label = _("Scene {number}: {name}").format(number=scene.number, name=scene.name) if scene.number else scene.name
    head = Markup('<h3 id="part-{at}" aria-label="{label}">{name}</h3>').format(at=at, label=label, name=scene.name)
    return Markup("<li>{number}<div>{above}{head}<p>{told}</p>{outcome}{below}</div></li>").format(
        number=number,
        above=_above(scene, numbered=pictured),
        head=head if scene.name else NOTHING,
        told=Markup(" ").join(_sentence(each) for each in scene.told),
        outcome=Markup('<p class="turning">{told}</p>').format(told=scene.outcome) if scene.outcome else NOTHING,
        below=_changed(scene.chips, scene.rolls),
    )


def _above(scene: Scene, *, numbered: bool) -> Markup:
    """The part of the story that a scene opens and, beside its still, its number and its place."""
    place = scene.place.name if scene.place and scene.place.name != scene.name else ""
    said = [scene.above]
    if numbered and scene.number:
        said += [_("Scene {number}").format(number=scene.number), place]
    words = ". ".join(each for each in said if each)
    return Markup('<p class="soft rc-where">{words}</p>').format(words=words) if words else NOTHING


def _changed(chips: Iterable[Chip], rolls: str) -> Markup:
    """What a scene changed, each chip in the tone of its kind, and how often somebody rolled for it."""
    below = [
        Markup('<span class="tag{tone}">{chip}</span> ').format(
            tone=f" {chip.tone}" if chip.tone else "", chip=chip.words
        )
        for chip in chips
    ]
    if rolls:
        below.append(Markup('<span class="soft">{rolls}</span>').format(rolls=rolls))
    return Markup('<p class="changed">{below}</p>').format(below=joined(below)) if below else NOTHING


def _sentence(each: Told) -> Markup:
    """A sentence of a paragraph; a line of somebody's own stands in it as they said it."""
    who = each.event.who
    if each.event.what == "said":
        line = str(each.event.data.get("line", each.event.text))
        if not who:
            return _quoted(closed(line))
        return esc(_("{line} says {who}.")).format(line=_quoted(spoken(line)), who=who)
    if each.line:
        return esc(_("{line} says {who}, and {does}")).format(
            line=_quoted(spoken(each.line)), who=who, does=each.event.text
        )
    return esc(alone(each.event))


def _quoted(line: str) -> Markup:
    return Markup("<q>{line}</q>").format(line=line)


def section(name: str, head: str, rows: Sequence[Row]) -> Markup:
    """Sentences under a heading, those beyond the first few behind a tap; nothing where there are none."""
    if not rows:
        return NOTHING
    drawn = [_row(row) for row in rows]
    inner = Markup('<ul class="rc-rows">{first}</ul>').format(first=joined(drawn[:ROWS]))
    if len(drawn) > ROWS:
        more = ngettext("{n} more", "{n} more", len(drawn) - ROWS).format(n=len(drawn) - ROWS)
        inner += Markup(
            '<details class="law" id="more-{name}"><summary>{more}</summary><ul class="rc-rows">{rest}</ul></details>'
        ).format(name=name, more=more, rest=joined(drawn[ROWS:]))
    return Markup('<section aria-labelledby="h-{name}"><h2 id="h-{name}">{head}</h2>{inner}</section>').format(
        name=name, head=head, inner=inner
    )


def _row(row: Row) -> Markup:
    """A sentence with the face of whom it is about, and the dice that say the same at its end."""
    words = esc(row.words)
    face = NOTHING
    if row.who and row.words.startswith(row.who):
        words = Markup("<b>{who}</b>{words}").format(who=row.who, words=row.words.removeprefix(row.who))
        face = mark(row.who)
    grown = NOTHING
    if row.to:
        was = Markup('{die}<span class="rc-to">→</span>').format(die=dice.die(Die(row.was))) if row.was else NOTHING
        grown = Markup('<span class="rc-grown" aria-hidden="true">{was}{to}</span>').format(
            was=was, to=dice.die(Die(row.to))
        )
    return Markup("<li>{face}<span>{words}</span>{grown}</li>").format(face=face, words=words, grown=grown)


def credits_of(told: Recap) -> Markup:
    """How many rolls there were and what else the game counts, who had most of what, and the last word."""
    rolls = (
        ngettext("{n} roll in all", "{n} rolls in all", told.rolls).format(n=told.rolls)
        if told.rolls
        else _("Not a single roll")
    )
    counts = " · ".join((rolls, *(each.words for each in told.credits if not each.who)))
    inner = joined(_most(each) for each in told.credits if each.who)
    last = NOTHING
    if told.last:
        last = Markup(
            '<li class="rc-whole rc-last"><span class="soft">{label}</span><q>{line}</q><span class="soft">{who}</span></li>'
        ).format(label=_("The last word"), line=told.last[1], who=told.last[0])
    return Markup(
        '<section aria-labelledby="h-credits"><h2 id="h-credits">{head}</h2><ul class="rc-credits"><li class="rc-whole">'
        "<b>{counts}</b></li>{inner}{last}</ul></section>"
    ).format(head=_("Credits"), counts=counts, inner=inner, last=last)


def _most(each: Credit) -> Markup:
    """As credits have it: what there was, and below it who had most of it."""
    return Markup('<li><span class="soft">{words}</span><b>{who}, {n}</b></li>').format(
        words=each.words, who=each.who, n=each.n
    )


def onward(rows: Sequence[str]) -> Markup:
    """What is still open, the first of it as the hook; nothing where nothing is."""
    if not rows:
        return NOTHING
    inner = joined(Markup("<p>{row}</p>").format(row=row) for row in rows)
    return Markup(
        '<section class="rc-next" aria-labelledby="h-next"><h2 id="h-next">{head}</h2>{inner}</section>'
    ).format(head=_("Next time"), inner=inner)
