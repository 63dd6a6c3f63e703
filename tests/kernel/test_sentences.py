"""Rows of sentences: what a template may hold, what it says to whom, in which language, and what is wrong on import."""

import pytest

from cliffhanger.kernel.common_sentences import RULING
from cliffhanger.kernel.errors import Unreadable
from cliffhanger.kernel.event_fields import Fields
from cliffhanger.kernel.events import Event, sentence
from cliffhanger.kernel.plurals import is_plural, is_verb, several
from cliffhanger.kernel.sentences import (
    DICE,
    LIST,
    NUMBER,
    ORDER,
    PEOPLE,
    PERSON,
    SIGNED,
    TEXT,
    VALUE,
    Rows,
    Sentence,
    TemplateError,
    Voice,
    Words,
)
from cliffhanger.kernel.tales import tale
from cliffhanger.kernel.translation import ENGLISH, catalogue, read_po

HIT = Sentence(
    "hits",
    {"foe": PERSON, "margin": NUMBER, "weapon": TEXT},
    {
        "margin>2": "[hits|hit] {foe}< with {weapon}> by {margin}.",
        "margin": "[hits|hit] {foe}< with {weapon}>.",
        "": "only just [hits|hit] {foe}.",
    },
    head="{who} [hits|hit] {foe}.",
)


def said(fields, says, reader=(), who="Ida", **data):
    return Voice((Sentence("x", fields, says),)).say(Event("x", who, data=data), reader)


def hit(who, foe, margin=3, weapon=""):
    return Event("hits", who, data={"foe": foe, "margin": margin, "weapon": weapon})


@pytest.mark.parametrize(
    ("reader", "whole", "head"),
    [
        ((), "Juno hits Ludo by 3.", "Juno hits Ludo."),
        (("Ida",), "Juno hits Ludo by 3.", "Juno hits Ludo."),
        (("Juno",), "You hit Ludo by 3.", "You hit Ludo."),
        (("Ludo",), "Juno hits you by 3.", "Juno hits you."),
    ],
)
def test_one_row_says_an_event_to_the_room_to_who_did_it_and_to_whom_it_was_done(reader, whole, head):
    voice = Voice((HIT,))
    assert voice.whole(hit("Juno", "Ludo"), reader) == whole
    assert voice.head(hit("Juno", "Ludo"), reader) == head
    assert voice.below(hit("Juno", "Ludo"), reader) == whole


@pytest.mark.parametrize(
    ("margin", "weapon", "text"),
    [
        (3, "the coil", "hits Ludo with the coil by 3."),
        (2, "the coil", "hits Ludo with the coil."),
        (1, "", "hits Ludo."),
        (0, "", "only just hits Ludo."),
    ],
)
def test_the_first_template_whose_condition_holds_is_said_and_what_is_not_there_is_left_out(margin, weapon, text):
    assert Voice((HIT,)).say(hit("Juno", "Ludo", margin, weapon)) == text


def test_conditions_compare_with_fields_words_and_numbers():
    fields = {"a": NUMBER, "b": NUMBER, "way": TEXT, "to": PERSON}
    says = {"a>=b way=dice": "one", "a!=b": "two", "way=dice": "three", "to=who": "four", "a<-1": "five", "": "six"}
    rows = [(2, 2, "dice", ""), (1, 2, "dice", ""), (1, 1, "", "Ida"), (-2, -2, "", "Bo"), (0, 0, "", "Bo")]
    found = [said(fields, says, a=a, b=b, way=way, to=to) for a, b, way, to in rows]
    assert found == ["one", "two", "four", "five", "six"]


@pytest.mark.parametrize(("n", "text"), [(0, "no dice"), (1, "1 die"), (2, "2 dice")])
def test_a_number_chooses_among_alternatives(n, text):
    assert said({"n": NUMBER}, "{n#=0 no dice|# die|# dice}", n=n) == text


def test_a_list_chooses_by_its_length_and_a_signed_number_by_its_size():
    fields = {"out": PEOPLE, "points": SIGNED}
    says = "{out} {out#is|are} out, {points} {points#point|points}."
    assert said(fields, says, out=["Bo"], points=-1) == "Bo is out, -1 point."
    assert said(fields, says, ("Bo",), out=["Bo"], points=-1) == "You are out, -1 point."
    assert said(fields, says, out=["Bo", "Cy"], points=2) == "Bo and Cy are out, +2 points."


