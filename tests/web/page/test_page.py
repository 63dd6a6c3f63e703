"""The page as a string: what stands on it, how often, and that nothing from outside gets out of its place."""

import dataclasses
import re
from collections import Counter
from html import unescape

import pytest
from msgspec.structs import replace
from parsed import Page
from sample import LOG, META, OFFERS, SEATS, SHOT, game, offer, options, page_of, pages, seat_page, shown, told

from cliffhanger.kernel.chance import Over, Roll
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.game import Game, Term
from cliffhanger.kernel.inputs import Act, Faces, Pause
from cliffhanger.kernel.panels import Card, Coin, Die, Group, List, Pile, Row, Text, Track
from cliffhanger.kernel.panels import Counter as Figures
from cliffhanger.kernel.params import Cost, Item, Number, Pick
from cliffhanger.kernel.params import Text as Words
from cliffhanger.kernel.record.format import Entry
from cliffhanger.kernel.sentences import PERSON, Sentence, Voice
from cliffhanger.table.snapshot import Draft, Snapshot
from cliffhanger.web.page import log, masthead, reader, render, taking_back, terms
from cliffhanger.web.page.emblems import mark, parts_told_apart, told_apart
from cliffhanger.web.page.html import esc, ident
from cliffhanger.web.page.listener import Listener
from cliffhanger.web.page.panels import draw
from cliffhanger.web.page.regions import whole
from cliffhanger.web.page.silhouettes import Face

ART = re.compile(r"/art/[a-z0-9-]+\.svg\?v=[0-9a-f]{12}")
EVIL = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onfocus='alert(1)",
    "</textarea><b>",
    "&lt;b&gt;",
    "javascript:alert(1)",
    "\u202egnp.exe",
    "\x00\x08",
    "]]>",
    "<!--",
    "${7*7}",
    "{{7*7}}",
    "\x1b[2J",
    "</svg></main>",
)
WITH = Pick("skill", "Skill", (Item("swing", "Swing", 4), Item("climb", "Climb", 2)))
ROLLED = Pick("skill", "Skill", (Item("swing", "Swing", dice=(6,) * 4), Item("climb", "Climb", dice=(6,) * 2)))
CLIMB = {"line": "{you} [climbs|climb] for {skill}.", "pool": (Row("", id="skill"),), "button": "Climb with {dice}"}


def in_game(panels):
    found = game()
    object.__setattr__(found, "panels", lambda _view, _seat: panels)
    return found


def growing(seat, own=(), drafted=True, **words):
    """A page while Juno Marsh has a climb in hand."""
    asked = (offer("juno", 1, "climb", "Climb", None, ROLLED, first=True, **CLIMB, **words),)
    drafts = {("juno", "1", "climb"): Draft({"skill": ("climb",)})} if drafted else {}
    shot = Snapshot(1, None, asked, SEATS, drafts=drafts)
    return page_of(game(), META, shot, None, tuple(each.option for each in asked) if seat == "juno" else own, seat)


@pytest.mark.parametrize("name", sorted(pages()))
def test_every_page_is_sound_and_carries_neither_style_nor_script(name):
    page = Page(pages()[name])
    ids = Counter(a["id"] for _, a in page.tags if "id" in a)
    assert [each for each, n in ids.items() if n > 1] == []
    for tag, attributes in page.tags:
        assert "style" not in attributes
        assert not [each for each in attributes if each.startswith("on")]
        for where in ("src", "href", "action"):
            assert (attributes.get(where) or "/").startswith(("/", "#")), (tag, attributes)
    assert all("src" in a for a in page.all("script"))
    assert page.all("style") == []


@pytest.mark.parametrize("name", sorted(pages()))
def test_everything_that_can_hold_focus_has_an_id_and_a_name(name):
    page = Page(pages()[name])
    labels = {a.get("for") for a in page.all("label")}
    for tag in ("button", "select", "textarea"):
        assert all("id" in a for a in page.all(tag)), tag
    for a in page.all("input"):
        if a.get("type") != "hidden":
            assert "id" in a, a
            wrapped = a.get("type") in ("radio", "checkbox") or "aria-label" in a or a["id"] in labels
            assert wrapped, a


