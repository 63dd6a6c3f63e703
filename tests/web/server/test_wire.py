"""What goes over a socket: on a public server packed, everywhere what has changed alone."""

import json

import pytest
from people import evening, play

from cliffhanger.web.live.wire import GAP


@pytest.mark.parametrize("deflate", [True, False])
def test_a_public_server_packs_what_it_sends_at_the_least_effort(tmp_path, deflate):
    async def scene():
        async with evening(tmp_path, deflate=deflate) as server:
            host = await server.opens()
            async with host.page():
                packed = [each for each in host.ws.protocol.extensions if each.name == "permessage-deflate"]
                assert len(packed) == deflate
                # With a window of 8 kB the server keeps what it sent last, so that what is like it is short.
                assert all(
                    (each.remote_max_window_bits, each.remote_no_context_takeover) == (13, False) for each in packed
                )
                assert 'id="wait"' in (await host.next("page"))["page"]
                await host.send(do="pause", id="a", on=True)
                assert "ack" in await host.answer("a")

    play(scene())


def test_a_page_is_sent_what_changed_and_one_that_comes_back_all(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            host = await server.opens()
            ida = await server.sits(host.table, "k1", "Ida")
            async with ida.page():
                first = await ida.next("page")
                assert first["whole"]
                await ida.send(do="pause", id="a", on=True)
                while True:
                    line, view, texts = (await ida.ws.recv()).partition("\n")
                    if not view:
                        continue
                    page = ida.reader.page(json.loads(line), texts)
                    assert "whole" not in json.loads(line)
                    if 'id="halt"' in page:
                        break
                assert 0 < len(texts) < len(page) / 3
                assert any('id="halt"' in each for each in texts.split(GAP))
            async with ida.page():
                again = await ida.next("page")
                assert again["whole"]
                assert again["page"] == page

    play(scene())
