"""Effects of cards in play as a stranger's game would use them: pirates with gold, and cards that lie before them."""

from typing import Any, Literal

import pytest
from msgspec import Struct

from cliffhanger.kernel.effects import known, lasting, limits
from cliffhanger.kernel.effects.book import Book, Books, Working, base, inner, paths
from cliffhanger.kernel.effects.lasting import LastingEffects
from cliffhanger.kernel.effects.resolving import Aim, Resolving, Words, all_of, begin, come, more
from cliffhanger.kernel.effects.state import Context, Delayed, Due, Heard, Lasting, Moment, Resolve
from cliffhanger.kernel.effects.triggers import CHAIN, Abilities, Triggers, fire
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.files.language.formulas import Formulas, Known
from cliffhanger.kernel.files.language.parts import Word
from cliffhanger.kernel.frames import quoted, replace, tell, turn
from cliffhanger.testing.cache_laws import memories

FORMULAS = Formulas({"gold": Known("number", "gold", whose=True)}, ("me", "rival"), ("me", "rival"), "Pirate")
ALONE, TOGETHER, CHANCE = "owner", "crew", "chance"


# --- the game -------------------------------------------------------------------------------------------------


class Gain(Word, frozen=True, kw_only=True):
    """Gold comes to somebody: to me, to the one who was picked, or to `a_pirate`."""

    amount: int | str = 1
    target: str = "me"
    by: str = ALONE
    count: int = 1
    if_: str | None = None
    once: str | None = None


class Shout(Word, frozen=True, kw_only=True):
    """Somebody shouts a word, which later effects call `name`."""

    by: str = ALONE
    words: tuple[str, ...] = ("ahoy", "avast")
    if_: str | None = None
    once: str | None = None


class Until(Struct, frozen=True):
    turns: int | None = None
    if_: str | None = None
    trigger: str | None = None
    of: str | None = None
    by: str | None = None
    to: str | None = None


class Bless(Word, frozen=True, kw_only=True):
    """Luck, which lasts."""

    luck: int = 1
    target: str = "me"
    duration: str | Until = "turn"
    while_: str | None = None
    if_: str | None = None
    once: str | None = None


class Dice(Word, frozen=True, kw_only=True):
    """A throw with what it leads to."""

    then: tuple[Any, ...] = ()
    else_: tuple[Any, ...] = ()
    if_: str | None = None
    once: str | None = None


class If(Word, frozen=True, kw_only=True):
    PLAIN = "if_"
    if_: str
    then: tuple[Any, ...] = ()
    else_: tuple[Any, ...] = ()
    once: str | None = None


class Repeat(Word, frozen=True, kw_only=True):
    n: int | str
    effects: tuple[Any, ...]
    if_: str | None = None
    once: str | None = None


class Option(Struct, frozen=True):
    effects: tuple[Any, ...]
    label: str = ""


class Choose(Word, frozen=True, kw_only=True):
    options: tuple[Option, ...]
    by: str = ALONE
    if_: str | None = None
    once: str | None = None


class Delay(Word, frozen=True, kw_only=True):
    effects: tuple[Any, ...]
    in_turns: int | None = None
    until: Until | None = None
    if_: str | None = None
    once: str | None = None


class Does(Struct, frozen=True, kw_only=True):
    """An ability."""

    effects: tuple[Any, ...]
    part: str = "when"
    name: str = ""
    trigger: str = ""
    of: str = ""
    by: str = ""
    to: str = ""
    if_: str = ""
    once: str = ""
    may: bool = False
    cost: int = 0


class Card(Struct, frozen=True):
    id: str
    name: str
    does: tuple[Does, ...] = ()
    leaves: Until | None = None


class Pirate(Struct, frozen=True):
    id: str
    gold: int = 0


