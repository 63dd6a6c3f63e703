"""Choices being made: shared, shaped by the master, gone with their window, and secret where the choice is."""

from dataclasses import replace

import pytest
from msgspec import structs
from tests.lanterns import LANTERNS
from tests.table.evening import Evening, of_bots

from cliffhanger import games
from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.inputs import Act, Sit
from cliffhanger.kernel.offers import Offer, offer, terms
from cliffhanger.kernel.params import Item, Number, Pick
from cliffhanger.table.drafts import KEPT, alike, carried, newest, still_open
from cliffhanger.table.snapshot import Draft
from cliffhanger.web.live import view_model

UNSEEN = "That choice is closed, or made in secret."
ONLY_THAT_IDA_CHOOSES = {("k1", "", ""): Draft({}, (), private=True)}


def where(evening, seat, key):
    return seat, evening.option(seat, key).window, key


def draft(evening, seat, key, choice, by=None):
    return evening.table.draft(*where(evening, seat, key), choice, by or seat)


def test_a_draft_is_shown_at_once_and_stands_in_no_log(evening):
    n = evening.table.shown.n
    assert draft(evening, "k1", "dare", {"dice": 2}) is None
    assert evening.table.shown.drafts[where(evening, "k1", "dare")].choice == {"dice": 2}
    assert evening.table.shown.n == n
    assert evening.table.shown.log == evening.table.kept()


def test_the_master_may_shape_a_draft_and_the_act_says_so(evening):
    draft(evening, "k1", "dare", {"dice": 2})
    assert draft(evening, "k1", "dare", {"dice": 3}, by="host") is None
    assert draft(evening, "k1", "dare", {"dice": 1}, by="k2").why == "That choice is somebody else's."
    put = evening.put(Act("k1", evening.option("k1", "dare").window, "dare", {"dice": 3}, shaped_by=("k2",)), "k1")
    assert put.entries[0].input.shaped_by == ("host",)
    assert evening.table.shown.drafts == {}


def test_a_draft_goes_with_its_window(evening):
    draft(evening, "k1", "dare", {"dice": 2})
    draft(evening, "k2", "call", {"words": "Here"})
    evening.act("k1", "pass")
    assert [seat for seat, _, _ in evening.table.shown.drafts] == ["k2"]


def test_a_draft_may_be_unfinished_but_not_of_another_shape(evening):
    assert draft(evening, "k1", "pour", {}) is None
    assert draft(evening, "k1", "pour", {"oil": ()}) is None
    assert draft(evening, "k1", "call", {"words": ""}) is None
    jar = evening.option("k1", "pour").params[0].items[0].id
    for wrong in ({"oil": ("sand",)}, {"oil": (jar, jar)}, {"oil": 3}, {"oil": jar}, {"tea": ()}):
        assert draft(evening, "k1", "pour", wrong)
    assert draft(evening, "k1", "call", {"words": "x" * 41})
    assert draft(evening, "k1", "dare", {"dice": True})
    assert draft(evening, "k1", "dare", {"dice": 9})
    assert evening.table.draft("k1", "99-k1", "dare", {"dice": 1}, "k1").why == "That question is closed."


def test_of_a_private_choice_others_see_only_that_the_seat_is_choosing():
    def secretly(s):
        now = LANTERNS.waiting(s)
        if not isinstance(now, tuple):
            return now
        return tuple(Offer.written_out(structs.replace(each.option, private=True), each.do) for each in now)

    evening = Evening(game=replace(LANTERNS, waiting=secretly))
    evening.sits(k1="Ada", k2="Ben")
    draft(evening, "k1", "dare", {"dice": 2})
    key = where(evening, "k1", "dare")
    for other in ("k2", "host", "watch"):
        assert evening.table.drafts_for(other) == ONLY_THAT_IDA_CHOOSES
    assert evening.table.drafts_for("k1")[key].choice == {"dice": 2}
    assert draft(evening, "k1", "dare", {"dice": 1}, by="host").why == UNSEEN
    assert dict(evening.table.shown.asked) == {"k1": "", "k2": ""}


def test_of_a_choice_among_what_others_do_not_see_they_see_only_that_it_is_made(evening):
    jar = evening.option("k1", "pour").params[0].items[0].id
    draft(evening, "k1", "dare", {"dice": 2})
    jars, dice = where(evening, "k1", "pour"), where(evening, "k1", "dare")
    for other in ("k2", "watch"):
        assert evening.table.drafts_for(other) == {dice: Draft({"dice": 2})}
    draft(evening, "k1", "pour", {"oil": (jar,)})
    for other in ("k2", "watch"):
        assert evening.table.drafts_for(other) == ONLY_THAT_IDA_CHOOSES
    assert evening.table.drafts_for("k1")[jars].choice == {"oil": (jar,)}


