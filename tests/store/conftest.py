"""Stores that the contract is run on: a new one is added here and has to hold all of it."""

import json
from functools import cache
from threading import Event

import pytest

from cliffhanger.kernel.record.format import digest
from cliffhanger.store import SqliteStore


def sqlite(request):
    path = request.getfixturevalue("tmp_path") / "tables.db"
    return lambda: SqliteStore(path)


def postgres(request):
    from cliffhanger.store.postgres import PostgresStore

    address = request.getfixturevalue("address")
    return lambda: PostgresStore(address)


STORES = {"sqlite": sqlite, "postgres": postgres}


@pytest.fixture(params=STORES)
def opening(request):
    """A function that opens the same store again and again."""
    return STORES[request.param](request)


@pytest.fixture
def store(opening):
    opened = opening()
    yield opened
    opened.close()


@cache
def chained(n, header, size=0):
    """The line of entry `n` of a table with this header, at least `size` bytes long."""
    tail = chained(n - 1, header, size) if n > 1 else header
    return json.dumps({"n": n, "prev": digest(tail), "pad": "x" * size}).encode()


class Answer:
    """What a store said of one append."""

    def __init__(self):
        self._over = Event()
        self._error = None

    def __call__(self, error):
        self._error = error
        self._over.set()

    @property
    def error(self):
        assert self._over.wait(20), "the store never answered"
        return self._error


@pytest.fixture
def append():
    """Append lines and wait for the answer."""

    def appended(store, *lines):
        answer = Answer()
        store.append(lines, answer)
        return answer.error

    return appended
