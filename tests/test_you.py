"""Who reads is "you", in all games of this repository: on the stage, in the log, in what is asked; who waits reads of others."""

import re
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from cliffhanger.games import game, names
from cliffhanger.kernel.events import Event, told
from cliffhanger.kernel.game import WATCH
from cliffhanger.kernel.inputs import Sit
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.panels import Group, Panel, Text
from cliffhanger.kernel.record.format import Entry
from cliffhanger.table import table_events
from cliffhanger.testing.play import ready
from cliffhanger.testing.playout import bot_play, random_play
from cliffhanger.web.page.listener import Listener
from cliffhanger.web.page.masthead import waited
from cliffhanger.web.page.meanwhile import says
from cliffhanger.web.page.own_name import people_in
from cliffhanger.web.page.sorting import sorted_out
from cliffhanger.web.page.waiting import waited_for

YOU = re.compile(r"\b(you|your|yours)\b", re.IGNORECASE)
QUOTED = re.compile(r"“[^”]*”")
STORY = {  # where the name of whoever reads may stand, for it is part of the story's words
    "blockbuster": r"break free of ",  # what somebody tries, in words that stand as a goal
    "smallville": r"the Relationship with |trusts less in |brings in |aims at |what you believe|does not get ",
    "untold": r"$^",
    "plot_twist": r" into play|: choose|can pay \d",  # cards are called as their Heroes are
}
FREE = {  # what is asked, and may be said to all
    "blockbuster": r"tell how",
    "smallville": r"$^",
    "untold": r"$^",
    "plot_twist": r"$^",
}


def texts(panel: Panel) -> Iterator[str]:
    """The headlines of a stage, and what stands below them."""
    if isinstance(panel, Group) and panel.place == "stage":
        yield from (words for each in panel.panels if isinstance(each, Text) for words in (each.head, each.body))


@cache
def evenings(name: str) -> list:
    """Two evenings of bots and one at random, every other position of them: who reads, by what names, and the moment."""
    played, found = game(name), []
    for seed, play in ((1, bot_play), (2, bot_play), (3, random_play)):
        setup = ready(played, 2 + seed % 2)
        for moment in play(played, setup, Random(seed), 240)[::2]:
            for chair in setup.seats:
                if chair.role not in played.masters:
                    view = played.view(moment.after.state, chair.id)
                    own = table_events.reader(played, view, chair.id, chair.name)
                    found.append((chair.id, own, view, moment))
    return found


def asked(played, view) -> list[Option]:
    now = played.waiting(view)
    return [each.option for each in now if not each.blocked] if isinstance(now, tuple) else []


def named(words: str, own: tuple[str, ...], name: str) -> bool:
    return any(each in QUOTED.sub("", words) for each in own) and not re.search(STORY[name], words)


@pytest.mark.parametrize("name", names())
def test_nobody_reads_their_own_name_in_the_log(name):
    played, wrong, seen = game(name), set(), 0
    for seat, own, _view, moment in evenings(name):
        for event in moment.after.events:
            if event.heard_by(seat):
                seen += 1
                line = played.voice.heard(told(event, played.say(event)), own)
                if named(f"{line.who} {line.text}", own, name):
                    wrong.add(f"{event.what}: {line.who} {line.text}")
    assert seen > 300
    assert wrong == set()


@pytest.mark.parametrize("name", names())
def test_nobody_reads_their_own_name_on_the_stage(name):
    played, wrong, you = game(name), set(), 0
    for seat, own, view, _moment in evenings(name):
        listener = Listener(seat, played.voice, own)
        for panel in played.panels(view, seat):
            for words in texts(listener.panel(panel)):
                you += bool(YOU.search(words))
                if named(words, own, name):
                    wrong.add(words)
    assert you > 20 or name == "plot_twist"
    assert wrong == set()


