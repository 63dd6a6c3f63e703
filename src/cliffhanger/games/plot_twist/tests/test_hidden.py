"""Hidden cards: who looks at which, what is turned up, and what others may never see of it."""

from random import Random

import msgspec
import pytest

from cliffhanger.games.plot_twist import GAME
from cliffhanger.games.plot_twist.odds import distributions
from cliffhanger.games.plot_twist.rules import decks, hurts, roster
from cliffhanger.games.plot_twist.rules.book import base
from cliffhanger.games.plot_twist.rules.house import SWITCHES
from cliffhanger.games.plot_twist.rules.pieces import GM, Lying
from cliffhanger.games.plot_twist.tests.whole import COMBAT, HIDDEN, OTHERS, PLOTS, whole
from cliffhanger.games.plot_twist.tests.written import attack_card
from cliffhanger.kernel.chance import Draw, Roll
from cliffhanger.kernel.effects.known import Known
from cliffhanger.kernel.game import WATCH
from cliffhanger.testing import game_laws, position_laws
from cliffhanger.testing.figure_laws import figure
from cliffhanger.testing.playout import bot_play, random_play

CARDS = "".join(each for each in (*OTHERS[5:], *HIDDEN, *PLOTS, *COMBAT) if 'kind = "villain"' not in each)
VILLAIN = {"kind": "villain"}
EVENTS = tuple(f"event-{n}.gm-1" for n in "abcde")


@pytest.fixture
def table(stage):
    """Heroes and a Villain in a Location, with an Objective and five Events face-down, and a Twists Deck."""

    def made(*plot, hero=None, other=None, hands=None, house=None, **people):
        hands = {"ann": {"plot": plot}, **(hands or {})}
        people = {"ann": {"belief": 6, **(hero or {})}, **people, "foe": VILLAIN | (other or {})}
        scene = stage(cards=CARDS, place="harbour", hands=hands, house=house, **people)
        down = (Lying("the-vault", GM, "foe", up=False), *(Lying(each, GM, up=False) for each in EVENTS))
        twists = tuple(f"twist-{n}.ann-1" for n in "abcdefghij")
        return scene.now_has(lying=(*scene.s.lying, *down), twists=twists, main="foe")

    return made


def sees(scene, seat):
    """The cards that lie face-down, as a seat sees them."""
    return {each.id for each in scene.play.view(seat).lying if not each.up}


def looks_alike(scene, *seats):
    """What these seats are shown does not depend on what they may not know."""
    for seat in seats:
        twin = GAME.guess(scene.play.view(seat), seat, Random(2))
        position_laws.look_alike(GAME, scene.s, twin, seat)


# --- looks at the Objective -----------------------------------------------------------------------------------


def spies(scene, *coins, heroic="perception"):
    """One roll each Turn towards a look at the Objective."""
    for each in coins:
        ann = scene.cast[0]
        ann.does("spy.ann", heroic=heroic).throws(each)
        scene.now_has(people=tuple(msgspec.structs.replace(p, used=()) for p in scene.s.people))


@pytest.mark.rule("PT-HER-02", "PT-RUL-27")
def test_six_successes_show_the_objective_to_that_seat_alone(table):
    """Worked scenario 21."""
    scene = table(hero={"mind": 4, "perception": 1}, bo={})
    for coins, counted in (("HHHTT", 3), ("TTTTT", 3)):
        spies(scene, coins)
        assert scene.cast[0].now.perceived == counted
        assert "the-vault" not in sees(scene, "ann")
    spies(scene, "HHHTT")
    assert scene.cast[0].now.perceived == 0
    assert "the-vault" in sees(scene, "ann")
    assert "the-vault" not in sees(scene, "bo") | sees(scene, WATCH)
    assert "spy.ann" not in scene.asked()
    looks_alike(scene, "ann", "bo", WATCH)


def test_what_a_face_down_card_has_counted_is_nobodys_even_once_it_was_looked_at(table):
    scene = table(bo={})
    marked = (msgspec.structs.replace(x, marks=2 if x.id == "the-vault" else 0) for x in scene.s.lying)
    scene.now_has(lying=tuple(marked), known=(Known("ann", "the-vault"),), once=("turn:the-vault#0",))
    for seat, marks, once in (("ann", 0, ()), ("bo", 0, ()), (GM, 2, ("turn:the-vault#0",))):
        view = scene.play.view(seat)
        assert sum(each.marks for each in view.lying) == marks
        assert view.once == once