@pytest.mark.parametrize("evil", EVIL)
def test_no_string_from_outside_gets_out_of_its_place(evil):
    texts = (Text("t", evil, evil, "result"), Text("q", evil, evil, "quote"), Track("k", evil, 1, 2, note=evil))
    row = Row(evil, evil, evil, 3, evil, (evil,), "now", (evil, "!" + evil), (Die(6, 1, "one", evil),))
    styles = ("lines", "order", "sides", "places", "ladder", "debts", "steps", "stats")
    lists = tuple(List(f"l{style}", (row,), style, evil, evil) for style in styles)
    card = Card("c", evil, evil, evil, evil, evil, evil, (evil,), evil, (evil,), evil, flavour=evil)
    panels = (Group("g" + evil, evil, (*texts, *lists, card, Pile(evil, 3, evil)), "main", evil, mark=evil),)
    items = (Item(evil, evil, says=evil, same=evil), Item("b", evil, blocked=evil))
    asked = (
        offer(
            "juno",
            evil,
            evil,
            evil,
            None,
            Pick(evil, evil, items),
            Words("w" + evil, evil, 0, 200, start=evil),
            Number("n" + evil, evil, 0, 3, 0, ((1, evil),)),
            ask=evil,
            group=evil,
            says=evil,
            cost=(Cost(1, evil),),
        ),
        offer("juno", evil, "x", evil, None, blocked=evil, instead=evil),
        offer("juno", evil, "y", evil, None, says=evil, cost=(Cost(1, evil),)),
        offer("ferris", evil, evil, evil, None, Pick("p", evil, items), ask=evil),
    )
    drafts = {("ferris", evil, evil): Draft({"p": (evil,)}, (evil,)), ("juno", evil, evil): Draft({}, (evil,))}
    snapshot = Snapshot(1, None, asked, SEATS, (told(1, "x", evil, evil, evil),), drafts=drafts)
    own = tuple(each.option for each in asked if each.option.seat == "juno")
    clean = Page(page_of(in_game(panels), META, snapshot, None, own, "juno"))
    names = {tag for tag, _ in clean.tags}
    assert not names & {"script", "b2"}
    assert all(ART.fullmatch(given["src"]) for tag, given in clean.tags if tag == "img")
    assert not [a for _, a in clean.tags for each in a if each.startswith("on")]
    shown_text = "".join(clean.words)
    assert not re.search("[\x00\x08\x1b\u202e]", shown_text)
    wanted = re.sub("[\x00\x08\x1b\u202e]", "", evil)
    assert wanted in shown_text


def test_different_strings_make_different_ids():
    tries = ("a-b", "a_b", "a b", "a", "ab", "a.b", "ä", "", "A-b", "a--b")
    assert len({ident("x", each) for each in tries}) == len(tries)
    assert ident("a", "b-c") != ident("a-b", "c")
    assert all(re.fullmatch(r"[A-Za-z0-9_-]+", ident("x", each)) for each in EVIL)


def test_escaping_says_the_same_to_a_reader():
    assert esc("Tom & <Jerry> \"'") == "Tom &amp; &lt;Jerry&gt; &quot;&#39;"
    assert esc(7) == "7"


def test_a_page_is_one_byte_a_sign_whatever_people_write():
    assert all(seat_page(seat).isascii() for seat in ("juno", "director", "watch"))
    assert unescape(esc("Зоя’s Set-Up − 2…")) == "Зоя’s Set-Up − 2…"
    assert esc("Зоя").isascii()


def test_a_name_that_stands_above_already_and_whose_turn_it_is_are_heard_and_hardly_seen():
    entries = (
        told(1, "rolled", "Ida", "rolls: 1."),
        Entry(2, "i2", "juno", "", Faces("r", (1,)), (Event("setback", "Ida", text="has a Setback."),), ""),
        told(3, "turn", "Bo", "is up."),
    )
    text = whole([log.log_region(log.deeds(entries), Listener("watch"), base="", whole="", rules={}, undo=False)])
    assert re.findall(r'<span class="(by[^"]*)">(\w+)', text) == [("by", "Ida"), ("by again", "Ida"), ("by", "Bo")]
    assert re.findall(r'<li class=(\w+) id="e(\d)', text) == [("beat", "3")]


def test_a_term_of_the_game_opens_where_the_log_says_it():
    entries = (told(1, "setback", "Ida", "has a Setback: a fall."),)
    explained = dataclasses.replace(game(), glossary=(Term("Setback", "A turn for the worse."),))
    with terms.explaining(explained):
        text = whole([log.log_region(log.deeds(entries), Listener("watch"), base="", whole="", rules={}, undo=False)])
    assert (
        '<div>has a <button type="button" class="term" popovertarget="term-Setback">Setback</button>: a fall.' in text
    )