def test_lists_of_people_dice_and_words():
    assert said({"x": PEOPLE}, "brings {x}", x=["Bo", "Cy", "Di"]) == "brings Bo, Cy and Di"
    assert said({"x": PEOPLE}, "{x} wait", ("Bo",), x=["Bo", "Cy"]) == "You and Cy wait"
    assert said({"x": PEOPLE}, "brings {x}", ("Cy",), x=["Bo", "Cy"]) == "brings Bo and you"
    assert said({"x": ORDER}, "order: {x}", x=["Bo", "Cy"]) == "order: Bo, Cy"
    assert said({"x": PEOPLE}, "brings {x}", x=[]) == "brings nobody"
    assert said({"x": LIST}, "has {x}", x=[]) == "has nothing"
    assert said({"x": DICE}, "rolls {x}", x=[5, 1]) == "rolls 5 1"
    assert said({"x": DICE}, "rolls {x}", x=[]) == "rolls no dice"
    assert said({"x": VALUE}, "is {x}", x=True) == "is yes"
    assert said({"x": VALUE}, "is {x}", x=["y" * 200]) == f'is ["{"y" * 115}...'
    assert said({"x": Words({"V": "Vigor"})}, "to {x}", x="V") == "to Vigor"


def test_rows_within_an_event_are_said_one_by_one():
    kind = Rows({"n": NUMBER, "of": TEXT}, {"n": "{n} {of}", "": "no {of}"}, and_=True)
    assert (
        said({"x": kind}, "spends {x}.", x=[[2, "oil"], [0, "rope"], [1, "coin"]])
        == "spends 2 oil, no rope and 1 coin."
    )


@pytest.mark.parametrize("typed", ["They jump", "They jump.", "Now what?", "Then...", "Go!", "He said “no.”"])
def test_words_that_bring_their_own_end_get_no_second_full_stop(typed):
    assert said({"why": TEXT}, "says: {why}.", why=typed) == f"says: {typed}{'' if typed[-1] in '.?!”' else '.'}"


def test_another_person_may_be_who_the_verb_goes_with():
    fields = {"foe": PERSON, "whose": PERSON}
    says = "{foe} [foe:stands|stand] against {who}, for [whose:the sake of {whose}|your sake]."
    assert said(fields, says, ("Bo",), foe="Bo", whose="Cy") == "You stand against Ida, for the sake of Cy."
    assert said(fields, says, ("Ida",), foe="Bo", whose="Ida") == "Bo stands against you, for your sake."


@pytest.mark.parametrize(
    ("fields", "says", "why"),
    [
        ({"foe": PERSON}, "hits {whom}.", "x: a template names 'whom'; declared are who, foe."),
        ({"foe": PERSON}, {"whom": "a", "": "b"}, "names 'whom'"),
        ({"foe": "persn"}, "hits {foe}.", "foe is of no kind there is"),
        ({"foe": PERSON}, "hits {foe.", "{foe. is not closed|names 'foe.'"),
        ({"foe": PERSON}, "hits {foe", "a bracket is not closed"),
        ({"foe": PERSON}, "hits } {foe}", "there is a } too many"),
        ({"foe": PERSON}, "[hits] {foe}", "in square brackets stand two alternatives"),
        ({"foe": TEXT}, "[foe:hits|hit]", "foe is no person"),
        ({"foe": TEXT}, "{foe#a|b}", "foe is no number and no list"),
        ({"n": NUMBER}, "{n#a|b|c}", "n has 3 alternatives where the language has 2"),
        ({"n": NUMBER}, "<and so>", "names no field"),
        ({"n": NUMBER}, {"n": "a"}, "needs the condition ''"),
        ({"n": NUMBER}, {"n=": "a", "": "b"}, "'n=' is no condition"),
    ],
)
def test_a_template_that_cannot_be_said_fails_when_it_is_imported(fields, says, why):
    with pytest.raises(TemplateError, match=why):
        Sentence("x", fields, says)


