"""Sheets: one to print on a page of paper, and the maker, where a file is written by fields or as text."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import structs

from cliffhanger.cards.deck import cards_in
from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.files.reader import parsed, schema
from cliffhanger.kernel.files.writer import written
from cliffhanger.kernel.game import Form, Game
from cliffhanger.kernel.house_rules import HouseValue
from cliffhanger.kernel.panels import Group, Panel
from cliffhanger.kernel.rules_catalogue import wordings
from cliffhanger.table.house_rules import differing
from cliffhanger.web.page import bench, cut_sheet, files, reference
from cliffhanger.web.page.fields import Posted, collected, drawn
from cliffhanger.web.page.html import NOTHING, Markup, esc, hidden, joined
from cliffhanger.web.page.language import _
from cliffhanger.web.page.panels import several

SHORT = 30
"""Signs of the second part of a row that stands at the edge of its line."""


ROOMY, ROW = 1_200, 25
"""A sheet of fewer signs than this is set larger; a row takes as much room as so many signs."""


class Reminders(NamedTuple):
    """What a sheet tells of playing beside somebody's own panels: headings, each with rules in words and rows of two."""

    title: str
    rules: Sequence[str] = ()
    rows: Sequence[tuple[str, str]] = ()


def reminders(game: Game[Any], house: Mapping[str, HouseValue]) -> list[Reminders]:
    """How to roll and how hard it is, in the words of the game's own rules; what one may do; and how this table plays."""
    says = wordings(game)
    found = [
        Reminders(each.title, [says[rule] for rule in each.rules if rule in says], each.rows) for each in game.summaries
    ]
    found += [Reminders(_("What you may do"), rows=[(verb.label, verb.says) for verb in game.verbs])]
    found += [Reminders(_("At this table"), [words for _switch, words in differing(game.switches, house)])]
    return [each for each in found if each.rules or each.rows]


def paper(
    title: str,
    panels: Sequence[Panel],
    *,
    above: str = "",
    tagline: str = "",
    table: str = "",
    who: str = "",
    back: str = "",
    beside: Sequence[Reminders] = (),
) -> Markup:
    """A sheet for one A4 or Letter page, from the panels that are meant for paper (or a seat's own, where none are).

    What is `beside` follows them in small type; lines for notes fill the rest of the page.
    """
    groups = [panel for panel in panels if isinstance(panel, Group)]
    chosen = [g for g in groups if g.place == "paper"] or [g for g in groups if g.place == "own"]
    own = [g for g in chosen if g.mark == title or len(chosen) == 1]
    tagline = tagline or next((each.note for each in own), "")
    # Whoever has the name of the sheet needs no heading of their own: it stands on top.
    chosen = [_unfolded(structs.replace(g, name="", note="", mark="") if g in own else g) for g in chosen]
    inner = joined(Markup("<div>{several}</div>").format(several=several((group,))) for group in chosen)
    played = esc(_("in {table}, played by {player}") if table else _("played by {player}"))
    player = Markup("<b>{who}</b>").format(who=who) if who else Markup('<span class="blank"></span>')
    leads = (
        Markup('<p class="no-print"><a id="to-table" href="{back}">{words}</a></p>').format(
            back=back, words=_("Back to the table")
        )
        if back
        else ""
    )
    return Markup(
        '<main class="paper-page{roomy}"><header class="paper-top"><p class="soft">{above}</p><h1>{title}</h1>'
        '<p class="tagline">{tagline}</p><p class="soft">{played}</p>{leads}</header>'
        '<div class="paper-grid"><h2 class="sr">{sheet}</h2>{inner}</div>'
        '{beside}<section class="paper-notes" aria-labelledby="h-notes">'
        '<h2 id="h-notes">{notes}</h2><div class="ruled"></div></section></main>'
    ).format(
        roomy=" roomy" if len(inner.striptags()) + ROW * inner.count("<li") < ROOMY else "",
        above=above,
        title=title,
        tagline=tagline,
        played=played.format(table=Markup("<b>{table}</b>").format(table=table), player=player),
        leads=leads,
        sheet=_("The sheet"),
        inner=inner,
        beside=_beside(beside),
        notes=_("Notes"),
    )


def _unfolded(group: Group) -> Group:
    """Nothing is folded on paper."""
    inner = tuple(_unfolded(each) if isinstance(each, Group) else each for each in group.panels)
    return structs.replace(group, panels=inner, folded=False)


def _beside(beside: Sequence[Reminders]) -> Markup:
    """How to roll, how hard: small, side by side."""
    if not beside:
        return NOTHING
    inner = joined(
        Markup('<section aria-labelledby="h-how-{at}"><h2 id="h-how-{at}">{title}</h2>{rules}{rows}</section>').format(
            at=at,
            title=each.title,
            rules=_list("ul", [Markup("<li>{rule}</li>").format(rule=rule) for rule in each.rules]),
            rows=_list(
                "pairs" if all(len(what) <= SHORT for _name, what in each.rows) else "dl",
                [
                    Markup("<div><dt>{name}</dt><dd>{what}</dd></div>").format(name=name, what=what)
                    for name, what in each.rows
                ],
            ),
        )
        for at, each in enumerate(beside)
    )
    return Markup('<div class="paper-how">{inner}</div>').format(inner=inner)


