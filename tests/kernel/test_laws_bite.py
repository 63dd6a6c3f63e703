"""Each law of the suite fails for a game that breaks it: Lanterns, spoiled in one place."""

from dataclasses import replace as spoiled
from functools import partial
from itertools import count
from random import Random

import lanterns
import pytest
from lanterns import LANTERNS
from msgspec import Struct, structs
from tiny import tiny

from cliffhanger import games
from cliffhanger.kernel import step as step_of_kernel
from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.chance import Over
from cliffhanger.kernel.frames import Passing, amend, change, replace, tell, top, turn
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Offer, bound, offer
from cliffhanger.kernel.panels import Board, Cell, Counter, Tie, Token, Track
from cliffhanger.kernel.params import Number
from cliffhanger.kernel.record.format import write
from cliffhanger.kernel.sentences import LIST, Sentence
from cliffhanger.odds.walk import search_key
from cliffhanger.table import Draft, projection, session, table_events
from cliffhanger.testing import conformance, game_laws, position_laws, table_pairs
from cliffhanger.testing.play import Play
from cliffhanger.testing.playout import by_bots
from cliffhanger.web.live import program_view, recaps, view_model


def offers_with(**changes):
    """The offers of Lanterns, with the option of waiting changed."""

    def waiting(s):
        now = lanterns.waiting(s)
        if not isinstance(now, tuple):
            return now
        return tuple(
            Offer.written_out(replace(o.option, **changes), o.do) if o.option.key == "pass" else o for o in now
        )

    return waiting


def do_instead(do, key="pass"):
    def waiting(s):
        now = lanterns.waiting(s)
        if not isinstance(now, tuple):
            return now
        return tuple(
            Offer.written_out(o.option, bound(do, who=o.option.seat)) if o.option.key == key else o for o in now
        )

    return waiting


def nobody_asked(s):
    now = lanterns.waiting(s)
    return () if isinstance(now, tuple) and s.hours == 1 else now


def peeking(s, seat):
    return replace(lanterns.view(s, seat), keepers=s.keepers)


def counting_view(s, seat):
    """A view that tells everybody how strong the first hand is."""
    strength = sum(int(c[3]) for c in s.keepers[0].hand)
    return replace(lanterns.view(s, seat), house={**s.house, "strength": str(strength)})


def telling_settle(s, asked, values):
    after = lanterns.settle(s, asked, values)
    return replace(after, news=tuple(replace(event, only=()) for event in after.news))


def keep_number(s, who):
    """Wait, and give the other keeper's window back under its old number."""
    after = lanterns.wait(s, who)
    return amend(after, passing=Passing(top(s).passing.order, (who,)))


def secret_ask(s):
    """A game that asks only those who hold something strong."""
    now = lanterns.waiting(s)
    if not isinstance(now, tuple):
        return now
    strong = {k.id for k in s.keepers if any(c[3] == "4" for c in k.hand)}
    return tuple(o for o in now if o.option.key == "pass" or o.option.seat in strong) if strong else now


def first_come(s, who):
    """Waiting that remembers who was first, which means nothing."""
    return replace(lanterns.wait(s, who), house={**s.house, f"seen {len(s.house)}": who})


def text_for_number(s, who):
    return replace(lanterns.wait(s, who), house={**s.house, "much": 1})


def named_nowhere(s, who):
    """Waiting that is told under a rule that stands nowhere."""
    return replace(s, news=tuple(replace(event, rule="LN-NONE") for event in lanterns.wait(s, who).news))


def impatient(s):
    """A game that moves on by itself once the first hand holds something strong."""
    after = lanterns.advance(s)
    strong = any(c[3] == "4" for c in s.keepers[0].hand)
    return replace(s, house={**s.house, "hurry": "1"}) if after is s and strong and "hurry" not in s.house else after


TICKS = count()


def forgetful_settle(s, asked, values):
    """A settling that depends on more than the state."""
    return replace(lanterns.settle(s, asked, values), house={**s.house, "tick": str(next(TICKS))})


def scribbling_waiting(s):
    """A question that writes into the state it is asked about."""
    s.house["asked"] = str(next(TICKS))
    return lanterns.waiting(s)


