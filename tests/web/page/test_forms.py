"""The form of an option: what it asks for and carries, what its button says, and what it is worth."""

import dataclasses
import re
from collections import Counter
from fractions import Fraction
from html import unescape

import pytest
from parsed import Page
from sample import META, ODDS, OFFERS, SEATS, SHOT, game, offer, options, page_of, seat_page

from cliffhanger import games
from cliffhanger.kernel.inputs import SAID
from cliffhanger.kernel.offers import Verb, terms
from cliffhanger.kernel.panels import Row
from cliffhanger.kernel.params import Item, Number, Pick, Slot
from cliffhanger.kernel.params import Text as Words
from cliffhanger.table.snapshot import Draft, Snapshot
from cliffhanger.web.page import amounts, chance, controls, icons, waiting
from cliffhanger.web.page.html import ident, numbered
from cliffhanger.web.page.view import Figure

WHOM = tuple(Item(name.casefold(), name, 3) for name in ("Brask", "Ludo", "Crake", "Holm", "Okoro"))
WITH = Pick("skill", "Skill", (Item("swing", "Swing", 4), Item("climb", "Climb", 2)))
AND = Pick("attribute", "Attribute", (Item("agility", "Agility", 3),))
ROLLED = Pick("skill", "Skill", (Item("swing", "Swing", dice=(6,) * 4), Item("climb", "Climb", dice=(6,) * 2)))
CLIMB = {"line": "{you} [climbs|climb] for {skill}.", "pool": (Row("", id="skill"),), "button": "Climb with {dice}"}


@pytest.mark.parametrize("seat", ["juno", "director"])
def test_every_open_option_is_one_form_and_every_blocked_one_prints_its_reason(seat):
    page = Page(seat_page(seat))
    forms = Counter(a["data-key"] for a in page.all("form", data_do="act"))
    mine = [o for o in options(seat) if not o.blocked]
    stood_for = [each.option for each in OFFERS if each.option.seat == "pilar"] if seat == "director" else []
    assert forms == Counter(o.key for o in (*mine, *stood_for))
    for blocked in (o for o in options(seat) if o.blocked):
        assert blocked.key not in forms
        assert len(page.all("span", data_blocked=blocked.key)) == 1
        assert f"{blocked.blocked} {blocked.instead}" in page.words


def test_a_form_carries_all_that_an_act_needs():
    text = numbered(seat_page("juno"), 9)
    form = re.search(r'<form id="[^"]*" data-do="act" data-key="attack".*?</form>', text, re.DOTALL)[0]
    page = Page(form)
    fields = {a["name"]: a.get("value") for a in page.all("input", type="hidden")}
    attack = options("juno")[0]
    assert fields == {
        "seat": "juno",
        "window": "41",
        "key": "attack",
        "terms": terms(attack),
        "id": f"9-{terms(attack)}",
    }
    assert page.all("form")[0]["action"] == f"/t/{META.id}/seat/juno/act"
    chosen = {(a["name"], a["value"]) for a in page.all("input") if "checked" in a}
    assert chosen == {("p.skill", "swing"), ("p.attr", "agility"), ("p.bends", "setup"), ("p.bends", "coil")}


def test_the_first_step_lies_open_unless_another_is_being_built():
    page = Page(seat_page("juno"))
    opened = [a["id"] for a in page.all("input", name=ident("w", "juno", "41")) if "checked" in a]
    assert opened == [ident("o", "juno", "41", "attack")]
    drafts = {("juno", "41", "check"): Draft({"skill": ("drive",)})}
    other = Page(seat_page("juno", Snapshot(9, None, OFFERS, SEATS, drafts=drafts)))
    opened = [a["id"] for a in other.all("input", name=ident("w", "juno", "41")) if "checked" in a]
    assert opened == [ident("o", "juno", "41", "check")]


def test_many_things_to_pick_stand_in_a_list_and_many_numbers_on_a_stepper():
    many = Pick("x", "X", tuple(Item(str(n), f"item {n}") for n in range(12)), 1, 3)
    asked = (offer("juno", 1, "k", "K", None, many, Number("n", "N", 0, 40, 7)),)
    text = page_of(game(), META, Snapshot(1, None, asked, SEATS), None, (asked[0].option,), "juno")
    assert 'class="chips rows"' in text
    assert 'class="stepper"' in text
    assert "choose 1 to 3" in text


