"""Drawings as SVG that needs nothing else: text is drawn as the outlines of its face, and said in words beside them."""

from collections.abc import Iterable
from html import escape

from cliffhanger.cards.card import CORNER, HIGH, WIDE
from cliffhanger.cards.drawing import Group, Mark, Path, Shape, Words, rect, words_in
from cliffhanger.cards.faces import face


def document(marks: tuple[Mark, ...], width: float, height: float, *, title: str = "", prefix: str = "") -> str:
    """A drawing of this size in millimetres. `prefix` keeps its ids apart from those of others on the same page."""
    writer = _Writer(prefix)
    body = "".join(map(writer.mark, marks))
    glyphs = "".join(writer.glyphs(words_in(marks)))
    said = f"<title>{_text(title)}</title>" if title else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(width)}mm" height="{_n(height)}mm" '
        f'viewBox="0 0 {_n(width)} {_n(height)}">{said}<defs>{glyphs}{"".join(writer.clips.values())}</defs>{body}</svg>'
    )


def card(drawing: Group, *, title: str = "", prefix: str = "") -> str:
    """One side of a card by itself, with the corners that it has once it is cut."""
    edge = rect(0, 0, WIDE, HIGH, CORNER)
    return document((Group((drawing,), clip=edge),), WIDE, HIGH, title=title, prefix=prefix)


class _Writer:
    """Writes marks, and keeps what they refer to."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.clips: dict[str, str] = {}
        self.sides: dict[int, str] = {}

    def mark(self, mark: Mark) -> str:
        """One mark as an element."""
        if isinstance(mark, Shape):
            line = f' stroke="{mark.line}" stroke-width="{_n(mark.width)}" stroke-linejoin="round"' if mark.line else ""
            return f'<path d="{_d(mark.path)}" fill="{mark.fill or "none"}"{line}/>'
        if isinstance(mark, Words):
            return self._words(mark)
        return self._group(mark)

    def glyphs(self, words: Iterable[Words]) -> list[str]:
        """The outlines of all signs that are used."""
        used = sorted({(each.face, sign) for each in words for sign in each.text})
        outlines = ((name, sign, face(name).glyph(sign).outline) for name, sign in used)
        return [f'<path id="{self._id(name, sign)}" d="{d}"/>' for name, sign, d in outlines if d]

    def _id(self, name: str, sign: str) -> str:
        return f"{self.prefix}{name}-{ord(sign):x}"

    def _words(self, words: Words) -> str:
        chosen, at, uses = face(words.face), 0, []
        for sign in words.text:
            glyph = chosen.glyph(sign)
            if glyph.outline:
                uses.append(f'<use href="#{self._id(words.face, sign)}" x="{at}"/>')
            at += glyph.width
        scale = f"{words.size / chosen.units:.6f}"
        move = f"translate({_n(words.x)} {_n(words.y)}) scale({scale} -{scale})"
        return f'<g transform="{move}" fill="{words.fill}">{"".join(uses)}</g>'

    def _group(self, group: Group) -> str:
        if group.label:
            return self._side(group)
        inner = "".join(map(self.mark, group.marks))
        if group.clip:
            inner = f'<g clip-path="url(#{self._clip(_d(group.clip))})">{inner}</g>'
        scale = f" scale({group.scale:.6f})" if group.scale != 1 else ""
        x, y = group.move
        return f'<g transform="translate({_n(x)} {_n(y)}){scale}">{inner}</g>' if scale or x or y else inner

    def _side(self, side: Group) -> str:
        """A side of a card: drawn where it is first seen, and repeated from there."""
        said = f'role="img" aria-label="{_text(side.label)}"'
        if name := self.sides.get(id(side)):
            return f'<use href="#{name}" {said}/>'
        name = self.sides[id(side)] = f"{self.prefix}side-{len(self.sides)}"
        return f'<g {said}><g id="{name}">{"".join(map(self.mark, side.marks))}</g></g>'

    def _clip(self, d: str) -> str:
        name = f"{self.prefix}clip-{len(self.clips)}"
        return self.clips.setdefault(d, f'<clipPath id="{name}"><path d="{d}"/></clipPath>').split('"')[1]


def _d(path: Path) -> str:
    return "".join(kind + " ".join(_n(point, 2) for point in points) for kind, points in path)


def _n(number: float, places: int = 3) -> str:
    """A number as short as it can be written."""
    return f"{round(number, places) + 0:.{places}f}".rstrip("0").rstrip(".")


def _text(text: str) -> str:
    """A text for an attribute or between tags, without the signs that XML does not allow."""
    return escape("".join(sign for sign in text if sign.isprintable()))