@pytest.mark.rule("PT-HER-07", "PT-HER-02", "PT-ACT-02")
def test_hacking_looks_for_it_too_once_a_turn(table):
    scene = table(hero={"hacking": 1})
    scene.cast[0].does("spy.ann", heroic="hacking").throws("HTTT")
    assert (scene.cast[0].now.hacked, scene.cast[0].now.perceived) == (1, 0)
    assert "spy.ann" not in scene.asked()


@pytest.mark.rule("PT-RUL-27")
@pytest.mark.parametrize(("pool", "seen"), [("heroic", False), ("character", True), ("party", True)])
def test_the_table_says_whose_successes_are_counted_together(table, pool, seen):
    scene = table(hero={"hacking": 1, "perception": 1}, house={"peek_pool": pool})
    spies(scene, "HHHT")
    spies(scene, "HHHT", heroic="hacking")
    assert ("the-vault" in sees(scene, "ann")) == seen


@pytest.mark.rule("PT-RUL-27")
@pytest.mark.parametrize(("pool", "seen"), [("character", False), ("party", True)])
def test_a_party_may_count_together(table, pool, seen):
    scene = table(hero={"perception": 1}, bo={"perception": 1}, house={"peek_pool": pool})
    people = (msgspec.structs.replace(p, perceived=4 if p.id == "bo" else 0) for p in scene.s.people)
    scene.now_has(people=tuple(people))
    spies(scene, "HHTT")
    assert ("the-vault" in sees(scene, "ann")) == seen


@pytest.mark.rule("PT-HER-02", "PT-RUL-27")
def test_a_look_at_the_objective_says_whether_it_is_seen(table):
    scene = table(hero={"mind": 4, "perception": 3, "energy": 1})
    ann, heads = scene.cast[0], distributions.margin(7)

    def chance(key, **choice):
        option = scene.play.option("ann", key)
        return figure(GAME, scene.s, option, "sees", choice).value

    assert chance("spy.ann", heroic=("perception",)) == heads.chance(6)
    scene.now_has(people=tuple(msgspec.structs.replace(p, perceived=4 * (p.id == "ann")) for p in scene.s.people))
    assert chance("spy.ann", heroic=("perception",)) == heads.chance(2)
    ann.does("spy.ann", heroic="perception")
    assert chance("throw") == heads.chance(2)
    assert chance("coins", n=1) == distributions.margin(8).chance(2)


# --- peek -----------------------------------------------------------------------------------------------------


def test_events_are_looked_at_by_chance_and_in_secret(table):
    scene = table("eyes-open", bo={})
    scene.cast[0].does("detail.ann", detail="eyes-open")
    draw = scene.play.waiting
    assert isinstance(draw, Draw)
    assert (draw.seat, draw.count) == ("ann", 2)
    scene.play.draws(EVENTS[1], EVENTS[3])
    assert sees(scene, "ann") == {"?", EVENTS[1], EVENTS[3]}
    assert sees(scene, "bo") == {"?"}
    assert sees(scene, GM) == {"the-vault", *EVENTS}
    looks_alike(scene, "ann", "bo", WATCH)


def test_what_lies_on_top_of_a_deck_is_drawn_next_and_only_who_looked_knows(table):
    scene = table(
        hands={
            "ann": {"plot": ("count-cards", "gift")},
            GM: {"hand": ("rush", "rush", "rush"), "deck": ("feint", "plan", "steal", "curse")},
        }
    )
    scene.cast[0].does("detail.ann", detail="count-cards")
    scene.play.draws("plan.51", "curse.53")
    gm = scene.play.view("ann").hands[0]
    assert gm.top == ("plan.51", "curse.53")
    assert set(scene.play.view(GM).hands[0].top) == {"?"}
    looks_alike(scene, "ann", GM, WATCH)
    scene.now_has(hands=tuple(msgspec.structs.replace(h, hand=h.hand[:2]) for h in scene.s.hands))
    scene.cast[0].does("detail.ann", detail="gift")
    assert scene.s.hands[0].hand == ("plan.51", "rush.1", "rush.2")
    assert "plan.51" in scene.play.view("ann").hands[0].hand
    assert "curse.53" in scene.play.view("ann").hands[0].top
    looks_alike(scene, "ann", GM, WATCH)