def test_when_a_game_is_over_there_is_nothing_to_stop_and_something_to_read():
    top = {"title": "T", "where": "", "head": "The end", "ask": "", "base": "/t/night/seat/juno", "paused": False}
    undo = taking_back.tool("/t/night/seat/juno", 3, "Juno hits", own=True)
    page = Page(whole([masthead.masthead(**top, undo=undo, over=True)]))
    assert [a["id"] for a in page.all("button")] == ["do-undo", "do-light", "do-sound", "do-help"]
    assert all(a["title"] == a["aria-label"] for a in page.all("button"))
    links = Page(masthead.ended("/t/night/seat/juno")).all("a")
    assert [a["href"] for a in links] == ["/t/night/recap", "/t/night/record", "/"]


def test_whoever_may_close_a_table_whose_game_is_over_does_so_where_it_ends_and_nowhere_else():
    over = Snapshot(9, None, Over(), SEATS, LOG)
    for seat, doors in (("director", 1), ("juno", 0)):
        page = Page(page_of(game(), META, over, None, (), seat))
        assert len(page.all("form", data_do="close")) == doors
    playing = Page(seat_page("director"))
    assert len(playing.all("form", data_do="close")) == 1
    assert not Page(page_of(game(), META, replace(over, closed=True), None, (), "director")).all(
        "form", data_do="close"
    )


def test_before_play_the_links_stand_open_below_what_is_asked_and_the_big_button_says_who_is_missing():
    asked = (*OFFERS, offer("director", 1, "open", "Open", None, Words("where", "Where")))
    lobby = Snapshot(9, None, asked, SEATS)

    def drawn(snapshot):
        return page_of(game(), META, snapshot, None, (asked[-1].option,), "director")

    text = drawn(lobby)
    assert "Send these links" in text
    links = '<div class="col a-first p-scene"><details class="panel fold" id="chairs" open>'
    assert text.index('id="tray"') < text.index(links) < text.index("a-me")
    assert re.search(r'class="dock"><p class="beside">Still empty: Pilar.</p>', text)
    full = drawn(replace(lobby, seats=SEATS[:3]))
    assert "Still empty" not in full
    assert '<details class="panel fold" id="chairs" open>' in full
    assert "Still empty" not in drawn(replace(lobby, log=LOG))


def test_what_one_is_about_to_do_stands_under_the_picture_once():
    mine = growing("juno")
    assert unescape(mine).count("You climb for Climb …") == 1
    order = mine.index('class="col a-order'), mine.index('id="about">'), mine.index('class="col a-main')
    assert sorted(order) == list(order)
    assert 'id="others"' not in mine


def test_who_waits_reads_it_as_it_grows_with_its_dice_before_anything_else():
    theirs = growing("ferris")
    assert 'id="about"' not in theirs
    strip = re.search(r'<section id="others".*?</section>', theirs)[0]
    assert re.search(r"<span>Juno Marsh climbs for \w+\.<div class=\"pool\"", strip)
    assert theirs.index(strip) < theirs.index('class="col a-main')
    assert re.search(r'id="wait"><span><b>Juno Marsh is choosing</b></span>', theirs)  # the sign does not ask as well
    assert "is choosing" not in growing("ferris", drafted=False)


def test_who_is_up_too_has_their_own_move_before_what_the_others_are_at():
    waits = offer("ferris", 1, "wait", "Wait", None)
    climbs = offer("juno", 1, "climb", "Climb", None, ROLLED, first=True, **CLIMB)
    drafts = {("juno", "1", "climb"): Draft({"skill": ("climb",)})}
    shot = Snapshot(1, None, (climbs, waits), SEATS, drafts=drafts)
    html = page_of(game(), META, shot, None, (waits.option,), "ferris")
    assert html.index('id="tray"') < html.index('<section class="panel" id="others"')
    assert "Juno Marsh climbs for" in html


def test_of_what_somebody_chooses_in_secret_nothing_is_told():
    theirs = growing("ferris", private=True)
    assert "Juno Marsh is choosing." in theirs
    assert "climbs for" not in theirs
    assert 'class="pool"' not in re.search(r'<section id="others".*?</section>', theirs)[0]


