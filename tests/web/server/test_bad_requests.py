"""Requests that no browser makes: one line in the log at most, 400, and the connection is closed."""

import asyncio
import logging

import pytest
from people import evening, play

pytestmark = pytest.mark.timeout(60)
HEAD = "POST {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncontent-type: application/json\r\n"


async def told(server, path, *parts, foreign=False):
    """What comes back for a request that is sent in parts, until the connection is closed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    head = HEAD.format(path=path, port=server.port) + ("origin: http://else.where\r\n" if foreign else "")
    writer.write(head.encode() + parts[0])
    for part in parts[1:]:
        await writer.drain()
        await asyncio.sleep(0.1)
        writer.write(part)
    try:
        return await asyncio.wait_for(reader.read(), 5)
    finally:
        writer.close()


CHUNKED = b"transfer-encoding: chunked\r\n\r\n"
BAD = {
    "at once": (CHUNKED + b"zz\r\n{}\r\n",),
    "later": (CHUNKED + b"2\r\n{}\r\n", b"zz\r\n{}\r\n"),
    "far too long": (CHUNKED, b"f" * 40 + b"\r\n{}"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_chunk_is_one_line_and_400(tmp_path, caplog, case):
    caplog.set_level(logging.WARNING)

    async def scene():
        async with evening(tmp_path) as server:
            for foreign in (False, True):
                for path in ("/api/tables", "/tables", "/nothing"):
                    caplog.clear()
                    answer = await told(server, path, *BAD[case], foreign=foreign)
                    assert answer.split(b" ")[1] in (b"400", b"403", b"404", b"405"), answer
                    assert len(caplog.records) <= 1
                    assert not any(each.exc_info for each in caplog.records)
            assert (await server.ask("GET", "/healthz"))[0] == 200

    play(scene())


@pytest.mark.parametrize("path", ["/api/tables", "/tables", "/healthz"])
def test_two_lengths_of_one_body_are_none(tmp_path, caplog, path):
    async def scene():
        async with evening(tmp_path) as server:
            body = b'{"game":"lanterns"}'
            both = b"content-length: %d\r\ntransfer-encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (
                len(body),
                len(body),
                body,
            )
            answer = await told(server, path, both)
            assert answer.startswith(b"HTTP/1.1 400 ")
            assert b"connection: close" in answer.lower()
            assert not server.registry.tables

    play(scene())