def test_who_drafts_for_another_cannot_tell_a_secret_choice_from_one_that_is_not_there(evening):
    """A master who guesses at the options of a hand is told the same, whether it holds the card or not.

    What they see being chosen they may change; what nobody has begun to choose they cannot probe.
    """
    closed = evening.table.draft("k1", "99-k1", "dare", {"dice": 1}, "host")
    jars = [item.id for item in evening.option("k1", "pour").params[0].items]
    secret = draft(evening, "k1", "pour", {"oil": tuple(jars[:1])}, by="host")
    assert closed == secret == Refusal("", UNSEEN, "What others decide in secret is shown when it is made.")
    assert draft(evening, "k1", "dare", {"dice": 1}, by="host") == closed
    draft(evening, "k1", "dare", {"dice": 2})
    assert draft(evening, "k1", "dare", {"dice": 1}, by="host") is None


def test_for_an_empty_chair_whoever_runs_the_table_chooses(evening):
    assert not evening.put(Sit("k1", "", "nobody"), "host").refusal
    jar = evening.option("k1", "pour").params[0].items[0].id
    assert draft(evening, "k1", "pour", {"oil": (jar,)}, by="host") is None
    assert draft(evening, "k1", "pour", {"oil": (jar,)}, by="k2").why == "That choice is somebody else's."


def test_whether_a_hand_holds_a_card_cannot_be_asked_by_drafting_it():
    evening = of_bots(games.game("plot_twist"), 5, seed=1, undo="master")
    held = [each.option for each in evening.table.head.waiting if each.option.key == "bystanders"]
    held = [each for each in held if each.seat != "gm"]
    assert {each.seat for each in held} == {"player-1", "player-2"}
    for option in held:
        there, not_there = (
            evening.table.draft(option.seat, option.window, key, {}, "gm") for key in ("bystanders", "the_butler")
        )
        assert there == not_there
        assert there.why == UNSEEN
    assert evening.table.draft("player-1", held[0].window, "bystanders", {}, "player-1") is None
    assert [key for key in evening.table.drafts_for("gm") if "bystanders" in key] == []


def test_nobody_is_named_in_an_act_who_changed_no_draft(evening):
    act = Act("k1", evening.option("k1", "dare").window, "dare", {"dice": 3}, shaped_by=("host", "k2"))
    assert evening.put(act, "k1").entries[0].input.shaped_by == ()


# --- a question that is asked anew ----------------------------------------------------------------------------


def short(**house):
    """A table of Untold where Ione has rolled, falls short, and may push; both sides hold a point."""
    evening = Evening(game=games.game("untold"), house=house)
    evening.sits(gm="Cleo", ione_wake="Ada", osk_tallow="Ben")
    evening.act("gm", "open", name="The ledge", present=("ione_wake", "osk_tallow", "harrow"))
    declared(evening, 9)
    assert {each.key for each in evening.table.options("ione_wake") if not each.blocked} >= {"push", "numbers"}
    return evening


def building():
    """A table of Untold where Ione, with all her points, is about to roll."""
    evening = Evening(game=games.game("untold"))
    evening.sits(gm="Cleo", ione_wake="Ada", osk_tallow="Ben")
    evening.act("gm", "open", name="The ledge", present=("ione_wake", "osk_tallow", "harrow"))
    tried(evening, 3)
    return evening


def tried(evening, base):
    skill = evening.option("ione_wake", "check").params[1].items[0].id
    evening.act("ione_wake", "check", goal="get up there", skill=(skill,), tie=(), relies=())
    mods = {p.name: () for p in evening.option("gm", "set").params[1:]}
    evening.act("gm", "set", base=base, **mods)


def declared(evening, base):
    tried(evening, base)
    evening.act("ione_wake", "roll", **{p.name: 0 for p in evening.option("ione_wake", "roll").params})


def lying(evening, seat):
    """What lies in a seat's open windows."""
    open_ = {(each.window, each.key) for each in evening.table.options(seat)}
    found = {key: draft.choice for key, draft in evening.table.shown.drafts.items() if key[0] == seat}
    assert {key[1:] for key in found} <= open_
    return {key: choice for (_, _, key), choice in found.items()}


def test_a_push_in_the_making_survives_a_point_of_the_other_side():
    evening = short()
    draft(evening, "ione_wake", "push", {"exertion": 3})
    before = evening.option("ione_wake", "push")
    evening.act("gm", "numbers", use=("harder",))
    after = evening.option("ione_wake", "push")
    assert (after.window == before.window, terms(after) == terms(before)) == (False, False)
    assert lying(evening, "ione_wake") == {"push": {"exertion": 3}}
    late = Act("ione_wake", after.window, "push", {"exertion": 3}, terms=terms(before))
    assert evening.put(late, "ione_wake").refusal.why == "Push: the numbers have moved since you looked."