def test_any_kind_may_open_a_chapter_stand_once_more_at_the_end_or_be_what_is_still_open():
    rows = (
        Sentence("night", {}, "Night falls.", recap="chapter"),
        Sentence("grown", {}, "[grows|grow].", gather="Who grew"),
        Sentence("owes", {}, "[owes|owe] somebody.", onward="{who} still [owes|owe] somebody."),
    )
    found = tale(rows)
    assert (found.chapters, found.gathers, found.onward) == ({"night"}, {"grown": "Who grew"}, {"owes"})
    assert "Who grew" in set(rows[1].templates())


def test_a_recap_tells_an_event_in_words_of_its_own_and_as_it_is_where_it_cannot():
    fields = {"by": NUMBER}
    row = Sentence(
        "hurt", fields, "[is|are] hurt, by {by}.", story="[is|are] hurt<, badly: {by}>.", onward="{by} left."
    )
    assert {"[is|are] hurt<, badly: {by}>.", "{by} left."} < set(row.templates())
    voice = Voice((row, Sentence("lost", fields, "[loses|lose].", story="[loses|lose] {by}.", onward="{by}?")))
    hurt = Event("hurt", "Ida", text="is hurt, by 0.", data={"by": 0})
    assert (voice.story(hurt).text, voice.onward(hurt)) == ("is hurt.", "0 left.")
    for other in (Event("lost", "Ida", text="loses."), Event("gone", "Ida", text="goes.")):
        assert (voice.story(other), voice.onward(other)) == (other, "")


@pytest.mark.parametrize(("n", "text"), [(0, "no boon dice"), (1, "1 boon die"), (-2, "2 boon dice")])
def test_a_number_with_its_english_noun_is_the_same_as_its_alternatives(n, text):
    assert said({"n": SIGNED}, "{n:boon die}", n=n) == text
    assert [*Sentence("x", {"n": SIGNED}, "{n:boon die}").templates()] == ["{n#=0 no boon dice|# boon die|# boon dice}"]
    with pytest.raises(TemplateError, match="foe is no number and no list"):
        Sentence("x", {"foe": PERSON}, "{foe:die}")


PART = Words.of("arm", "leg")
row = Fields({"part": PART, "parts": Rows({"part": PART}, "{part}")}, person="foe", number="dice n", part="part")


def test_rows_of_a_game_name_the_fields_that_its_events_have_in_common():
    made = row.workings("hits(foe, part, n: signed)", "[hits|hit] {foe}.", head="{n}", below={"": "{part}"})
    fields = {"foe": PERSON, "part": PART, "n": SIGNED}
    assert made == Sentence("hits", fields, "[hits|hit] {foe}.", "{n}", {"": "{part}"}, "workings")
    assert list(made.fields) == ["foe", "part", "n"]
    assert row.tell("rests()", "[rests|rest].") == Sentence("rests", {}, "[rests|rest].")
    assert row.turning("falls(whom: person)", "x").recap == "turning"
    assert row.chapter("scene(n)", "{n}").recap == "chapter"
    assert Voice((row.tell("x(all: parts)", "{all}."),)).say(Event("x", data={"all": [["arm"], ["leg"]]})) == "arm leg."


@pytest.mark.parametrize(
    ("event", "says", "why"),
    [
        ("hits(foe)", "{part}", "hits: a template names 'part'; declared are who, foe."),
        ("hits(whom)", "", "hits: 'whom' is no field of this game, and has no kind beside it."),
        ("hits(foe: persn)", "", "hits: 'persn' is no kind there is: dice, list, number, order, part,"),
        ("hits(foe", "", "a row begins with its event and the fields that has"),
        ("hits", "", "a row begins with its event and the fields that has"),
    ],
)
def test_a_row_with_a_field_that_is_not_declared_fails_when_it_is_imported(event, says, why):
    with pytest.raises(TemplateError) as wrong:
        row.tell(event, says)
    assert why in str(wrong.value)


def test_fields_of_a_kind_that_there_is_not_fail_when_they_are_imported():
    with pytest.raises(TemplateError, match="Fields: 'persn' is no kind there is"):
        Fields(persn="foe")


