"""Codes of links are kept for all tables of a server: made anew with each view they took a third of its processor."""

import asyncio

from cliffhanger.web.live import qr_codes
from cliffhanger.web.live.qr_codes import QrCodes
from cliffhanger.web.page.html import Markup


def test_codes_of_two_thousand_tables_are_made_once_each(monkeypatch):
    made = []
    monkeypatch.setattr(qr_codes, "qr_svg", lambda address: made.append(address) or Markup(address))
    addresses = [f"http://127.0.0.1/t/table-{n}" for n in range(2_000)]

    async def scene():
        codes = QrCodes()
        for address in addresses:
            assert codes.of(address, lambda: None) == ""
        await codes.task
        assert [codes.of(address, lambda: None) for address in addresses] == addresses
        assert not codes.wanted

    asyncio.run(scene())
    assert made == addresses