def test_what_one_builds_survives_a_point_of_ones_own_and_goes_with_the_answer():
    evening = short()
    draft(evening, "ione_wake", "push", {"exertion": 2})
    draft(evening, "ione_wake", "numbers", {"use": ("plus",)})
    evening.act("ione_wake", "numbers", use=("plus",))
    assert lying(evening, "ione_wake") == {"push": {"exertion": 2}}
    evening.act("ione_wake", "accept")
    assert (evening.table.shown.drafts, evening.table.shown.aside) == ({}, {})


def test_of_a_choice_that_is_carried_over_what_is_not_open_any_more_falls_away():
    evening = short()
    items = {item.id: int(item.label) for item in evening.option("ione_wake", "reroll").params[0].items}
    loose = [name for name, face in items.items() if 1 < face < 12]
    # Every die one lower: a 2 becomes a 1, and stays one.
    stays, goes = next(n for n in loose if items[n] > 2), next(n for n in loose if items[n] == 2)
    draft(evening, "ione_wake", "reroll", {"dice": (goes, stays)})
    evening.act("gm", "shift", way=("down",))
    assert lying(evening, "ione_wake") == {"reroll": {"dice": (stays,)}}


def test_a_goal_half_typed_waits_while_somebody_else_acts():
    evening = short()
    evening.act("ione_wake", "accept")
    evening.act("gm", "confirm")
    draft(evening, "osk_tallow", "check", {"goal": "hold the rop"})
    declared(evening, 9)
    assert lying(evening, "osk_tallow") == {}
    evening.act("ione_wake", "accept")
    evening.act("gm", "confirm")
    assert lying(evening, "osk_tallow") == {"check": {"goal": "hold the rop"}}


def test_what_was_begun_in_a_procedure_ends_with_it():
    evening = short()
    draft(evening, "ione_wake", "push", {"exertion": 3})
    evening.act("gm", "call_off")
    assert evening.table.shown.aside == {}
    declared(evening, 9)
    assert lying(evening, "ione_wake") == {}


# --- a number that is out of reach now ------------------------------------------------------------------------


def test_points_in_the_making_come_down_to_what_is_left():
    evening = building()
    draft(evening, "ione_wake", "roll", {"exertion": 12})
    evening.act("gm", "strain", whom=("ione_wake",), amount=13, realm=("body",), why="the cold")
    roll = evening.option("ione_wake", "roll")
    left = next(p.high for p in roll.params if p.name == "exertion")
    assert 0 < left < 12
    assert lying(evening, "ione_wake") == {"roll": {"exertion": left}}


def test_a_push_in_the_making_comes_down_to_what_is_left_and_keeps_what_fits():
    evening = short()
    high = next(p.high for p in evening.option("ione_wake", "push").params)
    draft(evening, "ione_wake", "push", {"exertion": high})
    draft(evening, "ione_wake", "numbers", {"use": ("plus",)})
    evening.act("gm", "strain", whom=("ione_wake",), amount=3, realm=("body",), why="the cold")
    left = next(p.high for p in evening.option("ione_wake", "push").params)
    assert left == high - 3
    assert lying(evening, "ione_wake") == {"push": {"exertion": left}, "numbers": {"use": ("plus",)}}


def test_where_no_number_is_in_reach_any_more_nothing_of_it_is_left():
    evening = building()
    draft(evening, "ione_wake", "roll", {"exertion": 12})
    evening.act("gm", "strain", whom=("ione_wake",), amount=21, realm=("body",), why="the sea")
    assert "exertion" not in {p.name for p in evening.option("ione_wake", "roll").params}
    assert lying(evening, "ione_wake") == {}


# --- how many there are ---------------------------------------------------------------------------------------


def test_of_what_a_seat_has_begun_to_choose_the_newest_are_kept():
    kept = newest({(seat, str(n), "say"): Draft({"words": f"{n}"}) for n in range(40) for seat in ("k1", "k2")})
    assert [key[1] for key in kept if key[0] == "k1"] == [str(n) for n in range(40 - KEPT, 40)]
    assert len(kept) == 2 * KEPT


def test_what_was_begun_in_windows_that_never_come_again_does_not_pile_up():
    aside = {}
    for n in range(100):
        _, aside = carried({("k1", f"any-{n}", "say"): Draft({"words": "x"})}, aside, (), 1, 1)
    assert [window for _, window, _ in aside] == [f"any-{n}" for n in range(100 - KEPT, 100)]


