"""A row for each kind of event of this game: its sentence in the log, its headline, and what a recap makes of it."""

from cliffhanger.games.untold.derived import ASPECTS, COLUMNS, NAMES
from cliffhanger.kernel.sentences import (
    DICE,
    NUMBER,
    PEOPLE,
    PERSON,
    TEXT,
    VALUE,
    Kind,
    Rows,
    Sentence,
    Voice,
    Words,
)

STORES = (*ASPECTS, "devotion")
STORE = Words({word: word for word in map(str.capitalize, STORES)})
POINTS = Rows({"n": NUMBER, "store": STORE}, "{n} {store}", and_=True)
COLUMN = Words({column: column for row in COLUMNS.values() for column in row})
REALM = Words({"body": "body", "mind": "mind"})
DIFFICULTY = Words({word: word for word in (*NAMES, "Impossible")})
OUTCOME: dict[str, Kind] = {
    "goal": TEXT,
    "skill": TEXT,
    "dl": NUMBER,
    "net": NUMBER,
    "successes": NUMBER,
    "snags": NUMBER,
    "boons": NUMBER,
    "automatic": NUMBER,
}
TALE = Words({"boon": "boon", "snag": "snag"})

EPISODE = (
    Sentence(
        "ruling",
        {"what": TEXT, "to": VALUE, "why": TEXT, "op": TEXT},
        {
            "op=end": "[ends|end] the procedure: {why}.",
            "": "[rules|rule]: {what} is {to}. Reason: {why}.",
        },
    ),
    Sentence("scene", {"name": TEXT, "number": NUMBER}, "Scene {number}: {name}.", recap="chapter"),
    Sentence("scene_says", {"text": TEXT}, "{text}"),
    Sentence(
        "scene_ends",
        {"name": TEXT, "why": TEXT},
        {"why": "{name} is over: {why}.", "": "{name} is over."},
    ),
    Sentence("session", {}, "[opens|open] a new session: one point for everybody."),
    Sentence("the_end", {"name": TEXT}, "{name}: the end.", recap="turning"),
    Sentence("enters", {"names": PEOPLE}, "[brings|bring] in {names}."),
    Sentence("leaves", {}, "[leaves|leave] the scene."),
    Sentence("joins", {}, "[joins|join] the cast."),
    Sentence("new_sheet", {}, "[has|have] a new sheet."),
    Sentence("veto", {}, "[leaves|leave] this out of the story."),
    Sentence("clock", {"span": TEXT}, "[lets|let] {span} pass.", recap="workings"),
)
CHECKS = (
    Sentence("declares", {"goal": TEXT, "skill": TEXT}, "[tries|try], with {skill}: {goal}.", recap="workings"),
    Sentence("other_skill", {"skill": TEXT}, "[links|link] it to {skill}.", recap="workings"),
    Sentence(
        "difficulty",
        {"dl": NUMBER, "base": NUMBER, "word": DIFFICULTY, "goal": TEXT},
        {
            "dl!=base": "[sets|set] difficulty {dl}, {word} ({base} and what hinders): {goal}.",
            "": "[sets|set] difficulty {dl}, {word}: {goal}.",
        },
        recap="workings",
    ),
    Sentence(
        "refused",
        {"why": TEXT, "goal": TEXT},
        {"why": "[asks|ask] for something else: {why}.", "": "[asks|ask] for something else."},
        recap="workings",
    ),
    Sentence("impossible", {"goal": TEXT}, "[says|say] it cannot be done: {goal}."),
    Sentence(
        "called_off",
        {"whose": PERSON, "goal": TEXT},
        "[closes|close] [whose:the check of {whose}|your check]: {goal}.",
        recap="workings",
    ),
    Sentence("withdraws", {"goal": TEXT}, "[thinks|think] better of it: {goal}.", recap="workings"),
    Sentence("exerts", {"spent": POINTS}, "[spends|spend] {spent}.", recap="workings"),
    Sentence("devotes", {"points": NUMBER}, "[spends|spend] {points} devotion.", recap="workings"),
    Sentence(
        "rolled",
        {"cast": TEXT, "faces": DICE, "passed": NUMBER},
        {
            "cast=boon": "[rolls|roll] for a boon: {faces}<, {passed} of them passed on>.",
            "cast=push": "[rolls|roll] the push: {faces}<, {passed} of them passed on>.",
            "cast=reroll": "[rolls|roll] again: {faces}<, {passed} of them passed on>.",
            "": "[rolls|roll]: {faces}<, {passed} of them passed on>.",
        },
    ),
    Sentence(
        "pushes",
        {"dice": NUMBER},
        "[pushes|push]: {dice#=0 no dice|# die|# dice} more.",
        recap="workings",
    ),
    Sentence("passes_die", {"to": PERSON}, "[passes|pass] a boon die to {to}.", recap="workings"),
    Sentence(
        "declines_die",
        {"dice": NUMBER},
        "[leaves|leave] {dice#=0 no boon dice|# boon die|# boon dice} lying.",
        recap="workings",
    ),
    Sentence(
        "stands",
        {"dl": NUMBER, "word": DIFFICULTY, "net": NUMBER, "rolled": NUMBER},
        {
            "rolled": "now [has|have] {net} of {dl}.",
            "": "now [faces|face] difficulty {dl}, {word}.",
        },
        recap="workings",
    ),
    Sentence(
        "auto",
        OUTCOME,
        "[does|do] it without a roll, second nature: {goal}.",
        head="Second nature: {who} [does|do] it.",
    ),
    Sentence(
        "success",
        OUTCOME,
        "[makes|make] it, {net} of {dl}<, {snags} {snags#snag|snags}><, {boons} {boons#boon|boons}>: {goal}.",
        head="{who} [makes|make] it: {net} of {dl}.",
    ),
    Sentence(
        "mixed",
        OUTCOME,
        "[makes|make] it with a setback, {net} of {dl}<, {snags} {snags#snag|snags}><, {boons} {boons#boon|boons}>: {goal}.",
        head="One short, and it works: {net} of {dl}.",
    ),
    Sentence(
        "failure",
        OUTCOME,
        "[falls|fall] short, {net} of {dl}<, {snags} {snags#snag|snags}><, {boons} {boons#boon|boons}>: {goal}.",
        head="{who} [falls|fall] short: {net} of {dl}.",
    ),
)
STORY_POINTS = (
    Sentence("hero_point", {"what": TEXT}, "[spends|spend] a Hero Point: {what}.", recap="turning"),
    Sentence("villain_point", {"what": TEXT}, "[spends|spend] a Villain Point: {what}.", recap="turning"),
    Sentence(
        "third",
        {"points": NUMBER},
        "[gains|gain] a Villain Point, for three Hero Points spent: {points} now.",
        recap="workings",
    ),
    Sentence("gains", {"why": TEXT}, "[gains|gain] a Hero Point: {why}.", recap="workings"),
    Sentence(
        "villain_gains",
        {"points": NUMBER, "why": TEXT},
        "[gains|gain] a Villain Point, {points} now: {why}.",
        recap="workings",
    ),
    Sentence(
        "suggests",
        {"kind": TALE, "whose": PERSON, "text": TEXT},
        "[suggests|suggest], for [whose:the {kind} of {whose}|your {kind}]: {text}.",
        recap="workings",
    ),
    Sentence("told", {"kind": TALE, "of": TEXT, "text": TEXT}, "[has|have] a {kind}: {text}."),
    Sentence(
        "proposes",
        {"text": TEXT, "what": TEXT, "whom": PERSON},
        {
            "what=sheet": "[proposes|propose] {text}.",
            "": "would spend a Hero Point< for {whom}>: {text}.",
        },
        recap="workings",
    ),
    Sentence("disagrees", {"text": TEXT}, "[does|do] not agree: {text}.", recap="workings"),
    Sentence("takes_back", {"text": TEXT}, "[takes|take] back what was proposed: {text}."),
    Sentence("fact", {"text": TEXT, "whom": PERSON}, "[makes|make] it so< for {whom}>: {text}.", recap="turning"),
    Sentence("restored", {"back": POINTS}, "[finds|find] strength again: {back}."),
    Sentence("saved", {"aspect": STORE}, "[is|are] back from the brink: {aspect} has a point again.", recap="turning"),
)
HARM_AND_REST = (
    Sentence(
        "strained",
        {"amount": NUMBER, "realm": REALM, "why": TEXT},
        "[is|are] strained by {amount}, {realm}: {why}.",
    ),
    Sentence(
        "wounded",
        {"amount": NUMBER, "realm": REALM, "why": TEXT},
        "[is|are] wounded by {amount}, {realm}: {why}.",
    ),
    Sentence(
        "column",
        {"aspect": STORE, "column": COLUMN, "harder": NUMBER, "later": NUMBER},
        "[is|are] touched deeper: {aspect}, {column}, difficulty +{harder}, initiative +{later}.",
        recap="workings",
    ),
    Sentence(
        "at_brink",
        {"excess": NUMBER},
        "[is|are] at the brink<, by {excess} more than there was>.",
        recap="turning",
    ),
    Sentence(
        "affected",
        {"text": TEXT, "mr": NUMBER, "skill": TEXT},
        {
            "mr<0": "[has|have] something that helps< in {skill} alone>: {text}.",
            "mr>0": "[has|have] something that hinders< in {skill} alone>: {text}.",
            "": "[has|have] something that changes nothing< in {skill} alone>: {text}.",
        },
    ),
    Sentence("unaffected", {"text": TEXT}, "[is|are] rid of it: {text}."),
    Sentence("noted", {"text": TEXT}, "[has|have] a note: {text}.", recap="workings"),
    Sentence("unnoted", {"text": TEXT}, "[has|have] a note less: {text}.", recap="workings"),
    Sentence("rests", {"store": STORE}, "[rests|rest], for {store}.", recap="workings"),
    Sentence(
        "recovered",
        {"back": POINTS},
        {"back": "[recovers|recover] {back}.", "": "[rests|rest], and nothing is back yet."},
        recap="workings",
    ),
    Sentence("disturbed", {}, "[is|are] disturbed: the rest is over."),
)
SENTENCES = (*EPISODE, *CHECKS, *STORY_POINTS, *HARM_AND_REST)
VOICE = Voice(SENTENCES)
"""For the headlines of panels, in the room's words."""
