"""Wire of one connection: a view as what the other side does not have yet. `docs/decisions/0017-wire.md` says why so.

A page is a tree of regions. Both sides number what has been sent, texts from 0 up and boxes from -1 down; a view brings
the texts and boxes that are new, and names the box that is now the page. So nothing is sent twice, and a view that was
skipped is never missed: what counts is what was sent. A long text is cut at its rows and forms, so that one of them
that changes is all of it that is sent.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain

import msgspec

from cliffhanger.web.page.html import Markup
from cliffhanger.web.page.regions import SPLIT, Box, Filled, Region, filled

MOST = 250_000  # signs that the other side is meant to keep; beyond that both keep what is on the page, and no more
FILLED = -1  # at the beginning of what is told of a box: it is texts with places, and before them what goes there
NUMBER = 8  # what a number counts beside them
GAP = "\x1e"  # between texts; no text of a page can hold it
BEGINS, ENDS = Markup('<div id="page">'), Markup("</div>")
LONG = 500  # signs of a text that is cut; of what it is cut into, the least
PIECE = 120
_ROWS = re.compile(r"<(?:li|details|form|label|section|button|svg|h3|p|div|/form|/details)[ >]")
_encode = msgspec.json.Encoder().encode


class Wire:
    """What the other side of one connection has been sent."""

    __slots__ = (
        "_box_of",
        "_boxes",
        "_known",
        "_length",
        "_limit",
        "_new_boxes",
        "_new_texts",
        "_now",
        "_page",
        "_texts",
    )

    def __init__(self) -> None:
        self._known: dict[Markup | Filled, int] = {}
        self._texts: dict[str, int] = {}
        self._boxes: dict[tuple[int, ...], int] = {}
        self._box_of: dict[int, tuple[Box, int]] = {}  # the boxes of the view before, by their ids
        self._page = 0
        self._length, self._limit = 0, MOST

    def view(self, page: Iterable[Region], n: int, title: str, mark: str = "") -> str:
        """The newest view: a line of JSON as any frame is, and behind it the texts that are new, with gaps between them.

        `mark` is that of entry `n`, which a page keeps so that the record can be held against it.
        """
        line: dict[str, object] = {"n": n, "title": title} | ({"mark": mark} if mark else {})
        if not self._texts:
            line["whole"] = True
        elif self._length > self._limit:
            self._compact()
            line["compact"] = True
        self._new_texts: list[str] = []
        self._new_boxes: list[tuple[int, ...]] = []
        self._now: dict[int, tuple[Box, int]] = {}
        line["page"] = self._page = self._box(Box(BEGINS, tuple(page), ENDS))
        self._box_of = self._now
        if self._new_boxes:
            line["boxes"] = self._new_boxes
            self._length += NUMBER * sum(map(len, self._new_boxes))
        texts = GAP.join(self._new_texts)
        self._length += len(texts)
        return f"{_encode(line).decode()}\n{texts}"

    def _compact(self) -> None:
        """Forget what is not on the page that was sent last; the other side does the same, so no numbers are told."""
        rows, texts = list(self._boxes), list(self._texts)
        left, of_text, of_box = compacted(rows, self._page)
        self._boxes = {row: -1 - at for at, row in enumerate(left)}
        self._texts = {texts[n]: at for n, at in of_text.items()}
        new = of_text | of_box
        self._known = {region: new[n] for region, n in self._known.items() if n in new}
        self._box_of = {of: (box, new[n]) for of, (box, n) in self._box_of.items()}
        self._page = new[self._page]
        self._length = sum(map(len, self._texts)) + NUMBER * sum(map(len, left))
        self._limit = max(MOST, 2 * self._length)  # a page that is longer than that is not gone through with every view

    def _box(self, box: Box) -> int:
        """The number of a box. One that stood in the view before, the very same object, is not looked through."""
        kept = self._box_of.get(id(box))
        if kept is None:
            begins, inner, ends = box
            text, known = self._texts.get, self._known.get
            first, last = text(begins), text(ends)
            numbers = [self._text(begins) if first is None else first, self._text(ends) if last is None else last]
            for each in inner:
                number = self._box(each) if type(each) is Box else known(each)  # type: ignore[arg-type]
                numbers.append(self._leaf(each) if number is None else number)  # type: ignore[arg-type]
            row = tuple(numbers)
            found = self._boxes.get(row)
            kept = box, self._numbered(row) if found is None else found
        self._now[id(box)] = kept
        return kept[1]

    def _leaf(self, region: Markup | Filled) -> int:
        if type(region) is Markup and len(region) < LONG:
            found = self._text(region)
        else:
            texts, fill = (region.texts, region.fill) if type(region) is Filled else ((region,), SPLIT)
            pieces = (fill, *_all_pieces(texts))
            known = list(map(self._texts.get, pieces))  # all at once, for most are
            numbers = [self._text(each) if n is None else n for n, each in zip(known, pieces, strict=True)]
            found = self._numbered((FILLED, *numbers))
        self._known[region] = found
        return found

    def _text(self, text: str) -> int:
        found = self._texts.get(text)
        if found is None:
            found = self._texts[text] = len(self._texts)
            self._new_texts.append(text)
        return found

    def _numbered(self, numbers: tuple[int, ...]) -> int:
        found = self._boxes.get(numbers)
        if found is None:
            found = self._boxes[numbers] = -1 - len(self._boxes)
            self._new_boxes.append(numbers)
        return found


@lru_cache(4096)
def _all_pieces(texts: tuple[Markup, ...]) -> tuple[str, ...]:
    return tuple(chain.from_iterable(map(_pieces, texts)))


@lru_cache(8192)
def _pieces(text: Markup) -> tuple[str, ...]:
    """A text cut where something begins that may change apart from the rest of it."""
    if len(text) < LONG:
        return (text,)
    cuts = [0]
    while found := _ROWS.search(text, cuts[-1] + PIECE):
        cuts.append(found.start())
    return tuple([str.__getitem__(text, slice(at, end)) for at, end in zip(cuts, [*cuts[1:], len(text)], strict=True)])


def compacted(rows: Sequence[Sequence[int]], page: int) -> tuple[list[tuple[int, ...]], dict[int, int], dict[int, int]]:
    """The boxes that a page is made of, with new numbers; the new number of each text, and of each box, that is left.

    Numbers are given in the order in which the page uses them for the first time, a box after what is in it.
    """
    of_text: dict[int, int] = {}
    of_box: dict[int, int] = {}
    left: list[tuple[int, ...]] = []

    def number(n: int) -> int:
        if n >= 0:
            return of_text.setdefault(n, len(of_text))
        if n not in of_box:
            begins, *rest = rows[-1 - n]
            row = (begins if begins == FILLED else number(begins), *map(number, rest))
            of_box[n] = -1 - len(left)
            left.append(row)
        return of_box[n]

    number(page)
    return left, of_text, of_box


class Reader:
    """The other side, for programs and tests: the page as one text, put together again from its views."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._boxes: list[Sequence[int]] = []
        self._page = 0

    def page(self, line: dict[str, object], texts: str) -> str:
        """The page of a view that came, given its line and what stood behind that."""
        view = msgspec.convert(line, _View)
        if view.whole:
            self.texts, self._boxes = [], []
        if view.compact:
            left, of_text, _ = compacted(self._boxes, self._page)
            self.texts, self._boxes = [self.texts[n] for n in of_text], [*left]
        self.texts += texts.split(GAP) if texts else []
        self._boxes += view.boxes
        self._page = view.page
        return "".join(self._drawn(self._boxes[-1 - view.page][2:]))

    def _drawn(self, numbers: Sequence[int]) -> Iterable[str]:
        for each in numbers:
            if each < 0:
                begins, ends, *inner = self._boxes[-1 - each]
                if begins == FILLED:
                    yield filled("".join([self.texts[n] for n in inner]), self.texts[ends])
                    continue
                yield self.texts[begins]
                yield from self._drawn(inner)
                yield self.texts[ends]
            else:
                yield self.texts[each]


class _View(msgspec.Struct):
    page: int
    boxes: list[list[int]] = []
    whole: bool = False
    compact: bool = False
