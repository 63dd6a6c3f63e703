"""A form that says how its file is drawn is shown as such in the maker, once it reads well."""

from dataclasses import replace

import toy

from cliffhanger.kernel.files.declaration import Written
from cliffhanger.kernel.game import Form
from cliffhanger.kernel.panels import Card
from cliffhanger.web.http.sheets import checked


class Rope(Written, frozen=True):
    """A rope."""

    name: str


def draw(rope):
    return (Card("rope", rope.name, text=("Holds two.",)),)


ROPE = Form("rope", "A rope", Rope, lambda rope: [], 'game = "ledge"\nform = "rope"\nname = "Old hemp"\n', draw)
GAME = replace(toy.GAME, forms=(ROPE,))


def shown(text):
    return checked(lambda _: GAME, "ledge", "rope", {"text": [text]}, None)


def test_a_file_that_reads_well_is_drawn():
    wrong, _, page = shown(ROPE.example)
    assert not wrong
    assert 'id="preview"' in page
    assert "Holds two." in page


def test_a_file_with_faults_is_not():
    wrong, _, page = shown(ROPE.example.replace("name", "nam"))
    assert wrong
    assert 'id="preview"' not in page
