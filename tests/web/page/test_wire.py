"""What is sent is what changed: a page is put together again from what a connection was sent, and nothing comes twice."""

import json
import re

import pytest
from played import Evening

from cliffhanger.web.live import wire
from cliffhanger.web.live.wire import GAP, Reader, Wire
from cliffhanger.web.page.html import Markup
from cliffhanger.web.page.regions import PLACE, SEAL, SPLIT, TERMS, Box, Filled, box, whole

GAMES = ("blockbuster", "plot_twist", "smallville", "untold")
MEAN = 6_000  # bytes of a view, in the mean; the first one, which is a whole page, weighs little over a whole evening


def told(frame):
    """A frame as its line and the texts behind it."""
    line, view, texts = frame.partition("\n")
    assert view
    return json.loads(line), texts


@pytest.mark.parametrize("acts", [60, pytest.param(400, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", GAMES)
def test_a_page_is_put_together_again_from_what_was_sent_all_through_an_evening(name, acts):
    evening = Evening(name, 3)
    seats = (*evening.seats, "watch")
    lines, readers, sent = {s: Wire() for s in seats}, {s: Reader() for s in seats}, {s: set() for s in seats}
    sizes = []
    for n in range(acts):
        evening.goes_on()
        for at, seat in enumerate(seats):
            if (n + at) % 7 == 0:  # a page that does not read misses a view, and nothing else
                continue
            page = evening.regions(seat)
            frame = lines[seat].view(page, n, "A title")
            line, texts = told(frame)
            assert (line["n"], line["title"]) == (n, "A title")
            assert readers[seat].page(line, texts) == whole(page)
            new = texts.split(GAP) if texts else []
            # Nothing that is not on this seat's page, and nothing that was there before.
            shown = f'<div id="page">{whole(page)}</div>'
            assert all(bit in shown for each in new for bit in re.split("[\x02-\x04\x1f]", each))
            if {"whole", "compact"} & set(line):
                sent[seat] = set(readers[seat].texts) - set(new)
            assert not sent[seat] & set(new)
            sent[seat] |= set(new)
            if "whole" not in line:
                sizes.append(len(frame.encode()))
    assert sum(sizes) / len(sizes) <= MEAN


def test_a_view_in_which_nothing_is_new_is_a_line():
    line, page = Wire(), (Markup("<p>One</p>"), box(Markup("<ol>"), (Markup("<li>a</li>"),), "</ol>"))
    assert "One" in line.view(page, 1, "T")
    again, texts = told(line.view(page, 2, "T"))
    assert (again["n"], texts) == (2, "")
    assert not {"boxes", "whole"} & set(again)


def test_a_line_of_a_log_that_comes_is_all_of_it_that_is_sent():
    line, lines = Wire(), [Markup(f"<li>{n}</li>") for n in range(40)]
    for n in range(10):
        page = (Box(Markup("<ol>"), tuple(lines[n : n + 30]), Markup("</ol>")),)
        _, texts = told(line.view(page, n, "T"))
        assert not n or texts == f"<li>{n + 29}</li>"


def test_who_has_been_sent_very_much_keeps_what_is_on_the_page_and_is_sent_nothing_of_it_again(monkeypatch):
    monkeypatch.setattr(wire, "MOST", 2_000)
    line, reader, compact = Wire(), Reader(), 0
    always = (
        Markup("<h1>Always</h1>"),
        box(Markup("<ul>"), (Markup("<li>a</li>"), Markup(f"<li>{'b' * 600}</li>")), "</ul>"),
    )
    for n in range(40):
        page = (*always, Markup(f"<p>{n:0300}</p>"))
        view, texts = told(line.view(page, n, "T"))
        assert reader.page(view, texts) == whole(page)
        assert ("Always" in texts) == (not n)
        assert len(reader.texts) < 20
        compact += view.get("compact", False)
    assert 3 < compact < 10


def test_a_page_that_is_longer_than_what_is_kept_is_not_gone_through_with_every_view(monkeypatch):
    monkeypatch.setattr(wire, "MOST", 2_000)
    line, reader = Wire(), Reader()
    compact = 0
    for n in range(40):
        page = (Markup(f"<p>{'long ' * 600}</p>"), Markup(f"<p>{n:0100}</p>"))
        view, texts = told(line.view(page, n, "T"))
        assert reader.page(view, texts) == whole(page)
        compact += view.get("compact", False)
    assert 0 < compact < 4


def test_of_a_long_text_only_the_row_that_changes_is_sent():
    line, reader = Wire(), Reader()
    for n in range(5):
        rows = Markup("").join(Markup(f"<li>{'row' * 60} {at} {'new' * n * (at == 4)}</li>") for at in range(9))
        page = (Markup(f"<ul>{rows}</ul>"),)
        view, texts = told(line.view(page, n, "T"))
        assert reader.page(view, texts) == whole(page)
        assert not n or (len(texts) < 300 and "row 4 new" in texts)


def test_of_options_asked_again_only_where_and_on_what_terms_is_sent():
    line, reader = Wire(), Reader()
    drawn = (Markup(f'<form id="f-{PLACE}-a"{SEAL}>{"a" * 400}</form>'), Markup(f"<form{SEAL}>{'b' * 400}</form>"))
    for n in range(4):
        seal = (
            f' action="/x"><input name="window" value="w{n}"><input value="{TERMS}"><input name="id" value="0-{TERMS}">'
        )
        page = (Filled(drawn, Markup(str.join(SPLIT, (f"place{n}", seal, f"first{n}", f"second{n}")))),)
        view, texts = told(line.view(page, n, "T"))
        text = reader.page(view, texts)
        assert text == whole(page)
        assert text.count(f'value="w{n}"') == 2
        assert f'<form id="f-place{n}-a" action="/x">' in text
        assert text.index(f'value="first{n}"') < text.index(f'value="0-first{n}"') < text.index(f'value="second{n}"')
        assert not n or len(texts) < 200


def test_two_regions_of_the_same_text_are_both_there():
    line, reader = Wire(), Reader()
    page = (Markup("<hr>"), box(Markup("<ul>"), [Markup("<li></li>")] * 3, "</ul>"), Markup("<hr>"))
    assert reader.page(*told(line.view(page, 1, "T"))) == "<hr><ul><li></li><li></li><li></li></ul><hr>"


@pytest.mark.parametrize("name", GAMES)
def test_every_region_is_whole_elements(name):
    """The page's script finds a region's elements by counting them: a text beside them would be lost.

    A box begins with its own tag and no more, or the script finds no element where it belongs, and draws all pages whole.
    """
    evening = Evening(name, 3)

    def texts(regions):
        for each in regions:
            if isinstance(each, Box):
                assert each.begins.count("<") == 1
                yield each.begins + each.ends
                yield from texts(each.inner)
            elif isinstance(each, Filled):
                yield whole([each])
            else:
                yield each

    for _ in range(12):
        evening.goes_on()
        for seat in (*evening.seats, "watch"):
            for text in texts(evening.regions(seat)):
                assert text
                assert (text[0], text[-1]) == ("<", ">")


def test_a_box_that_comes_back_changed_or_moved_or_twice_is_what_it_is_now():
    line, reader = Wire(), Reader()
    inner = box(Markup("<ul>"), (Markup("<li>a</li>"), Markup("<li>b</li>")), "</ul>")
    equal = box(Markup("<ul>"), (Markup("<li>a</li>"), Markup("<li>b</li>")), "</ul>")
    other = box(Markup("<ul>"), (Markup("<li>a</li>"),), "</ul>")
    around = box(Markup("<div>"), (inner,), "</div>")
    pages = ((inner, other), (around, inner), (equal,), (other, inner, equal), (around,), (inner,))
    for n, page in enumerate(pages):
        view, texts = told(line.view(page, n, "T"))
        assert reader.page(view, texts) == whole(page)
        assert bool(texts) == (n < 2)