def test_who_has_looked_into_a_hand_picks_among_what_they_saw_and_the_rest_is_chance(table):
    scene = table("read-the-file", hands={GM: {"plot": ("bunker.1", "clerk.1", "guard.1")}})
    scene.cast[0].does("detail.ann", detail="read-the-file")
    scene.play.draws("bunker.1", "guard.1")
    pick = next(p for o in scene.play.options("ann") if o.key == "cards" for p in o.params)
    assert [item.id for item in pick.items] == ["bunker.1", "guard.1"]
    scene.cast[0].does("cards", cards=("guard.1",))
    assert scene.s.hands[0].plot == ("bunker.1", "clerk.1")
    assert scene.s.hands[0].thrown == ()
    looks_alike(scene, "ann", WATCH)


def test_a_card_that_was_seen_is_forgotten_once_it_has_gone_and_come_back(table):
    scene = table(hands={GM: {"hand": ("rush", "rush", "rush"), "deck": ("feint",)}})
    scene.now_has(known=(Known("ann", "rush.1"),))
    assert "rush.1" in scene.play.view("ann").hands[0].hand
    scene.cast[-1].does("mulligan", cards=("rush.1",))
    assert scene.s.known == ()


def test_the_top_of_the_twists_deck_is_known_to_who_looked(table):
    scene = table("read-the-wind", bo={})
    scene.cast[0].does("detail.ann", detail="read-the-wind")
    scene.play.draws("twist-c.ann-1")
    assert scene.play.view("ann").top == ("twist-c.ann-1",)
    assert scene.play.view("bo").top == ("?",)
    assert set(scene.play.view("bo").twists) == set(scene.s.twists)
    assert set(scene.play.view(GM).twists) == {"?"}
    looks_alike(scene, "ann", "bo", GM, WATCH)


@pytest.mark.rule("PT-TWI-01", "PT-RUL-34")
def test_a_twist_that_somebody_has_seen_on_top_is_the_next_one_of_a_turn(stage):
    scene = stage(cards=CARDS, ann={"belief": 3}, foe=VILLAIN, hands={"ann": {"plot": ("read-the-wind",)}})
    scene.now_has(twists=("twist-a.1", "twist-b.1", "twist-c.1"), main="foe")
    scene.cast[0].does("detail.ann", detail="read-the-wind")
    scene.play.draws("twist-b.1")
    scene.ends_turn()
    assert (scene.s.turn, scene.s.top, scene.s.known) == (2, (), ())
    assert [each.id for each in scene.s.lying] == ["twist-b.1"]
    assert scene.s.twists == ("twist-a.1", "twist-c.1")


@pytest.mark.rule("PT-RUL-34")
def test_a_twist_that_went_below_is_seen_by_all_until_the_deck_is_shuffled(table):
    scene = table()
    scene.now_has(below=(scene.s.twists[0],))
    assert scene.play.view(GM).twists.count("?") == len(scene.s.twists) - 1
    assert scene.s.twists[0] not in decks.in_the_middle(scene.s)
    assert set(decks.shuffled(scene.s, GM, "twists").twists) == set(
        decks.in_the_middle(decks.shuffled(scene.s, GM, "twists"))
    )


# --- reveal, nullify ------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-EVT-01", "PT-EVT-02", "PT-ENE-06")
def test_an_event_is_turned_up_by_the_choice_of_who_sees_it_and_a_card_is_the_price(table):
    scene = table("leak", hands={"ann": {"plot": ("leak",), "hand": ("rush", "plan")}}, other={"hate": 3})
    ann = scene.cast[0]
    ann.does("detail.ann", detail="leak").does("cards", cards=("plan.2",))
    assert scene.s.hands[1].thrown == ("plan.2",)
    scene.cast[-1].does("say", word=EVENTS[2])
    assert [base(each.id) for each in scene.s.lying if each.up] == ["harbour", "event-c"]
    assert (scene.s.revealed, scene.cast[-1].now.will) == (0, 4)


