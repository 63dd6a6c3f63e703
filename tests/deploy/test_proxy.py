"""Two servers over one database behind a real Caddy, with deploy/Caddyfile: pages over TLS, and a server that goes is not missed."""

import asyncio
import contextlib
import http.client
import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
from pathlib import Path
from random import Random
from secrets import token_hex

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

sys.path.insert(0, str(Path(__file__).parents[1] / "web" / "server"))
from people import Person, Server, chosen, play

ROOT = Path(__file__).parents[2]
SERVE = (sys.executable, "-c", "from cliffhanger.cli import main; main()", "serve", "--no-open", "--no-qr", "--public")
OWN = "{{\n admin off\n skip_install_trust\n http_port {port}\n}}\n"
"""What a test adds, so that Caddy touches nothing but the test's own ports and folder."""
pytestmark = pytest.mark.timeout(120)


class Front(Server):
    """The servers as the world sees them: one address, with a certificate of Caddy's own authority."""

    def __init__(self, port, root):
        super().__init__(port)
        self.origin = f"https://localhost:{port}"
        self.tls = ssl.create_default_context(cafile=root)

    def asked(self, method, path, body=None, headers=None):
        line = http.client.HTTPSConnection("localhost", self.port, timeout=20, context=self.tls)
        with contextlib.closing(line):
            line.request(method, path, body, headers or {})
            answer = line.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read().decode()


class Guest(Person):
    """Somebody whose page comes through the proxy."""

    @contextlib.asynccontextmanager
    async def page(self, origin=None, **_):
        front = self.server
        address = f"wss://localhost:{front.port}/t/{self.table}/ws"
        async with connect(address, origin=origin or front.origin, ssl=front.tls) as self.ws:
            await self.send(do="hello", seat=self.seat, secret=self.secret, seen=0, screen="", version="")
            yield self

    async def next(self, *kinds, within=20):
        """The next frame that has one of these fields."""
        async with asyncio.timeout(within):
            while True:
                frame = json.loads((await self.ws.recv()).partition("\n")[0])
                if not kinds or any(kind in frame for kind in kinds):
                    return frame

    async def acts(self):
        """Put one of the things that are open; gives what was put."""
        while (put := chosen(self.seat, await self.view(), Random(3))) is None:
            await asyncio.sleep(0.05)
        put = {"id": token_hex(16)} | put
        await self.send(**put)
        return put


def ports(count):
    with contextlib.ExitStack() as held:
        probes = [held.enter_context(socket.socket()) for _ in range(count)]
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [probe.getsockname()[1] for probe in probes]


async def settles(what, within=30):
    """Wait until something holds."""
    async with asyncio.timeout(within):
        while not await what():
            await asyncio.sleep(0.05)


@contextlib.asynccontextmanager
async def node(port, address, origin):
    child = subprocess.Popen(
        [*SERVE, "--port", str(port), "--origin", origin, "--proxy", "127.0.0.1"],
        env={**os.environ, "CLIFFHANGER_STORE": address},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )

    async def ready():
        with contextlib.suppress(OSError):
            return (await Server(port).ask("GET", "/readyz"))[0] == 200

    try:
        await settles(ready)
        yield child
    finally:
        child.kill()
        child.wait()


@contextlib.asynccontextmanager
async def caddy(tmp_path, site, nodes):
    """Caddy with our file, for `localhost` and this port; gives the file of its authority."""
    program = shutil.which("caddy")
    if program is None:
        absent = "needs the proxy Caddy"
        pytest.fail(absent) if os.environ.get("CI") == "true" else pytest.skip(absent)
    file, root = tmp_path / "Caddyfile", tmp_path / "caddy/pki/authorities/local/root.crt"
    file.write_text(OWN.format(port=ports(1)[0]) + (ROOT / "deploy/Caddyfile").read_text())
    child = subprocess.Popen(
        [program, "run", "--adapter", "caddyfile", "--config", file],
        env={
            "PATH": os.defpath,
            "HOME": str(tmp_path),
            "XDG_DATA_HOME": str(tmp_path),
            "CLIFFHANGER_SITE": f"localhost:{site}",
            "CLIFFHANGER_NODES": " ".join(f"127.0.0.1:{port}" for port in nodes),
        },
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )

    async def ready():
        assert child.poll() is None, "Caddy did not start"
        if not root.exists():
            return False
        with contextlib.suppress(OSError):
            return (await Front(site, root).ask("GET", "/readyz"))[0] == 200

    try:
        await settles(ready)
        yield root
    finally:
        child.kill()
        child.wait()


def test_pages_over_tls_go_on_when_the_server_they_were_at_is_killed(tmp_path, address):
    async def scene():
        site, *nodes = ports(3)
        origin = f"https://localhost:{site}"
        async with contextlib.AsyncExitStack() as opened:
            running = [await opened.enter_async_context(node(port, address, origin)) for port in nodes]
            front = Front(site, await opened.enter_async_context(caddy(tmp_path, site, nodes)))
            status, place = await front.json("POST", "/api/tables", {"game": "untold", "seats": 2, "name": "Ione"})
            assert status == 201, place
            ione = Guest(front, place)
            with pytest.raises(InvalidStatus):
                async with ione.page(origin="https://elsewhere.example"):
                    pass
            async with ione.page():
                await ione.next("n")
                put = await ione.acts()
                kept = (await ione.answer(put["id"]))["n"]
            for child, port in zip(running, nodes, strict=True):  # whichever has the page, and then the other
                async with ione.page():
                    await ione.next("n")
                    child.kill()
                    child.wait()
                async with ione.page():
                    await ione.send(**put)  # its answer might have been lost
                    assert (await ione.answer(put["id"]))["n"] == kept
                    assert "n" in await ione.answer((await ione.acts())["id"])
                await opened.enter_async_context(node(port, address, origin))

    play(scene())


def test_nobody_sees_an_error_while_one_server_after_the_other_is_started_anew(tmp_path, address):
    async def scene():
        site, *nodes = ports(3)
        origin = f"https://localhost:{site}"
        async with contextlib.AsyncExitStack() as opened:
            running = [await opened.enter_async_context(node(port, address, origin)) for port in nodes]
            front = Front(site, await opened.enter_async_context(caddy(tmp_path, site, nodes)))
            over, seen = asyncio.Event(), []

            async def comes():
                while not over.is_set():
                    seen.append((await front.ask("GET", "/"))[0])

            coming = [asyncio.create_task(comes()) for _ in range(3)]
            for child, port in zip(running, nodes, strict=True):
                child.send_signal(signal.SIGTERM)
                assert await asyncio.to_thread(child.wait, 30) == 0
                await opened.enter_async_context(node(port, address, origin))
                await asyncio.sleep(2.5)  # by then Caddy has asked whether it is well again
            over.set()
            await asyncio.gather(*coming)
            assert set(seen) == {200}
            assert len(seen) > 50

    play(scene())
