"""What the browser tests stand on: a context that is used again keeps nothing of whoever had it before."""

import pytest
from browsing import Person

pytestmark = pytest.mark.browser


def test_whoever_comes_next_finds_nothing_of_whoever_was_here(browser, server):
    one = Person(browser, server).goes("/")
    one.page.evaluate("() => { localStorage.kept = 1; sessionStorage.kept = 1; document.cookie = 'kept=1'; }")
    one.leaves()
    other = Person(browser, server).goes("/")
    assert other.context is one.context
    assert other.page.evaluate("() => [localStorage.kept, sessionStorage.kept, document.cookie]") == [None, None, ""]
    other.leaves()
