"""Pictures of every screen, for people to look at: `PICTURES=1` writes them to docs/pictures, else they are only checked."""

import os
import struct
import zlib
from pathlib import Path

import pytest
from browsing import Person
from looking import WIDTHS, Screens

pytestmark = pytest.mark.browser
KEPT = Path(__file__).parents[2] / "docs" / "pictures"
TALL = {320: 640, 390: 844, 1280: 800}
SHOWN = ("door", "join", "turn", "after", "director", "sheet", "house", "recap", "pool", "short")
SHOWN += ("building", "answer", "watchtower", "maneuver", "coins")
MOST = 9_000_000  # bytes for all of them
NAMES = [f"{screen}-{width}-{scheme}" for screen in SHOWN for width in WIDTHS for scheme in ("light", "dark")]


@pytest.fixture(scope="module")
def drawn(request, browser, server, tmp_path_factory):
    """The pictures of all screens that are asked for, where they are to lie: file by name."""
    rows = [getattr(item, "callspec", None) for item in request.session.items]
    asked = {row.params["name"].partition("-")[0] for row in rows if row and row.params.get("name") in NAMES} or SHOWN
    keep = os.environ.get("PICTURES") == "1"
    folder = KEPT if keep else tmp_path_factory.mktemp("pictures")
    folder.mkdir(parents=True, exist_ok=True)

    def comes():
        return Person(browser, server, reduced_motion="reduce")

    found = {}
    for screen, someone in Screens(server, comes).all():
        if screen in asked:
            for width, tall in TALL.items():
                someone.page.set_viewport_size({"width": width, "height": tall})
                for scheme in ("light", "dark"):
                    someone.page.emulate_media(color_scheme=scheme)
                    name = f"{screen}-{width}-{scheme}"
                    found[name] = folder / f"{name}.png"
                    found[name].write_bytes(smaller(someone.page.screenshot(), 9 if keep else 6))
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


def smaller(png: bytes, effort: int) -> bytes:
    """The same picture, packed anew, as tightly as the effort allows."""
    parts = chunks(png)
    raw = zlib.decompress(b"".join(content for name, content in parts if name == b"IDAT"))
    kept = [part for part in parts if part[0] in (b"IHDR", b"PLTE", b"tRNS")]
    out = png[:8]
    for name, content in (*kept, (b"IDAT", zlib.compress(raw, effort)), (b"IEND", b"")):
        out += struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
    return out


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_shows_something_as_wide_as_it_should(drawn, name):
    png = drawn[name].read_bytes()
    parts = chunks(png)
    width, height = struct.unpack(">II", parts[0][1][:8])
    assert (width, height) == (int(name.split("-")[1]), TALL[width])
    raw = zlib.decompress(next(content for kind, content in parts if kind == b"IDAT"))
    assert len(zlib.compress(raw, 1)) > 5_000  # an empty page packs into next to nothing


def test_light_and_dark_differ_and_all_together_stay_small(drawn):
    assert sum(file.stat().st_size for file in drawn.values()) < MOST
    for name, file in drawn.items():
        if name.endswith("light"):
            assert file.read_bytes() != drawn[name.replace("light", "dark")].read_bytes()
