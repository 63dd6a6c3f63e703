"""Drawings as one PDF: vectors as they are, text as text, each face embedded whole.

The library that writes the objects of a PDF, pydyf, is loaded only here; see docs/decisions/0014-cards.md.
"""

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

from cliffhanger.cards.card import BLEED, HIGH, WIDE
from cliffhanger.cards.drawing import Group, Mark, Path, Shape, Words, words_in
from cliffhanger.cards.faces import MISSING, Face, face, font_file
from cliffhanger.cards.sheet import Page

if TYPE_CHECKING:
    import pydyf

POINTS = 72 / 25.4
"""Points in a millimetre."""


def document(pages: Sequence[Page], title: str = "") -> bytes:
    """All pages as one PDF, the same bytes for the same pages. It asks to be printed as large as it is, and on both sides."""
    import pydyf

    pdf = pydyf.PDF()
    used = sorted({words.face for page in pages for words in words_in(page.marks)})
    sides = _Sides(pdf, pydyf.Dictionary({name: _font(pdf, name).reference for name in used}))
    for page in pages:
        stream = pydyf.Stream(compress=True)
        stream.set_matrix(POINTS, 0, 0, -POINTS, 0, page.height * POINTS)
        stream.set_line_join(1)
        for mark in page.marks:
            _mark(stream, mark, sides)
        pdf.add_object(stream)
        box = pydyf.Array([0, 0, round(page.width * POINTS, 4), round(page.height * POINTS, 4)])
        about = {"Type": "/Page", "Parent": pdf.pages.reference, "MediaBox": box, "Contents": stream.reference}
        pdf.add_page(pydyf.Dictionary({**about, "Resources": sides.resources.reference}))
    pdf.info["Title"] = pydyf.String(title)
    pdf.info["Producer"] = pydyf.String("Cliffhanger")
    pdf.catalog["ViewerPreferences"] = pydyf.Dictionary(_preferences(pages))
    file = BytesIO()
    pdf.write(file, identifier=True, compress=True)
    return file.getvalue()


def _preferences(pages: Sequence[Page]) -> dict[str, Any]:
    """How a viewer prints it: not scaled, and turned around the upright middle where there are backs."""
    found = {"PrintScaling": "/None", "DisplayDocTitle": "true"}
    if any(page.backs for page in pages):
        upright = pages[0].height > pages[0].width
        found["Duplex"] = "/DuplexFlipLongEdge" if upright else "/DuplexFlipShortEdge"
    return found


class _Sides:
    """The sides of cards: each is written once, however often it is on the pages."""

    def __init__(self, pdf: "pydyf.PDF", fonts: "pydyf.Dictionary") -> None:
        import pydyf

        self.pdf, self.forms, self.names = pdf, pydyf.Dictionary(), dict[int, str]()
        self.resources = pydyf.Dictionary({"Font": fonts, "XObject": self.forms})
        pdf.add_object(self.resources)

    def name(self, side: Group) -> str:
        """What a side is called in the PDF, where it is from now on."""
        import pydyf

        if id(side) not in self.names:
            box = pydyf.Array([-BLEED, -BLEED, WIDE + BLEED, HIGH + BLEED])
            about = {"Type": "/XObject", "Subtype": "/Form", "BBox": box, "Resources": self.resources.reference}
            stream = pydyf.Stream([], about, compress=True)
            for mark in side.marks:
                _mark(stream, mark, self)
            self.pdf.add_object(stream)
            name = self.names[id(side)] = f"side{len(self.names)}"
            self.forms[name] = stream.reference
        return self.names[id(side)]


def _mark(stream: "pydyf.Stream", mark: Mark, sides: _Sides) -> None:
    if isinstance(mark, Words):
        _words(stream, mark)
    elif isinstance(mark, Shape):
        _shape(stream, mark)
    elif mark.label:
        stream.draw_x_object(sides.name(mark))
    else:
        _group(stream, mark, sides)


def _group(stream: "pydyf.Stream", group: Group, sides: _Sides) -> None:
    stream.push_state()
    stream.set_matrix(group.scale, 0, 0, group.scale, *group.move)
    if group.clip:
        _path(stream, group.clip)
        stream.clip()
        stream.end()
    for mark in group.marks:
        _mark(stream, mark, sides)
    stream.pop_state()