def test_a_stepper_says_what_its_number_means_and_what_it_would_mean_next():
    number = Number("n", "N", 0, 40, 7, ((7, "14 dice, difficulty 3"), (8, "16 dice, difficulty 4")))
    asked = (offer("juno", 1, "k", "K", None, number),)
    for draft, means in ((None, "14 dice, difficulty 3"), (8, "16 dice, difficulty 4"), (9, "")):
        drafts = {("juno", "1", "k"): Draft({"n": draft})} if draft else {}
        text = page_of(game(), META, Snapshot(1, None, asked, SEATS, drafts=drafts), None, (asked[0].option,), "juno")
        assert re.findall(r'<output class="means"[^>]*>([^<]*)', text) == ([means] if means else [])


def test_a_long_list_stands_in_groups_where_its_items_have_them():
    items = tuple(
        Item(f"i{n}", f"Item {n}", group="Odd & even" if n < 6 else "" if n < 8 else "Rest") for n in range(12)
    )
    drawn = controls.pick(Pick("what", "What", items), ("i7",), "f")
    assert re.findall('<optgroup label="(.*?)">|value="(.*?)"', drawn) == [
        ("Odd &amp; even", ""),
        *(("", f"i{n}") for n in range(8)),
        ("Rest", ""),
        *(("", f"i{n}") for n in range(8, 12)),
    ]
    assert drawn.count("<optgroup") == drawn.count("</optgroup>") == 2


def test_what_is_best_of_a_long_list_in_groups_stands_at_its_head_too():
    items = tuple(Item(f"i{n}", f"Item {n}", n % 11, group="Low" if n < 15 else "High") for n in range(30))
    drawn = controls.pick(Pick("what", "What", items), ("i9",), "f")
    head, best, low, high = drawn.split("<optgroup")
    assert best.startswith(' label="The best of them">')
    assert re.findall('value="(.*?)"', best) == ["i10", "i21", "i9", "i20", "i8", "i19", "i7", "i18", "i29"]
    assert [part.count("<option") for part in (low, high)] == [15, 15]
    assert [part.count("selected") for part in (head, best, low, high)] == [0, 1, 0, 0]


def test_a_fold_holds_the_laws_of_figures_and_what_else_they_say_each_once():
    law = (("made", Fraction(1, 3)), ("missed", Fraction(2, 3)))
    notes = (("2 now + 1 held", Fraction(68, 100)), ("mean points used, 2 now + 1 held", Fraction(5, 2)))
    drawn = chance.laws(
        "c", (Figure("you make it", Fraction(1, 3), law, "chance", notes), Figure("again", Fraction(1), law))
    )
    assert drawn.count("<details") == drawn.count("<svg") == 1
    assert "<li>2 now + 1 held <span>68&nbsp;%</span></li>" in drawn
    assert "<li>mean points used, 2 now + 1 held <span>2.5</span></li>" in drawn


def test_a_chip_says_in_one_word_what_its_option_is_worth():
    assert chance.brief(()) == ""
    assert (
        chance.brief((Figure("you are out", Fraction(1)),))
        == ' <span class="tag worth">100&nbsp;%<span> you are out</span></span>'
    )
    mean = chance.brief((Figure("your Result, on average", Fraction(12), (), "mean"),))
    assert mean == ' <span class="tag worth">12<span> your Result</span><span class="sr">, on average</span></span>'
    long = chance.brief((Figure("it goes on without anybody", Fraction(1)),))
    assert long == ' <span class="tag worth">100&nbsp;%<span class="sr"> it goes on without anybody</span></span>'
    assert "67&nbsp;%" in chance.brief((Figure("you make it", Fraction(2, 3)), Figure("one short", Fraction(1, 9))))
    assert ">2.5<span> successes<" in chance.brief((Figure("successes", Fraction(5, 2), (), "mean"),))
    assert chance.brief((Figure("you make it, with no more spent", Fraction(2, 3), alone=False),)) == ""


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("5/2", "2.5"),
        ("3", "3"),
        ("13/100", "0.13"),
        ("1/20", "0.05"),
        ("9/100", "0.09"),
        ("1/500", "under 0.01"),
        ("0", "0"),
    ],
)
def test_a_mean_that_is_little_is_not_nothing(value, said):
    assert amounts.amount(Fraction(value)) == said


def test_more_figures_than_fit_beside_a_button_stand_above_it():
    figures = tuple(Figure(amounts, Fraction(at, 10)) for at, amounts in enumerate(("a", "b", "c", "d", "e"), 1))
    assert "; 20&nbsp;% b</span>" in chance.chance("x", figures)
    assert chance.laws("x", figures) == '<p class="says">30&nbsp;% c. 40&nbsp;% d. 50&nbsp;% e.</p>'
    assert chance.laws("x", figures[:2]) == ""