def test_who_waits_sees_first_what_the_others_choose_and_who_is_asked_their_own_move():
    asked = (
        offer("juno", 1, "attack", "Attack", None, WITH),
        offer("director", 2, "step_in", "Step in", None, reaction=True),
        offer("director", "any", "heal", "Heal", None, WITH, standing=True),
    )
    drafts = {("juno", "1", "attack"): Draft({"skill": ("climb",)})}

    def order(*waiting):
        shot = Snapshot(1, None, waiting, SEATS, drafts=drafts)
        text = page_of(game(), META, shot, None, tuple(each.option for each in waiting[1:]), "director")
        return sorted(("others", "tray", "standing"), key=lambda name: text.index(f'id="{name}"'))

    assert order(*asked) == ["others", "tray", "standing"]
    own = offer("director", 2, "set", "Set", None, WITH)
    assert order(asked[0], own, asked[2]) == ["tray", "others", "standing"]


@pytest.mark.parametrize(
    ("head", "body", "line"),
    [
        ("Juno hits Ludo.", "Juno hits Ludo with Storm Coil by 2: 2 damage.", "With Storm Coil by 2: 2 damage."),
        ("Juno misses Ludo.", "Juno misses Ludo.", ""),
        ("Ione makes it: 3 of 3.", "Ione makes it, 3 of 3, 1 snag: climb.", "1 snag: climb."),
        ("Juno hits Lud.", "Juno hits Ludo.", "Juno hits Ludo."),
        ("Brask’s hook misses you.", "He got 2.", "He got 2."),
        ("The roof", "", ""),
    ],
)
def test_a_line_says_nothing_again_that_its_headline_has_said(head, body, line):
    drawn = unescape(draw(Text("t", head, body, "result")))
    assert re.findall(r'class="verdict">(.*?)</h2>', drawn) == [head]
    assert re.findall(r'class="because">(.*?)</p>', drawn) == ([line] if line else [])


def test_a_few_numbers_beside_the_stage_are_no_screen_of_their_own():
    numbers = Group("points", "", (Figures("Villain Point", 1), Figures("to the next", "0 of 3")), "stage")
    assert draw(numbers).startswith('<section class="panel tally"')
    assert draw(replace(numbers, panels=(Text("t", "Hit.", "", "result"),))).startswith('<section class="screen"')


def test_a_watcher_may_stop_the_table_and_do_nothing_else():
    page = Page(seat_page("watch"))
    assert [form["id"] for form in page.all("form")] == ["f-pause", "f-x"]
    assert "Your move" not in page.words


def test_others_see_what_is_being_chosen_and_only_the_master_may_change_it():
    director, ferris = unescape(seat_page("director")), unescape(seat_page("ferris"))
    said = "Juno Marsh is choosing: <b>Attack Brask</b>, Swing 4, Agility 3, Ferris’s Set-Up 2 and Storm Coil"
    assert said in director
    assert said in ferris
    assert 'data-do="draft"' in director
    assert 'data-do="draft"' not in ferris
    assert "Being chosen" not in seat_page("juno")


def test_of_a_private_option_others_see_only_that_a_seat_is_choosing():
    secret = offer(
        "juno", 1, "hide", "Hide the letter", None, Pick("where", "Where", (Item("a", "Attic"),)), private=True
    )
    drafts = {("juno", "1", "hide"): Draft({"where": ("a",)})}
    snapshot = Snapshot(1, None, (secret,), SEATS, drafts=drafts)
    text = page_of(game(), META, snapshot, None, (), "director")
    assert "Juno Marsh is choosing." in text
    assert "Attic" not in text
    assert "letter" not in text


def test_the_log_shows_each_seat_its_own_lines_and_the_way_back():
    text = seat_page("juno")
    assert "mail car" not in text
    assert "mail car" in seat_page("director")
    assert 'role="log"' in text
    assert '<li class="cue" id="e1-0">Scene 4: the roof</li>' in text
    assert '<li class=ruling id="e6-0">' in text
    assert "More successes win; a tie is the initiator’s. <b>(BB-OPP-03)</b>" in unescape(text)
    assert 'name="to" value="5" id="e5-0-back"' in text


def test_going_back_to_an_act_keeps_the_dice_that_fell_for_it():
    act, after = told(4, "tries", "Juno", "tries."), told(6, "waits", "Pilar", "waits.")
    faces = told(5, "hits", "Juno", "hits.")
    fell = type(faces)(5, "id5", "juno", "", Faces("r", (6,)), faces.events, "")
    backs = [(line.n, line.back) for line in log.told((act, fell, after), "juno")]
    assert backs == [(4, 5), (5, 5), (6, 6)]
    assert taking_back.newest(log.deeds((act, fell)), "juno") == (3, True)
    assert taking_back.newest((), "juno") is None