class Sea(Struct, frozen=True):
    """The state: `lies` are the cards before pirates, as "map.1@ann"."""

    cards: tuple[Card, ...]
    pirates: tuple[Pirate, ...]
    lies: tuple[str, ...] = ()
    stack: tuple[Any, ...] = ()
    serial: int = 0
    news: tuple[Event, ...] = ()
    turn: int = 1
    lasting: tuple[Lasting, ...] = ()
    delayed: tuple[Delayed, ...] = ()
    heard: tuple[Heard, ...] = ()
    chain: tuple[str, ...] = ()
    once: tuple[str, ...] = ()
    hushed: bool = False


class Hold(Struct, frozen=True):
    """Cards that lie hidden."""

    known: tuple[Any, ...] = ()


def sunk(what: str) -> Bless:
    return Bless(luck={"storm": -5}[what])


PIRATES = (Card("ann", "Ann"), Card("bo", "Bo"))
BOOKS: Books[Does] = Books(
    lambda card: card.does, lambda does: (does.trigger, does.part), sunk, (Card("?", "A card"), *PIRATES)
)


def pirate(s, who):
    return next(each for each in s.pirates if each.id == who)


def names(s):
    return tuple(each.id for each in s.pirates)


def rival(s, who):
    return next((each for each in names(s) if each != who), "")


def meant(s, word, ctx):
    if word == "a_pirate":
        return names(s)
    return {"me": (ctx.me,), "whom": ctx.whom, "rival": (ctx.meant("rival") or rival(s, ctx.me),)}[word]


def look(s, ctx, who=""):
    return lambda name: pirate(s, meant(s, name.of, ctx)[0] if name.of else who or ctx.me).gold


def holds(s, text, ctx, who=""):
    return FORMULAS.holds(text, look(s, ctx, who))


class Before:
    """The cards that lie before pirates."""

    def __init__(self, s):
        self.cards = Working(BOOKS.of(s.cards), dict(each.split("@") for each in s.lies))
        self.owners, self.under = self.cards.owners, self.cards.under
        self.asks = any(each.if_ or any(e.if_ for e in each.effects) for _, _, each in self.under("always"))


def working(s):
    return Before(s)


LASTING = LastingEffects(
    BOOKS,
    holds=holds,
    those=lambda s, effect, ctx: meant(s, effect.target, ctx),
    holder=lambda s, name: working(s).owners[name],
    in_play=working,
    words=("always",),
    same=lambda s: (id(s.cards), s.lies, id(s.lasting), id(s.pirates)),
    parts=lambda s: (s.lies, s.cards),
)


def luck(s, who):
    return sum(row.effect.luck for row in LASTING.on(s, who, Bless))


def gain(s, f, e, who):
    n = e.amount if isinstance(e.amount, int) else FORMULAS.value(e.amount, look(s, f.ctx))
    for each in who:
        now = pirate(s, each).gold + n
        s = replace(s, pirates=tuple(replace(p, gold=now) if p.id == each else p for p in s.pirates))
        s = fire(s, "gold", f.ctx.doer, each, "coins")
    return s


def bless(s, f, e, who):
    for each in who:
        s = lasting.lasts(s, f.left[0], each, f.ctx, e.duration)
    return s


def throw(s, f, e, _who):
    return RESOLVING.outcome(s, f, e, won=s.turn > 1, margin=s.turn - 2, total=s.turn)


def aim(s, e, ctx):
    if getattr(e, "target", "me") == "a_pirate":
        return Aim(names(s), e.count)
    return all_of(meant(s, getattr(e, "target", "me"), ctx))


def asks(_s, e, _ctx):
    return e.words if isinstance(e, Shout) else tuple("0123"[: len(e.options)]) if isinstance(e, Choose) else ()


def choosers(s, e, ctx):
    by = getattr(e, "by", ALONE)
    return {ALONE: (ctx.me,), TOGETHER: names(s), CHANCE: ()}[by]


