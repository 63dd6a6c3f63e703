"""Interviews: the Reporter asks, Heroes answer, and the Main Villain comes back elsewhere.  [PT-INT-01, PT-INT-02]"""

from collections import Counter
from collections.abc import Iterator

from cliffhanger.games.plot_twist.files.words import title
from cliffhanger.games.plot_twist.rules import choices, facts, pools, roster, throws, verbs
from cliffhanger.games.plot_twist.rules.book import card, name_of
from cliffhanger.games.plot_twist.rules.pieces import GM, Ids, Person
from cliffhanger.games.plot_twist.rules.state import Interview, Table, Throw, Toss
from cliffhanger.kernel.frames import pop, replace, tell, top, turn
from cliffhanger.kernel.offers import Kind, No, Offer
from cliffhanger.kernel.params import Number, Text, ids

SPIRIT = "spirit_of_the_night"
SKILLS = ("public_relations", "apologist")
"""With which a Hero may answer.  [PT-INT-02]"""
BONUS = 9
"""Coins that the GM may add to an answer at most."""


def places(s: Table) -> Ids:
    """The Locations in play.  [PT-PLOT-02, PT-RUL-44]"""
    return tuple(each.id for each in s.lying if card(s, each.id).kind == "location")


def questions(s: Table) -> int:
    """How many at least: one for each Location in play and each Event turned up, and what cards add.  [PT-INT-01]"""
    events = len([each for each in s.lying if each.up and card(s, each.id).kind == "event"])
    found = places(s)
    printed = [int(card(s, each.id).questions) for each in s.lying if each.id in found and not each.nullified]
    return len(found) + events + sum(printed) + s.questions


def asks(s: Table, question: str = "", bonus: int = 0) -> Table:
    """The Reporter asks; a bonus is coins, named before the throw, and never a penalty.  [PT-INT-01, PT-RUL-21]"""
    s = turn(s, phase="answer", asked=top(s).asked + 1, bonus=bonus)
    return tell(s, "question", "", "PT-INT-01", text=question, amount=bonus)


def answers(s: Table, skill: str, n: int, target: str, who: str) -> Table:
    """A Hero answers with one of two Skills, and names a number.  [PT-INT-02, PT-CONF-03, PT-RUL-46]"""
    f: Interview = top(s)
    s = tell(s, "answers", name_of(s, who), "PT-INT-02", what=title(skill), amount=n)
    s = turn(s, phase="roll", who=who, skill=skill, n=n, target=target)
    side = Toss(who, "charm", skill, pools.roll_words("interview", skill), base=f.bonus)
    return throws.begin(s, Throw((side,), "chosen", against=n), spends=False)


def arrived(s: Table, f: Interview, thrown: Throw) -> Table:
    """More than the number: Social Stress comes back, or there is Energy to share.  [PT-SKILL-01, PT-SKILL-02]"""
    if thrown.margin <= 0:
        return turn(s, phase="ask")
    if f.skill == "apologist":
        return verbs.regenerate(turn(s, phase="ask"), f.target, "social", f.n)
    return turn(s, phase="share")


def shared_by(s: Table) -> Ids:
    """Who may have some of the Energy: no Spirits of the Night, and nobody Demoralized.  [PT-KEY-04, PT-SKILL-02]"""
    heroes = (p.id for p in roster.present(s, "hero"))
    return tuple(h for h in heroes if not facts.has_keyword(s, h, SPIRIT) and not facts.has_status(s, h, "demoralized"))


def share(s: Table, points: str | Ids) -> Table:
    """The Energy is shared among Heroes.  [PT-SKILL-02]"""
    s = turn(s, phase="ask")
    for hero, n in Counter(each.partition("/")[0] for each in ids(points)).items():
        s = verbs.gain(s, hero, "energy", n)
    return s


def closes(s: Table) -> Table:
    """The last answer is given: Spirits of the Night have their Power in Energy.  [PT-KEY-04]"""
    s = turn(replace(s, questions=0), phase="place")
    for p in roster.present(s, "hero"):
        if facts.works(s, p.id, SPIRIT):
            s = verbs.gain(s, p.id, "energy", facts.attribute(s, p.id, "power"))
    return s


def opens(s: Table, place: str) -> Table:
    """A new Conflict opens at a Location that has been played, and Villains have their Hate back.  [PT-FLEE-04]"""
    s = pop(s)
    if place:
        s = tell(verbs.moves_to(s, place), "resumes", "", "PT-FLEE-04", to=name_of(s, place))
    for p in roster.present(s, "villain"):
        s = verbs.recovers(s, p.id)
    return s


def advance(s: Table, f: Interview) -> Table:
    """What happens by itself."""
    if f.phase == "begin":
        s = tell(turn(s, phase="ask"), "interview", "", "PT-INT-01")
        return verbs.fire(s, "on_interview")
    if f.phase == "share":
        found = shared_by(s)
        return s if len(found) > 1 else share(s, tuple(f"{hero}/{n}" for hero in found for n in range(f.n)))
    if f.phase == "place":
        found = places(s)
        return s if len(found) > 1 else opens(s, "".join(found))
    return s


GROUP = "Interview"
ASK = Kind("question", "Ask", asks, rule="PT-INT-01", group=GROUP)
END = Kind("end", "That is all", closes, rule="PT-INT-01", group=GROUP, first=True)
ANSWER = Kind("answer", "Answer", answers, rule="PT-INT-02", group=GROUP)
SHARE = Kind("share", "Share the Energy", share, rule="PT-SKILL-02", group=GROUP, first=True)
PLACE = Kind("place", "The next Conflict", opens, rule="PT-FLEE-04", group=GROUP, first=True)


def offers(s: Table, f: Interview) -> Iterator[Offer]:
    """What is asked of the GM, and of whoever answers."""
    window = f"{f.number}"
    if f.phase == "ask":
        left = questions(s) - f.asked
        ask = f"Questions to ask: {max(0, left)}."
        yield ASK(GM, window, (Text("question", "The question"), Number("bonus", "Coins more", 0, BONUS)), ask=ask)
        yield END(GM, window, (), No("There are questions left.") if left > 0 else "", ask=ask)
    elif f.phase == "answer":
        for p in roster.present(s, "hero"):
            yield _answer(s, p, window)
    elif f.phase == "share":
        asks = choices.points(s, "points", "Energy for", dict.fromkeys(shared_by(s), f.n), f.n)
        yield SHARE.open(facts.seat_of(s, f.who), window, asks, ask=f"{f.n} Energy to share.")
    elif f.phase == "place":
        yield PLACE.open(GM, window, choices.pick(s, "place", "Where", places(s)), ask="Where does it go on?")


def _answer(s: Table, p: Person, window: str) -> Offer:
    """Any Hero may answer, the same one again too; the first who does has the question.  [PT-RUL-21]"""
    most = facts.attribute(s, p.id, "charm") + max(facts.rank(s, p.id, each) for each in SKILLS) + BONUS
    whom = [each.id for each in roster.present(s, "hero", "villain")]
    skill, target = choices.word("skill", SKILLS, "With"), choices.pick(s, "target", "Apologist: for whom", whom)
    asks = (*skill, Number("n", "The number", 1, most, 1), *target)
    seat, label = facts.seat_of(s, p.id), facts.of_player(s, p.id, "Answer", "{name} answers")
    return ANSWER.bound(p.id, who=p.id)(seat, window, asks, label=label, ask="Who answers the Reporter?")