def test_a_pause_after_an_act_gives_no_name_to_what_is_taken_back():
    act, after = told(4, "passes", "Juno", "passes."), told(6, "pauses", "Pilar", "pauses the table.")
    pause = type(act)(6, "id6", "pilar", "", Pause(on=True), after.events, "")
    story, reader = log.deeds((act, pause)), Listener("juno")
    assert taking_back.what(story, reader, 3) == "Juno passes"
    silent = type(act)(4, "id4", "juno", "", act.input, (), "")
    assert taking_back.what(log.deeds((silent, pause)), reader, 3) == ""


def test_a_real_die_that_was_typed_wrongly_is_taken_back_alone():
    act, faces = told(4, "tries", "Juno", "tries."), told(5, "hits", "Juno", "hits.")
    fell, other = (type(faces)(n, f"id{n}", "juno", "", Faces("r", (6,), typed=True), faces.events, "") for n in (5, 6))
    assert [(line.n, line.back) for line in log.told((act, fell, other), "juno")] == [(4, 4), (5, 5), (6, 6)]
    assert taking_back.newest(log.deeds((act, fell, other)), "juno") == (5, True)
    assert taking_back.newest(log.deeds((act, fell)), "juno") == (4, True)
    assert taking_back.newest(log.deeds((act, fell)), "ferris") == (4, False)


def test_the_log_is_short_and_says_where_the_rest_is():
    long = tuple(told(n, "does", "Juno", f"does thing {n}.") for n in range(1, 200))
    text = page_of(game(), META, Snapshot(199, None, OFFERS, SEATS, long), None, (), "juno")
    assert len(re.findall(r'id="e\d+-0"', text)) == log.SHOWN
    assert "does thing 199." in text
    assert f'href="/t/{META.id}/log"' in text


def test_dice_are_said_before_they_are_drawn():
    thrown = (Die(6, 6, "counts"), Die(6, 5, "counts"), Die(6, 4, "struck"), Die(12, 1, "one", "snag"))
    assert 'aria-label="4 dice: 6 and 5 count; 4 does not; 1 is a snag"' in draw(
        List("l", (Row("A", dice=thrown),), "sides")
    )
    assert 'aria-label="d8"' in draw(Die(8))
    assert 'aria-label="1 coin: 1 star"' in draw(Coin("star", "counts"))


def test_an_emblem_is_of_the_name_and_not_of_its_article():
    drawn = {name: mark(name) for name in ("The Patrol", "The Porter", "Patrol", "Patrol Car", "The", "", "“The” Duke")}
    assert drawn["The Patrol"] == drawn["Patrol"] == drawn["Patrol Car"] != drawn["The Porter"]
    assert [re.search(">(.)</text>", each)[1] for each in drawn.values()] == list("PPPPT?T")


def test_names_are_told_apart_across_the_parts_of_a_page():
    parts = (f"<p>{mark('Mara')}</p>", "<p>nobody</p>", f"<p>{mark('Milo')}{mark('Guard')}</p>")
    assert "".join(parts_told_apart(*parts)) == told_apart("".join(parts))
    assert parts_told_apart(parts[0]) != parts_told_apart(*parts)[:1]


def test_who_is_at_a_table_has_the_same_letters_whoever_else_is_on_the_page():
    table = frozenset({("dale", Face()), ("eli", Face()), ("amos", Face())})

    def letters(*names):
        return re.findall(">([^<>]*)</text>", told_apart("".join(map(mark, names)), table))

    assert letters("Dale Rook", "Amos Tull") == ["D", "A"]
    assert letters("Dale Rook", "Amos Tull", "Deacon Ames", "Augusta") == ["D", "A", "De", "Au"]


def test_names_with_one_initial_have_emblems_that_tell_them_apart():
    def letters(*names):
        return re.findall(">([^<>]*)</text>", told_apart("".join(map(mark, names))))

    assert letters("Pilar", "The Patrol", "The Porter", "Juno Marsh", "Juno", "Pilar") == [
        "Pi",
        "Pa",
        "Po",
        "J",
        "J",
        "Pi",
    ]
    assert len(set(letters("Stoker Holm", "The Steam Pack", "Stan", "Signalman Crake"))) == 4
    assert letters("Émile", "Édith") == ["Ém".encode("ascii", "xmlcharrefreplace").decode(), "&#201;d"]
    assert len(set(letters("P", "Pp", "Ppp", "Pppp"))) == 4
    page = seat_page("juno")
    assert "data-of" not in page
    assert len(set(re.findall("20.5[^>]*>([^<>]*)</text>", page))) > 3


