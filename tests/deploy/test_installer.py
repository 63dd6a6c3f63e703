"""The installer as root runs it, in a root of its own: first install, update, starts that fail, removal.

What only a whole system has is stood in for (`stubs/`); the script, the server that it starts, and its tables are real.
"""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import closing, suppress
from pathlib import Path

import apsw
import pytest
from tests.cli.test_restore import asides, keep, table

from cliffhanger.store import Reader, SqliteStore
from cliffhanger.store.schema import steps

ROOT = Path(__file__).parents[2]
STUBS = Path(__file__).with_name("stubs")
HERE = f"PYTHONPATH={ROOT / 'src'} exec {sys.executable} -c 'from cliffhanger.cli import main; main()'"
NEWER = max(steps()) + 1
BREAKS = """
import sys
from pathlib import Path

at = Path(sys.argv[1])
server = at / "web/server.py"
text = server.read_text() + "\\n\\ndef run(*args, **named):\\n    raise SystemExit('This release is broken.')\\n"
server.unlink()  # the sources here are another name of it
server.write_text(text)
"""
ENDS = """
import sys
from pathlib import Path

serve = Path(sys.argv[1]) / "cli/serve.py"
serve.unlink()
serve.write_text("raise SystemExit(1)")
"""
MIGRATES = f"""
import sys
from pathlib import Path

step = Path(sys.argv[1]) / "store/migrations/sqlite/{NEWER:04}.sql"
step.write_text("alter table tables add column note text not null default '';")
"""
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(240),
    pytest.mark.skipif(sys.platform != "linux", reason="installs on Linux"),
]


class System:
    """A system to install on."""

    def __init__(self, root):
        self.root = root
        self.tables = root / "var/lib/cliffhanger/tables.db"
        self.releases = root / "opt/cliffhanger/releases"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]

    def install(self, *options, changes="", **more):
        """Run the script; `changes` is what becomes of the release that it makes."""
        env = {
            **os.environ,
            "PATH": f"{STUBS}:{os.environ['PATH']}",
            "INSTALL_ROOT": str(self.root),
            "STUB_PYTHON": sys.executable,
            "STUB_SOURCES": str(ROOT / "src/cliffhanger"),
            **more,
        }
        if changes:
            env["NEXT_RELEASE"] = str(self.root / "changes.py")
            (self.root / "changes.py").write_text(changes)
        while (self.releases / time.strftime("%Y%m%d-%H%M%S", time.gmtime())).exists():  # it is named by the second
            time.sleep(0.05)
        return subprocess.run(
            [ROOT / "deploy/install.sh", *options], check=False, capture_output=True, text=True, timeout=200, env=env
        )

    def setting(self, options):
        at = self.root / "etc/cliffhanger/cliffhanger.env"
        at.parent.mkdir(parents=True, exist_ok=True)
        at.write_text(f"OPTIONS=--port {self.port} {options}\n")

    def asked(self, path, body=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}",
            json.dumps(body).encode() if body else None,
            {"content-type": "application/json"},
        )
        with closing(urllib.request.urlopen(request, timeout=10)) as answer:
            return answer.read()

    def runs(self):
        try:
            return self.asked("/readyz") == b"ok"
        except OSError:
            return False

    def opens(self):
        return json.loads(self.asked("/api/tables", {"game": "untold", "seats": 2, "name": "Ione"}))["table"]

    def schema(self):
        with closing(apsw.Connection(str(self.tables), flags=apsw.SQLITE_OPEN_READONLY)) as db:
            return db.pragma("user_version")

    @property
    def said(self):
        return (self.root / "run/said").read_text().splitlines()

    @property
    def current(self):
        return (self.root / "opt/cliffhanger/current").resolve()

    def copies(self):
        return sorted(self.tables.parent.glob("tables-*.db"))

    def close(self):
        with suppress(OSError, ValueError):
            os.kill(int((self.root / "run/pid").read_text()), signal.SIGKILL)


@pytest.fixture
def system(tmp_path):
    system = System(tmp_path)
    system.setting("")
    yield system
    system.close()


def names(at):
    return {each.table for each in Reader(at).tables()}