WORDS = Words(
    aim=aim,
    asks=asks,
    called=lambda _, e, found: [each.label for each in e.options] if isinstance(e, Choose) else found,
    whom=lambda e: e.target,
    choosers=choosers,
    decided=lambda s, ballots: ballots[0].split("/")[1] if len(ballots) == len(s.pirates) else None,
    holds=holds,
    amount=lambda s, text, ctx: text if isinstance(text, int) else FORMULAS.value(text, look(s, ctx)),
    named=meant,
    naming=(Shout,),
    kept=("rival",),
)
RESOLVING = Resolving(
    BOOKS,
    WORDS,
    lambda general: {
        **{Gain: gain, Bless: bless, Dice: throw, Shout: lambda s, f, _e, _who: tell(s, "shouts", f.ctx.name)},
        **{If: general.if_, Repeat: general.repeat, Choose: general.choose, Delay: general.delay},
    },
    "PIR-01",
    group="Cards",
)


def waits(s, trigger):
    found = working(s)
    return [Due(name, nth, found.owners[name], found.owners[name]) for name, nth, _ in found.under(trigger)]


def whether(s, d, does) -> Literal["must", "may", "cannot"]:
    return "must" if not does.may else "may" if pirate(s, d.me).gold >= does.cost else "cannot"


def happens(s, d, does, _heard):
    s = tell(s, "ability", d.me, card=does.name)
    return begin(s, Context(d.me, d.card, d.seat), paths(d.card, d.nth, does))


def leaves(s, over):
    for each in s.lies:
        name, _, who = each.partition("@")
        until = BOOKS.card(s, name).leaves
        if until and over(s, until, Context(who, name, who)):
            s = replace(s, lies=tuple(other for other in s.lies if other != each))
    return s


TRIGGERS = Triggers(
    BOOKS,
    Abilities(
        under=waits,
        works=lambda s, card: card in working(s).owners,
        seats=names,
        fits=lambda s, word, who, ctx: who in meant(s, word, ctx),
        holds=holds,
        whether=whether,
        happens=happens,
        ended=lambda s, rows: lasting.without(s, rows) if rows else s,
        leave=leaves,
        called=lambda s, d: BOOKS.ability(s, d.card, d.nth).name or BOOKS.name_of(s, d.card),
        says=lambda does: f"It does {len(does.effects)} things.",
        figures=lambda _s, _who: None,
    ),
    rule="PIR-02",
    order_rule="PIR-03",
)


# --- playing it -----------------------------------------------------------------------------------------------


def sea(*abilities, lies=("map@ann",), gold=0, more=(), leaves=None):
    """A table of two, with one card of these abilities before Ann."""
    cards = (Card("map", "The Map", abilities, leaves), *more)
    return Sea(cards, (Pirate("ann", gold), Pirate("bo", gold)), lies)


def on(s):
    """All that happens by itself."""
    for _ in range(1_000):
        before = s
        if s.heard:
            s = TRIGGERS.hear(s)
        elif (s.lasting or s.delayed or s.lies) and (after := TRIGGERS.conditions(s)) is not s:
            s = after
        elif s.stack:
            f = s.stack[-1]
            s = (RESOLVING if isinstance(f, Resolve) else TRIGGERS).advance(s, f)
        if s is before:
            return s
    raise AssertionError("it never ends")


def plays(s, nth=0, card="map", **ctx):
    """Ann has an ability of the card happen."""
    found = BOOKS.ability(s, card, nth)
    return on(begin(s, Context("ann", card, "ann", **ctx), paths(card, nth, found)))


def offers(s):
    f = s.stack[-1]
    return list((RESOLVING if isinstance(f, Resolve) else TRIGGERS).offers(s, f))


def takes(s, key, seat="ann", **answer):
    offer = next(each for each in offers(s) if (each.key, each.seat) == (key, seat))
    return on(offer.do(s, **answer))


def gold(s):
    return tuple(each.gold for each in s.pirates)


def told(s, what):
    return [each for each in s.news if each.what == what]


# --- cards by id, effects by path -----------------------------------------------------------------------------