@remembered(lambda v, seat: (v.keepers, v.deck, v.stack, seat))
def panels_of_any_weather(v, seat):
    """Panels that show a house rule, and are remembered without it."""
    return (*lanterns.panels(v, seat), Counter("Weather", lanterns.WALL[v.house["weather"]]))


def optimist(before, act):
    """The question that answers for daring the wind, with more oil than there is."""
    return "light", {
        "oil": top(before).oil + 1,
        "dice": act.choice["dice"],
        "wall": lanterns.WALL[before.house["weather"]],
    }


def lucky_hand(before, act, now):
    """Whether a lantern burns, or somebody holds something strong."""
    found = lanterns.burns(before, act, now)
    return found or (None if found is None else any(c[3] == "4" for k in before.keepers for c in k.hand))


SPOILED = {
    "replay_and_undo_agree": {"settle": forgetful_settle},
    "an_illegal_act_changes_nothing_and_says_why": {"waiting": scribbling_waiting},
    "something_is_always_asked": {"waiting": nobody_asked},
    "every_open_option_is_accepted": {"invariant_error": lambda s: "Never." if s.lit else lanterns.invariant_error(s)},
    "a_seat_knows_its_own_options": {"view": lambda s, seat: lanterns.view(s, "watch")},
    "a_view_is_a_state": {"view": lambda s, seat: replace(lanterns.view(s, seat), lit="many")},
    "seats_commute_close_one_another_or_are_ranked": {"waiting": do_instead(first_come)},
    "states_and_inputs_survive_writing": {"waiting": do_instead(text_for_number), "invariant_error": lambda s: ""},
    "advance_comes_to_rest": {"invariant_error": lambda s: "Never." if s.hours else ""},
    "keys_agree_with_faces": {"fold": lambda s, roll: (0, lambda key, die, face: 0)},
    "after_a_sound_ruling_the_game_plays_on": {
        "invariant_error": lambda s: "",
        "panels": lambda v, seat: (Track("t", "T", v.lit, 1 // (v.lit != 99)),),
    },
    "no_table_is_shown_what_was_remembered_of_another": {"panels": panels_of_any_weather},
    "figures_beside_options_can_be_told": {"figures": ()},
    "figures_rest_on_what_is_seen": {"figures": (replace(lanterns.BURNS, came=lucky_hand),)},
    "what_makes_a_figure_quick_changes_nothing": {"figures": (replace(lanterns.BURNS, closed=optimist),)},
    "panels_are_sound": {"panels": lambda v, seat: (Track("t", "T", 0, 3), Track("t", "T", 1, 3))},
    "windows_and_rolls_never_come_back": {"waiting": do_instead(keep_number)},
    "events_have_sentences": {"sentences": lanterns.worded(lambda what, says: says if what != "dark" else "")},
    "events_fit_their_rows": {"sentences": lanterns.worded(lambda what, says: says.replace("[waits|wait]", "waits"))},
    "bots_play": {"bot": lambda v, seat, options, rng: Act(seat, "7", "cheat")},
    "its_odds_can_be_asked": {
        "questions": (replace(lanterns.LIGHT, answer=lambda oil, wall, dice: lanterns.Answer(2)),)
    },
    "it_describes_itself": {"switches": (replace(LANTERNS.switches[0], values=("calm",)),)},
    "a_set_up_is_data": {"roles": (*LANTERNS.roles, lanterns.Role("ghost", "Ghost", 1, 1))},
    "every_option_is_drawn_once": {"waiting": offers_with(label="Wait\n(and see)")},
}


HALL, ANN = Cell("hall", "Hall"), Token("ann", "Ann", "hall")
UNSOUND = {
    "a cell twice": Board("b", "B", (HALL, HALL)),
    "somebody twice": Board("b", "B", (HALL,), (ANN, ANN)),
    "somebody nowhere": Board("b", "B", (HALL,), (replace(ANN, cell="yard"),)),
    "a tie to nobody": Board("b", "B", (HALL,), (ANN,), (Tie(("ann", "bo"), "friends"),)),
    "a track beyond its end": Board("b", "B", (HALL,), (ANN,), (Tie(("ann", "hall"), track=Track("t", "T", 4, 3)),)),
    "a look that nobody draws": Board("b", "B", (replace(HALL, look="lit castle"),)),
}


@pytest.mark.parametrize("board", UNSOUND.values(), ids=UNSOUND)
def test_a_board_that_does_not_fit_together_is_told(board):
    at = Play(LANTERNS, players=2)
    sound = Board("b", "B", (replace(HALL, look="room lit"),), (ANN,), (Tie(("ann", "hall"), "at home"),))
    position_laws.panels_are_sound(spoiled(LANTERNS, panels=lambda v, seat: (sound,)), at.state, ["k1"])
    with pytest.raises(AssertionError):
        position_laws.panels_are_sound(spoiled(LANTERNS, panels=lambda v, seat: (board,)), at.state, ["k1"])


def lit_in_two_hours(before, _act, now):
    return now.lit if now.lit == 3 or now.hours == min(3, before.hours + 2) else None


FALSELY_QUICK = {
    "a fold": {"fold": lambda s, roll: (0, lambda key, die, face: 0)},
    "like positions": {
        "came": lit_in_two_hours,
        "unit": "mean",
        "same": lambda s: search_key(replace(s, lit=0)),
    },
}
LEAKS = {
    "hands in the view": {"view": peeking},
    "strength in the view": {"view": counting_view},
    "cards in the log": {"settle": telling_settle},
    "who is asked": {"waiting": secret_ask},
    "with nobody to guess": {"guess": None},
    "what goes on by itself": {"advance": impatient},
}


class Hand(Struct, frozen=True):  # of another's hand one knows only whether it is ready
    id: str
    fingers: int = 0
    ready: bool = False


class Throw(Struct, frozen=True):
    number: int = 0


class Morra(Struct, frozen=True):
    """Two hold out fingers at once, or a fist, and do so three times."""

    hands: tuple[Hand, ...] = (Hand("ann"), Hand("ben"))
    throws: int = 0
    stack: tuple[Throw, ...] = (Throw(),)
    serial: int = 0
    news: tuple = ()


def choose(s, who, fingers):
    return replace(tell(s, "chooses", who), hands=change(s.hands, who, fingers=fingers, ready=True))


def choose_aloud(s, who, fingers):
    return tell(choose(s, who, fingers), "shows", fingers=[fingers])


def morra(s, do=choose, most=lambda s: 5):
    if s.throws == 3:
        return Over(())
    offers = []
    for hand in (each for each in s.hands if not each.ready):
        where, deed = (hand.id, f"{top(s).number}-{hand.id}"), bound(do, who=hand.id)
        offers.append(
            offer(*where, "hold_out", "Hold out", deed, Number("fingers", "Fingers", 1, most(s)), private=True)
        )
        offers.append(offer(*where, "fist", "A fist", bound(deed, fingers=0), private=True))
    return tuple(offers)


def fewer_after_a_fist(s):
    return 4 if any(hand.ready and not hand.fingers for hand in s.hands) else 5


def all_shown(s):
    if s.throws == 3 or not all(hand.ready for hand in s.hands):
        return s
    s = tell(s, "reveals", fingers=[str(hand.fingers) for hand in s.hands])
    return turn(replace(s, hands=Morra().hands, throws=s.throws + 1))


def others_hands(s, seat):
    return replace(s, hands=tuple(hand if hand.id == seat else replace(hand, fingers=0) for hand in s.hands))


def guessed_hands(v, seat, rng):
    unknown = (hand.ready and not hand.fingers and hand.id != seat for hand in v.hands)
    hands = zip(v.hands, unknown, strict=True)
    return replace(v, hands=tuple(replace(h, fingers=rng.randint(0, 5)) if hidden else h for h, hidden in hands))


MORRA = tiny(
    Morra,
    ("master", "ann", "ben"),
    morra,
    None,
    advance=all_shown,
    view=others_hands,
    guess=guessed_hands,
    sentences=(Sentence("chooses", {}, "[is|are] ready."), Sentence("reveals", {"fingers": LIST}, "{fingers}.")),
    reveals=frozenset({"reveals"}),
)
BETRAYED = {
    "in the view": {"view": lambda s, seat: s},
    "in an event": {"waiting": partial(morra, do=choose_aloud)},
    "in another's options": {"waiting": partial(morra, most=fewer_after_a_fist)},
    "in what nobody says is a secret's end": {"reveals": frozenset()},
}


class TestMorra(conformance.Suite):
    game = MORRA


def test_private_choices_are_looked_at():
    evenings = TestMorra.played()
    assert all(
        game_laws.choices_stay_secret(MORRA, each.setup, each.moments, Random(1), MORRA.reveals) for each in evenings
    )


@pytest.mark.parametrize("how", BETRAYED)
def test_a_private_choice_that_is_betrayed_is_found(how):
    betrayed = type("Betrayed", (conformance.Suite,), {"game": spoiled(MORRA, **BETRAYED[how])})
    with pytest.raises(AssertionError, match=r"(ann|ben) chose in private, .* may not know"):
        held(betrayed, conformance.Suite.test_private_choices_stay_secret)


def suite(**changes):
    return type("Spoiled", (conformance.Suite,), {"game": spoiled(LANTERNS, **changes), "most": 80})


def held(which, law):
    names = law.__code__.co_varnames[: law.__code__.co_argcount]
    made = {"evenings": which.played, "rng": lambda: Random(1)}
    law(which(), **{name: made[name]() for name in names if name != "self"})


@pytest.mark.parametrize("law", SPOILED)
def test_a_law_fails_for_a_game_that_breaks_it(law):
    with pytest.raises(AssertionError):
        held(suite(**SPOILED[law]), getattr(conformance.Suite, f"test_{law}"))


def test_a_line_that_decides_something_is_found(monkeypatch):
    law = conformance.Suite.test_a_line_of_ones_own_decides_nothing
    held(suite(), law)
    monkeypatch.setattr(step_of_kernel, "quoted", lambda s, line: replace(s, lit=s.lit + 1))
    with pytest.raises(AssertionError, match=r"a line beside|with a line"):
        held(suite(), law)


@pytest.mark.parametrize("how", FALSELY_QUICK)
def test_a_figure_that_is_quick_and_wrong_is_found(how):
    wrong = suite(figures=(replace(lanterns.BURNS, **FALSELY_QUICK[how]),), guess=None)
    with pytest.raises(AssertionError, match="the rules come to"):
        held(wrong, conformance.Suite.test_what_makes_a_figure_quick_changes_nothing)


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_found(leak):
    with pytest.raises(AssertionError, match=r"may not know|no guess"):
        held(suite(**LEAKS[leak]), conformance.Suite.test_views_leak_nothing)


def told_of_all(now, seat):
    return " ".join(f"{each.option.params}" for each in now)


def longer_title(table, shared, seat):
    return "." * sum(card[3] == "4" for keeper in table.shown.state.keepers for card in keeper.hand)


def said_to_all(game, put, change, who):
    return tuple(structs.replace(each, only=()) for each in SPOKEN(game, put, change, who))


SPOKEN = table_events.spoken


def whole_view(table, seat, **_):
    return {"state": table.shown.state}


def naming(s):
    """What cannot be, with the names of those who hold a jar."""
    why = lanterns.invariant_error(s)
    return f"{why} {[(keeper.id, keeper.hand) for keeper in s.keepers]}" if why else ""


def flaring(s):
    """The offers of Lanterns, with one more for who holds something strong."""
    now = lanterns.waiting(s)
    if not isinstance(now, tuple):
        return now
    strong = {k.id for k in s.keepers if any(c[3] == "4" for c in k.hand)}
    waits = [o for o in now if o.option.key == "pass" and o.option.seat in strong]
    return (*now, *(Offer.written_out(replace(o.option, key="flare", label="A flare"), o.do) for o in waits))


Seeping = type("Seeping", (conformance.Suite,), {"game": spoiled(LANTERNS, waiting=flaring), "most": 80, "tables": 16})
Secretive = type("Secretive", (conformance.Suite,), {"game": games.game("plot_twist"), "most": 40, "tables": 4})
SEEPS = {
    "what another seat chooses": (session.drafts, "seen", lambda drafts, seat, open_to: dict(drafts)),
    "which option another seat has in hand": (
        session.drafts,
        "seen",
        lambda drafts, seat, open_to: {
            key: draft if key[0] == seat or open_to(key) else Draft({}, (), private=True)
            for key, draft in drafts.items()
        },
    ),
    "that an option is there, to who drafts for another": (session.Table, "_may_shape", lambda *_: True),
    "what others did, in the log": (projection, "_unseen", lambda put, seat: put),
    "a whole record": (table_pairs, "seat_record", lambda game, header, entries, seat: write(header, entries)),
    "a page that is drawn from everything": (session.Table, "view", lambda table, seat: table.shown.state),
    "a longer headline": (view_model, "title", longer_title),
    "the state, to a program": (program_view, "view", whole_view),
    "the end, in the recap": (recaps, "gathered", lambda table, entries, night: table.shown.state),
    "what all may do, in a refusal": (step_of_kernel, "elsewhere", told_of_all),
}


@pytest.mark.parametrize("what", SEEPS)
def test_what_seeps_out_of_a_table_is_found(what, monkeypatch):
    where, name, instead = SEEPS[what]
    Seeping.played()  # before anything is broken
    monkeypatch.setattr(where, name, instead)
    with pytest.raises(AssertionError, match="may not know"):
        held(Seeping, conformance.Suite.test_a_table_tells_no_secret)


def test_a_table_of_which_nothing_seeps_out_keeps_the_law():
    held(Seeping, conformance.Suite.test_a_table_tells_no_secret)


def deeds_told(numbers, ledger):
    return [[len(str(ledger.entries[n - 1].input)), ""] for n in numbers]


CHOSEN = {"the line that goes with it": ("spoken", said_to_all), "an undo of it": ("_deeds", deeds_told)}


@pytest.mark.parametrize("what", CHOSEN)
def test_what_tells_of_a_secret_choice_is_found(what, monkeypatch):
    """Lanterns has no choice that is made in secret."""
    name, instead = CHOSEN[what]
    Secretive.played()
    monkeypatch.setattr(table_events, name, instead)
    with pytest.raises(AssertionError, match="may not know"):
        held(Secretive, conformance.Suite.test_a_table_tells_no_secret)


def test_a_reason_that_names_what_is_hidden_is_not_given_to_who_rules(monkeypatch):
    own = type(
        "Naming", (conformance.Suite,), {"game": spoiled(LANTERNS, invariant_error=naming), "most": 80, "tables": 12}
    )
    held(own, conformance.Suite.test_a_table_tells_no_secret)
    monkeypatch.setattr(session, "unless_unseen", lambda game, header, n, state, by, why: why)
    with pytest.raises(AssertionError, match=r"Ruling.*may not know"):
        held(own, conformance.Suite.test_a_table_tells_no_secret)


def test_a_bot_that_finds_nothing_is_named_with_its_window_and_its_options():
    def calling(v, seat, options, rng):
        return next(each for each in options if each.key == "dare" and not each.blocked)

    chosen = Play(LANTERNS, players=2).draws("oil1-a", "oil4-a").draws("oil2-a", "oil3-a").act("k1", "dare", dice=1)
    says = r"lanterns: the bot of k1 breaks in window (\S+): StopIteration\(\)\. "
    has = r"Its options are \1/pour, \1/dare \(blocked\), \1/call, \1/pass\."
    with pytest.raises(AssertionError, match=says + has):
        by_bots(spoiled(LANTERNS, bot=calling), chosen.state, chosen.waiting, Random(1))


UNKNOWN = {
    "an option": {"waiting": offers_with(rule="LN-NONE")},
    "an event": {"waiting": do_instead(named_nowhere)},
    "a switch": {"switches": (replace(LANTERNS.switches[0], ruling="LN-NONE"),)},
}


@pytest.mark.parametrize("who", UNKNOWN)
def test_a_rule_that_stands_nowhere_is_found(who):
    with pytest.raises(AssertionError, match=r"no LN-NONE in the rules\.toml of lanterns"):
        held(suite(**UNKNOWN[who]), conformance.Suite.test_every_rule_that_is_named_can_be_looked_up)


def test_a_sentence_that_repeats_the_name_beside_it_is_noticed():
    repeating = suite(sentences=lanterns.worded(lambda what, says: f"{{who}} {says}".strip()))
    with pytest.raises(AssertionError, match="stands beside it already"):
        held(repeating, conformance.Suite.test_events_have_sentences)


class Loose(Struct):
    rows: object = ()


@pytest.mark.parametrize("loose", [Loose(), (1, [2]), (Loose(),)], ids=["a Struct", "a list", "a Struct in a row"])
def test_what_can_be_changed_in_place_is_no_state(loose):
    with pytest.raises(AssertionError, match="change"):
        position_laws.states_are_frozen(replace(lanterns.Keeper("ida", "Ida"), hand=(loose,)))