def _list(kind: str, rows: Sequence[Markup]) -> Markup:
    whole = {
        "ul": Markup("<ul>{rows}</ul>"),
        "dl": Markup("<dl>{rows}</dl>"),
        "pairs": Markup('<dl class="pairs">{rows}</dl>'),
    }[kind]
    return whole.format(rows=joined(rows)) if rows else NOTHING


class Own(NamedTuple):
    """Whose sheet is being made: the address of the seat, what its table calls bringing one, and what it says of that.

    What is `fresh` nobody has changed yet.
    """

    home: str
    label: str
    says: str = ""
    fresh: bool = False


def locked(home: str) -> Markup:
    """A seat's maker before the seat has shown its code."""
    return Markup(
        '<main class="door narrow"><form class="panel stack" method="post" action="{home}/enter"><h1>{own}'
        '</h1><label for="secret">{seat}</label><input id="secret" name="secret" autocomplete="off" required>'
        '{hidden}<button class="next" id="enter-go">{go}</button></form></main>'
    ).format(
        home=home,
        own=_("Your own sheet"),
        seat=_("Your seat’s link, or its code"),
        hidden=hidden("next", "maker"),
        go=_("Go on"),
    )


def text_of(game: Game[Any], form: Form, posted: Posted) -> str:
    """The file that posted fields mean: its own text, where it was sent as such."""
    if "text" in posted:
        return posted["text"][-1].replace("\r\n", "\n")
    return str(written({"game": game.id, "form": form.name} | collected(schema(form, game.id), posted)))


def maker(
    game: Game[Any],
    form: Form,
    text: str = "",
    faults: Sequence[Fault] = (),
    *,
    checked: bool = False,
    own: Own | None = None,
    read: object = None,
) -> Markup:
    """Draw the maker: what is wrong by line, the fields, and the same file as text; for a seat, with a way to its table.

    A file that was `read` is shown as the game draws it, where its form can.
    """
    text = text or form.example
    value = parsed(form.name, text)
    fields = drawn(schema(form, game.id), value) if isinstance(value, dict) else ""
    action = f"{own.home}/maker" if own else f"/sheet/{game.id}/{form.name}"
    by_fields = (
        Markup(
            '<form class="panel stack" id="f-fields" method="post" action="{action}"><h2>{head}</h2>'
            "{fields}{hand}</form>"
        ).format(action=action, head=_("By fields"), fields=fields, hand=_hand(own))
        if fields
        else ""
    )
    return Markup(
        '<main class="door narrow"><header>{back}<p class="soft">{title}</p><h1>{head}</h1>{says}</header>'
        '{verdict}{preview}{by_fields}<form class="panel stack" id="f-text" method="post" action="{action}">'
        '<h2>{as_text}</h2><p class="soft">{same} {reference}</p><label for="text">{name}.toml</label><textarea '
        'class="code" id="text" name="text" rows="22" spellcheck="false">\n{text}</textarea>'
        '<button class="act" id="text-go"><span>{check}</span></button></form></main>'
    ).format(
        back=_back(own),
        title=game.title,
        head=_("Your own sheet") if own else form.title,
        says=Markup("<p>{says}</p>").format(says=own.says) if own else "",
        verdict=_verdict(faults, checked=checked),
        preview=preview(game, form, text, read),
        by_fields=by_fields,
        action=action,
        as_text=_("As text"),
        same=_("The same, as a file to keep: copy it, or paste one you have."),
        reference=reference.link(game, form),
        name=form.name,
        text=text,
        check=_("Check the text"),
    )


def preview(game: Game[Any], form: Form, text: str, read: object) -> Markup:
    """What was read, as the game draws it: on the page, and alone on paper where the page is printed; cards on sheets."""
    if form.draw is None or read is None:
        return bench.offered(game, form, text)
    panels = form.draw(read)
    shown = Markup('<section class="paper-grid" id="preview" aria-label="{preview}">{several}</section>').format(
        preview=_("Preview"), several=several(panels)
    )
    return (
        joined((shown, bench.offered(game, form, text), cut_sheet.offered(game, form, text)))
        if cards_in(panels)
        else shown
    )


def _back(own: Own | None) -> Markup:
    return (
        Markup('<p class="no-print"><a href="{home}/back">{back}</a></p>').format(
            home=own.home, back=_("Back to the table")
        )
        if own
        else NOTHING
    )


def _hand(own: Own | None) -> Markup:
    """The one next step: to hand it to the table where there is one, else to check it."""
    if own is None:
        return Markup('<button class="next" id="fields-go">{check}</button>').format(check=_("Check and write"))
    return Markup(
        '<button class="next" id="fields-hand" name="hand" value="1">{label}</button>'
        '<button class="act" id="fields-go"><span>{check}<small>{says}</small></span></button>'
    ).format(label=own.label, check=_("Check and write"), says=_("Says what is wrong, and hands in nothing"))


def _verdict(faults: Sequence[Fault], *, checked: bool) -> Markup:
    if not faults:
        return (
            Markup('<p class="warn good" role="status">{reads}</p>').format(
                reads=_("It reads well. The text below is the file.")
            )
            if checked
            else NOTHING
        )
    return files.listed(faults)
