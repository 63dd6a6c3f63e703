"""Verbs as tiles: what one does, then with what; few things stay chips, many have a fold."""

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from sample import META, OFFERS, SEATS, game, page_of
from test_forms import WHOM

from cliffhanger import games
from cliffhanger.kernel.offers import Verb, offer
from cliffhanger.kernel.params import Cost, Item, Pick
from cliffhanger.kernel.params import Text as Words
from cliffhanger.table.snapshot import Draft, Snapshot
from cliffhanger.testing.play import ready_for
from cliffhanger.testing.playout import by_bots, moments
from cliffhanger.web.page import moves, offers
from cliffhanger.web.page.offers import by_window
from cliffhanger.web.page.view import Figure

VERBS = (Verb("hit", "Hit", "blade"), Verb("try", "Try", "die"), Verb("go", "Go", "door"))
WHERE = Words("where", "Where")


def one(key, label, **words):
    """An option that asks one thing."""
    return offer("juno", 1, key, label, None, WHERE, **words)


HITS = (
    one("hit", "Hit", verb="hit", tool=Item("fist", "Bare hands")),
    one("hit.coil", "Hit: Coil", verb="hit", tool=Item("coil", "Storm Coil")),
    one("try", "Try", verb="try"),
    one("go", "Go away", verb="go"),
    one("sing", "Sing"),
)


def options(offers):
    return tuple(each.option for each in offers)


def page(offers, verbs=VERBS, **snapshot):
    shot = Snapshot(1, None, tuple(offers), SEATS, **snapshot)
    worn = replace(game(), verbs=verbs)
    return page_of(worn, META, shot, None, options(offers), "juno")


def tiles(text):
    return re.findall(r'<label class="verb">.*?<b>(.*?)</b>', text)


def test_options_of_one_verb_are_one_move_and_one_alone_keeps_its_own_words():
    found = moves.by_verb(options(HITS), VERBS)
    assert [(each.verb, each.label, len(each.options)) for each in found] == [
        ("hit", "Hit", 2),
        ("try", "Try", 1),
        ("go", "Go away", 1),
        ("", "Sing", 1),
    ]


def test_few_things_to_do_stay_chips():
    assert moves.by_verb(options(HITS[2:]), VERBS) == ()
    text = page(HITS[2:])
    assert not tiles(text)
    assert text.count('<label class="chip"><input type="radio"') == 3


def test_a_verb_with_several_tools_asks_with_what_and_one_of_them_lies_chosen():
    text = page(HITS)
    assert tiles(text) == ["Hit", "Try", "Go away", "Sing"]
    hit = text[text.index("<b>Hit</b>") : text.index("<b>Try</b>")]
    assert re.findall(r"<span>(Bare hands|Storm Coil)</span>", hit) == ["Bare hands", "Storm Coil"]
    assert re.findall(r'name="(w-[^"]*)" id="(o-[^"]*)" checked', hit) == [("w-juno-1-hit", "o-juno-1-hit")]
    assert text.count('data-do="act"') == len(HITS)


@pytest.mark.parametrize("count", [6, 7, 9])
def test_six_tiles_are_at_hand_and_the_rest_behind_one_fold(count):
    text = page([one(f"do{at}", f"Thing {at}") for at in range(count)])
    assert len(tiles(text)) == count
    folded = text.partition('-rest"')[2]
    assert len(tiles(folded)) == max(0, count - moves.SHOWN)
    assert (f"{count - moves.SHOWN} more" in text) == (count > moves.SHOWN)


def test_what_is_being_done_behind_the_fold_opens_it():
    many = [one(f"do{at}", f"Thing {at}") for at in range(8)]
    many[7] = one("do7", "Thing 7", first=True)
    text = page(many)
    assert re.search(r'-rest" open>', text)
    assert re.search(r'id="o-juno-1-do7" data-lies data-lit><b>Thing 7</b>', text)


def test_a_price_stands_on_the_tile_of_the_one_way_that_has_it():
    dear = [*HITS[:4], one("pay", "Pay", cost=(Cost(1, "point"),))]
    tile = re.search(r'<label class="verb">(?:(?!</label>).)*<b>Pay</b>.*?</label>', page(dear))[0]
    assert '<span class="tag pay">1 point</span>' in tile


