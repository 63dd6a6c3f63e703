"""Tracks: a row of boxes filled from the left, or a bar where they are small, and always the same in words beside."""

from cliffhanger.kernel.panels import Track
from cliffhanger.kernel.stock import left
from cliffhanger.web.page.html import NOTHING, Markup, ident, joined
from cliffhanger.web.page.language import _
from cliffhanger.web.page.terms import term


def track(t: Track) -> Markup:
    """Boxes filled from the left, with the same in words."""
    note = Markup('<span class="note soft">{note}</span>').format(note=t.note) if t.note else ""
    return Markup(
        '<div class="track" id="{id}"><span class="name">{name}</span><span class="of">{of}</span>{boxes}{note}</div>'
    ).format(
        id=ident("k", t.id),
        name=term(t.name),
        of=in_words(t),
        boxes=boxes(t),
        note=note,
    )


def in_words(t: Track) -> str:
    """How far a track is filled; of what counts down that this is what is left."""
    if t.risk:
        return _("{filled} of {size}, {risk} at risk").format(filled=t.filled, size=t.size, risk=t.risk)
    if t.left:
        return _("{left} of {size} left").format(left=t.filled, size=t.size)
    return _("{filled} of {size}").format(filled=t.filled, size=t.size)


def boxes(t: Track) -> Markup:
    """The boxes alone, gaps between columns."""
    if t.size > 60:
        return bar(t)
    ends = {sum(t.gaps[: at + 1]) for at in range(len(t.gaps))}
    sure = t.filled - t.risk
    drawn = []
    for at in range(t.size):
        kind = Markup(' class="on"') if at < sure else Markup(' class="hot"') if at < t.filled else ""
        gap = Markup('<i class="gap"></i>') if at in ends and at else ""
        drawn.append(Markup("{gap}<i{kind}></i>").format(gap=gap, kind=kind))
    return Markup('<span class="boxes" aria-hidden="true">{parts}</span>').format(parts=joined(drawn))


def bar(t: Track) -> Markup:
    """How much of a track is filled, as one bar."""
    return Markup(
        '<svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="v" width="{share}" height="6"/></svg>'
    ).format(share=f"{100 * t.filled / t.size if t.size else 0:.1f}".removesuffix(".0"))


def small(tracks: tuple[Track, ...]) -> Markup:
    """The tracks of a row: of each a name, the number in words and a bar, which alone says of how many some are left."""
    if not tracks:
        return NOTHING
    parts = [
        Markup('<span class="track" id="{id}"><span>{name}</span> <span class="of">{of}</span>{bar}</span>').format(
            id=ident("k", t.id),
            name=term(t.name),
            bar=bar(t),
            of=_("{left} left").format(left=t.filled) if t.left else in_words(t),
        )
        for t in tracks
    ]
    return Markup('<span class="levels">{parts}</span>').format(parts=Markup(" ").join(parts))


def stock(stores: tuple[Track, ...], place: Markup) -> Markup:
    """What is paid from, at the thumb: what is left of it, and what the choice would take; `place` is the id of it.

    Without script what is chosen is not known here: there it says what is left.
    """
    if not stores:
        return NOTHING
    parts = [
        Markup(
            '<div class="track" id="{id}-{place}"><span class="name">{name}</span><span class="of">{left}{takes}</span>'
            "{boxes}</div>"
        ).format(
            id=ident("k", each.id),
            place=place,
            name=each.name,  # a term where the number is asked for
            left=_("{left} of {size} left").format(left=left(each), size=each.size),
            takes=Markup('<span class="js">, {words}</span>').format(words=_("this takes {n}").format(n=each.risk))
            if each.risk
            else "",
            boxes=boxes(each),
        )
        for each in stores
    ]
    return Markup('<div class="stock" id="{place}">{parts}</div>').format(place=place, parts=joined(parts))
