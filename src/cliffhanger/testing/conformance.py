"""A game's promise to everybody, as one test class.

```
from cliffhanger.testing import conformance

class TestMine(conformance.Suite):
    game = MINE
```
Each test is one law, held to many positions of games played at random with every preset and number of seats.
"""

from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, ClassVar, NamedTuple

import msgspec
import pytest

from cliffhanger.kernel.chance import Roll
from cliffhanger.kernel.files.reader import read_form
from cliffhanger.kernel.game import WATCH, Game, Setup
from cliffhanger.kernel.introduction import CARDS, LINE, WORDS
from cliffhanger.kernel.step import begin
from cliffhanger.odds.ask import read
from cliffhanger.testing import cache_laws, figure_laws, game_laws, position_laws, table_laws
from cliffhanger.testing.play import ready, ready_for
from cliffhanger.testing.playout import Moment, bot_play, random_play


class Evening(NamedTuple):
    """One game played: its set-up, and all that happened."""

    setup: Setup
    moments: list[Moment[Any]]

    @property
    def seats(self) -> list[str]:
        """The ids of its seats, and of those who only watch."""
        return [*(seat.id for seat in self.setup.seats), WATCH]


class Suite:
    """All laws for one game. `most` is how many inputs are played from each set-up (short games are played again),
    `looked_at` how many positions a law sees, `tables` in how many evenings two tables are held side by side.

    `reveals` names the kinds of events by which secrets come to light, beside the game's own `Game.reveals`.
    """

    game: ClassVar[Game[Any]]
    most: ClassVar[int] = 160
    looked_at: ClassVar[int] = 40
    tables: ClassVar[int] = 3
    seed: ClassVar[int] = 1
    reveals: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def setups(cls) -> list[Setup]:
        """Set-ups to play: few, some and many seats, each preset, and two sets of switches by chance."""
        game, rng = cls.game, Random(cls.seed)
        sizes = [players for players, _ in ready_for(game)]
        few, some, many = sizes[0], sizes[len(sizes) // 2], sizes[-1]
        found = [ready(game, players) for players in sorted({few, some, many})]
        found += [ready(game, some, **each.house) for each in game.presets]
        chances = ({switch.name: rng.choice(switch.values) for switch in game.switches} for _ in "ab")
        return found + [ready(game, some, **house) for house in chances if house]

    @classmethod
    @cache
    def played(cls) -> list[Evening]:
        """Games at random from each set-up; the same games for all laws."""
        dice, found = Random(cls.seed), []
        for setup in cls.setups():
            left = cls.most
            while left > 0:
                evening = Evening(setup, random_play(cls.game, setup, dice, left))
                assert evening.moments, f"{cls.game.id} is over before it has begun"
                found.append(evening)
                left -= len(evening.moments)
        return found

    @pytest.fixture
    def evenings(self) -> list[Evening]:
        """Games at random from each set-up."""
        return self.played()

    @pytest.fixture
    def rng(self) -> Random:
        """The same chance each time."""
        return Random(self.seed)

    def positions(self, evenings: list[Evening], rng: Random, kind: Any = object) -> list[tuple[Evening, Any]]:  # noqa: ANN401
        """States out of all evenings, in which something of this kind is asked."""
        found = [(each, moment.state) for each in evenings for moment in each.moments if isinstance(moment.now, kind)]
        ends = [(each, each.moments[-1].after.state) for each in evenings if kind is object]
        return [*ends, *rng.sample(found, min(self.looked_at, len(found)))]

    # what it says of itself

    def test_it_describes_itself(self) -> None:
        """Ids are unique, presets and switches fit, examples of its files are right, its odds can be asked."""
        game = self.game
        for named in (game.roles, game.presets):
            assert len({each.id for each in named}) == len(named)
        switches = {switch.name: switch for switch in game.switches}
        assert len(switches) == len(game.switches)
        for switch in game.switches:
            assert len(set(switch.values)) == len(switch.values) >= 2, f"{switch.name} leaves no choice"
            assert len(switch.says) == len(switch.values), f"{switch.name}: each value needs its line"
        for preset in game.presets:
            for name, value, why in preset.values:
                assert value in switches[name].values, f"{preset.id}: {name} cannot be {value}"
                assert why, f"{preset.id}: {name} needs its reason"
        assert sum(role.master for role in game.roles) <= 1, "one master is enough"

    def test_it_introduces_itself_in_five_short_cards(self) -> None:
        """A primer is read in two minutes, a term in a line; the rules that they name can be looked up."""
        game = self.game
        if game.primer:
            assert tuple(card.id for card in game.primer) == CARDS, f"the cards are {', '.join(CARDS)}"
            words = sum(len(f"{card.title} {card.says}".split()) for card in game.primer)
            assert words <= WORDS, f"{words} words take longer than two minutes"
            assert any(card.dice for card in game.primer), "no card shows what is rolled"
        for card in game.primer:
            for name in card.rules:
                position_laws.known(game, name, card.id)
        forms = [form.casefold() for term in game.glossary for form in (term.word, *term.also)]
        assert len(forms) == len(set(forms)), "a word is explained twice"
        for term in game.glossary:
            assert len(term.says.split()) <= LINE, f"{term.word}: more than {LINE} words"
            position_laws.known(game, term.rule, term.word)

    def test_the_examples_of_its_files_are_right(self) -> None:
        """Each kind of file people write comes with an example without a fault."""
        for form in self.game.forms:
            read = read_form(form, form.name, form.example)
            assert not isinstance(read, list), f"{form.name}: {[str(fault) for fault in read]}"

    def test_its_odds_can_be_asked(self) -> None:
        """Each question answers its defaults: a chance between 0 and 1, and laws that add up to 1."""
        for question in self.game.questions:
            for p in question.parameters:
                assert read(p, p.default) == p.default, f"{question.name}: {p.name} cannot be {p.default}"
            answer = question.answer(**{p.name: p.default for p in question.parameters})
            assert isinstance(answer.value, Fraction)
            assert question.unit != "chance" or 0 <= answer.value <= 1, f"{question.name} is {answer.value}"
            assert not answer.law or sum(weight for _, weight in answer.law) == 1, f"{question.name}'s law is not whole"

    def test_a_set_up_is_data(self) -> None:
        """A set-up fills its roles, survives writing, and begins the same way each time, at rest."""
        game = self.game
        for setup in self.setups():
            counts = {role.id: sum(seat.role == role.id for seat in setup.seats) for role in game.roles}
            assert all(role.least <= counts[role.id] <= role.most for role in game.roles), f"{counts} seats"
            assert len({seat.id for seat in setup.seats}) == len(setup.seats) == sum(counts.values())
            again = msgspec.json.decode(position_laws.encode(setup), type=Setup)
            first, second = begin(game, game.start(setup)), begin(game, game.start(again))
            assert position_laws.encode(first) == position_laws.encode(second), "the same set-up begins in two ways"
            position_laws.advance_is_at_rest(game, first.state)

    # positions

    def test_something_is_always_asked(self, evenings: list[Evening], rng: Random) -> None:
        """No position is without a question, and each question can be answered."""
        for evening, s in self.positions(evenings, rng):
            position_laws.something_is_asked(self.game, s, evening.seats)

    def test_every_open_option_is_accepted(self, evenings: list[Evening], rng: Random) -> None:
        """What is offered can be done."""
        for _, s in self.positions(evenings, rng):
            position_laws.open_options_are_accepted(self.game, s, rng)

    def test_a_line_of_ones_own_decides_nothing(self, evenings: list[Evening], rng: Random) -> None:
        """What people say beside an act is told, and the act is the same."""
        for _, s in self.positions(evenings, rng):
            position_laws.a_line_decides_nothing(self.game, s, rng)

    def test_a_deed_takes_what_its_option_asks_for(self, evenings: list[Evening], rng: Random) -> None:
        """The type checker is blind to what a deed is given."""
        for _, s in self.positions(evenings, rng):
            position_laws.deeds_take_what_is_asked(self.game, s)

    def test_an_illegal_act_changes_nothing_and_says_why(self, evenings: list[Evening], rng: Random) -> None:
        """What is not offered cannot be done."""
        for _, s in self.positions(evenings, rng):
            position_laws.illegal_acts_are_refused(self.game, s, rng)

    def test_every_rule_that_is_named_can_be_looked_up(self, evenings: list[Evening], rng: Random) -> None:
        """Options, refusals, events, switches and summaries name no rule that the game's `rules.toml` does not know."""
        for switch in self.game.switches:
            position_laws.known(self.game, switch.ruling, switch)
        for summary in self.game.summaries:
            for name in summary.rules:
                position_laws.known(self.game, name, summary)
        for _, s in self.positions(evenings, rng):
            position_laws.rules_are_known(self.game, s)
        for evening in evenings:
            game_laws.events_name_known_rules(self.game, evening.moments)

    def test_a_seat_knows_its_own_options(self, evenings: list[Evening], rng: Random) -> None:
        """A page needs the view and nothing else."""
        for evening, s in self.positions(evenings, rng):
            position_laws.own_windows_are_known(self.game, s, evening.seats)

    def test_a_view_is_a_state(self, evenings: list[Evening], rng: Random) -> None:
        """A view is of the state's own type."""
        for evening, s in self.positions(evenings, rng):
            position_laws.views_are_states(self.game, s, evening.seats)

    def test_views_leak_nothing(self, evenings: list[Evening], rng: Random) -> None:
        """What a seat may not know changes nothing that it sees."""
        for evening, s in self.positions(evenings, rng):
            position_laws.twins_look_alike(self.game, s, evening.seats, rng)
        for evening in evenings:
            reveals = self.reveals | self.game.reveals
            game_laws.draws_stay_secret(self.game, evening.setup, evening.moments, rng, reveals)

    def test_private_choices_stay_secret(self, evenings: list[Evening], rng: Random) -> None:
        """What somebody chose of a private question changes nothing for the others, until it comes to light."""
        for evening in evenings:
            reveals = self.reveals | self.game.reveals
            game_laws.choices_stay_secret(self.game, evening.setup, evening.moments, rng, reveals)

    def test_a_table_tells_no_secret(self, evenings: list[Evening], rng: Random) -> None:
        """What a seat may not know changes nothing of its page, log, record, drafts, refusals, and frames with their length."""
        reveals = self.reveals | self.game.reveals
        for evening in rng.sample(evenings, min(self.tables, len(evenings))):
            table_laws.tables_tell_nothing(self.game, evening.setup, evening.moments, rng, reveals)

    def test_seats_commute_close_one_another_or_are_ranked(self, evenings: list[Evening], rng: Random) -> None:
        """Two people who tap at once cannot be surprised by whose tap came first."""
        for _, s in self.positions(evenings, rng, tuple):
            for _ in range(3):
                position_laws.seats_commute(self.game, s, rng)

    def test_states_and_inputs_survive_writing(self, evenings: list[Evening]) -> None:
        """What is written and read again is the same, at every step; so all types are as declared."""
        for evening in evenings:
            for moment in evening.moments:
                position_laws.states_survive_writing(self.game, moment.after.state)
                position_laws.inputs_survive_writing(moment.put)

    def test_states_cannot_be_changed_in_place(self, evenings: list[Evening]) -> None:
        """All Structs within a state are frozen."""
        for evening in evenings:
            for moment in evening.moments[:: max(1, len(evening.moments) // self.looked_at)]:
                position_laws.states_are_frozen(moment.after.state)

    def test_advance_comes_to_rest(self, evenings: list[Evening]) -> None:
        """Between inputs nothing is under way."""
        for evening in evenings:
            for moment in evening.moments:
                position_laws.advance_is_at_rest(self.game, moment.after.state)

    def test_keys_agree_with_faces(self, evenings: list[Evening], rng: Random) -> None:
        """The exact law of a roll is that of its raw faces."""
        seen: set[object] = set()
        for _, s in self.positions(evenings, rng, Roll):
            position_laws.keys_agree_with_faces(self.game, s, rng, seen)

    def test_sampling_agrees_with_the_law(self, evenings: list[Evening], rng: Random) -> None:
        """Dice fall as their law says."""
        kinds: dict[object, Any] = {}  # the same dice thrown for the same have the same law
        for _, s in self.positions(evenings, rng, Roll):
            roll = self.game.waiting(s)
            assert isinstance(roll, Roll)
            kinds.setdefault((roll.purpose, roll.dice), s)
        for s in list(kinds.values())[:10]:
            position_laws.sampling_agrees_with_law(self.game, s, rng)

    def test_after_a_sound_ruling_the_game_plays_on(self, evenings: list[Evening], rng: Random) -> None:
        """People may overrule any number."""
        found = self.positions(evenings, rng)
        taken = [
            position_laws.sound_rulings_play_on(self.game, evening.setup, s, rng)
            for evening, s in found
            for _ in range(3)
        ]
        if position_laws.rulings_have_a_way(self.game, [s for _, s in found]):
            assert any(taken), "no ruling was accepted at all: invariant_error refuses whatever is set"

    def test_panels_are_sound(self, evenings: list[Evening], rng: Random) -> None:
        """Every page can be drawn."""
        for evening, s in self.positions(evenings, rng):
            position_laws.panels_are_sound(self.game, s, evening.seats)

    def test_no_table_is_shown_what_was_remembered_of_another(self, evenings: list[Evening], rng: Random) -> None:
        """What is remembered between looks is what would be found anew, under any house rules."""
        tables = [(s, evening.seats) for evening, s in self.positions(evenings, rng)]
        cache_laws.memory_tells_nothing_else(self.game, tables, rng)

    def test_every_option_is_drawn_once(self, evenings: list[Evening], rng: Random) -> None:
        """Whatever may be done is on the page, and on it once."""
        for evening, s in self.positions(evenings, rng):
            position_laws.options_are_drawn_once(self.game, s, evening.seats)

    # lines of play

    def test_replay_and_undo_agree(self, evenings: list[Evening], rng: Random) -> None:
        """The inputs are the truth."""
        for evening in evenings:
            game_laws.replay_agrees(self.game, evening.setup, evening.moments, rng)

    def test_windows_and_rolls_never_come_back(self, evenings: list[Evening]) -> None:
        """A late tap never hits another question."""
        for evening in evenings:
            game_laws.windows_never_come_back(evening.moments)
            game_laws.rolls_never_come_back(evening.moments)

    def test_events_have_sentences(self, evenings: list[Evening]) -> None:
        """All that happens is told."""
        for evening in evenings:
            game_laws.events_have_sentences(self.game, evening.moments, evening.seats)

    def test_events_fit_their_rows(self, evenings: list[Evening]) -> None:
        """Its sentences declare what its events hold, and can be said to everybody in them."""
        for evening in evenings:
            game_laws.events_fit_their_rows(self.game, evening.moments)

    def test_figures_beside_options_can_be_told(self, evenings: list[Evening], rng: Random) -> None:
        """What an option says of chance is there, and can be worked out from what its seat sees."""
        assert len(self.game.figure_by_id) == len(self.game.figures), "two figures have one id"
        for evening in evenings:
            figure_laws.figures_can_be_told(self.game, evening.moments, rng)

    def test_figures_rest_on_what_is_seen(self, evenings: list[Evening], rng: Random) -> None:
        """No figure tells what its reader may not know."""
        for evening in evenings:
            figure_laws.figures_rest_on_views(self.game, evening.moments, rng)

    def test_what_makes_a_figure_quick_changes_nothing(self, evenings: list[Evening], rng: Random) -> None:
        """A closed form, a fold, and what is taken for the same position: the longer walk comes to the same."""
        played: dict[int, list[Moment[Any]]] = {}
        for each in evenings:
            played.setdefault(id(each.setup), []).extend(each.moments)
        held = [figure_laws.shortcuts_agree(self.game, moments, rng) for moments in played.values()]
        quick = any(figure.closed or figure.fold or figure.same for figure in self.game.figures)
        assert any(held) or not quick, "no figure was held to its longer walk"

    def test_bots_play(self, rng: Random) -> None:
        """A bot in every seat finds something legal to do each time, from its view alone."""
        for setup in self.setups():
            assert bot_play(self.game, setup, rng, self.most), "the bots did nothing"