def test_a_tile_says_in_a_few_words_what_it_does_its_own_or_those_of_its_verb():
    known = (Verb("hit", "Hit", "blade", hint="Hurt somebody near"), *VERBS[1:])
    text = page((*HITS[:4], one("sing", "Sing", hint="Fill the room")), verbs=known)
    said = re.findall(r'<label class="verb">(?:(?!</label>).)*<b>(.*?)</b>(?:<small>(.*?)</small>)?', text)
    assert said == [("Hit", "Hurt somebody near"), ("Try", ""), ("Go away", ""), ("Sing", "Fill the room")]


def test_the_tile_of_what_is_lit_is_lit_and_none_where_nothing_is():
    assert re.findall(r'id="([^"]*)" data-lies data-lit', page(HITS)) == ["v-juno-1-hit"]
    dear = [for_a_point(each) for each in HITS]
    assert "data-lit" not in page(dear)


def test_a_verb_opens_with_the_tool_that_is_lit_whatever_else_was_begun():
    hits = [HITS[1], *HITS[2:], one("hit", "Hit", verb="hit", tool=Item("fist", "Bare hands"), first=True)]
    begun = {("juno", "1", "try"): Draft({})}
    text = page(hits, drafts=begun)
    assert "o-juno-1-hit" in re.findall(r'name="w-juno-1-hit" id="(o-[^"]*)" checked', text)


def for_a_point(option):
    """The same for a point."""
    words = option.option
    return one(words.key, words.label, verb=words.verb, tool=words.tool, cost=(Cost(1, "point"),))


@pytest.mark.parametrize("name", ["blockbuster", "smallville"])
def test_whatever_a_player_may_do_says_on_its_tile_what_it_does(name):
    played = games.game(name)
    _, setup = list(ready_for(played))[1]
    leads = {seat.id for seat in setup.seats if seat.role not in played.masters}
    hints = {verb.id: verb.hint for verb in played.verbs}
    seen, bare = set(), set()
    for seed in range(3):
        for moment in moments(played, setup, Random(seed), 200, choose=by_bots):
            now = [each.option for each in moment.now if each.seat in leads] if isinstance(moment.now, tuple) else []
            for asked in by_window(each for each in now if not each.blocked).values():
                for move in moves.by_verb([each for each in asked if each.params], played.verbs):
                    words = move.options[0].hint or hints.get(move.verb, "")
                    seen.add(words)
                    bare |= set() if 3 <= len(words.split()) <= 6 else {move.label}
    assert len(seen) > 4
    assert bare == set()


def test_four_places_are_there_and_the_scene_is_the_one_that_is_seen():
    text = page(HITS)
    assert re.findall(r'name="at" id="at-(\w+)"( checked)?', text) == [
        ("scene", " checked"),
        ("story", ""),
        ("me", ""),
        ("table", ""),
    ]
    for place in ("scene", "story", "me", "table"):
        assert re.search(rf'class="[^"]*p-{place}"', text)


def test_the_page_says_what_kind_of_moment_it_is():
    assert 'data-moment="choose"' in page(HITS)
    assert 'data-moment="halt"' in page(HITS, paused=True)
    shot = Snapshot(1, None, OFFERS, SEATS)
    assert 'data-moment="wait"' in page_of(game(), META, shot, None, (), "director")


def test_more_picks_than_two_fold_those_that_make_dice():
    dice = tuple(Item(name, name.title(), 2, dice=(6, 6)) for name in ("swing", "climb"))
    asks = (Pick("target", "Whom", WHOM), Pick("skill", "Skill", dice), Pick("attribute", "Attribute", dice))
    text = page([offer("juno", 1, "hit", "Hit", None, *asks)])
    line = re.search(r'<details class="law" id="[^"]*-how-skill"><summary>(.*?)</summary>', text)[1]
    assert '<span class="js">Swing 2 + Swing 2</span><noscript>Skill, Attribute</noscript>' in line
    two = page([offer("juno", 1, "hit", "Hit", None, *asks[1:])])
    assert "-how-skill" not in two


def test_a_page_says_whether_what_lies_ready_asks_for_nothing_more():
    plain = offer("juno", 1, "pass", "Pass", None, first=True)
    assert "data-short" in page([plain, one("sing", "Sing")])
    assert "data-short" not in page([one("sing", "Sing", first=True)])
    assert "data-short" not in page([offer("ferris", 1, "pass", "Pass", None, first=True)])  # another is asked


