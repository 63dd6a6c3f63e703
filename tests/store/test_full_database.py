"""A PostgreSQL whose disk is full at any byte, on a small disk of its own: what was acknowledged stays, what was refused is not there.

CLIFFHANGER_FULL says how often, and `make soak` names many. A failure names its seed.
"""

import json
import os
import random
import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest
from tests.store.conftest import Answer

from cliffhanger.kernel.record.format import digest
from cliffhanger.table.ports import Kept, Line, Taken, Unkept, Unsure

FULL = int(os.environ.get("CLIFFHANGER_FULL", "8"))
DISK = 160_000_000  # bytes
MOST = 3_000_000  # bytes that are free at the most when a table begins to be played


@pytest.fixture
def disk():
    """A disk of its own, which only root can have; elsewhere the test is skipped."""
    folder = Path(tempfile.mkdtemp(prefix="cliffhanger-full-", dir="/tmp"))
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK},mode=755", "tmpfs", str(folder)]
    if os.getuid() or subprocess.run(mount, check=False, capture_output=True).returncode:
        folder.rmdir()
        pytest.skip("needs a disk of its own, which root may have on Linux")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)
    folder.rmdir()


@pytest.fixture
def database(postgres, disk):
    """A server on that disk, which writes to it what it keeps."""
    from tests.postgres import Server

    server = Server("on", disk / "pg")
    yield server
    with suppress(ProcessLookupError):
        server.stop()


def line(rng, before):
    """The next line of a table, which no compression makes short."""
    n = len(before) + 1
    body = {
        "n": n,
        "prev": digest(before[-1].body if before else b"h"),
        "pad": rng.randbytes(rng.randrange(30_000)).hex(),
    }
    return Line("wall", n, f"i{n}", json.dumps(body).encode())


def filled(server, disk, seed):
    """Play until the disk is full, make room, and look what is there; what is wrong, in words."""
    from cliffhanger.store.postgres import PostgresStore

    rng, address = random.Random(seed), server.address()
    free, ballast = rng.randrange(MOST), disk / "ballast"
    acknowledged, doubtful = [], []
    with PostgresStore(address, patience=0.5) as store:
        store.create(Kept("wall", b"h", b"s"))
        room = shutil.disk_usage(disk).free - free
        with ballast.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, room)
        while len(acknowledged) < 10_000:
            row = line(rng, acknowledged)
            answer = Answer()
            store.append((row,), answer)
            if answer.error is None:
                acknowledged.append(row)
                continue
            assert isinstance(answer.error, Unkept | Unsure), answer.error
            doubtful = [row] if isinstance(answer.error, Unsure) else []
            break
        else:
            raise AssertionError("the disk never was full")
    ballast.unlink()
    if server.child.poll() is not None:  # a log that cannot be written ends it
        server.start()
    with PostgresStore(address, patience=20) as store:
        found = list(store.read("wall"))
        assert found in (acknowledged, acknowledged + doubtful), f"{len(found)} of {len(acknowledged)}"
        again = Answer()
        store.append((row,), again)
        assert isinstance(again.error, Taken) if found[len(acknowledged) :] else again.error is None
        assert [each.n for each in store.read("wall")] == list(range(1, len(acknowledged) + 2))
    return len(acknowledged)


def test_a_full_disk_of_a_database_keeps_what_was_acknowledged_and_nothing_that_was_refused(database, disk, figures):
    kept = sum(filled(database, disk, seed) for seed in range(FULL))
    figures(full_disks_of_a_database=FULL, acknowledged=kept)