@pytest.mark.parametrize("name", names())
def test_nobody_is_asked_by_their_own_name_and_who_waits_is_not_you(name):
    played, wrong, both = game(name), set(), 0
    for seat, own, view, _moment in evenings(name):
        for option in asked(played, view):
            if option.seat == seat and named(option.ask, own, name):
                wrong.add(option.ask)
            if option.seat != seat and not option.private:
                others = option.awaits or option.ask
                both += option.ask != others
                if YOU.search(QUOTED.sub("", others)) and not re.search(FREE[name], others):
                    wrong.add(f"others: {others}")
    assert both
    assert wrong == set()


@pytest.mark.parametrize("name", names())
def test_nobody_reads_their_own_name_where_something_is_not_possible(name):
    played, wrong, refused = game(name), set(), 0
    for seat, own, view, _moment in evenings(name):
        now = played.waiting(view)
        offers = (*(now if isinstance(now, tuple) else ()), *played.standing(view))
        for each in offers:
            if each.seat == seat and each.blocked:
                refused += 1
                if named(each.blocked, own, name):
                    wrong.add(each.blocked)
    assert refused > 20
    assert wrong == set()


@pytest.mark.parametrize("name", names())
def test_who_waits_reads_who_is_waited_for_and_for_what_in_a_sentence(name):
    played, found = game(name), set()
    for seat, _own, _view, moment in evenings(name):
        now = played.waiting(moment.after.state)
        asked = waited_for(now, seat) if isinstance(now, tuple) else {}
        if asked and seat not in asked:
            head, words = waited(asked, {each: each for each in asked}, seat, frozenset())
            assert any(each in head for each in asked)
            found.add(words)
    assert len(found) > 10
    for words in found:
        assert words[-1] in ".?!”", words
        assert "{" not in words


def test_what_is_chosen_in_secret_is_said_to_be_one():
    assert waited({"cole": ""}, {"cole": "Cole"}, "tess", frozenset())[1] == "What is chosen stays a secret for now."
    assert waited({"cole": "", "ugo": ""}, {}, "tess", frozenset())[1] == "What is chosen stays a secret for now."


@pytest.mark.parametrize("name", names())
def test_who_waits_reads_one_sentence_of_what_they_may_do(name):
    played, told_ = game(name), set()
    for seat, _own, view, _moment in evenings(name):
        own = [*asked(played, view), *(each.option for each in played.standing(view))]
        if not any(each.seat == seat and not each.reaction and not each.standing for each in own):
            told_.add(says(each for each in own if each.seat == seat))
    assert told_
    for words in told_:
        assert words.endswith(".")
        assert "{" not in words
        assert len(words) < 200


def test_whoever_lets_a_bot_play_does_not_read_that_they_take_the_seat():
    event = told(Event("seat", "A bot", data={"title": "Ida", "by": "bot"}), "takes the seat of Ida.")
    entry = Entry(2, "s2", "host", "", Sit("k1", "", "bot"), (event,), "")
    (heard,) = table_events.heard(table_events.OWN_VOICE, (entry,), "host", ())
    assert [f"{each.who} {each.text}" for each in heard.events] == ["A bot takes the seat of Ida."]


@pytest.mark.parametrize("name", names())
def test_the_readers_own_row_says_you_to_them_alone(name):
    played, you = game(name), 0
    for seat, own, view, moment in evenings(name)[::4]:
        listener = Listener(seat, played.voice, own)
        said = [
            people_in(each.drawn)
            for row in sorted_out(played.panels(view, seat), listener).places.values()
            for parts in row
            for each in parts
        ]
        you += "You" in frozenset().union(*said)
        assert frozenset().union(*said).isdisjoint(own)
        room = played.view(moment.after.state, WATCH)
        watcher = Listener(WATCH, played.voice, table_events.reader(played, room, WATCH, ""))
        shown = sorted_out(played.panels(room, WATCH), watcher).places.values()
        assert not any("You" in people_in(each.drawn) for row in shown for parts in row for each in parts)
    assert you > 20