def test_a_card_is_known_by_its_id_and_by_each_of_its_instances():
    s = sea(Does(effects=(Gain(),)))
    assert BOOKS.card(s, "map").name == BOOKS.card(s, "map.2").name == BOOKS.name_of(s, "map.2") == "The Map"
    assert (base("map.2"), BOOKS.name_of(s, ""), BOOKS.name_of(s, "?")) == ("map", "", "A card")


def test_an_effect_is_known_by_where_it_stands():
    inside = Gain(amount=7)
    choose = Choose(options=(Option((Gain(),)), Option((If(if_="gold > 1", else_=(inside,)),))))
    s = sea(Does(effects=(Gain(),)), Does(effects=(Gain(), choose), part="always"))
    assert BOOKS.part(s, "map.1", "always") == ("map/1/0", "map/1/1")
    assert BOOKS.effect(s, "map/1/1/options/1/effects/0/else/0") is inside
    assert inner("map/1/1", "then", (1, 2)) == ("map/1/1/then/0", "map/1/1/then/1")
    assert [nth for nth, _ in BOOKS.parts(s, "map")] == [0, 1]


def test_effects_of_the_rules_have_paths_of_their_own():
    assert BOOKS.effect(sea(), "rule/storm").luck == -5
    with pytest.raises(KeyError, match="storm"):
        Book({}, Books(lambda card: card.does, lambda _: ())).effect("rule/storm")


def test_abilities_are_found_by_any_word_they_stand_under():
    s = sea(Does(effects=(), trigger="dawn"), Does(effects=(), part="always"), Does(effects=(), trigger="dusk"))
    assert [nth for nth, _ in BOOKS.under(s, "map.3", "dawn")] == [0]
    assert [(name, nth) for name, nth, _ in working(s).under("dusk", "always")] == [("map", 1), ("map", 2)]
    assert BOOKS.under(s, "map", "noon") == ()


# --- effects one after the other ------------------------------------------------------------------------------


def test_effects_come_in_their_order_and_a_condition_is_read_when_it_is_their_turn():
    s = plays(sea(Does(effects=(Gain(amount=2), Gain(amount="gold * 2", if_="gold == 2"), Gain(if_="gold < 6")))))
    assert (gold(s), s.stack) == ((6, 0), ())


def test_what_happens_once_a_turn_happens_again_when_that_is_over():
    s = plays(plays(sea(Does(effects=(Gain(once="turn"),)))))
    assert (gold(s), s.once) == ((1, 0), ("turn:map/0/0",))
    assert gold(plays(limits.renewed(limits.renewed(s, "game"), "turn"))) == (2, 0)


def test_limits_are_marks_that_are_kept_once():
    s = limits.once(limits.once(sea(), "turn:a", "game:b"), "turn:a")
    assert s.once == ("turn:a", "game:b")
    assert limits.spent(s, "turn", "a")
    assert not limits.spent(s, "game", "a")
    assert not limits.spent(s, "", "a")


def test_one_thing_or_another():
    effects = (If(if_="gold > 0", then=(Gain(amount=10),), else_=(Gain(), If(if_="gold > 0", then=(Gain(),)))),)
    assert gold(plays(sea(Does(effects=effects)))) == (2, 0)
    assert gold(plays(sea(Does(effects=effects), gold=1))) == (11, 1)


def test_effects_are_repeated_as_often_as_an_amount_says_and_at_most_20_times():
    s = sea(Does(effects=(Repeat(n="gold", effects=(Gain(),)),)), gold=3)
    assert gold(plays(s)) == (6, 3)
    assert gold(plays(sea(Does(effects=(Repeat(n=99, effects=(Gain(),)),))))) == (20, 0)
    assert gold(plays(sea(Does(effects=(Repeat(n=-1, effects=(Gain(),)),))))) == (0, 0)


