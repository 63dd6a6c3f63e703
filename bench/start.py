"""How soon the command answers: `cliffhanger --help`, and a server from its start to the first answer of /healthz.

    python bench/start.py                  a table: medians, ours over each peer's, and the bars
    python bench/start.py --samples 31     more of them
    python bench/start.py --json           the same as data

The peers are what nobody with the same tools is quicker than by much: `import click` and uvicorn's own --help, the
standard library's http.server, and a Starlette of one route on uvicorn. Every sample starts ours and each peer one after
the other, each in a fresh process (and the server with fresh tables), so that a noisy machine troubles all alike; quote
the medians, and the ratios before the times: the bars are for a machine that has nothing else to do.
"""

import argparse
import contextlib
import http.client
import json
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

SAMPLES = 15
HELP, READY = 0.150, 1.5  # seconds: the bars
BIN = Path(sys.executable).parent
HELLO = """
import sys, uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
hello = Starlette(routes=[Route("/healthz", lambda request: PlainTextResponse("ok"))])
uvicorn.run(hello, port=int(sys.argv[1]), log_level="error")
"""
COMMANDS = {
    "cliffhanger --help": [BIN / "cliffhanger", "--help"],
    "python -c 'import click'": [sys.executable, "-c", "import click"],
    "uvicorn --help": [sys.executable, "-m", "uvicorn", "--help"],
}
SERVERS = {
    "cliffhanger serve": [BIN / "cliffhanger", "serve", "--port", "PORT", "--data", "FOLDER", "--no-open", "--no-qr"],
    "python -m http.server": [sys.executable, "-m", "http.server", "PORT", "--bind", "127.0.0.1"],
    "Starlette's hello on uvicorn": [sys.executable, "-c", HELLO, "PORT"],
}
Line = list[str | Path]


def finished(line: Line) -> float:
    """Seconds until a command has said all it has to say."""
    start = time.perf_counter()
    subprocess.run(line, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def ready(line: Line) -> float:
    """Seconds from the start of a server to its first whole answer."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        (Path(folder) / "healthz").write_text("ok")  # what http.server answers with
        words = [str(part).replace("PORT", str(port)).replace("FOLDER", folder) for part in line]
        start = time.perf_counter()
        child = subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            while not answers(port):
                if child.poll() is not None:
                    raise SystemExit(f"{words[0]} ended: {child.stderr.read().decode() if child.stderr else ''}")
                time.sleep(0.002)
            return time.perf_counter() - start
        finally:
            child.terminate()
            child.communicate()


def answers(port: int) -> bool:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    with contextlib.suppress(OSError), contextlib.closing(line):
        line.request("GET", "/healthz")
        answer = line.getresponse()
        return answer.status == 200 and answer.read() == b"ok"
    return False


def measured(lines: dict[str, Line], took: Callable[[Line], float], samples: int) -> dict[str, list[float]]:
    """So many samples of each, in turns; a first round fills the caches of the disk, and is not counted."""
    found: dict[str, list[float]] = {name: [] for name in lines}
    for n in range(samples + 1):
        for name, line in lines.items():
            seconds = took(line)
            if n:
                found[name].append(seconds)
    return found


def row(found: dict[str, list[float]], bar: float) -> dict[str, object]:
    """Medians, how often ours takes each peer's time, and whether the bar is held; ours is the first."""
    ours, *peers = found
    median = statistics.median(found[ours])
    ratios = {peer: statistics.median(a / b for a, b in zip(found[ours], found[peer], strict=True)) for peer in peers}
    times = {name: round(1e3 * statistics.median(each), 1) for name, each in found.items()}
    return {"medians_ms": times, "ours_over": ratios, "bar_ms": 1e3 * bar, "held": median <= bar}


def main() -> None:
    wanted = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    wanted.add_argument("--samples", type=int, default=SAMPLES)
    wanted.add_argument("--json", action="store_true")
    given = wanted.parse_args()
    rows = [
        row(measured(COMMANDS, finished, given.samples), HELP),
        row(measured(SERVERS, ready, given.samples), READY),
    ]
    if given.json:
        print(json.dumps(rows))
        return
    print(f"{'':32}{'median':>10}{'ours takes':>14}   ({given.samples} samples)")
    for each in rows:
        for name, ms in each["medians_ms"].items():
            ratio = each["ours_over"].get(name)
            print(f"{name:32}{ms:7.0f} ms" + (f"{ratio:13.2f}x" if ratio else ""))
        print(f"  bar of {each['bar_ms']:.0f} ms: {'held' if each['held'] else 'MISSED'}")


if __name__ == "__main__":
    main()