@pytest.mark.rule("PT-ENE-06")
def test_without_a_card_to_throw_away_the_price_cannot_be_paid(table):
    scene = table("leak")
    assert "thrown away" in scene.cast[0].cannot("detail.ann", detail="leak").why


@pytest.mark.rule("PT-OBJ-01")
def test_a_card_turns_up_the_objective(table):
    scene = table("unmask", other={"energy": 0})
    scene.cast[0].does("detail.ann", detail="unmask")
    assert next(each.up for each in scene.s.lying if each.id == "the-vault")
    assert scene.cast[-1].now.energy == 1
    assert "revealed" in scene.events


@pytest.mark.rule("PT-TWI-01")
def test_a_card_turns_up_another_twist_for_all_to_see(table):
    scene = table("sudden-turn")
    scene.cast[0].does("detail.ann", detail="sudden-turn")
    draw = scene.play.waiting
    assert draw.seat == ""
    scene.play.draws("twist-e.ann-1")
    assert "twist-e.ann-1" not in scene.s.twists
    assert [row.on for row in scene.s.lasting] == ["ann"]


def test_what_waits_for_a_card_to_be_turned_up_hears_it(table):
    scene = table("unmask", other={"energy": 0})
    listens = '[[card]]\nid = "it"\nkind = "detail"\nname = "It"\ncolour = "golden"\nduration = "game"\n'
    listens += 'when = [{trigger = "on_reveal", of = "objective", effects = [{gain = {target = "self", counter = "energy", amount = 2}}]}]\n'
    scene = type(scene)(
        {"ann": {"belief": 2}, "foe": VILLAIN}, CARDS + listens, None, "harbour", {"ann": {"plot": ("unmask",)}}
    )
    scene.now_has(lying=(Lying("the-vault", GM, "foe", up=False), Lying("it", "ann", "ann")), main="foe")
    scene.cast[0].does("detail.ann", detail="unmask")
    assert scene.cast[0].now.energy == 2


@pytest.mark.rule("PT-NUL-01")
def test_a_card_nullifies_another_one_of_those_in_play(table, stage):
    text = (
        '[[card]]\nid = "hush"\nkind = "detail"\nname = "Hush"\ncolour = "golden"\n'
        "effects = [{ nullify = { what = 'equipment' } }]\n"
    )
    scene = stage(
        cards=text, hands={"ann": {"plot": ("hush",)}}, ann={"belief": 1}, foe=VILLAIN | {"weapon": "melee 0/3"}
    )
    ann, foe = scene.cast
    ann.does("detail.ann", detail="hush")
    foe.attacks(ann)
    assert scene.play.happened("nullified")
    assert foe.attack.weapon == ""


# --- play -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-PLOT-02", "PT-UNIQ-01")
def test_a_location_is_played_when_a_card_lets_it_be(table):
    scene = table("way-in", hands={"ann": {"plot": ("way-in", "old-bank.1")}})
    scene.cast[0].does("detail.ann", detail="way-in").does("play_out", card="old-bank.1")
    assert "old-bank" in {each.id for each in scene.s.lying}
    assert scene.s.place == "harbour"
    assert scene.s.hands[1].plot == ()


@pytest.mark.rule("PT-RUL-44")
def test_of_several_locations_only_the_one_where_all_are_does_anything(table):
    scene = table()
    scene.now_has(lying=(*scene.s.lying, Lying("old-bank", GM)))
    assert hurts.cover(scene.s, "ann", "physical") == 1
    scene.now_has(place="old-bank")
    assert hurts.cover(scene.s, "ann", "physical") == 0


def test_what_may_be_played_may_be_left(table):
    scene = table("way-in", hands={"ann": {"plot": ("way-in", "old-bank.1")}})
    scene.cast[0].does("detail.ann", detail="way-in").does("leave_it")
    assert scene.s.hands[1].plot == ("old-bank.1",)


# --- the zones that no seat holds, marks, what comes later ----------------------------------------------------


