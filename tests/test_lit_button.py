"""Whoever always takes the lit button does nothing foolish, and pays nothing that the button does not name."""

import re
from random import Random

import pytest

from cliffhanger import games
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Option, awaited
from cliffhanger.kernel.params import Cost, Text, first
from cliffhanger.testing.play import ready_for
from cliffhanger.testing.playout import by_bots, moments
from cliffhanger.web.page.going_on import going_on
from cliffhanger.web.page.html import esc, ident
from cliffhanger.web.page.offers import by_window, lit, window
from cliffhanger.web.page.regions import whole
from cliffhanger.web.page.ways import lit_way, taken, ways

FILMS, MOST = 100, 400
BUTTON = re.compile(r'<button class="next.*?</button>')


def drawn(option):
    """The one option of a window, as a page draws it."""
    return whole([window([option], drafts={}, odds={}, base="/t/x/seat/y", lead=True)])


def leads(game, setup):
    """The seats of a set-up that do not run the world."""
    return {seat.id: seat.name for seat in setup.seats if seat.role not in game.masters}


def lies(option):
    """What is chosen by the lit button of an option, as it lies there: of several ways, the one that is lit."""
    return taken(option, lit_way(option)) if ways(option) else first(option.params)


def presses_what_is_lit(players):
    """A chooser in which these seats press the lit button as it lies there; the others, and what lights nothing, are bots."""

    def chooses(game, s, offers, rng):
        seat = awaited(offers)[0].seat
        asked = next(iter(by_window(each.option for each in offers if each.seat == seat).values()))
        option = lit(asked) if seat in players else None
        if option is None:
            return by_bots(game, s, offers, rng)
        words = {p.name: "so be it" for p in option.params if isinstance(p, Text) and p.least}
        return Act(option.seat, option.window, option.key, {**lies(option), **words})

    return chooses


def test_in_a_hundred_films_no_lead_who_takes_the_lit_button_is_taken_out_by_strain():
    game = games.game("blockbuster")
    _, setup = next((n, made) for n, made in ready_for(game) if n == 3)
    players = leads(game, setup)
    scenes, lost = 0, []
    for seed in range(FILMS):
        for moment in moments(game, setup, Random(seed), MOST, choose=presses_what_is_lit(players)):
            for event in moment.after.events:
                scenes += event.what == "scene"
                if event.what == "taken_out" and event.data.get("why") == "strain" and event.who in players.values():
                    lost.append((seed, event.who))
    assert lost == []
    assert scenes >= FILMS


@pytest.mark.parametrize("name", games.names())
def test_what_is_lit_before_anybody_has_touched_anything_is_free(name):
    game = games.game(name)
    _, setup = next(ready_for(game))
    chairs, seen, dear = leads(game, setup), 0, []
    for seed in range(5):
        for moment in moments(game, setup, Random(seed), MOST, choose=presses_what_is_lit(chairs)):
            if isinstance(moment.put, Act) and moment.put.seat in chairs:
                options = [each.option for each in moment.now if each.seat == moment.put.seat]
                found = [option for option in map(lit, by_window(options).values()) if option is not None]
                seen += len(found)
                dear += [option for option in found if option.cost or (ways(option) and lit_way(option).cost)]
                for option in found:
                    button = BUTTON.search(drawn(option))
                    assert all(esc(str(each)) in button[0] for each in option.costs(lies(option)) if each.risk)
    assert seen > 20
    assert dear == []


LOSING = re.compile(r"[Ff]alls? short|^no \w+ left|short$")


@pytest.mark.parametrize("name", games.names())
def test_no_light_stands_on_what_surely_loses_while_something_else_may_win(name):
    game = games.game(name)
    _, setup = next(ready_for(game))
    seen = bad = 0
    for seed in range(3):
        for moment in moments(game, setup, Random(seed), MOST, choose=by_bots):
            if not isinstance(moment.put, Act):
                continue
            for asked in by_window(each.option for each in moment.now).values():
                found = lit(asked)
                if found is None:
                    continue
                seen += 1
                others = [o for o in asked if o is not found and not o.blocked]
                bad += bool(found.lost and not all(o.lost for o in others))
                row = ways(found)
                words = f"{found.label} {lit_way(found).says if row else ''}"
                losing = [bool(LOSING.search(way.says)) for way in row]
                if LOSING.search(words) and (not all(losing) or (not row and others)):
                    bad += 1
    assert seen > 20
    assert bad == 0


WAY = re.compile(r'<button class="([^"]*\bway\b[^"]*)" id="[^"]+" form="([^"]+)"')


@pytest.mark.parametrize("name", ["untold", "plot_twist", "smallville"])
def test_among_ways_to_go_on_the_one_that_is_lit_is_the_lit_option_and_what_costs_is_never_it(name):
    game = games.game(name)
    _, setup = next(ready_for(game))
    seen = 0
    for seed in range(3):
        for moment in moments(game, setup, Random(seed), MOST, choose=by_bots):
            if not isinstance(moment.put, Act):
                continue
            for asked in by_window(each.option for each in moment.now).values():
                if not going_on([o for o in asked if not o.blocked and not o.vain]):
                    continue
                seen += 1
                page = whole([window(asked, drafts={}, odds={}, base="/t/x/seat/y", lead=True)])
                found = lit(asked)
                bright = [form for look, form in WAY.findall(page) if look.startswith("next")]
                wanted = [] if found is None else [f"f-{ident(found.seat, found.window)}-{ident(found.key)}"]
                assert bright == wanted
                assert found is None or not found.price
                each_once = [f'data-key="{esc(option.key)}"' for option in asked if not option.blocked]
                assert [page.count(key) for key in each_once] == [1] * len(each_once)
    assert seen


def test_what_is_only_at_risk_stands_on_the_button_and_is_no_price():
    risky = Option("juno", "1", "coil", "Attack: Coil", cost=(Cost(2, "strain to Vigor", risk=True),))
    assert risky.price == ""
    page = drawn(risky)
    assert '<small class="danger">2 strain to Vigor at risk</small></button>' in page
    assert "tag" not in page