def test_what_has_no_room_beside_a_button_comes_first_among_all_outcomes():
    law = (("made", Fraction(1, 3)), ("missed", Fraction(2, 3)))
    figures = (Figure("a", Fraction(1, 3), law), Figure("b", Fraction(1, 2)), Figure("c", Fraction(1, 4)))
    text = chance.laws("x", figures)
    assert text.startswith(
        '<details class="law" id="x-law"><summary>All outcomes</summary><p class="says">25&nbsp;% c.</p>'
    )


def test_a_price_is_counted_while_a_pool_is_built():
    pick = Pick("dice", "Dice", tuple(Item(each, each, slot="any") for each in "abc"), 1, 3, (Slot("any", free=1),), 2)
    asked = (offer("juno", 1, "k", "K", None, pick),)
    drafts = {("juno", "1", "k"): Draft({"dice": ("a", "b")})}
    text = page_of(game(), META, Snapshot(1, None, asked, SEATS, drafts=drafts), None, (asked[0].option,), "juno")
    assert "you pay 1 of the 2 you have" in text
    text = page_of(game(), META, Snapshot(1, None, asked, SEATS), None, (asked[0].option,), "juno")
    assert "you have 2" in text  # nothing is paid yet


def test_a_chance_is_a_number_a_bar_and_a_law():
    text = seat_page("juno")
    assert '<span class="num">83<span class="pct"> %</span></span> <span>you hit; 37&nbsp;% it hurts him</span>' in text
    assert 'aria-label="−2…: 5 percent, −1: 12 percent, tie: 20 percent' in unescape(text)
    assert text.count('class="law"') == 1
    assert ODDS


def test_the_masthead_says_who_is_waited_for():
    assert f'<h1 title="{META.title}">{META.title}</h1>' in seat_page("juno")
    head = re.search(r'id="wait".*?</p>', seat_page("juno"))[0]
    assert "Juno Marsh, you are up" in head
    watching = re.search(r'id="wait".*?</p>', seat_page("watch"))[0]
    assert "Waiting for Juno Marsh and Pilar" in watching
    assert waiting.badge(SHOT, META, "juno") == "● Juno Marsh, you are up · Night Train to Corvane"
    assert waiting.badge(SHOT, META, "watch").startswith("Waiting for")


def test_every_chip_has_a_fold_for_its_rule_and_the_words_stand_in_the_one_that_lies_open():
    asked = tuple(
        offer("juno", 1, key, key, None, Words("x", "X"), rule="BB-OPP-03", first=key == "b") for key in "abc"
    )
    text = page_of(game(), META, Snapshot(1, None, asked, SEATS), None, tuple(each.option for each in asked), "juno")
    folds = dict(re.findall(r'<details class="law" id="(why-[^"]*)"><summary>The rule</summary><p>(.*?)</p>', text))
    # A chip that is opened has its fold at once: what comes with its draft comes into the fold and moves nothing.
    assert list(folds) == [ident("why", "juno", "1", key) for key in "abc"]
    opened = folds.pop(ident("why", "juno", "1", "b"))
    assert opened.startswith("More successes win")
    assert set(folds.values()) == {"Rule BB-OPP-03."}


@pytest.mark.parametrize(
    ("params", "choice", "said"),
    [
        ((Pick("target", "Whom", WHOM, 1, 5), WITH, AND), {"target": ("brask", "crake")}, "Brask and Crake"),
        ((Pick("target", "Whom", WHOM, 1, 5),), {"target": ("brask", "ludo", "crake")}, "Brask, Ludo and Crake"),
        ((Pick("target", "Whom", WHOM, 1, 5),), {"target": tuple(i.id for i in WHOM)}, "Brask, Ludo and 3 more"),
        ((Pick("target", "Whom", WHOM, 0, 5),), {"target": ()}, ""),
        ((Pick("target", "Whom", WHOM[:1]), WITH, AND), {"target": ("brask",)}, ""),  # nothing to choose from
        ((Pick("whom", "Who", WHOM), WITH), {"whom": ("ludo",), "skill": ("climb",)}, "Ludo and Climb"),
        ((Words("goal", "What"), WITH), {"goal": "jump", "skill": ("swing",)}, ""),
    ],
)
def test_the_big_button_names_what_is_chosen_in_few_words(params, choice, said):
    option = offer("juno", 1, "attack", "Attack", None, *params).option
    assert amounts.aim(option, choice) == said
    drafts = {("juno", "1", "attack"): Draft(choice)}
    shot = Snapshot(1, None, (offer("juno", 1, "attack", "Attack", None, *params),), SEATS, drafts=drafts)
    button = re.search(r'<button class="next".*?</button>', page_of(game(), META, shot, None, (option,), "juno"))
    words = re.sub("<.*?>", "", button[0])
    assert words == (f"Attack: {said}" if said else "Attack")