def test_what_a_throw_leads_to_takes_its_place_before_what_is_left():
    effects = (Dice(then=(Gain(amount="gold + 10"),), else_=(Gain(amount=1),)), Gain(amount="gold"))
    assert gold(plays(sea(Does(effects=effects)))) == (2, 0)
    s = replace(sea(Does(effects=effects)), turn=2)
    s = begin(s, Context("ann", "map", "ann"), ("map/0/0",))
    s = RESOLVING.advance(s, s.stack[-1])
    assert (s.stack[-1].left, s.stack[-1].rolled, s.stack[-1].total) == (("map/0/0/then/0",), True, 2)


def test_nothing_is_carried_out_where_nothing_stands():
    assert begin(sea(), Context(), ()).stack == ()
    s = begin(sea(Does(effects=(Gain(),))), Context("ann"), ("map/0/0",))
    assert more(s, ()) is s


# --- what is chosen -------------------------------------------------------------------------------------------


def test_the_owner_picks_whom_it_befalls_and_whom_means_that_one_from_then_on():
    s = plays(sea(Does(effects=(Gain(target="a_pirate"), Gain(amount=5, target="whom")))))
    (offer,) = offers(s)
    assert (offer.key, offer.seat, [item.id for item in offer.params[0].items]) == ("whom", "ann", ["ann", "bo"])
    assert gold(takes(s, "whom", whom="bo")) == (0, 6)


def test_what_is_said_beside_a_choice_is_no_answer_to_it():
    s = plays(sea(Does(effects=(Gain(target="a_pirate"), Shout()))))
    assert quoted(s, "So be it.") == s
    s = takes(quoted(s, "So be it."), "whom", whom="bo")
    assert [item.label for item in offers(s)[0].params[0].items] == ["ahoy", "avast"]


def test_nobody_picks_where_all_are_meant():
    assert gold(plays(sea(Does(effects=(Gain(target="a_pirate", count=2),))))) == (1, 1)


def test_a_word_that_is_said_has_a_name_and_a_single_one_is_not_asked_for():
    s = plays(sea(Does(effects=(Shout(),))))
    assert [item.label for item in offers(s)[0].params[0].items] == ["ahoy", "avast"]
    assert told(takes(s, "say", word="avast"), "shouts")[0].who == "avast"
    assert told(plays(sea(Does(effects=(Shout(words=("land",)),)))), "shouts")[0].who == "land"


def test_an_option_is_chosen_by_its_label_and_told():
    options = (Option((Gain(),), "rest"), Option((Gain(amount=4), Gain(amount=4))))
    s = plays(sea(Does(effects=(Choose(options=options),))))
    assert [item.label for item in offers(s)[0].params[0].items] == ["rest", ""]
    one, other = takes(s, "say", word="0"), takes(s, "say", word="1")
    assert (gold(one), [each.data["text"] for each in told(one, "option")]) == ((1, 0), ["rest"])
    assert (gold(other), told(other, "option")) == ((8, 0), [])


def test_several_choose_together_and_who_has_spoken_is_not_asked_again():
    s = plays(sea(Does(effects=(Gain(target="a_pirate", by=TOGETHER), Shout(by=TOGETHER)))))
    assert [offer.seat for offer in offers(s)] == ["ann", "bo"]
    s = takes(s, "whom", "bo", whom="ann")
    assert ([offer.seat for offer in offers(s)], gold(s)) == (["ann"], (0, 0))
    s = takes(s, "whom", whom="bo")
    assert gold(s) == (1, 0)
    s = takes(takes(s, "say", word="ahoy"), "say", "bo", word="avast")
    assert told(s, "shouts")[0].who == "ahoy"


def test_chance_chooses_where_nobody_does():
    s = plays(sea(Does(effects=(Gain(target="a_pirate", by=CHANCE), Shout(by=CHANCE)))))
    draw = RESOLVING.drawing(s, s.stack[-1])
    assert (draw.cards, draw.count, offers(s)) == (("ann", "bo"), 1, [])
    s = on(RESOLVING.settle(s, s.stack[-1], ("bo",)))
    assert gold(s) == (0, 1)
    assert RESOLVING.drawing(s, s.stack[-1]).cards == ("ahoy", "avast")
    assert told(on(RESOLVING.settle(s, s.stack[-1], ("avast",))), "shouts")[0].who == "avast"


