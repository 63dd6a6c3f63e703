"""What has happened to somebody since they last chose: the newest of each kind, two at most, who fell, and nobody else's secret."""

from cliffhanger.kernel.event_fields import Fields
from cliffhanger.kernel.events import Event, told
from cliffhanger.kernel.inputs import Act, Faces
from cliffhanger.kernel.record.format import Entry
from cliffhanger.kernel.sentences import Voice
from cliffhanger.table import befallen

row = Fields(number="n", person="foe")
VOICE = Voice(
    (
        row.tell("hits(foe, n)", "[hits|hit] {foe} by {n}.", befalls="foe"),
        row.tell("loses(n)", "[loses|lose] {n}.", befalls="who"),
        row.turning("out()", "[is|are] out.", befalls="who"),
        row.turning("falls(foe)", "[falls|fall] to {foe}.", befalls="who", news=True),
        row.tell("tries()", "[tries|try]."),
    )
)
IDA = ("Ida",)


def entry(n, put, *events):
    return Entry(n, f"id{n}", put.seat, "", put, tuple(told(each, VOICE.say(each)) for each in events), "")


def act(seat):
    return Act(seat, "1", "go")


def loses(n, **more):
    return Event("loses", "Ida", data={"n": n}, **more)


def hits(who, foe, n=2):
    return Event("hits", who, data={"foe": foe, "n": n})


def said(*log, seat="i", names=IDA):
    return befallen.told(VOICE, befallen.befallen(VOICE, log, seat, names), names)


def test_what_befell_the_reader_since_they_chose_is_told_to_them_in_its_order():
    before = entry(1, act("b"), loses(9))
    chose = entry(2, act("i"), Event("tries", "Ida"))
    log = (before, chose, entry(3, act("b"), hits("Brask", "Ida")), entry(4, Faces("b", ()), loses(2)))
    assert said(*log) == ("Brask hits you by 2.", "You lose 2.")
    assert said(before, chose) == ()


def test_what_came_of_ones_own_choice_counts():
    assert said(entry(1, act("i"), Event("tries", "Ida"), Event("out", "Ida"))) == ("You are out.",)


def test_of_one_kind_the_newest_is_told_and_two_in_all():
    log = entry(1, act("b"), hits("Brask", "Ida", 4), loses(4)), entry(2, act("b"), loses(1), Event("out", "Ida"))
    assert said(*log) == ("You lose 1.", "You are out.")


def test_what_befell_others_and_what_the_reader_may_not_know_is_not_told():
    assert said(entry(1, act("b"), hits("Ida", "Brask"), Event("out", "Bo"))) == ()
    assert said(entry(1, act("b"), loses(3, only=("gm",)))) == ()
    assert said(entry(1, act("b"), loses(3, only=("i",)))) == ("You lose 3.",)


def test_whoever_has_no_name_there_is_told_nothing():
    assert said(entry(1, act("b"), loses(3)), names=()) == ()


def test_what_is_news_to_everybody_is_always_told_but_not_to_whoever_did_it():
    falls = Event("falls", "Bo", data={"foe": "Brask"})
    assert said(entry(1, act("b"), falls)) == ("Bo falls to Brask.",)
    assert said(entry(1, act("b"), loses(1), falls)) == ("You lose 1.", "Bo falls to Brask.")
    both = ("Bo falls to Brask.", "You lose 1.", "Brask hits you by 2.")
    assert said(entry(1, act("b"), falls, loses(1), hits("Brask", "Ida"))) == both
    assert said(entry(1, act("b"), Event("falls", "Bo", data={"foe": "Ida"}))) == ()


def test_each_who_fell_is_told_of_and_whoever_reads_as_well_however_much_came_after():
    bo, cy, ida = (Event("falls", who, data={"foe": "Brask"}) for who in ("Bo", "Cy", "Ida"))
    log = entry(1, act("b"), bo), entry(2, act("b"), ida, cy), entry(3, act("b"), loses(1), hits("Brask", "Ida"))
    fell = ("Bo falls to Brask.", "You fall to Brask.", "Cy falls to Brask.")
    assert said(*log) == (*fell, "You lose 1.", "Brask hits you by 2.")
    assert said(*log, seat="gm", names=()) == ("Bo falls to Brask.", "Ida falls to Brask.", "Cy falls to Brask.")


def test_what_was_before_a_new_scene_is_behind_everybody():
    hit, scene = entry(1, act("f"), hits("Foe", "Ida")), Event("scene", "", "Scene 2: The roof.")
    opens = entry(2, act("f"), scene)
    assert said(hit) == ("Foe hits you by 2.",)
    assert said(hit, opens) == ()
    assert said(hit, opens, entry(3, act("f"), loses(1))) == ("You lose 1.",)
