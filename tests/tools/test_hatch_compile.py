"""Which modules a compiled wheel compiles, told from their source."""

import ast
import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def compiling():
    spec = importlib.util.spec_from_file_location("hatch_compile", ROOT / "hatch_compile.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("path", "source", "left"),
    [
        ("games/ledge/rules/falls.py", "def falls(s): return s", False),
        ("games/ledge/rules/falls.py", "from typing import NamedTuple\nclass Fall(NamedTuple):\n    far: int", False),
        ("games/ledge/rules/state.py", "class Ledge(Struct, frozen=True):\n    far: int", True),
        ("games/ledge/rules/state.py", "class Ledge(Row):\n    far: int", True),
        ("games/ledge/rules/state.py", "class Ledge(Row, Generic[S]):\n    far: int", True),
        ("games/ledge/rules/falls.py", "@dataclass\nclass Fall:\n    far: int", True),
        ("games/ledge/rules/falls.py", "class Fall:\n    @cached_property\n    def far(self): return 1", True),
        ("games/ledge/odds/questions.py", "from cliffhanger.odds.declare import question", True),
        ("games/ledge/odds/given.py", "def flat(f): return f.__kwdefaults__", True),
        ("games/ledge/files/sheets.py", "def read(s): return s", True),
        ("games/ledge/tests/test_falls.py", "def falls(s): return s", True),
        ("web/page/render.py", "def draw(s): return s", True),
        ("kernel/cache.py", "def remembered(s): return s", True),
    ],
)
def test_a_module_is_left_interpreted_for_what_stands_in_it(compiling, path, source, left):
    why = compiling.interpreted(Path(path), ast.parse(source), {"Struct", "Row"}, {"question", "flat"})
    assert bool(why) is left, why


@pytest.mark.long
def test_the_hot_modules_of_the_kernel_are_compiled_and_those_of_states_are_not(compiling):
    found = {path.relative_to(ROOT / "src" / "cliffhanger").as_posix() for path in compiling.modules(ROOT)}
    assert {"kernel/step.py", "kernel/offers.py", "kernel/params.py", "kernel/frames.py"} <= found
    assert not {path for path in found if path.endswith("/state.py")}


def test_exceptions_name_modules_that_exist(compiling):
    assert all((ROOT / "src" / "cliffhanger" / name).is_file() for name in compiling.EXCEPTIONS)


@pytest.mark.long
def test_no_keyword_is_called_like_a_positional_only_parameter_of_the_rules():
    """Python lets `tell(s, "hit", what=...)` have a parameter `what` before the slash; compiled calls mix the two up."""
    trees = [ast.parse(path.read_text("utf-8")) for path in (ROOT / "src" / "cliffhanger").rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    taken = {}
    for each in nodes:
        if isinstance(each, ast.FunctionDef) and each.args.kwarg and each.args.posonlyargs:
            taken.setdefault(each.name, set()).update(arg.arg for arg in each.args.posonlyargs)
    assert {"tell", "turn"} <= taken.keys()
    calls = [(each.func.id, each) for each in nodes if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)]
    assert not [
        f"{name}({word.arg}=...), line {call.lineno}"
        for name, call in calls
        for word in call.keywords
        if word.arg in taken.get(name, ())
    ]