# --- what lasts, and what comes later -------------------------------------------------------------------------


def test_what_lasts_counts_until_its_end():
    s = plays(sea(Does(effects=(Bless(luck=2), Bless(luck=3, duration=Until(turns=2))))))
    assert (luck(s, "ann"), luck(s, "bo")) == (5, 0)
    s = lasting.without(s, lasting.until_this_turn(s))
    assert luck(s, "ann") == 3
    s = replace(s, turn=2)
    assert luck(lasting.without(s, lasting.until_this_turn(s)), "ann") == 0


def test_rows_are_found_by_the_word_for_their_end():
    s = plays(sea(Does(effects=(Bless(duration="voyage"), Bless(duration="turn")))))
    assert [each.until for each in lasting.until(s, "voyage", "war")] == ["voyage"]
    assert lasting.until(s, "turn", on="bo") == []
    assert len(lasting.until(s, "turn", on="ann")) == 1


def test_what_has_a_condition_counts_while_that_is_true():
    s = plays(sea(Does(effects=(Bless(while_="gold > 2"),))))
    assert luck(s, "ann") == 0
    assert luck(replace(s, pirates=(Pirate("ann", 3), Pirate("bo"))), "ann") == 1


def test_it_ends_once_its_condition_holds_or_its_trigger_is_heard():
    lasts = (Bless(duration=Until(if_="gold > 1")), Bless(luck=10, duration=Until(trigger="gold", to="rival")))
    s = plays(sea(Does(effects=lasts), Does(effects=(Gain(),)), Does(effects=(Gain(target="rival"),))))
    assert luck(s, "ann") == 11
    s = plays(s, 1)
    assert luck(s, "ann") == 11
    s = plays(s, 1)
    assert luck(s, "ann") == 10
    assert luck(plays(s, 2), "ann") == 0


def test_a_card_that_lies_there_does_what_it_does_as_long_as_it_lies():
    s = sea(Does(effects=(Bless(luck=4), Bless(luck=1, if_="gold > 0")), part="always"))
    assert (luck(s, "ann"), luck(replace(s, lies=()), "ann"), luck(replace(s, lies=("map@bo",)), "ann")) == (4, 0, 0)
    rich = sea(Does(effects=(Bless(luck=4, target="rival"),), part="always", if_="gold > 0"), gold=1)
    assert (luck(rich, "bo"), luck(replace(rich, pirates=(Pirate("ann"), Pirate("bo"))), "bo")) == (4, 0)
    assert [row.given for row in LASTING.on(s, "ann", Bless)] == [False]


def test_in_a_hushed_state_only_what_was_given_counts():
    s = plays(sea(Does(effects=(Bless(),)), Does(effects=(Bless(luck=4),), part="always")))
    assert (luck(s, "ann"), luck(replace(s, hushed=True), "ann")) == (5, 1)
    assert Bless in LASTING.now(s).kinds


def test_all_that_is_remembered_can_be_forgotten():
    luck(sea(Does(effects=(Bless(),), part="always")), "ann")
    kept = [memory for each in (LASTING, BOOKS) for memory in memories(each)]
    assert len(kept) == 6
    assert all(kept)


def test_effects_come_later_to_those_whom_they_were_made_for():
    s = plays(sea(Does(effects=(Delay(in_turns=2, effects=(Gain(target="rival"),)),))))
    (later,) = s.delayed
    assert (later.due, later.ctx.kept, gold(s)) == (2, (("rival", "bo"),), (0, 0))
    s = on(come(replace(s, pirates=(*s.pirates[:1], Pirate("cy"), *s.pirates[1:])), [later]))
    assert ([(each.id, each.gold) for each in s.pirates], s.delayed) == ([("ann", 0), ("cy", 0), ("bo", 1)], ())


