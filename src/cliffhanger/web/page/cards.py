"""Cards and piles: the same drawing on the page and on paper, 63 by 88.

The picture of a card is fetched when it comes into view, by what it shows: who holds the card is in no address.
"""

from collections.abc import Iterable
from zlib import crc32

from cliffhanger.cards import art
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.panels import Card, Group, Panel, Pile
from cliffhanger.kernel.params import Pick
from cliffhanger.web.page.html import Markup, ident, joined
from cliffhanger.web.page.language import _
from cliffhanger.web.page.own_name import person
from cliffhanger.web.page.regions import Region, box

BANDS = frozenset({"white", "silver", "red", "blue", "green", "golden"})


RESTING = Markup('<div class="resting" role="group" aria-label="{words}">')


def resting(hand: list[Region], panels: Iterable[Panel], options: Iterable[Option]) -> list[Region]:
    """What is in hand, laid back where no option that is open asks for any of those cards."""
    own = [panel for panel in panels if isinstance(panel, Group) and panel.place == "hand"]
    held = {each.id for panel in own for each in panel.panels if isinstance(each, Card)}
    if not held:
        return hand
    picks = (p for option in options if not option.blocked for p in option.params if isinstance(p, Pick))
    if any(item.id in held for pick in picks for item in pick.items):
        return hand
    return [box(RESTING.format(words=_("None of these can be played now.")), hand, "</div>")]


def band_class(band: str) -> str:
    """The class of a band: its own, or one of eight by its name."""
    return band if band in BANDS else f"h{crc32(band.encode()) % 8}" if band else "white"


def card(c: Card) -> Markup:
    """Draw a card: band with letter, kind, need, text, and the numbers in its corners."""
    name = ident("c", c.id)
    if c.back:
        return Markup('<div class="card back" id="{name}" role="img" aria-label="{words}"></div>').format(
            name=name, words=_("a card, face down")
        )
    letter = (
        Markup('<span class="letter" aria-hidden="true">{letter}</span>').format(letter=c.letter) if c.letter else ""
    )
    cost = Markup('<span class="cost">{cost}</span>').format(cost=c.cost) if c.cost else ""
    kind = Markup(" &middot; ").join(part for part in (c.what, c.persona) if part)
    need = Markup('<p class="need">{need}</p>').format(need=c.need) if c.need else ""
    words = joined(Markup("<p>{line}</p>").format(line=line) for line in c.text)
    flavour = Markup("<p><i>{flavour}</i></p>").format(flavour=c.flavour) if c.flavour else ""
    corners = joined(Markup("<span>{each}</span>").format(each=each) for each in c.corners)
    foot = Markup('<footer class="foot">{corners}</footer>').format(corners=corners) if corners else ""
    why = Markup('<p class="why">{blocked}</p>').format(blocked=c.blocked) if c.blocked else ""
    return Markup(
        '<article class="card{no}" id="{id}"><header class="band {band}">{letter}<b>{name}</b>{cost}'
        '</header><img class="art" src="{art}" alt="" loading="lazy" width="100%"><div class="body">'
        '<p class="kind">{kind}</p>{need}{words}{flavour}</div>{foot}{why}</article>'
    ).format(
        no=" no" if c.blocked else "",
        id=name,
        band=band_class(c.band),
        letter=letter,
        name=c.name,
        cost=cost,
        art=picture_address(c),
        kind=kind,
        need=need,
        words=words,
        flavour=flavour,
        foot=foot,
        why=why,
    )


def picture_address(c: Card) -> str:
    """Where the picture of a card is; all that show the same have the same address."""
    return f"/art/{art.scene(c).name}.svg?v={art.kit_version()}"


def _whose(name: str) -> Markup:
    """What a pile is called: `Tess: hand` is whose it is, and what."""
    who, colon, what = name.partition(": ")
    return Markup("{who}{colon}{what}").format(who=person(who) if colon else who, colon=colon, what=what)


def pile(p: Pile) -> Markup:
    """Draw cards that lie together: how many, seldom which."""
    note = Markup('<span class="soft">{note}</span>').format(note=p.note) if p.note else ""
    gone = "" if p.count else " gone"
    return Markup(
        '<p class="pile"><span class="stack{gone}"><span class="num">{count}</span></span><span>{name}</span>{note}</p>'
    ).format(gone=gone, count=p.count, name=_whose(p.name), note=note)
