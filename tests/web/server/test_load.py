"""`cliffhanger load`: real servers, real sockets, and figures that add up."""

import asyncio
import json
from random import Random

import pytest
from click.testing import CliRunner
from people import play

from cliffhanger import games
from cliffhanger.cli import load as load_command
from cliffhanger.cli import main
from cliffhanger.cli._load_pages import Failed, Measured, Site, Table, some_at_once
from cliffhanger.cli.load import Progress, spread

pytestmark = pytest.mark.timeout(120)


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(load_command, "SETTLE", 0.3)


def loaded(*options):
    return CliRunner().invoke(main, ["load", *map(str, options)])


def run_of(tmp_path, *options):
    done = loaded("--json", tmp_path / "runs.jsonl", *options)
    assert done.exit_code == 0, done.output
    return done.output, [json.loads(line) for line in (tmp_path / "runs.jsonl").read_text().splitlines()]


LONG = ("plot_twist", "smallville", "untold")  # what make full plays besides


@pytest.mark.parametrize(
    "game", [pytest.param(each, marks=[pytest.mark.long] * (each in LONG)) for each in games.names()]
)
def test_every_game_is_played_by_chance_and_no_act_is_lost(tmp_path, game):
    _, [run] = run_of(
        tmp_path, "--game", game, "--tables", 2, "--seats", 3, "--every", 0.3, "--seconds", 2, "--no-figures"
    )
    assert run["acts"] > 6
    assert (run["lost"], run["cut_off"]) == (0, 0)
    assert run["wish"]["game"] == game


def test_a_run_for_each_number_says_what_pages_and_tables_cost(tmp_path):
    text, runs = run_of(
        tmp_path, "--tables", "1,2", "--seats", 2, "--watchers", 3, "--played", 2, "--every", 0.2, "--seconds", 1.5
    )
    assert [run["wish"]["tables"] for run in runs] == [1, 2]
    assert len(text.splitlines()) == 3
    for run in runs:
        assert 0 < run["own"][0] <= run["own"][1] <= run["own"][2] < 30_000
        assert run["others"][0] > 0
        assert run["watching"][0] > 0
        assert run["bytes_a_page"] > run["bytes_a_view"] > 100
        assert run["cores"] is None or 0 < run["cores"] < 3
        assert run["mb"] is None or run["mb"] > 20


def test_bots_of_the_server_play_beside_people(tmp_path):
    """More comes of an act than it alone, and nobody waits for those who need no page."""
    _, [run] = run_of(
        tmp_path, "--tables", 1, "--seats", 4, "--bots", 2, "--every", 0.3, "--seconds", 2, "--no-figures"
    )
    assert run["acts"] > 3
    assert (run["lost"], run["cut_off"], run["wish"]["bots"]) == (0, 0, 2)


def test_two_servers_over_one_database_share_the_pages(tmp_path, address):
    _, [run] = run_of(
        tmp_path, "--nodes", 2, "--store", address, "--tables", 2, "--seats", 3, "--every", 0.3, "--seconds", 2
    )
    assert run["acts"] > 6
    assert (run["lost"], run["cut_off"]) == (0, 0)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--nodes", 2), "Several servers share a database"),
        (("--tables", "0"), "at least one table"),
        (("--tables", "many"), "no number, nor several"),
        (("--at", "https://play.example.org"), "A server is measured on its own machine"),
        (("--at", "http://127.0.0.1:1"), "does not answer"),
        (("--game", "chess"), "There is no game 'chess'"),
        (("--seats", 90, "--no-figures"), "has 2 to 7 seats"),
        (("--seats", 3, "--bots", 3), "One seat at least is a person's"),
        (("--json", "/nowhere/runs.jsonl"), "/nowhere/runs.jsonl cannot be written: No such file"),
    ],
)
def test_what_cannot_be_measured_is_said_in_a_sentence(options, why):
    done = loaded("--tables", 1, "--seconds", 1, *options)
    assert done.exit_code != 0
    assert why in done.output
    assert "Traceback" not in done.output


def test_a_page_that_shows_nothing_makes_an_act_lost(monkeypatch):
    """It is not counted as quick, and not as an act."""
    monkeypatch.setattr("cliffhanger.cli._load_pages.PATIENCE", 0.2)

    class Silent:
        seat = "k1"
        n = 0

        async def say(self, id, **_):
            table.answered(id, 7)

    async def scene():
        table.pages.append(page)
        assert await table._put(page, {"do": "act"}) is None
        page.n = 7
        asyncio.get_running_loop().call_later(0.01, table.shown, page, 1e9)
        assert await table._put(page, {"do": "act"})
        return table.measured

    page, table = Silent(), Table("t", [Site("127.0.0.1", 1)], Measured(), Random(1))
    measured = play(scene())
    assert measured.acts == len(measured.own) == 1


def test_how_far_it_is_stands_in_a_line_of_a_terminal_and_is_gone_at_the_end(monkeypatch, capsys):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    says = Progress("measured", 4, "s")
    says(1)
    assert capsys.readouterr().err == "\r\x1b[Kmeasured: 1 of 4 s"
    says(4)
    assert capsys.readouterr().err.endswith("measured: 4 of 4 s\r\x1b[K")


def test_how_times_are_spread():
    assert spread([]) == (0.0, 0.0, 0.0)
    assert spread([n / 1000 for n in range(1, 101)]) == (51.0, 100.0, 100.0)


def test_what_fails_among_many_ends_all():
    async def bad():
        raise Failed("no")

    with pytest.raises(ExceptionGroup) as caught:
        play(some_at_once([bad()], print))
    assert str(load_command._first(caught.value)) == "no"