@pytest.mark.long
def test_it_installs_updates_goes_back_with_the_tables_and_is_removed(system):
    first = system.install()
    assert first.returncode == 0, first.stderr
    assert "is installed." in first.stdout
    assert system.runs()
    assert "--system" in (system.root / "users").read_text()
    assert "enable --quiet --now cliffhanger-backup.timer" in system.said
    table, one = system.opens(), system.current

    update = system.install()
    assert update.returncode == 0, update.stderr
    assert system.runs()
    assert system.current != one
    (copy,) = system.copies()
    assert names(copy) == names(system.tables) == {table}
    assert system.said.index("stop cliffhanger.service") < len(system.said) - 1

    two = (system.opens(), system.current)
    broken = system.install(changes=BREAKS)  # it fails, and has changed nothing
    assert broken.returncode == 1
    assert (
        "did not start: journalctl -u cliffhanger says why. The one before runs again, and the tables are"
        in broken.stderr
    )
    assert system.runs()
    assert system.current == two[1]
    assert system.schema() == NEWER - 1
    assert not list(system.tables.parent.glob("*replaced*"))

    migrated = system.install(changes=MIGRATES + BREAKS)
    assert migrated.returncode == 1
    said = re.search(
        r"The one before runs again, with the tables of (.*\.db); what the new one made of them", migrated.stderr
    )
    assert said, migrated.stderr
    assert "was written by a newer Cliffhanger" in (system.root / "run/journal").read_text()
    assert system.runs()
    assert system.schema() == NEWER - 1
    assert names(system.tables) == names(Path(said[1])) == {table, two[0]}
    (aside,) = asides(system.tables.parent)
    assert system.opens() in names(system.tables)
    assert aside.stat().st_size
    assert sorted(system.releases.iterdir()) == sorted([one, two[1]])

    gone = system.install("--remove")
    assert gone.returncode == 0
    assert not system.runs()
    assert not system.releases.exists()
    assert system.tables.exists()
    assert (system.root / "etc/cliffhanger/cliffhanger.env").exists()


def test_a_first_install_that_does_not_start_leaves_nothing_that_would(system):
    done = system.install(changes=BREAKS)
    assert done.returncode == 1
    assert done.stderr.endswith("did not start: journalctl -u cliffhanger says why.\n")
    assert "runs again" not in done.stderr
    assert "This release is broken." in (system.root / "run/journal").read_text()
    assert "disable --quiet --now cliffhanger.service cliffhanger-backup.timer" in system.said
    assert list(system.releases.iterdir()) == []
    assert not (system.root / "opt/cliffhanger/current").is_symlink()


@pytest.fixture
def installed(system):
    """A system with a release whose program is never started: what stands there is enough for what fails before."""
    release = system.releases / "19991231-235959"
    (release / "bin").mkdir(parents=True)
    (system.root / "opt/cliffhanger/current").symlink_to("releases/19991231-235959")
    (system.root / "users").touch()
    with SqliteStore(system.tables) as store:
        keep(store, table("wall", "Ada"))
    return system


def program(system, text):
    at = system.releases / "19991231-235959/bin/cliffhanger"
    at.write_text(f"#!/bin/sh\n{text}\n")
    at.chmod(0o755)


@pytest.mark.long
def test_where_the_tables_cannot_be_copied_nothing_is_changed(installed):
    program(installed, "exit 1")
    done = installed.install(REFUSED="restart")
    assert done.returncode == 1
    assert "the tables could not be copied, and the server does not start any more" in done.stderr
    assert installed.current.name == "19991231-235959"
    assert [each.name for each in installed.releases.iterdir()] == ["19991231-235959"]


def test_the_one_before_gets_its_tables_back_where_the_new_one_has_migrated_them_and_does_not_start(installed):
    program(installed, f'{HERE} "$@"')
    units = installed.root / "etc/systemd/system"
    units.mkdir(parents=True)
    own = (ROOT / "deploy/cliffhanger.service").read_text().replace("--no-qr", "--no-qr --pace once")
    (units / "cliffhanger.service").write_text(own)
    done = installed.install(changes=MIGRATES + BREAKS)
    assert done.returncode == 1
    (copy,) = installed.copies()
    assert f"The one before runs again, with the tables of {copy}; what the new one made of them is put" in done.stderr
    assert "was written by a newer Cliffhanger" in (installed.root / "run/journal").read_text()
    assert installed.runs()
    assert installed.current.name == "19991231-235959"
    assert installed.schema() == NEWER - 1
    assert names(installed.tables) == {"wall"}
    (aside,) = asides(installed.tables.parent)
    with closing(apsw.Connection(str(aside), flags=apsw.SQLITE_OPEN_READONLY)) as db:
        assert db.pragma("user_version") == NEWER
    assert (units / "cliffhanger.service").read_text() == own  # its units are back as well


@pytest.mark.long
def test_where_neither_starts_that_is_said_with_where_the_copy_lies(installed):
    program(installed, f'case "$1" in backup) {HERE} "$@" ;; *) exit 1 ;; esac')
    done = installed.install(changes=MIGRATES + BREAKS, REFUSED=" restore ")
    assert done.returncode == 1
    (copy,) = installed.copies()
    assert (
        f"The one before does not start either, so nothing runs. The tables as they were are in {copy}." in done.stderr
    )
    assert names(copy) == {"wall"}


@pytest.mark.long
def test_of_a_database_it_says_that_no_copy_is_made_and_how_it_stands(installed):
    program(installed, "exit 1")
    settings = installed.root / "etc/cliffhanger/cliffhanger.env"
    settings.write_text(settings.read_text() + "CLIFFHANGER_STORE=postgresql://nowhere.example/club\n")
    done = installed.install(changes=ENDS)
    assert done.returncode == 1
    assert "is not copied here: pg_dump does that." in done.stdout
    assert "bring back what pg_dump has written" in done.stderr
    assert installed.copies() == []
