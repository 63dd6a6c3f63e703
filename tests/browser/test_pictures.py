"""Pictures of every screen, for people to look at: `PICTURES=1` writes them to docs/pictures, else they are only checked."""

import json
import os
import struct
import zlib
from itertools import chain
from pathlib import Path

import pytest
from browsing import Person
from looking import WIDTHS, Screens

from cliffhanger.games.plot_twist.odds.trials import BENCH

pytestmark = pytest.mark.browser
KEPT = Path(__file__).parents[2] / "docs" / "pictures"
TALL = {320: 640, 390: 844, 1280: 800}
SHOWN = ("door", "join", "turn", "after", "director", "sheet", "house", "recap", "pool", "short")
SHOWN += ("building", "answer", "watchtower", "maneuver", "coins")
MOST = 9_000_000  # bytes for all of them
WIDE, NARROW = ("bench",), ("hand",)
"""What is shown at one width alone: the widest, or a phone's."""
SIZES = {**dict.fromkeys(SHOWN, WIDTHS), **dict.fromkeys(WIDE, (1280,)), **dict.fromkeys(NARROW, (390,))}
NAMES = [f"{screen}-{width}-{scheme}" for screen, at in SIZES.items() for width in at for scheme in ("light", "dark")]
EVENTS = ("rent-day", "eviction-notice", "water-off", "getaway-car", "unpaid-overtime")
TWISTS = (
    "payday",
    "last-tram",
    "fog-off-the-canal",
    "double-espresso",
    "wrong-number",
    "stray-dog",
    "power-nap",
    "church-bells",
)
TWISTS += ("coin-in-the-fountain", "favour-owed")
HELD = ("streetlight-halo", "packed-lunch", "stitches", "long-fuse", "wake-up-call")


def theirs(names):
    """Cards of the starter collection, as a file names them."""
    return json.dumps([f"night-shift:{each}" for each in names])


DEALT = f"""format = 1
[[deck]]
name = "Fights"
kind = "combat"
cards = {{ "night-shift:hush" = 10 }}
[[deck]]
name = "Holds"
kind = "plot"
cards = {{ {", ".join(f'"night-shift:{each}" = 1' for each in HELD)} }}
[[setup]]
name = "Late"
villain = "night-shift:the-landlord"
objective = "night-shift:the-whole-street"
location = "night-shift:seven-steps"
heroes = {theirs(["marginalia"])}
events = {theirs(EVENTS)}
twists = {theirs(TWISTS)}
decks = ["The Landlord Fights", "Fights", "The Landlord Remembers", "Holds"]
"""
"""A table at which one Hero holds what is known, each card with a picture of its own."""


def more(server, comes):
    """Screens that are looked at elsewhere: the card bench with two faults, and the cards of a hand."""
    bench = comes().goes("/g/plot_twist/bench/cards")
    bench.page.locator("#code textarea").first.focus()
    bench.page.keyboard.press("ControlOrMeta+a")
    bench.page.keyboard.insert_text(BENCH.example.replace('"ranged"', '"range"').replace('"inventor"', '"inventer"'))
    bench.sees("2 lines to mend", "#verdict").page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); }")
    yield "bench", bench
    gm = server.opens("plot_twist", seats=2, files={"late.toml": DEALT}, title="Late")
    kim = server.sits(gm["table"], "player-1", "Kim")
    server.does(gm, "start", which=["Late"])
    hand = comes().takes(kim)
    hand.page.set_viewport_size({"width": 390, "height": TALL[390]})
    hand.page.locator("#g-plots").evaluate("(hand) => { hand.open = true; hand.scrollIntoView(); }")
    hand.page.wait_for_function(
        "() => [...document.querySelectorAll('#g-plots img')].every((each) => each.naturalWidth)"
    )
    yield "hand", hand


