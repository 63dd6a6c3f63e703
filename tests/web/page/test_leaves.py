"""The pages around a table: door, seats, house rules, recap, sheets and their maker."""

from dataclasses import replace

import pytest
from msgspec import structs
from parsed import Page
from sample import META, SEATS, SHOT, fallen, game, offer, shown

from cliffhanger import games
from cliffhanger.games.blockbuster import GAME
from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.files.reader import parsed, read_form, schema
from cliffhanger.kernel.game import WATCH, Search, no_premise
from cliffhanger.kernel.inputs import Pause
from cliffhanger.kernel.panels import Counter, Group
from cliffhanger.kernel.record.format import Entry
from cliffhanger.kernel.rules_catalogue import wordings
from cliffhanger.kernel.sentences import Voice
from cliffhanger.kernel.step import begin
from cliffhanger.web.page import door, fields, house, join, master, sheet
from cliffhanger.web.page.masthead import waited


def test_the_door_offers_three_ways_in_for_each_game():
    page = Page(door.door([game(), game("other", "Another")]))
    actions = [a["action"] for a in page.all("form")]
    assert actions == ["/alone/blockbuster", "/alone/other", "/join", "/new/blockbuster", "/new/other"]
    assert [a["value"] for a in page.all("option")][:4] == ["letter", "film", "2", "3"]
    assert (
        "A referee for your story games. It keeps the rules, the dice and the score; you keep the story." in page.words
    )


def test_bots_that_look_ahead_can_be_asked_for_where_the_game_lets_them():
    ahead = replace(game("other", "Another"), search=Search(bool, lambda s, seat: 0, lambda view, act: None))
    page = Page(door.door([game(), ahead]))
    assert [a["id"] for a in page.all("input", name="sharp")] == ["sharp-other"]


def test_who_may_undo_says_what_that_means_where_whoever_runs_the_table_plays_against_the_others():
    sides, none = (door.door([games.game(name)]) for name in ("plot_twist", "untold"))
    assert ("alone and whatever was seen" in sides, "alone and whatever was seen" in none) == (True, False)
    assert ("if the other side agrees" in sides, "if the other side agrees" in none) == (True, False)


def test_the_door_without_a_game_says_so():
    assert "No game is installed here." in door.door([])


def test_a_seat_that_is_taken_cannot_be_chosen():
    page = Page(join.join(game(), META, SEATS, name="Guest 3", about={"pilar": "a mechanic"}))
    assert [a["value"] for a in page.all("input", type="radio")] == ["pilar", "watch"]
    assert [a["value"] for a in page.all("input", name="name")] == ["Guest 3"]
    assert META.lines in page.words
    assert "a mechanic" in page.words


def test_free_seats_come_first_and_the_game_is_named_above_a_title_of_another_name():
    page = Page(join.join(game(), META, SEATS))
    assert page.words.index("Pilar") < page.words.index(SEATS[0].title)
    assert page.words[0] == game().title != META.title
    assert Page(join.join(game(), structs.replace(META, title=game().title), SEATS)).words.count(game().title) == 1


def test_a_seat_is_introduced_by_its_sheet_and_the_story_by_the_stage():
    silent = replace(game(), premise=no_premise, panels=lambda _view, _seat: shown(None, "juno"))
    assert join.pitch(silent, None).startswith("He got 2 successes")
    assert join.pitch(replace(silent, panels=lambda _view, _seat: ()), None) == silent.tagline
    assert join.tagline((), "Juno Marsh") == ""
    assert join.tagline((Group("s", "S", (), "own", "knife thrower", mark="Ludo"),), "Ludo") == "knife thrower"
    assert "Eleven hours" in Page(join.join(game(), META, SEATS, story="Eleven hours")).words


@pytest.mark.parametrize("name", games.names())
def test_before_a_game_it_is_said_what_is_at_stake_or_what_kind_of_game_it_is(name):
    told = games.game(name)
    state = begin(told, told.start(told.ready(3, {}))).state
    said = join.pitch(told, told.view(state, WATCH))
    assert said == (told.premise(told.view(state, WATCH)) or told.tagline) != ""
    assert (said == told.tagline) == (name == "plot_twist")  # whose story is laid down by its first acts


WITH_SCENES = [name for name in games.names() if "scene" in Voice(games.game(name).sentences).rows]


