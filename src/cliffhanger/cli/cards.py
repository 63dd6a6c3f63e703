"""`cliffhanger cards`: print cards from files, to cut out and hold, or write them as other programs keep them."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from cliffhanger.cards.deck import MOST_CARDS, MOST_COPIES, Printed, Wish, cards_in, laid_out
from cliffhanger.cards.rows import Outgoing, outgoing
from cliffhanger.cards.sheet import BLEEDS, PAPERS, Page
from cliffhanger.cli._tables import Unusable, plain, told
from cliffhanger.cli.check import read_text, text_in
from cliffhanger.kernel.errors import Fault


@click.command("cards")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@click.option("--sheet", default="a4", type=click.Choice([*PAPERS]), show_default=True, help="The paper.")
@click.option(
    "--bleed",
    default="0",
    type=click.Choice([str(each) for each in BLEEDS]),
    show_default=True,
    help="How many mm the colour goes on beyond each cut.",
)
@click.option("--backs", is_flag=True, help="With the backs, each page of them behind its fronts.")
@click.option("--copies", default=1, type=click.IntRange(1, MOST_COPIES), help="How many of each card; 1 by default.")
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    help="A .pdf, .svg, .csv, .xml or .json, or a folder for an SVG of each card.",
)
@click.option("--url", default="", help="Where the pictures beside a .json will lie, if not where they are written.")
def command(files: tuple[Path, ...], sheet: str, bleed: str, copies: int, out: Path, url: str, *, backs: bool) -> None:
    """Print the cards of files, 63 by 88 mm each, on sheets with marks to cut along.

    A file is of any game and form that is drawn as cards; name it twice and its cards are printed twice. Nine go on a
    page; with bleed as many as fit. Print at 100 %, and backs on both sides of the sheet. What is there under the name
    of --out is written anew. Every fault of every file is listed as by `cliffhanger check`, with exit code 1.

    A .csv has a card a row, for Squib and spreadsheets; an .xml is a set for Cockatrice; `cliffhanger convert` reads both
    again. A .json is a deck for Tabletop Simulator, with pictures of its cards beside it.
    """
    ending = out.suffix.casefold()
    if ending not in ENDINGS:
        raise Unusable(f"{out}: --out is a {', '.join(ENDINGS[:-1])}, or a folder, which has no ending.")
    found = [read_cards(file) for file in files]
    if wrong := [fault for each in found for fault in each if isinstance(fault, Fault)]:
        for fault in wrong:
            click.echo(plain(fault), err=True)
        raise SystemExit(1)
    cards = [card for each in found for card in each if isinstance(card, Read)]
    printed = [each.printed for each in cards]
    if len(cards) * copies > MOST_CARDS:
        raise Unusable(f"These are {len(cards) * copies} cards: at most {MOST_CARDS} are printed at once.")
    for name in dict.fromkeys(each.card.name for each in printed if each.too_long):
        click.echo(f"{plain(name)}: its text is too long for a card, and ends in an ellipsis.", err=True)
    with told():
        if ending in (".pdf", ".svg"):
            written = _sheets(out, laid_out(printed, Wish(sheet, int(bleed), backs, copies)), printed[0].title)
        elif ending == ".json":
            written = _deck(out, [each for each in printed for _ in range(copies)], url)
        elif ending:
            written = _rows(out, [each.row._replace(copies=copies) for each in cards])
        else:
            written = _singles(out, printed, backs=backs)
    click.echo(written, err=True)


ENDINGS = (".pdf", ".svg", ".csv", ".xml", ".json", "")


class Read(NamedTuple):
    """A card of a file: as it is printed, and as it stands in a row."""

    printed: Printed
    row: Outgoing


def read_cards(file: Path) -> list[Read] | list[Fault]:
    """The cards of a file, or all that is wrong with it; a file of another kind has none, which is a fault as well."""
    from cliffhanger.kernel.files.reader import faults
    from cliffhanger.web.page.skins import skin

    text = text_in(file)
    found = read_text(str(file), text) if isinstance(text, str) else text
    if isinstance(found, list) or isinstance(text, list):
        return found if isinstance(found, list) else []
    game, form, value = found
    cards = cards_in(form.draw(value)) if form.draw else ()
    if not cards:
        return faults(str(file), text, [("form", f"a form that is drawn as cards; {form.name} of {game.title} is not")])
    rows = outgoing(form, value, cards)
    return [Read(Printed(row.card, game.title, skin(game).face), row) for row in rows]


def _sheets(out: Path, pages: list[Page], title: str) -> str:
    """Write pages into one PDF, or each into an SVG of its own."""
    cards = sum(page.cards for page in pages if not page.backs)
    if out.suffix.casefold() == ".pdf":
        from cliffhanger.cards.pdf import document

        out.write_bytes(document(pages, title))
    else:
        from cliffhanger.cards.svg import document as svg

        many = len(pages) > 1
        names = [out.with_name(f"{out.stem}-{nth}{out.suffix}") if many else out for nth in range(1, len(pages) + 1)]
        for name, page in zip(names, pages, strict=True):
            name.write_text(svg(page.marks, page.width, page.height, title=title), "utf-8")
        out = names[0] if not many else out.with_name(f"{out.stem}-1{out.suffix} and on")
    return f"{out}: {_number(cards, 'card')} on {_number(len(pages), 'page')}. Print at 100 %, not fitted to the page."


def _rows(out: Path, rows: Sequence[Outgoing]) -> str:
    """Write the cards into one file, a row each."""
    from cliffhanger.cards import cockatrice, spreadsheet

    as_csv = out.suffix.casefold() == ".csv"
    text = spreadsheet.written(rows) if as_csv else cockatrice.written(rows, out.stem)
    out.write_text(text, "utf-8", newline="")
    return f"{out}: {_number(len(rows), 'card')}. Decks and all else that is no card stay in the files."


def _deck(out: Path, cards: Sequence[Printed], url: str) -> str:
    """Write a deck for Tabletop Simulator, and its pictures beside it: as PNG, or as SVG where nothing makes PNG of it."""
    from cliffhanger.cards.png import picture
    from cliffhanger.cards.tabletop_simulator import back_of, saved_object, sheets

    drawn = sheets(cards)
    places: list[list[str]] = [[], []]
    left = []
    for nth, sheet in enumerate(drawn, 1):
        for each, kind, there in zip((sheet, back_of(sheet)), ("cards", "back"), places, strict=True):
            file = out.with_name(f"{out.stem}-{kind}-{nth}.png")
            there.append(f"{url.rstrip('/')}/{file.name}" if url else file.resolve().as_uri())
            if (made := picture(each.svg, each.pixels)) is not None:
                file.write_bytes(made)
            else:
                file.with_suffix(".svg").write_text(each.svg, "utf-8")
                left.append(f"{file.name}, {each.pixels} pixels wide")
    out.write_text(saved_object(cards, drawn, *places), "utf-8")
    told = f"{out}: {_number(len(cards), 'card')} with {_number(2 * len(drawn), 'picture')} beside it."
    if left:
        told += (
            f" Tabletop Simulator takes no SVG: install cliffhanger[pictures], or make PNG of them: {'; '.join(left)}."
        )
    return told


def _singles(out: Path, cards: Iterable[Printed], *, backs: bool) -> str:
    """Write each card into an SVG of its own, and each back; cards of one id are numbered."""
    from cliffhanger.cards import svg
    from cliffhanger.cards.card import back, front
    from cliffhanger.kernel.files.names import slug

    out.mkdir(parents=True, exist_ok=True)
    drawn: dict[str, str] = {}
    for each in cards:
        name = slug(each.card.name) or "card"
        number = next(n for n in range(1, MOST_CARDS + 1) if _numbered(name, n) not in drawn)
        drawn[_numbered(name, number)] = svg.card(front(each.card, each.face).drawing, title=each.card.name)
        if backs:
            drawn.setdefault(f"back-{slug(each.title)}", svg.card(back(each.title, each.face), title=each.title))
    for name, text in drawn.items():
        (out / f"{name}.svg").write_text(text, "utf-8")
    return f"{out}: {_number(len(drawn), 'file')}, an SVG of 63 by 88 mm each."


def _numbered(name: str, number: int) -> str:
    return name if number == 1 else f"{name}-{number}"


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
