"""The cards of a file on sheets to print and cut out, and what to print them on."""

from collections.abc import Mapping, Sequence
from typing import Any

from cliffhanger.cards import svg
from cliffhanger.cards.deck import MOST_CARDS, MOST_COPIES, Printed, Wish, laid_out
from cliffhanger.cards.sheet import BLEEDS, PAPERS, Page
from cliffhanger.kernel.game import Form, Game
from cliffhanger.kernel.panels import Card
from cliffhanger.web.page import bench, skins
from cliffhanger.web.page.html import NOTHING, Markup, hidden, joined
from cliffhanger.web.page.language import _, ngettext

STYLE = "cut-sheet.css"


def address(game: Game[Any], form: Form) -> str:
    """Where the cards of a form are printed."""
    return f"/sheet/{game.id}/{form.name}/cards"


def wish(posted: Mapping[str, str]) -> Wish:
    """How somebody wants cards printed, as fields of a form say it; what they do not say, or say wrongly, is as usual."""
    sheet, bleed, copies = (posted.get(name, "") for name in ("sheet", "bleed", "copies"))
    return Wish(
        sheet if sheet in PAPERS else Wish().sheet,
        int(bleed) if bleed in map(str, BLEEDS) else Wish().bleed,
        backs=posted.get("backs", "") not in ("", "0"),
        copies=int(copies) if copies in map(str, range(1, MOST_COPIES + 1)) else Wish().copies,
    )


def printed(game: Game[Any], cards: Sequence[Card], wanted: Wish) -> list[Page]:
    """The pages of cards of a game, as many as are printed at once."""
    face = skins.skin(game).face
    most = cards[: MOST_CARDS // wanted.copies]
    return laid_out([Printed(card, game.title, face) for card in most], wanted)


def cut_sheet(game: Game[Any], form: Form, cards: Sequence[Card], wanted: Wish, text: str = "") -> Markup:
    """The sheets as they come out of a printer; `text` is the file that they are of, where it is not the example."""
    pages = printed(game, cards, wanted)
    sheets = joined(_page(page, wanted.sheet, nth) for nth, page in enumerate(pages, 1))
    number = sum(page.cards for page in pages if not page.backs)
    count = ngettext("{n} card of 63 by 88 mm.", "{n} cards of 63 by 88 mm.", number).format(n=number)
    return Markup(
        '<main class="cut-sheet"><header class="no-print door narrow"><p class="soft">{title}</p><h1>{head}</h1>'
        "<p>{count} {how}</p>{bench}{choices}</header>{sheets}</main>"
    ).format(
        title=game.title,
        head=_("Print these cards"),
        count=count,
        how=_(
            "Print them at 100\N{NO-BREAK SPACE}%, not fitted to the page; backs on both sides of the sheet, as a book is turned."
        ),
        bench=bench.offered(game, form, text),
        choices=_choices(address(game, form), wanted, text),
        sheets=sheets,
    )


def offered(game: Game[Any], form: Form, text: str) -> Markup:
    """The button that leads from a file to its cards on paper."""
    return Markup(
        '<form class="no-print" id="f-cards" method="post" action="{action}">{text}<button class="act" id="cards-go">'
        "<span>{head}</span></button></form>"
    ).format(action=address(game, form), text=hidden("text", text), head=_("Print these cards"))


def _page(page: Page, sheet: str, nth: int) -> Markup:
    drawn = svg.document(page.marks, page.width, page.height, prefix=f"p{nth}-")
    way = "upright" if page.height > page.width else "across"
    return Markup('<div class="cut-page {sheet}-{way}">{drawn}</div>').format(
        sheet=sheet,
        way=way,
        drawn=Markup(drawn),  # noqa: S704  (it is drawn, and what it says of itself is escaped)
    )


def _choices(action: str, wanted: Wish, text: str) -> Markup:
    """What may be chosen, and the two ways to have it: shown here, or as PDF."""
    return Markup(
        '<form class="panel stack" id="f-sheet" method="{method}" action="{action}">{text}{sheet}{bleed}'
        '<label for="copies">{of_each}</label><input id="copies" name="copies" type="number" min="1" max="{most}" '
        'value="{copies}"><label class="chip"><input type="checkbox" name="backs" value="1"{backs}>{with_backs}</label>'
        '<button class="next" id="as-pdf" formaction="{action}.pdf">{as_pdf}</button>'
        '<button class="act" id="show"><span>{show}</span></button></form>'
    ).format(
        method="post" if text else "get",
        action=action,
        text=hidden("text", text) if text else NOTHING,
        sheet=_select("sheet", _("Paper"), {"a4": "A4", "letter": "US Letter"}, wanted.sheet),
        bleed=_select("bleed", _("Bleed"), {str(each): f"{each} mm" for each in BLEEDS}, str(wanted.bleed)),
        of_each=_("Of each card"),
        most=MOST_COPIES,
        copies=wanted.copies,
        backs=Markup(" checked") if wanted.backs else "",
        with_backs=_("With backs"),
        as_pdf=_("As PDF"),
        show=_("Show it here"),
    )


def _select(name: str, label: str, choices: Mapping[str, str], chosen: str) -> Markup:
    options = joined(
        Markup('<option value="{value}"{chosen}>{words}</option>').format(
            value=value, chosen=Markup(" selected") if value == chosen else "", words=words
        )
        for value, words in choices.items()
    )
    return Markup('<label for="{name}">{label}</label><select id="{name}" name="{name}">{options}</select>').format(
        name=name, label=label, options=options
    )