@pytest.mark.parametrize("name", WITH_SCENES)
def test_whoever_comes_late_reads_where_the_story_is(name):
    told, voice = games.game(name), Voice(games.game(name).sentences)

    def entry(n, *rows):
        events = tuple(Event(what, data=data, only=only) for what, data, *only in rows)
        return Entry(
            n, str(n), "", "", Pause(on=True), tuple(structs.replace(e, text=voice.say(e)) for e in events), ""
        )

    mill = entry(1, ("scene", {"name": "The mill", "number": 1}))
    says = ("scene_says", {"text": "The lamp is out."})
    quay = entry(2, ("scene_ends", {"name": "The mill", "why": ""}), ("scene", {"name": "The quay", "number": 2}), says)
    secret = entry(3, ("scene", {"name": "Below", "number": 3}, "gm"))
    assert join.so_far(told, ()) == ""
    assert join.so_far(told, (mill,)) == "Scene 1: The mill."
    assert join.so_far(told, (mill, quay, secret)) == "Scene 2: The quay. The lamp is out."


def test_how_many_seats_are_taken_goes_with_the_number():
    alone = [structs.replace(each, holder="nobody") if each.id != "juno" else each for each in SEATS]
    assert "1 of 4 seats is taken." in Page(join.join(game(), META, alone)).words
    assert "3 of 4 seats are taken." in Page(join.join(game(), META, SEATS)).words


def test_the_link_to_a_seat_chooses_it():
    free = (SEATS[3], type(SEATS[3])("nadia", "lead", "Nadia"))
    page = Page(join.join(game(), META, free, chosen="nadia"))
    assert [a["value"] for a in page.all("input", type="radio") if "checked" in a] == ["nadia"]


def test_house_rules_say_how_they_differ_and_why():
    text = house.house(game(), META)
    page = Page(text)
    words = " ".join(map(str.strip, page.words))
    assert "In force here As films go What most tables like." in words
    assert "By the letter who began it As films go who is attacked Heroes are harder to hit." in words
    assert "initiator" not in page.words
    assert "One more, by the letter" in page.words
    assert [a["value"] for a in page.all("input") if "checked" in a] == ["defender", "table"]
    assert all("disabled" in a for a in page.all("input"))


def test_whoever_runs_the_table_may_change_the_rules_that_may_change_in_play():
    page = Page(master.rules(META.house, "/t/night/seat/host"))
    offered = [a["value"] for a in page.all("option")]
    assert offered
    assert all(value.startswith("house/") and "=" in value for value in offered)
    assert not {f"house/{switch.name}={now}" for switch, now in META.house} & set(offered)
    assert "Who wins a tie: who began it" in page.words
    frozen = {switch.name for switch, _ in META.house if switch.when == "setup"}
    assert frozen
    assert not [value for value in offered if value.split("/")[1].split("=")[0] in frozen]


def test_a_sheet_for_paper_takes_what_is_meant_for_it():
    text = sheet.paper("Juno Marsh", shown(None, "juno"), above="Tabletop Blockbuster presents", table="Night Train")
    assert "Damage to Vigor" in text
    assert "Uncouple" not in text
    assert SHOT
    assert fallen(6)
    assert offer


def test_whoever_the_sheet_is_of_has_no_second_heading_and_what_is_said_of_them_stands_below_the_name():
    own = Group("juno", "Juno Marsh", (Counter("Points", 3),), "own", note="a driver", mark="Juno Marsh")
    other = Group("ludo", "Ludo", (Counter("Points", 1),), "own", mark="Ludo")
    page = Page(sheet.paper("Juno Marsh", (own, other)))
    assert page.words.count("Juno Marsh") == 1
    assert "a driver" in page.words
    assert "Ludo" in page.words
    assert "a driver" not in Page(sheet.paper("Juno Marsh", (own, other), tagline="hers")).words
    alone = Page(sheet.paper("Player 1", (structs.replace(own, mark="Tollgate"),)))
    assert "Juno Marsh" not in alone.words


def test_beside_a_sheet_stands_how_to_roll_how_hard_it_is_what_one_may_do_and_how_this_table_plays():
    found = games.game("blockbuster")
    first, *_others, last = sheet.reminders(found, {"zero_pool": "one_die"})
    assert first.title == "How to roll"
    assert "A 5 or a 6 is a success." in first.rules
    assert last == sheet.Reminders("At this table", ["One die is rolled all the same."])
    assert sheet.reminders(found, {})[-1].title == "What you may do"
    assert sheet.reminders(replace(GAME, summaries=(), verbs=()), {}) == []
    page = Page(sheet.paper("Juno", (), beside=sheet.reminders(found, {})))
    words = " ".join(page.words)
    assert "Easy no roll Normal 1 to 2, or 3 in all" in words
    assert "Ridiculous 9 or more, or 15 in all" in words
    assert len(page.all("dl", **{"class": "pairs"})) == 1
    assert not Page(sheet.paper("Juno", ())).all("div", **{"class": "paper-how"})


