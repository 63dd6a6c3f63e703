"""Which files a run by marks leaves unread: those in which no test can be meant, and no other."""

from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[2]
LATER = "not ((not (browser or kill or laws or server or slow or long)) or (rule and not browser) or long)"


@pytest.fixture
def unread(request):
    """Whether a file is left unread by a run with these marks and arguments."""
    shared = next(each for each in request.config.pluginmanager.get_plugins() if hasattr(each, "PLACES"))

    def asks(file, marks, *named):
        config = SimpleNamespace(
            option=SimpleNamespace(markexpr=marks), args=list(named or ("tests", "src/cliffhanger"))
        )
        return bool(shared.pytest_ignore_collect(ROOT / file, config))

    return asks


@pytest.mark.parametrize(
    ("file", "marks", "left"),
    [
        ("tests/kernel/test_pool.py", LATER, True),
        ("tests/kernel/test_pool.py", "not long", False),
        ("tests/kernel/test_pool.py", "", False),
        ("tests/kernel/test_pool.py", "long or hypothesis", False),  # a plugin marks those
        ("tests/kernel/test_laws_bite.py", LATER, False),  # by its place
        ("tests/web/server/test_forms.py", "server", False),
        ("tests/web/server/test_forms.py", "browser", True),
        ("tests/cards/test_card.py", LATER, False),  # one test of it
        ("tests/browser/test_values.py", LATER, False),
        ("tests/browser/test_values.py", "not browser", True),  # its first line gives the mark to all
        ("tests/cards/test_card.py", "not slow", False),
    ],
)
def test_a_file_is_left_unread_where_its_text_and_its_place_say_none_of_what_is_wanted(unread, file, marks, left):
    assert unread(file, marks) == left


def test_a_file_that_is_named_is_read(unread):
    assert not unread("tests/kernel/test_pool.py", "browser", "tests/kernel/test_pool.py::test_any")