def test_what_is_put_off_until_something_is_heard_comes_then(table):
    scene = table(hands={"ann": {"hand": ("curse",)}})
    ann, foe = scene.cast
    ann.attacks(foe, "social", card="curse")
    assert scene.s.delayed[0].until
    scene.now_has(stack=scene.s.stack[:1])
    before = foe.mental[0]
    while foe.mental[0] == before:
        scene.takes_one("pass")
    assert foe.mental[0] == before - 1
    assert scene.s.delayed == ()


def test_what_is_put_off_until_something_is_so_comes_once_it_is(armed):
    until = "until = { if = 'defender.counter.physical <= 7' }"
    does = "effects = [{ gain = { target = 'self', counter = 'energy', amount = 2 } }]"
    ann, foe = armed(attack_card(f"{{delay = {{ {until}, {does} }}}}"), {"body": 4})
    ann.attacks(foe, card="it").throws("HHTT", "TTT")
    assert ann.now.energy == 0
    ann.throws("HHTT")
    assert foe.physical[0] == 6
    assert ann.now.energy == 2


def test_the_gm_sees_twists_that_it_looks_through_and_picks_one(table):
    text = "[[card]]\nid = 'it'\nkind = 'combat'\nstep = 'maneuver'\nname = 'It'\ncolour = 'golden'\n"
    text += "effects = [{ search = { zone = 'twists', to = 'discards' } }]\n"
    scene = table()
    scene = type(scene)({"ann": {}, "foe": VILLAIN}, CARDS + text, None, "", {GM: {"hand": ("it",)}})
    scene.now_has(twists=("twist-a.1", "twist-b.1"), main="foe")
    ann, foe = scene.cast
    ann.fights(foe)
    scene.goes_to("maneuver")
    foe.does("play", ride="it.1").does("cards", cards=("twist-b.1",))
    assert scene.s.twists == ("twist-a.1",)
    assert scene.s.hands[0].thrown == ("it.1",)
    assert scene.play.view(GM).twists == ("twist-a.1",)


def test_cards_that_were_picked_before_are_meant_again(stage):
    text = attack_card(
        "{search = {zone = 'combat_deck', to = 'combat_hand', count = 2}}", "{discard = {zone = 'cards', count = 2}}"
    )
    hands = {"ann": {"hand": ("it",), "deck": ("rush", "plan", "curse")}}
    scene = stage(cards=text + "".join(COMBAT), hands=hands, ann={}, foe=VILLAIN)
    ann, foe = scene.cast
    scene.play.draws("rush.50", "plan.51")
    scene.now_has(hands=tuple(msgspec.structs.replace(h, hand=h.hand[:1]) for h in scene.s.hands))
    assert ann.hand == ["it"]
    scene.now_has(
        hands=tuple(
            msgspec.structs.replace(h, deck=("curse.52", "rush.60")) if h.id == "ann" else h for h in scene.s.hands
        )
    )
    ann.attacks(foe, card="it").does("cards", cards=("curse.52", "rush.60"))
    assert scene.s.hands[1].thrown[:2] == ("curse.52", "rush.60")
    assert ann.hand == []


def test_an_event_that_is_searched_for_and_thrown_away_is_gone(table):
    scene = table()
    looks_alike(scene, "ann", WATCH)
    text = "effects = [{ search = { zone = 'events', to = 'discards', target = 'main' } }]\n"
    card = "[[card]]\nid = 'it'\nkind = 'combat'\nstep = 'maneuver'\nname = 'It'\ncolour = 'golden'\n" + text
    scene = type(scene)({"ann": {}, "foe": VILLAIN}, CARDS + card, None, "", {GM: {"hand": ("it",)}})
    scene.now_has(lying=tuple(Lying(each, GM, up=False) for each in EVENTS), main="foe")
    ann, foe = scene.cast
    ann.fights(foe)
    scene.goes_to("maneuver")
    foe.does("play", ride="it.1").does("cards", cards=(EVENTS[0],))
    assert [each.id for each in scene.s.lying] == list(EVENTS[1:])


# --- nothing of it leaks --------------------------------------------------------------------------------------


def unsourced(rows, down):
    """What goes on, without the cards it comes from that all have seen played: by now they may be in a deck again."""
    replace = msgspec.structs.replace
    contexts = [getattr(each, "ctx", None) for each in rows]
    return tuple(
        replace(each, ctx=replace(ctx, card="")) if ctx and ctx.card not in down else each
        for each, ctx in zip(rows, contexts, strict=True)
    )