def test_what_no_row_can_say_is_told_as_it_was_kept():
    voice = Voice((HIT, RULING))
    kept = Event("burned", "Ida", data={"foe": "Bo"}, text="burned Bo.")
    assert voice.heard(kept, ("Ida",)) is kept
    older = Event("hits", "Ida", data={"foe": "Bo"}, text="strikes Bo.")
    assert voice.heard(older, ("Bo",)) is older
    renamed = Event("hits", "Ida", data={"foe": "Bo", "margin": 0}, text="strikes Bo.")
    assert voice.heard(renamed, ("Cy",)).text == "only just hits Bo."
    hidden = Event("ruling", "host", data={"why": "Fair.", "op": "set"}, text="rules on something.")
    assert voice.heard(hidden, ("host",)) is hidden
    room = Event("hits", "Ida", data={"foe": "Bo", "margin": 0}, text="only just hits Bo.")
    assert voice.heard(room, ("Cy",)) is room


def test_a_result_that_lacks_what_its_words_need_cannot_be_said():
    voice = Voice((HIT,))
    assert voice.sayable(hit("Ida", "Bo"))
    assert not voice.sayable(Event("hits", "Ida"))
    assert not voice.sayable(Event("gone", "Ida"))


# --- other languages ------------------------------------------------------------------------------------------

PO = r"""
# A language that counts none, one, and more; it says the verb after whom it meets.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=3; plural=n==0 ? 0 : n==1 ? 1 : 2;\n"

msgid "[finds|find] {n## jar|# jars}< for {whom}>."
msgstr "<zu {whom} >{n#keen Krog|# Krog|# Kroger} "
"[fint|finst]."

#, fuzzy
msgid "you"
msgstr "nobody knows"

msgid "You"
msgstr "Du"
"""
JARS = Sentence("jars", {"n": NUMBER, "whom": PERSON}, "[finds|find] {n## jar|# jars}< for {whom}>.")


def test_a_catalogue_says_it_in_its_own_order_with_its_own_plurals():
    words = read_po(PO)
    voice = Voice((JARS,), words)
    events = [Event("jars", "Ida", data={"n": n, "whom": whom}) for n, whom in ((0, ""), (1, "Bo"), (5, "Bo"))]
    assert [sentence(voice.heard(each)) for each in events] == [
        "Ida keen Krog fint.",
        "Ida zu Bo 1 Krog fint.",
        "Ida zu Bo 5 Kroger fint.",
    ]
    assert voice.whole(events[2], ("Ida",)) == "Du zu Bo 5 Kroger finst."
    assert voice.whole(events[2], ("Bo",)) == "Ida zu you 5 Kroger fint."


def test_what_is_not_translated_counts_as_english_does():
    row = Sentence("pours", {"n": NUMBER}, "[pours|pour] {n#=0 nothing|# jar|# jars}.")
    voice = Voice((row,), read_po(PO))
    assert [voice.say(Event("pours", "Ida", data={"n": n})) for n in (0, 1, 5)] == [
        "pours nothing.",
        "pours 1 jar.",
        "pours 5 jars.",
    ]


def test_a_translation_with_the_wrong_number_of_plurals_is_refused_when_it_is_read():
    words = read_po(PO.replace("keen Krog|# Krog|", "# Krog|"))
    with pytest.raises(TemplateError, match="n has 2 alternatives where the language has 3"):
        Voice((JARS,), words)


def test_a_number_with_its_noun_is_translated_as_its_alternatives():
    short = Sentence("jars", {"n": NUMBER}, "[finds|find] {n:jar}.")
    words = read_po(
        PO.replace("{n## jar|# jars}< for {whom}>", "{n#=0 no jars|# jar|# jars}").replace("<zu {whom} >", "")
    )
    found = [Voice((short,), words).say(Event("jars", "Ida", data={"n": n})) for n in (0, 1, 5)]
    assert found == ["keen Krog fint.", "1 Krog fint.", "5 Kroger fint."]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('msgid "a"\nmsgstr "b"', "no Plural-Forms"),
        ('msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=boo;\\n"', "Plural-Forms"),
        ("hello", "po:1: expected msgid"),
        ('"a"', "po:1: expected msgid"),
        ('msgid "\\q"', "po:1: this is no quoted string"),
    ],
)
def test_a_file_that_is_no_catalogue_is_unreadable(text, why):
    with pytest.raises(Unreadable, match=why):
        read_po(text, "x.po")