def _shape(stream: "pydyf.Stream", shape: Shape) -> None:
    if not shape.fill and not shape.line:
        return
    if shape.fill:
        stream.set_color_rgb(*_colour(shape.fill))
    if shape.line:
        stream.set_color_rgb(*_colour(shape.line), stroke=True)
        stream.set_line_width(float(shape.width))
    _path(stream, shape.path)
    if shape.fill and shape.line:
        stream.fill_and_stroke()
    elif shape.fill:
        stream.fill()
    else:
        stream.stroke()


def _path(stream: "pydyf.Stream", path: Path) -> None:
    draw = {"M": stream.move_to, "L": stream.line_to, "C": stream.curve_to, "Z": stream.close}
    for kind, points in path:
        draw[kind](*(float(round(point, 4)) for point in points))


def _words(stream: "pydyf.Stream", words: Words) -> None:
    chosen = face(words.face)
    codes = "".join(f"{chosen.glyph(sign).number:04x}" for sign in words.text)
    stream.begin_text()
    stream.set_color_rgb(*_colour(words.fill))
    stream.set_font_size(words.face, 1)
    stream.set_text_matrix(float(words.size), 0, 0, -float(words.size), float(words.x), float(words.y))
    stream.show_text(f"<{codes}>")
    stream.end_text()


def _colour(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _font(pdf: "pydyf.PDF", name: str) -> "pydyf.Dictionary":
    """A face as a font of the PDF: its file, its widths, and which sign each glyph is, so that text can be searched."""
    import pydyf

    chosen, data = face(name), font_file(name)
    file = pydyf.Stream([data], {"Length1": len(data)}, compress=True)
    signs = pydyf.Stream([_signs(chosen)], compress=True)
    descriptor = pydyf.Dictionary(
        {
            "Type": "/FontDescriptor",
            "FontName": f"/{chosen.name}",
            "Flags": 4,
            "FontBBox": pydyf.Array([_thousandths(each, chosen) for each in chosen.box]),
            "ItalicAngle": float(chosen.slant),
            "Ascent": _thousandths(chosen.ascent, chosen),
            "Descent": _thousandths(chosen.descent, chosen),
            "CapHeight": _thousandths(chosen.capital, chosen),
            "StemV": 80,
        }
    )
    for each in (file, signs, descriptor):
        pdf.add_object(each)
        if each is file:
            descriptor["FontFile2"] = file.reference
    by_number = sorted({glyph.number: glyph.width for glyph in chosen.glyphs.values()}.items())
    widths = pydyf.Array()
    for number, wide in by_number:
        widths += [number, pydyf.Array([_thousandths(wide, chosen)])]
    descendant = pydyf.Dictionary(
        {
            "Type": "/Font",
            "Subtype": "/CIDFontType2",
            "BaseFont": f"/{chosen.name}",
            "CIDSystemInfo": pydyf.Dictionary(
                {"Registry": pydyf.String("Adobe"), "Ordering": pydyf.String("Identity"), "Supplement": 0}
            ),
            "FontDescriptor": descriptor.reference,
            "CIDToGIDMap": "/Identity",
            "W": widths,
        }
    )
    pdf.add_object(descendant)
    whole = pydyf.Dictionary(
        {
            "Type": "/Font",
            "Subtype": "/Type0",
            "BaseFont": f"/{chosen.name}",
            "Encoding": "/Identity-H",
            "DescendantFonts": pydyf.Array([descendant.reference]),
            "ToUnicode": signs.reference,
        }
    )
    pdf.add_object(whole)
    return whole


def _thousandths(units: float, chosen: Face) -> float:
    return round(units * 1000 / chosen.units, 3)


def _signs(chosen: Face) -> str:
    """Which sign each glyph is, in the form that a PDF has for it; at most a hundred lines stand in one block."""
    signs = {glyph.number: sign or MISSING for sign, glyph in reversed(chosen.glyphs.items())}
    lines = [f"<{number:04x}> <{sign.encode('utf-16-be').hex()}>" for number, sign in sorted(signs.items())]
    blocks = [lines[at : at + 100] for at in range(0, len(lines), 100)]
    mapped = "\n".join(f"{len(block)} beginbfchar\n{chr(10).join(block)}\nendbfchar" for block in blocks)
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo << /Registry (Adobe) "
        "/Ordering (UCS) /Supplement 0 >> def\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        f"1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n{mapped}\nendcmap\n"
        "CMapName currentdict /CMap defineresource pop\nend\nend"
    )