def scanned(moments, seats):
    """The names of instances that a seat was sent though it may not know them: in views, options and what it was told."""
    found = []
    for moment in moments:
        s, now = moment.after.state, GAME.waiting(moment.after.state)
        for seat in seats:
            known = {each.card for each in s.known if each.seat == seat}
            secret = {each for h in s.hands if h.id != seat for each in (*h.deck, *h.hand, *h.plot)}
            secret |= {each.id for each in s.lying if not each.up and seat != GM}
            secret |= set(s.twists) if seat in (GM, WATCH) else set()
            view = GAME.view(s, seat)
            told = [e for e in moment.after.events if e.heard_by(seat)]
            asks = now if isinstance(now, tuple) else ()
            options = [o.option for o in (*asks, *GAME.standing(s)) if o.seat == seat]
            down = {each.id for each in s.lying if not each.up}
            rows = {key: unsourced(getattr(view, key), down) for key in ("lasting", "delayed", "stack")}
            plain = msgspec.structs.replace(view, cards=(), decks=(), openings=(), **rows)
            words = [msgspec.json.encode(each).decode() for each in (plain, options, told)]
            words.append(repr(GAME.panels(view, seat)) + (now.title if isinstance(now, Roll) else ""))
            sent = " ".join(words)
            found += [(seat, each) for each in secret - known if f'"{each}"' in sent or f"'{each}'" in sent]
    return found


@pytest.mark.parametrize("seed", range(20))
def test_no_frame_holds_a_card_that_its_seat_may_not_know(seed):
    setup = whole(1 + seed % 4)
    moments = bot_play(GAME, setup, Random(seed), 60)
    assert scanned(moments[::2], [*(seat.id for seat in setup.seats), WATCH]) == []


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
def test_no_frame_of_a_thousand_games_under_any_house_rules_holds_one_either(block):
    for seed in range(50 * block, 50 * block + 50):
        rng = Random(seed)
        setup = whole(1 + seed % 4)
        setup = msgspec.structs.replace(setup, house={each.name: rng.choice(each.values) for each in SWITCHES})
        moments = bot_play(GAME, setup, rng, 120)
        assert scanned(moments[::6], [*(seat.id for seat in setup.seats), WATCH]) == [], seed


@pytest.mark.parametrize("players", [1, 3])
def test_states_that_differ_in_what_a_seat_may_not_know_look_the_same_to_it(players):
    rng, setup = Random(players), whole(players)
    seats = [*(seat.id for seat in setup.seats), WATCH]
    for play in (random_play, bot_play):
        moments = play(GAME, setup, rng, 110)
        for moment in moments[::5]:
            position_laws.twins_look_alike(GAME, moment.after.state, seats, rng)
            position_laws.own_windows_are_known(GAME, moment.after.state, seats)
        assert game_laws.draws_stay_secret(GAME, setup, moments, rng, GAME.reveals)
        game_laws.choices_stay_secret(GAME, setup, moments, rng, GAME.reveals)


def test_what_was_drawn_and_offered_before_is_shown_only_where_it_is_still_so():
    """A state that shares nothing with the one before finds nothing that was kept, and shows and offers the same."""
    setup = whole(2)
    for moment in bot_play(GAME, setup, Random(5), 120)[30:]:
        now = moment.after.state
        again = msgspec.structs.replace(position_laws.written(now, GAME.State), cards=now.cards)
        assert [each.option for each in GAME.standing(again)] == [each.option for each in GAME.standing(now)]
        for seat in (*(seat.id for seat in setup.seats), WATCH):
            assert GAME.panels(GAME.view(again, seat), seat) == GAME.panels(GAME.view(now, seat), seat)


def test_what_two_seats_see_alike_is_made_once_for_both(table):
    s = table(bo={}).s
    ann, bo = GAME.view(s, "ann"), GAME.view(s, "bo")
    assert ann.lying is bo.lying
    assert roster.hand(ann, GM) is roster.hand(bo, GM)
    assert ann.people is bo.people is s.people
