"""Everything a page fetches: our style sheets (joined), script, drawings and faces, read once and kept packed.

An address carries a digest of its content, so that it may be kept for ever and is never stale. Scripts fetch one another,
so they stand in one folder under a digest of them all: the version of what a page runs.
"""

import gzip
import re
from functools import lru_cache
from hashlib import sha256
from importlib import resources
from pathlib import PurePosixPath

import rcssmin
import rjsmin
from msgspec import Struct

SHEETS = {
    "page.css": ("tokens", "base", "top", "panels", "rows", "offers", "log", "primer"),
    "cards.css": ("cards",),
    "door.css": ("door", "paper"),
    "table.css": ("shell", "wide", "moves", "place"),
    "room.css": ("chairs", "room"),
    "lobby.css": ("sharing", "chairs", "lobby"),
    "recap.css": ("sharing", "recap"),
}
"""What every page wears; what those of a game with cards wear beside it, what those before a table, and what a seat's page, the
room's screen, the way in and a recap do: each joined of our sheets."""
MORPH = "vendor/idiomorph.min.js"
FACE_FILES = {
    "house": ("vendor/young-serif.woff2", "vendor/dm-serif-digits.woff2"),
    "poster": ("vendor/big-shoulders.woff2",),
    "titles": ("vendor/marcellus.woff2", "vendor/dm-serif-digits.woff2"),
    "comic": ("vendor/bangers.woff2",),
    "book": ("vendor/goudy-bookletter.woff2", "vendor/dm-serif-digits.woff2"),
}
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".wav": "audio/wav",
    ".txt": "text/plain; charset=utf-8",
}
_NAME = re.compile(r"(vendor/|art/|sounds/)?[a-z0-9][a-z0-9_.-]*\.(css|js|svg|woff2|wav|txt)")
_REMARK = re.compile(rb"<!--.*?-->\n?", re.DOTALL)
_LINK = re.compile(r'url\("([a-z0-9/.-]+)(#[a-z-]+)?"\)')


class Asset(Struct, frozen=True):
    """One file as it is sent: `packed` is gzip, empty where packing does not help."""

    body: bytes
    packed: bytes
    kind: str
    digest: str


@lru_cache(128)
def find(name: str) -> Asset | None:
    """Give a static file of ours by its name below `/static/`; those of `SHEETS` are joined. None: there is none."""
    if not _NAME.fullmatch(name) or ".." in name:
        return None
    if name in SHEETS:
        return packed(joined(name), ".css")
    file = resources.files("cliffhanger.web").joinpath("static", *PurePosixPath(name).parts)
    if not file.is_file():
        return None
    body, suffix = file.read_bytes(), PurePosixPath(name).suffix
    if "/" not in name and suffix == ".js":
        body = rjsmin.jsmin(body.decode()).encode()
    elif "/" not in name and suffix == ".svg":
        body = _REMARK.sub(b"", body)
    return packed(body, suffix)


def packed(body: bytes, suffix: str) -> Asset:
    """Pack a file for sending."""
    small = b"" if suffix == ".woff2" else gzip.compress(body, 9, mtime=0)
    return Asset(body, small, KINDS[suffix], sha256(body).hexdigest()[:12])


def joined(name: str) -> bytes:
    """The sheets of one name in one, without comments and spare blanks."""
    folder = resources.files("cliffhanger.web").joinpath("static", "css")
    whole = "\n".join(folder.joinpath(f"{each}.css").read_text("utf-8") for each in SHEETS[name])
    return linked(rcssmin.cssmin(whole)).encode()


def linked(css: str) -> str:
    """Give the files a sheet names their full addresses, so that each is fetched once and kept for ever."""
    return _LINK.sub(lambda found: f'url("{url(found[1])}{found[2] or ""}")', css)


@lru_cache(1)
def version() -> str:
    """Digest of all that a table's page runs and wears: 12 hex digits, in the address of its scripts and in its hello."""
    folder = resources.files("cliffhanger.web").joinpath("static")
    scripts = sorted(each.name for each in folder.iterdir() if each.name.endswith(".js"))
    parts = [find(name) for name in (MORPH, *scripts, *SHEETS)]
    return sha256(" ".join(each.digest for each in parts if each).encode()).hexdigest()[:12]


@lru_cache(128)
def url(name: str) -> str:
    """The address of a static file, with a digest where it is known."""
    found = find(name)
    if found and "/" not in name and name.endswith(".js"):
        return f"/static/{version()}/{name}"
    return f"/static/{name}?v={found.digest}" if found else f"/static/{name}"


def faces(face: str) -> tuple[str, ...]:
    """The files of a face that are there: a page without them falls back to what the reader's machine has."""
    return tuple(name for name in FACE_FILES.get(face, ())[:1] if find(name))