def test_effects_come_once_something_is_so_or_is_heard():
    later = (Delay(until=Until(if_="rival.gold > 0"), effects=(Gain(amount=5),)),)
    heard = (Delay(until=Until(trigger="gold", of="coins", by="me"), effects=(Gain(amount=7),)),)
    s = plays(plays(sea(Does(effects=later), Does(effects=heard), Does(effects=(Gain(target="rival"),)))), 1)
    assert (len(s.delayed), gold(s)) == (2, (0, 0))
    s = plays(s, 2)
    assert (s.delayed, gold(s)) == ((), (12, 1))


def test_a_deed_of_fate_is_nobodys():
    assert (Context("ann").doer, Context("ann", fate=True).doer) == ("ann", "")
    assert Context(kept=(("rival", "bo"),)).meant("me") == ""


# --- triggers -------------------------------------------------------------------------------------------------


def test_a_trigger_brings_an_ability_about_if_it_is_about_that():
    s = sea(Does(effects=(Gain(amount=5),), trigger="dawn", of="red", by="me", to="rival", if_="gold < 9"))
    right = fire(s, "dawn", "ann", "bo", "red")
    assert gold(on(right)) == (5, 0)
    for wrong in (("dusk", "ann", "bo", "red"), ("dawn", "bo", "bo", "red"), ("dawn", "ann", "ann", "red")):
        assert gold(on(fire(s, *wrong))) == (0, 0)
    assert gold(on(fire(s, "dawn", "ann", "bo", "grey"))) == (0, 0)
    assert gold(on(replace(right, pirates=(Pirate("ann", 9), Pirate("bo"))))) == (9, 0)
    assert on(right).chain == on(right).heard == ()


def test_abilities_come_seat_by_seat_and_each_seat_orders_its_own():
    gains = [Does(effects=(Gain(amount=f"gold * 2 + {n}"),), trigger="dawn", name=f"number {n}") for n in (1, 2)]
    s = on(fire(sea(*gains, lies=("map.1@bo", "map.2@ann")), "dawn"))
    assert [(offer.key, offer.seat) for offer in offers(s)] == [("order", "ann")]
    assert [item.label for item in offers(s)[0].params[0].items] == ["number 1", "number 2"]
    s = takes(s, "order", which="1")
    assert ([offer.seat for offer in offers(s)], gold(s)) == (["bo"], (7, 0))
    assert gold(takes(s, "order", "bo", which="0")) == (7, 5)


def test_an_owner_may_leave_what_may_be_left_and_is_not_asked_who_cannot_pay():
    s = on(fire(sea(Does(effects=(Gain(),), trigger="dawn", may=True)), "dawn"))
    assert [offer.key for offer in offers(s)] == ["use", "leave"]
    assert offers(s)[0].words["says"]() == "It does 1 things."
    assert (gold(takes(s, "use")), gold(takes(s, "leave"))) == ((1, 0), (0, 0))
    assert on(fire(sea(Does(effects=(Gain(),), trigger="dawn", may=True, cost=1)), "dawn")).stack == ()


def test_an_ability_that_waits_is_looked_at_again_when_it_comes():
    first = Does(effects=(Gain(amount=2),), trigger="dawn")
    s = on(fire(sea(first, Does(effects=(Gain(amount=50),), trigger="dawn", if_="gold == 0")), "dawn"))
    assert gold(takes(s, "order", which="0")) == (2, 0)


def test_an_ability_comes_once_in_a_chain_and_once_a_turn_if_it_says_so():
    s = on(fire(sea(Does(effects=(Gain(),), trigger="gold")), "gold"))
    assert (gold(s), s.chain, s.stack) == ((1, 0), (), ())
    assert gold(on(fire(s, "gold"))) == (2, 0)
    s = on(fire(sea(Does(effects=(Gain(),), trigger="dawn", once="turn")), "dawn"))
    assert (s.once, gold(on(fire(s, "dawn")))) == (("turn:map#0",), (1, 0))