@pytest.mark.parametrize("language", ["", "xx", "../../etc/passwd", "de.po"])
def test_a_language_without_a_catalogue_is_english(language):
    assert catalogue("cliffhanger.games.untold", language) is ENGLISH


def test_what_changed_is_said_in_a_chip_and_what_is_counted_with_its_number():
    fields = {"to": NUMBER}
    row = Sentence(
        "hurt", fields, "[is|are] hurt D{to}.", chip={"to": "{who}: hurt D{to}", "": "{who}: well"}, credits="wound"
    )
    voice = Voice((row, Sentence("rests", {}, "[rests|rest].")))
    assert voice.chip(Event("hurt", "Mara", data={"to": 8})) == "Mara: hurt D8"
    assert voice.chip(Event("hurt", "Mara", data={"to": 0})) == "Mara: well"
    assert (voice.count("hurt", 1), voice.count("hurt", 3)) == ("1 wound", "3 wounds")
    assert voice.chip(Event("rests", "Mara")) == voice.chip(Event("unknown", "Mara")) == voice.count("rests", 2) == ""
    assert {"{who}: hurt D{to}", "{n#=0 no wounds|# wound|# wounds}"} <= {*row.templates()}
    assert tale((row,)).counts == ("hurt",)


def test_an_event_befalls_whoever_stands_in_the_field_that_its_row_names():
    row = Fields(person="foe")
    voice = Voice((row.tell("hits(foe)", "[hits|hit] {foe}.", befalls="foe"), row.tell("out()", "out.", befalls="who")))
    hit = Event("hits", "Bo", data={"foe": "Ida"})
    assert voice.befalls(hit, ("Ida",))
    assert not voice.befalls(hit, ("Bo",))
    assert voice.befalls(Event("out", "Bo"), ("Bo",))
    assert not voice.befalls(Event("hits", "Bo"), ("Ida",))
    assert not voice.befalls(Event("rolled", "Ida"), ("Ida",))
    with pytest.raises(TemplateError, match="hits: a template names 'whom'"):
        row.tell("hits(foe)", "[hits|hit] {foe}.", befalls="whom")


def test_a_verb_goes_by_a_name_of_several_as_by_you_and_what_is_no_verb_does_not():
    assert [several(name) for name in ("The Wreckers", "The Keepers of Salt", "Ione Wake")] == [True, True, False]
    odd = ("The Colossus", "The Abyss", "The Prince of Thieves", "The Drowned Choir", "Wreckers", "")
    assert not any(map(several, odd))
    pairs = (("falls", "fall"), ("tries", "try"), ("goes", "go"), ("is", "are"), ("has", "have"))
    assert all(is_verb((one,), (more,)) for one, more in pairs)
    assert not is_verb(("their check",), ("your check",))
    assert not is_verb(("falls", "x"), ("fall",))


def test_a_verb_goes_as_for_two_by_a_name_that_the_game_says_stands_for_several():
    row = Fields(person="foe")
    voice = Voice((row.tell("hits(foe)", "[hits|hit] {foe}, who [foe:stands|stand].", head="{who} [hits|hit] {foe}"),))
    swarm = Event("hits", "Moths", data={"foe": "Ida", "several": ["Moths"]})
    assert voice.say(swarm) == "hit Ida, who stands."
    assert voice.head(swarm) == "Moths hit Ida"
    assert voice.say(Event("hits", "Ida", data={"foe": "Moths", "several": ["Moths"]})) == "hits Moths, who stand."
    assert voice.say(Event("hits", "Moths", data={"foe": "Ida"})) == "hits Ida, who stands."


def test_what_a_group_is_called_is_a_plural_or_is_none():
    assert all(map(is_plural, ("Moths", "Junior Partners", "Hands of Stone", "The Wreckers")))
    assert not any(map(is_plural, ("Press", "Chorus", "Moth", "Prince of Thieves", "Crew of Thieves", "")))