def test_a_seat_that_begins_one_choice_after_the_other_fills_no_memory(evening):
    def many(s):
        now = LANTERNS.waiting(s)
        if not isinstance(now, tuple):
            return now
        calls = [each for each in now if each.option.key == "call"]
        return (
            *now,
            *(
                Offer.written_out(structs.replace(each.option, key=f"call.{n}"), each.do)
                for each in calls
                for n in range(40)
            ),
        )

    evening = Evening(game=replace(LANTERNS, waiting=many))
    evening.sits(k1="Ada", k2="Ben")
    for n in range(40):
        assert draft(evening, "k1", f"call.{n}", {"words": f"{n}"}) is None
    assert [key for _, _, key in evening.table.shown.drafts] == [f"call.{n}" for n in range(40 - KEPT, 40)]


def shut(evening):
    """The options that somebody can see at a table and cannot take."""
    waiting = evening.table.shown.waiting
    return [o.option for o in (waiting if isinstance(waiting, tuple) else ()) if o.option.blocked]


def seen_by_all(table):
    everybody = [each.id for each in table.shown.seats]
    shared = view_model.shared_view(table, everybody, view_model.faces(table))
    return [view_model.body(table, shared, seat, shared.about, {}) for seat in everybody]


@pytest.mark.parametrize(("name", "acts"), [("plot_twist", range(1, 45, 8)), ("untold", range(47, 51))])
def test_what_cannot_be_taken_now_is_not_drafted_and_every_page_is_drawn(name, acts):
    """Its line names what would be chosen, and nothing can be: the pages of all others at the table broke on that."""
    found = 0
    for n in acts:
        evening = of_bots(games.game(name), n)
        for option in shut(evening):
            found += bool(option.line)
            refused = evening.table.draft(option.seat, option.window, option.key, {}, option.seat)
            assert refused == Refusal("", "That question is closed.")
            assert not evening.table.lay((option.seat, option.window, option.key), Draft({}, ()))
        assert all(seen_by_all(evening.table))
    assert found


def test_what_is_drafted_and_cannot_be_taken_any_more_is_set_aside_until_it_can():
    key = ("k1", "2-k1", "dare")
    open_, shut_ = (offer(*key, "Dare", lambda s: s, blocked=why) for why in ("", "The lantern is out."))
    for offers, lies in (((open_,), True), ((shut_,), False)):
        lie, aside = carried({key: Draft({}, ())}, {}, offers, 1, 1)
        assert (key in lie, bool(aside)) == (lies, not lies)
        assert (key in still_open({key: Draft({}, ())}, offers)) == lies
    lie, aside = carried({}, {key: (1, Draft({}, ()))}, (open_,), 1, 1)
    assert key in lie


FOES = Pick("target", "At", items=(Item("ludo", "Ludo"), Item("patrol", "The Patrol")), least=1)
PATROL = Pick("target", "At", items=FOES.items[1:], least=1)
WAYS = [
    offer("juno", 7, "attack", "Attack", dict, FOES, verb="attack").option,
    offer(
        "juno", 7, "attack.coil", "Coil", dict, FOES, Number("strain", "Strain", low=0, high=3), verb="attack"
    ).option,
    offer("juno", 7, "attack.net", "Net", dict, PATROL, verb="attack").option,
    offer("juno", 7, "talk", "Talk", dict, FOES, verb="talk").option,
]
WINDOW = WAYS[0].window


def test_whom_one_means_stays_whom_one_means_when_another_weapon_is_taken():
    begun = {("juno", WINDOW, "attack"): Draft({"target": ("patrol",)}), ("ludo", WINDOW, "attack"): Draft({})}
    found = alike(begun, WAYS, "juno")
    assert found["juno", WINDOW, "attack.coil"] == Draft({"target": ("patrol",), "strain": 0})
    assert found["juno", WINDOW, "attack.net"].choice == {"target": ("patrol",)}
    assert ("juno", WINDOW, "talk") not in found
    assert list(found)[-2:] == list(begun)  # what was begun last is still the last


def test_a_weapon_that_cannot_be_meant_for_them_lies_as_it_lay():
    begun = {("juno", WINDOW, "attack"): Draft({"target": ("ludo",)})}
    assert ("juno", WINDOW, "attack.net") not in alike(begun, WAYS, "juno")
    touched = begun | {("juno", WINDOW, "attack.coil"): Draft({"target": ("patrol",), "strain": 2})}
    assert alike(touched, WAYS, "juno")["juno", WINDOW, "attack"].choice == {"target": ("ludo",)}
    assert alike({}, WAYS, "juno") == {}
