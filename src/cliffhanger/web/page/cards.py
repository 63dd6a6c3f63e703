"""Cards and piles: the same drawing on the page and on paper, 63 by 88."""

from zlib import crc32

from cliffhanger.kernel.panels import Card, Pile
from cliffhanger.web.page.html import esc, ident

BANDS = frozenset({"white", "silver", "red", "blue", "green", "golden"})


def card(c: Card) -> str:
    """Draw a card: band with letter, kind, need, text, and the numbers in its corners."""
    name = ident("c", c.id)
    if c.back:
        return f'<div class="card back" id="{name}" role="img" aria-label="a card, face down"></div>'
    band = c.band if c.band in BANDS else f"h{crc32(c.band.encode()) % 8}" if c.band else "white"
    letter = f'<span class="letter" aria-hidden="true">{esc(c.letter)}</span>' if c.letter else ""
    cost = f'<span class="cost">{esc(c.cost)}</span>' if c.cost else ""
    kind = " &middot; ".join(esc(part) for part in (c.what, c.persona) if part)
    need = f'<p class="need">{esc(c.need)}</p>' if c.need else ""
    words = "".join(f"<p>{esc(line)}</p>" for line in c.text)
    corners = "".join(f"<span>{esc(each)}</span>" for each in c.corners)
    foot = f'<footer class="foot">{corners}</footer>' if corners else ""
    why = f'<p class="why">{esc(c.blocked)}</p>' if c.blocked else ""
    return (
        f'<article class="card{" no" if c.blocked else ""}" id="{name}"><header class="band {band}">'
        f'{letter}<b>{esc(c.name)}</b>{cost}</header><div class="body"><p class="kind">{kind}</p>'
        f"{need}{words}</div>{foot}{why}</article>"
    )


def pile(p: Pile) -> str:
    """Draw cards that lie together: how many, seldom which."""
    note = f'<span class="soft">{esc(p.note)}</span>' if p.note else ""
    gone = "" if p.count else " gone"
    return (
        f'<p class="pile"><span class="stack{gone}"><span class="num">{p.count}</span></span>'
        f"<span>{esc(p.name)}</span>{note}</p>"
    )
