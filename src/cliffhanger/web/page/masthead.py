"""The top of every page: who is waited for and for what, where one is, and the tools that are everybody's."""

from collections.abc import Iterable, Mapping

from cliffhanger.web.page.html import NUMBER, esc
from cliffhanger.web.page.language import remembered, t

_ICONS = {
    "undo": '<path d="M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3"/>',
    "pause": '<path d="M9 5v14M15 5v14"/>',
    "go": '<path d="M7 4l13 8-13 8z"/>',
    "light": '<circle cx="12" cy="12" r="8"/><path d="M12 4v16a8 8 0 0 0 0-16z" fill="currentColor"/>',
    "help": '<path d="M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.1"/>',
}


def icon(name: str) -> str:
    """Draw a tool's sign."""
    return f'<svg viewBox="0 0 24 24" aria-hidden="true">{_ICONS[name]}</svg>'


def waited(asked: Mapping[str, str], names: Mapping[str, str], own: str, building: frozenset[str]) -> tuple[str, str]:
    """Who is waited for, in a headline, and for what, in a sentence."""
    if own in asked:
        return t("{name}, you are up", name=names.get(own, own)), asked[own] or t("Say what you do.")
    if not asked:
        return t("One moment"), t("The table is at work.")
    who = [names.get(seat, seat) for seat in asked]
    if len(who) == 1:
        seat = next(iter(asked))
        head = t("{name} is choosing", name=who[0]) if seat in building else t("Waiting for {names}", names=who)
        return head, asked[seat]
    return t("Waiting for {names}", names=who), next((ask for ask in asked.values() if ask), "")


def masthead(
    *,
    title: str,
    where: str,
    head: str,
    ask: str,
    base: str,
    paused: bool,
    undo: int | None,
    over: bool = False,
) -> str:
    """Draw the masthead; `undo` is the entry to go back to, None where there is nothing to take back.

    When the game is `over` there is nothing to stop any more.
    """
    return (
        '<header class="top" id="top"><div class="top-in"><div class="top-row">'
        f'<div class="where"><h1 title="{esc(title)}">{esc(title)}</h1><span>'
        f'<span class="dot" id="dot" role="img" aria-label="connected"></span>{esc(where)}</span></div>'
        f'<div class="tools">{_tools(base, paused, undo, over=over)}</div></div>'
        f'<p class="wait" id="wait"><span><b>{esc(head)}</b>{esc(ask)}</span></p></div></header>'
    )


def _tool(base: str, do: str, name: str, fields: str, label: str, sign: str, kind: str = "tool") -> str:
    label = esc(label)
    return (
        f'<form data-do="{do}" id="f-{name}" method="post" action="{esc(base)}/{do}">{fields}'
        f'<input type="hidden" name="id" value="{NUMBER}-{name}">'
        f'<button class="{kind}" id="do-{name}" aria-label="{label}" title="{label}">{sign}</button></form>'
    )


def _field(name: str, value: int) -> str:
    return f'<input type="hidden" name="{name}" value="{value}">'


def _tools(base: str, paused: bool, undo: int | None, *, over: bool) -> str:
    back = "" if undo is None else _tool(base, "undo", "undo", _field("to", undo), t("Undo the last act"), icon("undo"))
    return back + (_light() + _help() if over else _always(base, paused))


@remembered(lambda base, paused: (base, paused), 4096)
def _always(base: str, paused: bool) -> str:
    hold = _field("on", 0 if paused else 1) + _field("x", 0)
    label = t("Go on") if paused else t("Pause the table")
    stop = _tool(base, "pause", "pause", hold, label, icon("go" if paused else "pause"))
    left_out = t("X: stop, we leave this out of the story")
    out = _tool(base, "pause", "x", _field("on", 1) + _field("x", 1), left_out, "X", "tool x")
    return f"{stop}{_light()}{_help()}{out}"


def _light() -> str:
    label = esc(t("Light or dark"))
    return (
        f'<button class="tool js" type="button" id="do-light" data-light aria-label="{label}" title="{label}">'
        f"{icon('light')}</button>"
    )


def _help() -> str:
    label = esc(t("Help and keys"))
    return (
        f'<button class="tool" type="button" id="do-help" popovertarget="help" aria-label="{label}" '
        f'title="{label}">{icon("help")}</button>'
    )


def halted(base: str, *, x: bool) -> str:
    """The banner of a table that stands still; anyone may let it go on."""
    head = t("X: this is left out of the story.") if x else t("The table stands still.")
    words = (
        t(
            "Nobody has to say why. Undo what should not have happened, or tell it otherwise, and go on when all are ready."
        )
        if x
        else t("Anyone may go on when all are ready. Nothing is lost meanwhile.")
    )
    return (
        f'<section class="halt{" x" if x else ""}" id="halt" role="alert"><h2>{esc(head)}</h2><p>{esc(words)}</p>'
        f'<form data-do="pause" id="f-go-on" method="post" action="{esc(base)}/pause">{_field("on", 0)}{_field("x", 0)}'
        f'<input type="hidden" name="id" value="{NUMBER}-go-on"><button class="next" id="do-go-on">{esc(t("Go on"))}</button></form>'
        "</section>"
    )


def wished_back(base: str, wishes: Iterable[tuple[str, int]]) -> str:
    """Who would go back past what has been seen, with the button that agrees; the log says what stands at that entry."""
    rows = [
        f'<form data-do="undo" id="f-agree-{to}" method="post" action="{esc(base)}/undo">{_field("to", to)}'
        f'<input type="hidden" name="id" value="{NUMBER}-agree-{to}"><p>{esc(who)} would go back to entry {to}, past what '
        f'has been seen.</p><button class="act" id="do-agree-{to}"><span>Agree</span></button></form>'
        for who, to in wishes
    ]
    return f'<section class="halt" id="wished-back">{"".join(rows)}</section>' if rows else ""


def waiving(base: str) -> str:
    """The button of somebody who may step in and will not: the bots need not wait any longer."""
    return (
        f'<form data-do="waive" id="f-waive" method="post" action="{esc(base)}/waive">'
        f'<input type="hidden" name="id" value="{NUMBER}-waive"><button class="act" id="do-waive"><span>Nothing from me'
        "</span></button></form>"
    )


def ended(base: str, *, closes: bool = False) -> str:
    """What is left to do when a game is over: read it, keep it, play on elsewhere; `closes`: end the table for good."""
    table = esc(base.partition("/seat/")[0])
    return (
        '<section class="panel ended" id="ended" aria-labelledby="h-ended">'
        f'<h2 id="h-ended">{esc(t("That was it"))}</h2>'
        f'<a class="next" id="read-recap" href="{table}/recap">{esc(t("Read the recap"))}</a><div class="acts">'
        f'<a class="act" id="keep-record" href="{table}/record"><span>{esc(t("Keep the record"))}'
        f"<small>{esc(t('Every deed and every die, as a file'))}</small></span></a>"
        f'<a class="act" id="play-on" href="/"><span>{esc(t("A new table"))}'
        f"<small>{esc(t('Back to the first page'))}</small></span></a>"
        f"{_close(base) if closes else ''}</div></section>"
    )


def _close(base: str) -> str:
    return (
        f'<form data-do="close" id="f-close" method="post" action="{esc(base)}/close">'
        f'<input type="hidden" name="id" value="{NUMBER}-close"><button class="act" id="close-go"><span>'
        f"{esc(t('Close it and show the dice key'))}"
        f"<small>{esc(t('Then anybody can check every die, and nothing is undone any more'))}</small>"
        "</span></button></form>"
    )