def test_only_the_form_that_lies_open_has_the_field_for_a_line_of_ones_own():
    asked = (
        offer("juno", 1, "attack", "Attack", None, WITH, first=True),
        offer("juno", 1, "trick", "Trick", None, WITH),
        offer("juno", 1, "wait", "Wait", None),
        offer("juno", "any", "heal", "Heal", None, WITH, standing=True),
    )

    def forms_with_one(**drafts):
        shot = Snapshot(1, None, asked, SEATS, drafts={("juno", "1", key): draft for key, draft in drafts.items()})
        html = page_of(game(), META, shot, None, tuple(each.option for each in asked), "juno")
        forms = re.findall(r'<form [^>]*data-key="(\w+)".*?</form>', html, re.DOTALL)
        fields = re.findall(
            r'data-key="(\w+)"(?:(?!</form>).)*?<input name="said"[^>]*maxlength="(\d+)"', html, re.DOTALL
        )
        assert sorted(forms) == ["attack", "heal", "trick", "wait"]
        return fields

    assert forms_with_one() == [("attack", str(SAID))]
    assert forms_with_one(trick=Draft({"skill": ("climb",)})) == [("trick", str(SAID))]


@pytest.mark.parametrize(("least", "fields"), [(0, 1), (1, 0)])
def test_an_act_that_has_to_be_told_has_no_second_field_for_words(least, fields):
    asked = (offer("juno", 1, "how", "Say how", None, Words("how", "How you go", least), first=True),)
    html = page_of(game(), META, Snapshot(1, None, asked, SEATS), None, tuple(each.option for each in asked), "juno")
    assert html.count('name="p.how"') == 1
    assert html.count('name="said"') == fields


def test_a_button_says_how_many_dice_are_chosen_with_script_and_its_label_without():
    asked = (offer("juno", 1, "climb", "Climb", None, ROLLED, first=True, **CLIMB),)
    html = page_of(game(), META, Snapshot(1, None, asked, SEATS), None, tuple(each.option for each in asked), "juno")
    (button,) = re.findall('<button class="next".*?</button>', html)
    assert '<span class="js">Climb with 4 dice</span><noscript>Climb</noscript>' in button
    assert "You climb" not in html  # nobody has touched it


@pytest.mark.parametrize(("icon", "drawn"), [("blade", 2), ("halberd", 0), ("", 0)])
def test_a_button_has_the_icon_of_its_verb_where_the_kit_knows_the_word(icon, drawn):
    asked = (
        offer("juno", 1, "attack", "Attack", None, WITH, first=True, verb="attack"),
        offer("juno", 1, "stab", "Stab", None, verb="attack"),
        offer("juno", 1, "wait", "Wait", None),
    )
    armed = dataclasses.replace(game(), verbs=(Verb("attack", "Attack", icon),))
    html = page_of(armed, META, Snapshot(1, None, asked, SEATS), None, tuple(each.option for each in asked), "juno")
    buttons = [each for each in re.findall("<button.*?</button>", html, re.DOTALL) if 'class="sign"' in each]
    assert len(buttons) == html.count('class="sign"') == drawn
    assert all('<svg class="sign" viewBox="0 0 24 24" aria-hidden="true">' in each for each in buttons)


def test_the_kit_of_icons_draws_every_word_that_verbs_of_games_say():
    verbs = [verb for name in games.names() for verb in games.game(name).verbs]
    assert [verb.icon for verb in verbs if verb.icon and not icons.sign((verb,), verb.id)] == []


def test_where_nothing_of_several_can_be_chosen_none_of_them_is_the_answer():
    shut = Pick("ride", "Card", (Item("a", "A", blocked="Not now."),), 0, 1)
    drawn = str(controls.control(shut, {}, "f"))
    assert re.findall(r"<input[^>]*>", drawn) == [
        '<input type="checkbox" id="f-ride-none" name="p.ride" hidden disabled>'
    ]