def test_a_chain_ends_after_40_abilities_with_the_name_of_the_card():
    lies = tuple(f"map.{n}@ann" for n in range(CHAIN + 5))
    s = on(fire(sea(Does(effects=(Gain(),), trigger="gold"), lies=lies), "gold"))
    while s.stack and isinstance(s.stack[-1], Moment):
        s = takes(s, "order", which="0")
    assert gold(s) == (CHAIN, 0)
    assert {each.who for each in told(s, "chain_ends")} == {"The Map"}


def test_a_card_leaves_once_something_is_so_or_is_heard_and_then_does_no_more():
    wave = Card("wave", "Wave", (Does(effects=(Gain(),), trigger="dawn"),), Until(trigger="dawn"))
    s = sea(Does(effects=(Gain(),), trigger="dawn"), lies=("map@ann", "wave@bo"), more=(wave,))
    s = on(fire(s, "dawn"))
    assert (s.lies, gold(s)) == (("map@ann",), (1, 0))
    assert on(sea(lies=("map@ann",), gold=1, leaves=Until(if_="gold > 0"))).lies == ()


def test_what_nobody_waits_for_is_forgotten():
    s = fire(sea(), "dawn", "ann", "bo", "red")
    assert s.heard == (Heard("dawn", "ann", "bo", "red"),)
    assert TRIGGERS.hear(s).heard == ()


def test_what_a_seat_has_seen_it_knows_until_the_card_is_somewhere_else():
    s = known.knows(known.knows(Hold(), "ann", ("map.1", "map.2")), "bo", ("map.2",))
    assert (known.known(s, "ann"), known.known(s, "cy")) == ({"map.1", "map.2"}, set())
    assert known.knows(s, "bo", ("map.2",)) is known.forgets(s, ("map.3",)) is s
    assert known.forgets(s, ("map.2",)).known == (known.Known("ann", "map.1"),)


def test_effects_under_way_do_not_name_cards_that_a_seat_may_not_know():
    own, other = Context("ann", "map.1"), Context("bo", "song.1", cards=("map.1", "song.2"))
    due = Moment(Heard("dawn"), (Due("song.1", 0), Due("map.1", 0)))
    s = replace(
        sea(),
        once=("turn:map.1#0", "turn:song.1#0"),
        chain=("map.1#0", "song.1#0"),
        lasting=(Lasting("song.1/0", "ann", other, "turn"), Lasting("map.1/0", "ann", own, "turn")),
        delayed=(Delayed(("map.1/0",), own), Delayed(("song.1/0",), replace(other, cards=("song.2",)))),
        stack=(Resolve(other, (), asks=("song.2", "map.1")), Resolve(own, ()), due),
    )
    v = known.unnamed(s, {"map.1"}, {"map.1"}, lambda: {"song.2"}, "?")
    assert (v.once, v.chain) == (("turn:song.1#0",), ("song.1#0",))
    assert [(each.effect, each.ctx.cards) for each in v.lasting] == [("song.1/0", ("?", "song.2"))]
    assert v.delayed == s.delayed[1:]
    assert [(f.asks, f.ctx.cards) for f in v.stack] == [(("song.2", "?"), ("?", "song.2"))]
    knows = known.unnamed(s, {"map.1"}, set(), lambda: {"map.1", "song.2"}, "?")
    assert knows.stack == s.stack[:1]
    same = known.unnamed(s, set(), set(), lambda: {"map.1", "song.2"}, "?")
    assert all(getattr(same, key) is getattr(s, key) for key in ("once", "chain", "lasting", "delayed", "stack"))


def test_a_question_stays_until_it_is_answered():
    s = plays(sea(Does(effects=(Gain(target="a_pirate"),))))
    assert on(s) is s
    assert list(RESOLVING.offers(s, turn(s, phase="go").stack[-1])) == []
    assert list(RESOLVING.offers(s, Resolve(Context(), ()))) == []