@pytest.fixture(scope="module")
def drawn(request, browser, server, tmp_path_factory):
    """The pictures of all screens that are asked for, where they are to lie: file by name."""
    rows = [getattr(item, "callspec", None) for item in request.session.items]
    asked = {row.params["name"].partition("-")[0] for row in rows if row and row.params.get("name") in NAMES} or set(
        SIZES
    )
    keep = os.environ.get("PICTURES") == "1"
    folder = KEPT if keep else tmp_path_factory.mktemp("pictures")
    folder.mkdir(parents=True, exist_ok=True)

    def comes():
        return Person(browser, server, reduced_motion="reduce")

    found = {}
    for screen, someone in chain(more(server, comes), Screens(server, comes).all() if asked - {*WIDE, *NARROW} else ()):
        if screen in asked:
            for width in SIZES[screen]:
                someone.page.set_viewport_size({"width": width, "height": TALL[width]})
                for scheme in ("light", "dark"):
                    someone.page.emulate_media(color_scheme=scheme)
                    name = f"{screen}-{width}-{scheme}"
                    found[name] = folder / f"{name}.png"
                    found[name].write_bytes(smaller(someone.page.screenshot()) if keep else someone.page.screenshot())
        someone.leaves()
    return found


def chunks(png: bytes) -> list[tuple[bytes, bytes]]:
    """The parts of a PNG: name and content."""
    found, at = [], 8
    while at < len(png):
        size, name = struct.unpack(">I4s", png[at : at + 8])
        found.append((name, png[at + 8 : at + 8 + size]))
        at += size + 12
    return found


def plain(raw: bytes, size: int, step: int) -> bytes:
    """The lines of a picture as they are, without the filters of PNG: flat colours pack a quarter smaller so."""
    out, above = b"", bytes(size)
    for at in range(0, len(raw), size + 1):
        kind, line = raw[at], bytearray(raw[at + 1 : at + 1 + size])
        for n in range(size) if kind else ():
            left, up, corner = (line[n - step], above[n], above[n - step]) if n >= step else (0, above[n], 0)
            line[n] = (line[n] + FILTERS[kind](left, up, corner)) & 255
        out, above = out + b"\0" + line, bytes(line)
    return out


def nearest(left: int, up: int, corner: int) -> int:
    """Which of three neighbours is nearest to what they let expect (the filter called Paeth)."""
    return min((left, up, corner), key=lambda each: abs(left + up - corner - each))


FILTERS = (None, lambda left, *_: left, lambda _, up, __: up, lambda left, up, _: (left + up) // 2, nearest)


def smaller(png: bytes) -> bytes:
    """The same picture, packed as tightly as can be."""
    parts = chunks(png)
    raw = zlib.decompress(b"".join(content for name, content in parts if name == b"IDAT"))
    width, _height, _depth, colours = struct.unpack(">IIBB", parts[0][1][:10])
    step = {2: 3, 6: 4}[colours]  # bytes of a pixel
    out = png[:8]
    for name, content in (parts[0], (b"IDAT", zlib.compress(plain(raw, width * step, step), 9)), (b"IEND", b"")):
        out += struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
    return out


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_shows_something_as_wide_as_it_should(drawn, name):
    png = drawn[name].read_bytes()
    parts = chunks(png)
    width, height = struct.unpack(">II", parts[0][1][:8])
    assert (width, height) == (int(name.split("-")[1]), TALL[width])
    raw = zlib.decompress(b"".join(content for kind, content in parts if kind == b"IDAT"))
    assert len(zlib.compress(raw, 1)) > 5_000  # an empty page packs into next to nothing


def test_light_and_dark_differ_and_all_together_stay_small(drawn):
    kept = {file.stem: file.stat().st_size for file in KEPT.glob("*.png")}
    assert kept.keys() == set(NAMES)
    assert sum(kept.values()) < MOST
    for name, file in drawn.items():
        if name.endswith("light"):
            assert file.read_bytes() != drawn[name.replace("light", "dark")].read_bytes()
