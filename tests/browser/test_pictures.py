"""Pictures of every screen, for people to look at: `PICTURES=1` writes them to docs/pictures, else they are only checked.

Those of a phone and of a desk are kept; at other widths they are written beside, for whoever wants to look.
"""

import json
import os
import struct
import zlib
from base64 import b64encode
from itertools import chain
from pathlib import Path

import pytest
from browsing import Person, Roof
from looking import Screens
from playwright.sync_api import expect

from cliffhanger.games.plot_twist.odds.trials import BENCH

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(1_800),
]  # five widths in two lights, packed tightly, take their time
PICTURES = os.environ.get("PICTURES") == "1"
README = Path(__file__).parents[2] / "README.md"
KEPT = README.parent / "docs" / "pictures"
BESIDE = KEPT / "other-widths"  # for whoever wants to look at them: not kept
TALL = {320: 568, 390: 844, 768: 1024, 1280: 800, 1920: 1080}
PHONE, DESK, WALL = 390, 1280, 1920
SHOWN = ("door", "join", "lobby", "order", "turn", "rolled", "after", "director", "sheet", "house", "recap")
SHOWN += ("pool", "short", "building", "answer", "watchtower", "maneuver", "coins", "villain")
MOST = 11_000_000  # bytes for all of them
SIZES = {
    **dict.fromkeys(SHOWN, TALL if PICTURES else (PHONE, DESK)),
    "bench": (DESK,),
    "hand": (PHONE,),
    "room": (DESK, WALL) if PICTURES else (DESK,),
}
SCHEMES = {"room": ("dark",)}  # on a wall it is dark, whatever a browser asks for
NAMES = [
    f"{screen}-{width}-{scheme}"
    for screen, at in SIZES.items()
    for width in at
    for scheme in SCHEMES.get(screen, ("light", "dark"))
]
TABLE = "table.png"
"""The table as a picture: a phone, the stage on a desk, and the room's screen; the README opens with it."""
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
    """Screens that are looked at elsewhere: the card bench with two faults, the cards of a hand, the room's own."""
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
    hand.page.set_viewport_size({"width": PHONE, "height": TALL[PHONE]})
    hand.page.locator("#g-plots").evaluate("(hand) => { hand.open = true; hand.scrollIntoView(); }")
    hand.page.wait_for_function(
        "() => [...document.querySelectorAll('#g-plots img')].every((each) => each.naturalWidth)"
    )
    yield "hand", hand
    yield "room", at_a_table(server, comes)[-1]


def at_a_table(server, comes):
    """One moment, dice just fallen, as three have it: a phone, the Director's desk, and the room."""
    roof = Roof(server, title="Friday night", preset="plays_better")
    server.does(roof.juno, "attack.storm_coil", target=["the_steam_pack"])
    server.rolls(roof.juno, 6, 6, 5, 5, 1)
    phone, desk, room = comes().takes(roof.juno), comes().takes(roof.director), comes()
    room.page.goto(desk.page.locator("#to-room").get_attribute("href"))
    expect(room.page.locator(".room-way .square svg")).to_be_visible()
    return phone, desk, room


@pytest.fixture(scope="module")
def drawn(request, browser, server, tmp_path_factory):
    """The pictures of all screens that are asked for, where they are to lie: file by name."""
    rows = [getattr(item, "callspec", None) for item in request.session.items]
    asked = {row.params["name"].partition("-")[0] for row in rows if row and row.params.get("name") in NAMES}
    asked = asked or set(SIZES)
    kept = KEPT if PICTURES else tmp_path_factory.mktemp("pictures")
    beside = BESIDE if PICTURES else kept
    for folder in (kept, beside):
        folder.mkdir(parents=True, exist_ok=True)

    def comes():
        return Person(browser, server)

    found = {}
    apart = {"bench", "hand", "room"}
    for screen, someone in chain(more(server, comes), Screens(server, comes).all() if asked - apart else ()):
        if screen in asked:
            for width in SIZES[screen]:
                someone.page.set_viewport_size({"width": width, "height": TALL[width]})
                for scheme in SCHEMES.get(screen, ("light", "dark")):
                    someone.page.emulate_media(color_scheme=scheme)
                    name = f"{screen}-{width}-{scheme}"
                    found[name] = (kept if width in (PHONE, DESK) else beside) / f"{name}.png"
                    found[name].write_bytes(taken(someone.page))
        someone.leaves()
    return found


def taken(page) -> bytes:
    """A picture of a page as it stands; one that is to be kept is packed tightly."""
    return smaller(page.screenshot()) if PICTURES else page.screenshot()


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
    held = {name for name in NAMES if int(name.split("-")[1]) in (PHONE, DESK)}
    assert kept.keys() == held | {TABLE.removesuffix(".png")}
    assert sum(kept.values()) < MOST
    for name, file in drawn.items():
        if name.endswith("light"):
            assert file.read_bytes() != drawn[name.replace("light", "dark")].read_bytes()


SPREAD = """<style>
  body { margin: 0; width: 1280px; height: 660px; background: #17131c; }
  img { position: absolute; box-sizing: border-box; border: 6px solid #000; border-radius: 8px; box-shadow: 0 8px 30px #000a; }
  .room { left: 24px; top: 24px; width: 800px; }
  .desk { left: 330px; top: 216px; width: 720px; }
  .phone { left: 1000px; top: 90px; width: 256px; border-radius: 22px; border-width: 8px; }
</style>"""


def test_the_table_as_a_picture_shows_one_moment_on_a_phone_on_a_desk_and_in_the_room(browser, server):
    def comes():
        return Person(browser, server)

    shown, people = "", at_a_table(server, comes)
    for name, width, someone in zip(("room", "desk", "phone"), (WALL, DESK, PHONE), people[::-1], strict=True):
        someone.page.set_viewport_size({"width": width, "height": TALL[width]})
        someone.page.emulate_media(color_scheme="light")
        png = b64encode(someone.page.screenshot()).decode()
        shown += f'<img class="{name}" alt="" src="data:image/png;base64,{png}">'
        someone.leaves()
    page = browser.browser.new_page(viewport={"width": DESK, "height": 660})
    page.set_content(SPREAD + shown)
    page.wait_for_function(
        "() => [...document.images].length === 3 && [...document.images].every((each) => each.complete)"
    )
    png = taken(page)
    page.close()
    assert struct.unpack(">II", chunks(png)[0][1][:8]) == (DESK, 660)
    if PICTURES:
        (KEPT / TABLE).write_bytes(png)
    assert f"docs/pictures/{TABLE}" in README.read_text("utf-8")[:600]  # what the README opens with