def test_friends_stand_below_foes_under_their_name():
    foes = Item("crake", "Crake"), Item("ludo", "Ludo")
    friends = Item("ferris", "Ferris", group="Friends"), Item("pilar", "Pilar", group="Friends")
    drawn = page([offer("juno", 1, "hit", "Hit", None, Pick("target", "Whom", (*foes, *friends)))])
    row = drawn[drawn.index('class="chips"') :]
    assert re.findall(r"<span(?: class=\"among\")?>(Crake|Ludo|Friends|Ferris|Pilar)<", row) == [
        "Crake",
        "Ludo",
        "Friends",
        "Ferris",
        "Pilar",
    ]
    alike = page([offer("juno", 1, "hit", "Hit", None, Pick("target", "Whom", friends))])
    assert 'class="among"' not in alike  # of one kind alone nothing has to be said


def test_the_room_of_a_figure_is_there_before_it_has_come():
    steps = offer("juno", 1, "stop", "Step in", None, says="Roll more.", figures=("stops",), reaction=True)
    aside = offer("juno", 1, "wait", "Wait", None, says="Nothing more.", reaction=True)
    assert page([steps]).count('<span class="tag worth soon"') == 1
    assert "worth soon" not in page([aside])
    known = {("1", "stop"): (Figure("you stop it", Fraction(1, 2)),)}
    shot = Snapshot(1, None, (steps,), SEATS)
    assert "worth soon" not in page_of(game(), META, shot, None, options([steps]), "juno", known)


def worth(known):
    """A page of four things to do, one of them with two tools, and what is known of them."""
    tools = [one(f"hit.{n}", f"Hit {n}", verb="attack", tool=Item(n, n), figures=("hits",)) for n in ("a", "b")]
    asked = [*tools, *(one(key, key.title()) for key in ("sing", "climb")), one("talk", "Talk", figures=("convinced",))]
    shot = Snapshot(1, None, tuple(asked), SEATS)
    armed = replace(game(), verbs=(Verb("attack", "Attack", "blade"),))
    return page_of(armed, META, shot, None, options(asked), "juno", known)


def test_a_tile_says_what_the_best_of_its_tools_is_worth_and_keeps_the_room_until_that_is_known():
    pending = worth({})
    assert pending.count('<span class="tag worth soon"') == 2  # of what has no figure no room is kept
    known = {
        ("1", f"hit.{n}"): (Figure("you hit, or burn", Fraction(share, 100)),) for n, share in (("a", 81), ("b", 89))
    }
    found = worth(known | {("1", "talk"): (Figure("convinced at once", Fraction(1, 50)),)})
    assert '<span class="tag worth">up to 89&nbsp;%<span> you hit</span></span></label><div class="means">' in found
    assert '<span class="tag worth">2&nbsp;%<span> convinced at once</span></span></label>' in found
    assert "worth soon" not in found
    none = {key: (Figure("you hit", Fraction(0)),) for key in known}
    assert '<span class="tag worth">0&nbsp;%<span> you hit</span></span></label><div class="means">' in worth(none)
    step = {key: (Figure("it is done", Fraction(1, 200), split=True),) for key in known}
    assert '<span class="tag worth">' not in worth(step)  # its hint stands there
    slim = {key: (Figure("you hit", Fraction(1, 200)),) for key in known}
    assert '<span class="tag worth">under 1&nbsp;%<span> you hit</span></span>' in worth(slim)


def test_dashed_means_not_possible_now_and_nothing_else():
    """As the help says: what can be pressed has another edge, however little it promises or whatever it costs."""
    sheets = Path(offers.__file__).parents[1] / "static/css"
    rules = [
        rule
        for sheet in ("moves.css", "offers.css", "hand.css", "cards.css")
        if (sheets / sheet).exists()
        for rule in re.findall(r"([^{}]+)\{[^{}]*dashed[^{}]*\}", (sheets / sheet).read_text("utf-8"))
    ]
    assert {rule.strip().rpartition("\n")[2] for rule in rules} == {
        ".stack.gone",
        ".chip.no",
        ".vain .chip",
        ".tray form:invalid .next",
    }
