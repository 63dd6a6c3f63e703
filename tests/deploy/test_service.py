"""The service of systemd: its units are sound, it tells systemd how it is, and its script installs, updates and removes it."""

import asyncio
import contextlib
import http.client
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest

from cliffhanger.web import service_manager

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
INSTALL = DEPLOY / "install.sh"
UNITS = ("cliffhanger.service", "cliffhanger-backup.service", "cliffhanger-backup.timer")
pytestmark = pytest.mark.timeout(240)


def wanted(program):
    """A program of the system; on CI it has to be there, elsewhere the test is skipped."""
    if found := shutil.which(program):
        return found
    absent = f"needs {program}"
    return pytest.fail(absent) if os.environ.get("CI") == "true" else pytest.skip(absent)


def ran(*command, **more):
    """A command, run to its end."""
    return subprocess.run(list(map(str, command)), check=False, capture_output=True, text=True, timeout=200, **more)


def installs(*options, **more):
    """The script, run to its end."""
    return ran(INSTALL, *options, **more)


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder into which it was installed."""
    if os.name != "posix":
        pytest.skip("installs on Linux")
    into = tmp_path_factory.mktemp("root")
    done = installs("--into", into)
    assert done.returncode == 0, done.stderr
    assert "is installed." in done.stdout
    return into


@contextlib.contextmanager
def started(into, port, data, **more):
    """What the unit starts, with its environment, on a port of the test; gone afterwards."""
    unit = (into / "etc/systemd/system/cliffhanger.service").read_text()
    line = re.search("^ExecStart=(.*)$", unit, re.MULTILINE)[1]
    env = dict(re.findall("^Environment=([^=]+)=(.*)$", unit, re.MULTILINE))
    assert env["XDG_DATA_HOME"] == "/var/lib"
    command = line.replace("/opt/cliffhanger", f"{into}/opt/cliffhanger").replace("$OPTIONS", f"--port {port}")
    surroundings = {"PATH": os.defpath, "XDG_DATA_HOME": str(data), **more}
    child = subprocess.Popen(shlex.split(command), env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        yield child
    finally:
        child.kill()
        child.communicate()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def asked(port, method, path, body=None):
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    with contextlib.closing(line):
        line.request(method, path, json.dumps(body) if body else None, {"content-type": "application/json"})
        answer = line.getresponse()
        return answer.status, answer.read().decode()


def test_its_units_are_sound(installed, tmp_path):
    wanted("systemd-analyze")
    for unit in UNITS:
        text = (installed / "etc/systemd/system" / unit).read_text()
        (tmp_path / unit).write_text(text.replace("/opt/cliffhanger", f"{installed}/opt/cliffhanger"))
    done = ran("systemd-analyze", "verify", *UNITS, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    (tmp_path / UNITS[0]).write_text((tmp_path / UNITS[0]).read_text().replace("LockPersonality", "LockPersonalty"))
    done = ran("systemd-analyze", "verify", UNITS[0], cwd=tmp_path)
    assert "Unknown key" in done.stderr  # it would be seen


def test_little_is_open_to_the_service(installed):
    wanted("systemd-analyze")
    options = ("--offline=true", "--threshold=15", "--no-pager", f"--root={installed}")
    done = ran("systemd-analyze", "security", *options, UNITS[0])
    assert done.returncode == 0, done.stdout[-400:]  # 1.5 of 10 at the most


def test_what_the_unit_starts_says_when_it_is_ready_lives_and_stops(installed, tmp_path):
    """Tables are where the unit says; systemd hears READY, signs of life, and STOPPING before it ends with 0."""
    heard, port = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM), free_port()
    heard.bind(str(tmp_path / "notify"))
    heard.settimeout(60)
    surroundings = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "300000"}
    with contextlib.closing(heard), started(installed, port, tmp_path, **surroundings) as child:
        assert heard.recv(99) == b"READY=1"
        assert asked(port, "GET", "/readyz")[0] == 200
        assert asked(port, "POST", "/api/tables", {"game": "untold", "seats": 2, "name": "Ione"})[0] == 201
        assert (tmp_path / "cliffhanger/tables.db").exists()
        assert {heard.recv(99) for _ in range(3)} == {b"WATCHDOG=1"}
        child.send_signal(signal.SIGTERM)
        while (said := heard.recv(99)) == b"WATCHDOG=1":
            pass
        assert said == b"STOPPING=1"
        assert child.wait(30) == 0


def test_an_update_keeps_settings_and_the_newest_three_installs(installed):
    settings, releases = installed / "etc/cliffhanger/cliffhanger.env", installed / "opt/cliffhanger/releases"
    settings.write_text("OPTIONS=--port 8001\n")
    was = (installed / "opt/cliffhanger/current").resolve()
    for old in ("20250101-000000", "20250102-000000", "20250103-000000"):
        (releases / old).mkdir()
    time.sleep(1)  # its name is the time, to the second
    assert installs("--into", installed).returncode == 0
    now = (installed / "opt/cliffhanger/current").resolve()
    assert now != was
    assert sorted(each.name for each in releases.iterdir()) == ["20250103-000000", was.name, now.name]
    assert settings.read_text() == "OPTIONS=--port 8001\n"


def test_one_that_cannot_be_made_leaves_what_was_there(installed):
    was = (installed / "opt/cliffhanger/current").resolve()
    time.sleep(1)
    done = installs("--into", installed, env={**os.environ, "PYTHON": "/bin/false"})
    assert done.returncode != 0
    assert (installed / "opt/cliffhanger/current").resolve() == was
    assert was in list((installed / "opt/cliffhanger/releases").iterdir())


def test_it_is_removed_but_for_tables_and_settings(installed, tmp_path):
    shutil.copytree(installed / "etc", tmp_path / "etc")
    done = installs("--remove", "--into", tmp_path)
    assert done.returncode == 0
    assert [each.name for each in (tmp_path / "etc/systemd/system").iterdir()] == []
    assert (tmp_path / "etc/cliffhanger/cliffhanger.env").exists()


@pytest.mark.parametrize(
    ("options", "why"), [(("--inot", "x"), "there is no option --inot"), (("--into",), "--into wants a folder")]
)
def test_what_it_does_not_know_is_refused_in_a_sentence(options, why):
    done = installs(*options)
    assert (done.returncode, done.stdout) == (1, "")
    assert why in done.stderr


def test_without_a_service_manager_nobody_is_told(monkeypatch, tmp_path, caplog):
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    service_manager.notify("READY=1")
    assert caplog.text == ""
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    service_manager.notify("READY=1")
    assert "could not be told READY=1" in caplog.text


def test_a_service_manager_may_be_reached_by_a_name_that_is_no_file(monkeypatch):
    with contextlib.closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as heard:
        heard.bind(f"\0cliffhanger-{os.getpid()}")
        heard.settimeout(10)
        monkeypatch.setenv("NOTIFY_SOCKET", f"@cliffhanger-{os.getpid()}")
        service_manager.notify("READY=1")
        assert heard.recv(99) == b"READY=1"


@pytest.mark.parametrize(
    ("usec", "pid", "seconds"), [("", "", 0), ("30000000", "", 10), ("30000000", "1", 0), ("soon", "", 0)]
)
def test_signs_of_life_are_given_where_they_are_waited_for(monkeypatch, usec, pid, seconds):
    monkeypatch.setenv("WATCHDOG_USEC", usec)
    monkeypatch.setenv("WATCHDOG_PID", pid)
    assert service_manager.watchdog_interval() == seconds
    if not seconds:
        asyncio.run(service_manager.give_signs_of_life())  # ends at once


def test_settings_that_are_laid_down_are_options_of_the_command(installed):
    """Each line of settings, those behind a sign too, is one the program takes."""
    from click.testing import CliRunner

    from cliffhanger.cli import main

    said = CliRunner().invoke(main, ["serve", "--help"]).output
    text = (DEPLOY / "cliffhanger.env").read_text() + (DEPLOY / UNITS[0]).read_text()
    options = set(re.findall(r"[ =](--[a-z-]+)", "\n".join(re.findall("OPTIONS=.*|ExecStart=.*", text))))
    assert {"--host", "--public", "--origin", "--metrics", "--log"} <= options
    assert [each for each in options if each not in said] == []
