"""Compiles the rules with mypyc: for a wheel built with CLIFFHANGER_COMPILE=1, and for nothing else.

Which modules are compiled is found in their source, so that a new one needs no line here. What is left interpreted, and
why, is written beside `interpreted` and in docs/decisions/0011-compiled.md.
"""

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

PACKAGE = Path("src/cliffhanger")
PURE = ("kernel", "odds", "games")
"""The folders whose time is the rules'; above them it goes to sockets, the disk and text."""
EXCEPTIONS = {
    "kernel/cache.py": "its memories are found by their closures, to be emptied by the law that mistrusts them",
    "kernel/invariants.py": "its closures, freed and made anew, crash as mypyc 2 makes them; it runs once a ruling",
}
NEEDED = ["mypy[mypyc]>=2.4", "types-jsonschema"]


def needed(dependencies: list[str]) -> list[str]:
    """What compiling needs: the compiler, and the types of everything that the rules import."""
    return [*NEEDED, *dependencies]


def modules(root: Path) -> list[Path]:
    """The modules to compile, in the order of their names."""
    package = root / PACKAGE
    trees = {path: ast.parse(path.read_text("utf-8")) for path in sorted(package.rglob("*.py"))}
    structs, readers = _structs(trees.values()), _readers(trees.values())
    return [path for path, tree in trees.items() if not interpreted(path.relative_to(package), tree, structs, readers)]


def interpreted(path: Path, tree: ast.Module, structs: set[str], readers: set[str]) -> str:
    """Why a module is not compiled; empty for one that is.

    `structs` are the names of classes that are Structs, `readers` of functions that read the defaults of others.
    """
    if path.parts[0] not in PURE or "tests" in path.parts:
        return "it is no rule"
    if path.name == "__init__.py" or "files" in path.parts:
        return "it runs once: an import, or the reading of a file"
    if path.as_posix() in EXCEPTIONS:
        return EXCEPTIONS[path.as_posix()]
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            if structs & _bases(node):
                return "a Struct loses its annotations, which are what is read and written by"
            if node.decorator_list:
                return "a decorated class is slower compiled, and its annotations are read as well"
        if isinstance(node, ast.FunctionDef | ast.Name | ast.alias) and _called(node) in readers:
            return "the defaults of its functions are read, and compiled functions do not show theirs"
        if isinstance(node, ast.Name) and node.id == "cached_property":
            return "a compiled object has no __dict__, where a cached_property keeps its value"
    return ""


def compile_into(root: Path, folder: Path) -> dict[str, str]:
    """Compile in a folder of its own, so that nothing shadows the source; each file made, and where it belongs."""
    shutil.copytree(root / PACKAGE, folder / PACKAGE, ignore=shutil.ignore_patterns("tests", "static", "__pycache__"))
    config = folder / "mypy.ini"
    config.write_text("[mypy]\nmypy_path = src\nexplicit_package_bases = True\nstrict = True\n", "utf-8")
    chosen = [str(path.relative_to(root)) for path in modules(root)]
    done = subprocess.run(
        [sys.executable, str(Path(__file__).resolve()), *chosen],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"The rules could not be compiled:\n{done.stdout}\n{done.stderr}")
    made = (folder / "src").rglob("*.pyd" if sys.platform == "win32" else "*.so")
    return {str(path): path.relative_to(folder / "src").as_posix() for path in made}


def build(chosen: list[str]) -> None:
    """Compile beside the source, in the current folder."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    level = os.environ.get("MYPYC_OPT_LEVEL", "3")
    extensions = mypycify(
        ["--config-file=mypy.ini", *chosen], opt_level=level, multi_file=True, group_name="cliffhanger"
    )
    if sys.platform != "win32":
        for each in extensions:
            each.extra_compile_args.append("-g0")  # without what a debugger reads the wheel is a third smaller
    made = Distribution({"ext_modules": extensions, "package_dir": {"": "src"}, "packages": []})
    command = made.get_command_obj("build_ext")
    command.inplace, command.parallel = True, 1
    command.ensure_finalized()
    command.run()


def _structs(trees: Iterable[ast.Module]) -> set[str]:
    """The names of all classes that derive from Struct, however far up."""
    classes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    found = {"Struct"}
    while more := {each.name for each in classes if found & _bases(each)} - found:
        found |= more
    return found


def _readers(trees: Iterable[ast.Module]) -> set[str]:
    """The names of all functions that read the defaults of functions."""
    functions = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return {each.name for each in functions if any(_called(node) == "__kwdefaults__" for node in ast.walk(each))}


def _bases(node: ast.ClassDef) -> set[str]:
    return {_called(base.value if isinstance(base, ast.Subscript) else base) for base in node.bases}


def _called(node: ast.AST) -> str:
    """The name of what a node names."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.FunctionDef(name=name) | ast.alias(name=name):
            return name
        case _:
            return ""


if __name__ == "__main__":
    build(sys.argv[1:])