def test_a_throw_has_an_id_that_it_keeps_whatever_becomes_of_it_and_shares_with_no_other():
    def known(row):
        return re.findall(' id="(d-.*?)"', draw(List("sides", (row,), "sides")))

    fallen, struck = (tuple(Die(6, face, state) for face in (6, 5, 1)) for state in ("counts", "struck"))
    first = known(Row("Juno", dice=fallen, id="41 juno"))
    assert len(first) == 1
    assert known(Row("Juno", "and 2 against the strain", dice=struck, id="41 juno")) == first
    assert known(Row("Juno", dice=fallen, id="57 juno")) != first
    assert known(Row("Juno", dice=fallen)) not in ([], first)
    assert known(Row("Juno", dice=fallen)) != known(Row("Juno", dice=fallen[:2]))
    assert known(Row("Juno", dice=(Die(6), Die(6)), id="41 juno")) == []


def test_typed_dice_get_a_field_each():
    snapshot = Snapshot(1, None, Roll("r1", "juno", "hit", (6, 6, 8)), SEATS)
    typed = type(META)(id="t", title="T", typed=True)
    page = Page(page_of(game(), typed, snapshot, None, (), "juno"))
    assert [a["max"] for a in page.all("input", name="values")] == ["6", "6", "8"]
    assert page.all("form", data_do="faces")
    assert 'data-do="faces"' not in page_of(game(), typed, snapshot, None, (), "ferris")


@pytest.mark.parametrize("x", [False, True])
def test_a_paused_table_offers_one_thing_to_everybody(x):
    stopped = Snapshot(9, None, OFFERS, SEATS, paused=True, x=x)
    page = Page(page_of(game(), META, stopped, None, options("juno"), "juno"))
    assert page.all("form", data_do="act") == []
    assert page.all("section", id="halt")
    assert ("X: this is left out of the story." in page.words) == x


def test_a_track_of_any_length_is_drawn():
    assert draw(Track("t", "T", 2, 4, 1)).count("<i") == 4
    assert draw(Track("t", "T", 2, 4, 1)).count('class="hot"') == 1
    assert draw(Track("t", "T", 2, 4, gaps=(2,))).count('class="gap"') == 1
    assert 'class="bar"' in draw(Track("t", "T", 200, 400))


def test_what_is_meant_for_paper_is_not_on_the_table():
    assert isinstance(game(), Game)
    panels = (*shown(None, "juno"), Group("print", "On paper only", (), "paper"))
    assert "On paper only" not in page_of(in_game(panels), META, SHOT, None, (), "juno")


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ((("Tollgate", "Tollgate"),), "You are Tollgate, Juno Marsh."),
        ((("Juno Marsh", "Juno Marsh"),), "You are Juno Marsh."),
        ((("Tollgate", "Tollgate"), ("Halo", "Halo")), "You are Juno Marsh."),
        ((("Your notes", ""),), "You are Juno Marsh."),
    ],
)
def test_the_masthead_says_which_person_is_a_seats_own_where_its_chair_has_another_name(own, said):
    panels = tuple(Group(name, name, (), "own", mark=mark) for name, mark in own)
    assert said in page_of(
        in_game((*panels, Group("x", "Other", (), "side", mark="Other"))), META, SHOT, None, (), "juno"
    )


def test_what_befell_whoever_reads_stands_before_the_stage_and_is_said_with_the_question():
    voice = Voice((Sentence("hit", {"foe": PERSON}, "[hits|hit] {foe}.", befalls="foe"),))
    hit = told(10, "hit", "Brask", "hits Juno Marsh.")
    put = Act("ferris", "1", "act")
    hit = replace(hit, input=put, events=(replace(hit.events[0], data={"foe": "Juno Marsh"}),))
    shot = replace(SHOT, log=(*SHOT.log, hit))

    def text(seat, names):
        return whole(
            render.seat_regions(
                reader.SeatView(game(), META, shot, None, options(seat), seat, {}, Listener(seat, voice, names))
            )
        )

    mine = text("juno", ("Juno Marsh",))
    assert '<p class="befell" id="befell"><span>Brask hits you.</span> </p>' in mine
    assert mine.index('id="befell"') < mine.index('id="stage"')
    assert re.search(r'data-said="([^"]*)"', mine)[1].startswith("Brask hits you. ")
    assert 'id="befell"' not in text("ferris", ("Ferris",))
