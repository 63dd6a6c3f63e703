"""The description of the JSON API says what is there, and what it says holds: fuzzed over real sockets, with limits and without."""

import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from people import Server
from starlette.routing import Route

from cliffhanger import games
from cliffhanger.web.http import api
from cliffhanger.web.http.openapi import AT, description

pytestmark = pytest.mark.timeout(900)
EXAMPLES = os.environ.get("CLIFFHANGER_REQUESTS", "6")  # of each kind of request; many more where it runs long
COMMAND = "from cliffhanger.cli import main; main()"
SERVED = {
    "lifted": ("-m", "cliffhanger.cli._load_server", "PORT", "FOLDER"),
    "limited": (
        *("-c", COMMAND, "serve", "--no-open", "--no-qr", "--port", "PORT", "--data", "FOLDER"),
        *("--proxy", "127.0.0.1"),
    ),
}
AFAR = {"X-Forwarded-For": "203.0.113.7"}  # limits let through whoever is on the machine itself


@contextlib.contextmanager
def served(kind, folder):
    """A server process of this kind; gives its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    line = [each.replace("PORT", str(port)).replace("FOLDER", str(folder)) for each in SERVED[kind]]
    child = subprocess.Popen([sys.executable, *line], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    address, until = f"http://127.0.0.1:{port}", time.monotonic() + 30
    try:
        while True:
            with contextlib.suppress(OSError):
                asked(address, "GET", "/healthz")
                break
            assert child.poll() is None, child.stderr.read().decode()
            assert time.monotonic() < until
            time.sleep(0.05)
        yield address
        assert child.poll() is None
    finally:
        child.terminate()
        said = child.communicate(timeout=20)[1].decode()
    assert "Traceback" not in said


def asked(address, method, path, content=None, secret="", **more):
    """Status, headers and text of one request."""
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {secret}"} if secret else {}) | more
    return Server(int(address.rpartition(":")[2])).asked(method, path, content and json.dumps(content), headers)


def fuzzed(address, file, *more):
    """What the fuzzer found, with this description; nothing where all held."""
    # That a request of the right form can be refused for what it says, such as a file with faults, is no finding.
    checks = ("--exclude-checks", "positive_data_acceptance", "--phases", "coverage,fuzzing", "--seed", "7")
    line = [
        Path(sys.executable).with_name("st"),
        "run",
        file,
        "--url",
        address,
        "--max-examples",
        EXAMPLES,
        *checks,
        *more,
    ]
    done = subprocess.run(
        [*map(str, line), "--continue-on-failure", "--no-color", "--generation-database", "none"],
        check=False,
        capture_output=True,
        text=True,
        cwd=Path(file).parent,
    )
    said = done.stdout + done.stderr
    assert "8 selected / 8 total" in said, said
    return done.returncode, said


@pytest.mark.parametrize("kind", SERVED)
def test_no_request_breaks_the_server_or_is_answered_otherwise_than_described(tmp_path, kind, figures):
    """Where limits are lifted the requests go to a real table, at a real seat; where they hold, from afar to whatever comes."""
    with served(kind, tmp_path / "tables") as address:
        text, more = json.loads(asked(address, "GET", AT)[2]), ["-H", ": ".join(*AFAR.items())]
        if kind == "lifted":
            wish = {"game": games.names()[0], "seats": 3, "name": "Wren"}
            place = json.loads(asked(address, "POST", "/api/tables", wish)[2])
            more = ["-H", f"Authorization: Bearer {place['secret']}"]
            known = {"table": [place["table"]], "seat": [place["seat"]], "game": list(games.names())}
            for operations in text["paths"].values():
                for operation in operations.values():
                    for parameter in operation["parameters"]:
                        if parameter["name"] in known:
                            parameter["schema"] = {"enum": known[parameter["name"]]}
        else:  # its limits are reached before, so that what they answer is met as well
            wish = {"game": games.names()[0]}
            assert 429 in (asked(address, "POST", "/api/tables", wish, **AFAR)[0] for _ in range(200))
        file = tmp_path / "api.json"
        file.write_text(json.dumps(text))
        status, said = fuzzed(address, file, *more)
        assert status == 0, said[-6_000:]
    (count,) = re.findall(r"([0-9,]+) generated", said)
    figures(requests=int(count.replace(",", "")))


def test_every_route_for_programs_is_described_and_nothing_else():
    routes = {
        (each.path, method) for each in api.routes if isinstance(each, Route) for method in each.methods - {"HEAD"}
    }
    found = description(api.OPERATIONS)["paths"]
    assert routes - {(AT, "GET")} == {(path, method.upper()) for path, row in found.items() for method in row}
    for row in found.values():
        for operation in row.values():
            assert operation["summary"].endswith((".", ":"))
            assert {"400", "404"} < operation["responses"].keys()


def test_who_asks_amiss_is_told_how(tmp_path):
    with served("limited", tmp_path) as address:
        status, headers, _ = asked(address, "DELETE", "/api/tables")
        assert (status, headers["allow"]) == (405, "POST")
        status, headers, _ = asked(address, "GET", "/api/tables/nowhere/view?seat=gm")
        assert (status, headers["www-authenticate"]) == (401, "Bearer")
        assert asked(address, "GET", f"/api/games/{games.names()[0]}/odds/luck")[0] == 404