@pytest.mark.parametrize("name", games.names())
def test_a_sheet_of_every_game_tells_how_to_roll_and_how_hard_it_is_by_rules_that_there_are(name):
    found = games.game(name)
    assert [each.title for each in found.summaries].count("How hard") == 1
    assert found.summaries[0].title.startswith("How to ")
    named = [rule for each in found.summaries for rule in each.rules]
    assert len(named) == len(set(named))
    assert set(named) <= set(wordings(found))


def posted(form_id, text):
    """What a browser would send for a form."""
    page, found = _Fields(form_id), {}
    page.feed(str(text))
    for name, value in page.found:
        found.setdefault(name, []).append(value)
    return found


class _Fields(Page):
    def __init__(self, wanted):
        self.wanted, self.inside, self.found, self.select, self.area = wanted, False, [], None, None
        super().__init__("")

    def handle_starttag(self, tag, attrs):
        super().handle_starttag(tag, attrs)
        a = dict(attrs)
        if tag == "form":
            self.inside = a["id"] == self.wanted
        if not self.inside:
            return
        if tag == "input" and (a["type"] not in ("checkbox", "radio") or "checked" in a):
            self.found.append((a["name"], a.get("value", "")))
        if tag == "select":
            self.select = (a["name"], [])
        if tag == "option" and self.select:
            self.select[1].insert(0, a["value"]) if "selected" in a else self.select[1].append(a["value"])
        if tag == "textarea":
            self.area = (a["name"], "")

    def handle_data(self, data):
        if self.area:
            self.area = (self.area[0], self.area[1] + data)

    def handle_endtag(self, tag):
        super().handle_endtag(tag)
        if tag == "select" and self.select:
            self.found.append((self.select[0], self.select[1][0]))
            self.select = None
        if tag == "textarea" and self.area:
            self.found.append((self.area[0], self.area[1].removeprefix("\n")))
            self.area = None


@pytest.mark.parametrize("form", GAME.forms, ids=lambda form: form.name)
def test_fields_say_the_same_as_the_text_they_were_made_of(form):
    text = sheet.maker(GAME, form)
    back = sheet.text_of(GAME, form, posted("f-fields", text))
    assert alike(read_form(form, "x", back)) == alike(read_form(form, "x", form.example))


def alike(value):
    """Choices made by ticking have no order."""
    import msgspec

    def sorted_lists(each):
        if isinstance(each, dict):
            return {key: sorted_lists(inner) for key, inner in each.items()}
        return sorted(map(sorted_lists, each), key=str) if isinstance(each, list | tuple) else each

    return sorted_lists(msgspec.to_builtins(value))


def test_an_empty_row_says_what_it_is_for():
    words = Page(sheet.maker(GAME, next(each for each in GAME.forms if each.name == "character"))).words
    assert "Add to gear" in words
    assert "One more" not in words


def test_a_text_that_was_sent_is_the_file():
    assert sheet.text_of(GAME, GAME.forms[0], {"text": ["a = 1\r\n"]}) == "a = 1\n"


def test_odd_fields_stay_as_they_are_for_the_faults_to_name():
    form = GAME.forms[0]
    found = posted("f-fields", sheet.maker(GAME, form))
    found["sheet.defense"] = ["many"]
    back = sheet.text_of(GAME, form, found)
    wrong = read_form(form, "x", back)
    assert [fault.key for fault in wrong] == ["sheet.defense"]


def test_faults_are_listed_by_line_beside_the_text():
    form = GAME.forms[0]
    text = sheet.maker(GAME, form, "name = <b>", [Fault("x", 1, "name", "TOML; <odd>")], checked=True)
    assert "<li>Line 1: <b>name</b> TOML; &lt;odd&gt;</li>" in text
    assert 'id="f-fields"' not in text
    assert "name = &lt;b&gt;" in text


def test_the_fields_of_any_form_have_ids_of_their_own():
    for form in GAME.forms:
        page = Page(fields.drawn(schema(form), parsed("x", form.example)))
        ids = [a["id"] for _, a in page.tags if "id" in a]
        assert len(ids) == len(set(ids))


def test_a_sign_names_three_who_are_waited_for_and_counts_more():
    names = {seat: seat.capitalize() for seat in ("ada", "bo", "cy", "di")}
    asked = dict.fromkeys(names, "")
    assert waited(asked, names, "", frozenset())[0] == "Waiting for 4 at the table"
    del asked["di"]
    assert waited(asked, names, "", frozenset())[0] == "Waiting for Ada, Bo and Cy"
