"""A row for each kind of event of this game: its sentence in the log, its headline, and what a recap makes of it."""

from cliffhanger.games.blockbuster.checks import STANDARD
from cliffhanger.games.blockbuster.files.sheets import TAXED
from cliffhanger.kernel.sentences import (
    DICE,
    LIST,
    NUMBER,
    ORDER,
    PEOPLE,
    PERSON,
    SIGNED,
    TEXT,
    Rows,
    Sentence,
    Voice,
    Words,
)

HOLD = Words({"convince": "convince", "restrain": "restrain"})
LEFT_UNDONE = Rows({"name": TEXT, "total": NUMBER, "required": NUMBER}, "{name}: {total} of {required}, left undone.")
CONTEST = {"foe": PERSON, "aim": TEXT, "degree": NUMBER}
PREPARED = {"follow_up": TEXT, "to": PERSON, "dice": NUMBER, "got": NUMBER, "required": NUMBER}
TASK = {"task": TEXT, "got": NUMBER, "total": NUMBER, "required": NUMBER}
MADE = {"goal": TEXT, "got": NUMBER, "required": NUMBER, "excess": SIGNED}
STILL_BURNS = {"power": TEXT, "by": PERSON, "left": NUMBER, "damage": NUMBER}

FILM = (
    Sentence("scene", {"name": TEXT, "number": NUMBER}, "Scene {number}: {name}.", recap="chapter"),
    Sentence("scene_says", {"text": TEXT}, "{text}"),
    Sentence(
        "scene_ends",
        {"name": TEXT, "why": TEXT, "out": PEOPLE, "left": LEFT_UNDONE},
        "{name} is over.< {why}.>< {out} {out#is|are} out of it.>< {left}>",
        head="{name} is over.",
        below="<{why}. ><{out} {out#is|are} out of it. ><{left} >Damage stays.",
    ),
    Sentence(
        "the_end",
        {"name": TEXT, "scenes": NUMBER},
        "{name}: the end.",
        head="{name}: the end.",
        below="The film is over, after {scenes#=0 no scenes|# scene|# scenes}.",
        recap="turning",
    ),
    Sentence("set_added", {"name": TEXT}, "[opens|open] another Set: {name}."),
    Sentence(
        "impeded",
        {"place": TEXT, "text": TEXT, "penalty": NUMBER, "way": TEXT, "about": TEXT},
        {
            "way=dice": "[adds|add] {text} to {place}: "
            "{penalty#=0 no fewer dice|# fewer die|# fewer dice}< on {about}>.",
            "": "[adds|add] {text} to {place}: "
            "{penalty#=0 no more successes|# more success|# more successes}< on {about}>.",
        },
    ),
    Sentence("cleared", {"place": TEXT, "text": TEXT}, "[clears|clear] {text} from {place}."),
    Sentence(
        "spotlight",
        {"whom": PERSON, "line": TEXT},
        "[puts|put] {whom} in the spotlight: “{line}”",
        head="{whom} [whom:is|are] in the spotlight.",
        below="{who}: “{line}”",
    ),
)
COMING_AND_GOING = (
    Sentence("enters", {"place": TEXT}, "[enters|enter]: {place}."),
    Sentence("gathered", {"place": TEXT, "names": PEOPLE}, "In the scene, on {place}: {names}.", recap="workings"),
    Sentence("leaves", {}, "[leaves|leave] the scene."),
    Sentence("moved", {"place": TEXT}, "[goes|go] to {place}.", recap="workings"),
    Sentence("joins", {}, "[joins|join] the cast."),
    Sentence("taken_out", {"why": TEXT}, "[is|are] taken out: {why}.", recap="turning"),
    Sentence("brought_back", {}, "[is|are] back in.", recap="turning"),
)
ORDER_AND_TURNS = (
    Sentence(
        "order_roll",
        {"what": TEXT, "faces": DICE, "successes": NUMBER},
        "[rolls|roll] {what} for the order: {faces}, {successes#=0 no successes|# success|# successes}.",
    ),
    Sentence("order_tie", {"names": PEOPLE}, "{names} are level, and roll again.", recap="workings"),
    Sentence(
        "order",
        {"names": ORDER, "late": PEOPLE, "first": PERSON},
        "The order: {names}.",
        head={"late": "{late} {late#joins|join} in.", "": "{first} [first:goes|go] first."},
        recap="workings",
    ),
    Sentence("round", {"n": NUMBER}, "Round {n}."),
    Sentence("turn", {"round": NUMBER}, "[is|are] up.", recap="workings"),
    Sentence("switched", {"names": LIST}, "now [has|have] active: {names}.", recap="workings"),
)
CHECKS = (
    Sentence(
        "declares",
        {"goal": TEXT, "use": TEXT},
        {"use=setup": "[prepares|prepare]: {goal}.", "": "[tries|try]: {goal}."},
        recap="workings",
    ),
    Sentence(
        "difficulty",
        {"required": NUMBER, "word": Words({"Easy": "Easy"} | {word: word for _, word in STANDARD}), "goal": TEXT},
        "[asks|ask] for {required#=0 no successes|# success|# successes}, {word}: {goal}.",
        recap="workings",
    ),
    Sentence(
        "given_back",
        {"to": PERSON, "goal": TEXT},
        "[asks|ask] {to} for something else than: {goal}.",
        recap="workings",
    ),
    Sentence("easy", {"goal": TEXT}, "just [does|do] it: {goal}.", head="{who} just [does|do] it."),
    Sentence(
        "rolled",
        {"what": TEXT, "faces": DICE, "successes": NUMBER},
        "[rolls|roll] {what}: {faces}, {successes#=0 no successes|# success|# successes}.",
    ),
    Sentence(
        "made",
        MADE,
        {
            "got>required": "[makes|make] it with {got#=0 no successes|# success|# successes} "
            "where {required} {required#was|were} needed: {goal}.",
            "": "[makes|make] it with {got#=0 no successes|# success|# successes}: {goal}.",
        },
        head="{who} [makes|make] it.",
    ),
    Sentence(
        "missed",
        MADE,
        "[falls|fall] {excess#=0 no successes|# success|# successes} short: {goal}.",
        head="{who} [falls|fall] short.",
    ),
    Sentence(
        "prepared",
        PREPARED,
        {
            "got>required": "[prepares|prepare] {follow_up} with {got#=0 no successes|# success|# successes} "
            "where {required} {required#was|were} needed.",
            "": "[prepares|prepare] {follow_up} with {got#=0 no successes|# success|# successes}.",
        },
        head={
            "dice=0": "{who} [is|are] ready, with no die to spare.",
            "to=who": "{who} [is|are] set up: {dice#=0 no dice wait|# die waits|# dice wait}.",
            "": "{who} [sets|set] {to} up: {dice#=0 no dice wait|# die waits|# dice wait}.",
        },
        recap="workings",
    ),
    Sentence(
        "unprepared",
        PREPARED,
        "cannot prepare {follow_up}: {got#=0 no successes|# success|# successes} of {required}.",
        head="{who} [is|are] not ready.",
        recap="workings",
    ),
    Sentence(
        "set_up",
        {"to": PERSON, "follow_up": TEXT, "dice": NUMBER},
        "[sets|set] up {follow_up}: {dice#=0 no dice wait|# die waits|# dice wait} for {to}.",
    ),
    Sentence(
        "token_used",
        {"follow_up": TEXT, "dice": NUMBER},
        "[uses|use] the {dice#=0 no dice|# die|# dice} that waited for {follow_up}.",
        recap="workings",
    ),
    Sentence(
        "token_passed",
        {"whose": PERSON, "follow_up": TEXT},
        "[lets|let] [whose:the dice of {whose}|your dice] for {follow_up} serve any roll.",
        recap="workings",
    ),
    Sentence("told", {"story": TEXT, "short": NUMBER}, "[tells|tell] it: “{story}”"),
    Sentence("told_aloud", {"story": TEXT, "short": NUMBER}, "[tells|tell] it at the table.", recap="workings"),
)
TASKS = (
    Sentence(
        "task_added",
        {"name": TEXT, "required": NUMBER},
        "[sets|set] a task: {name}, {required#=0 no successes|# success|# successes} in all.",
        recap="workings",
    ),
    Sentence("task_dropped", {"name": TEXT}, "[takes|take] a task off the table: {name}.", recap="workings"),
    Sentence(
        "task_failed",
        {"task": TEXT, "rolls": NUMBER},
        "[has|have] run out of rolls: {task} fails after {rolls#=0 no rolls|# roll|# rolls}.",
        recap="turning",
    ),
    Sentence(
        "worked",
        TASK,
        "[adds|add] {got#=0 no successes|# success|# successes} to {task}: {total} of {required}.",
        head="{task}: {total} of {required}.",
        recap="workings",
    ),
    Sentence(
        "completed",
        TASK,
        "[completes|complete] {task}: {total} of {required}.",
        head="{task}: done.",
        recap="turning",
    ),
)
CONTESTS = (
    Sentence(
        "won_by_initiator",
        CONTEST,
        "[gets|get] the better of {foe} by {degree}: {aim}.",
        head="{who} [gets|get] the better of {foe}.",
    ),
    Sentence(
        "won_by_opponent",
        CONTEST,
        "[does|do] not get past {foe}, by {degree}: {aim}.",
        head="{foe} [foe:stands|stand] against {who}.",
    ),
    Sentence("won_by_nobody", CONTEST, "and {foe} both come to nothing: {aim}.", head="Neither gets anywhere."),
    Sentence(
        "hits",
        {"foe": PERSON, "weapon": TEXT, "margin": NUMBER, "damage": NUMBER, "again": NUMBER},
        {
            "margin damage": "[hits|hit] {foe}< with {weapon}> by {margin}<, on top of {again} that still hurt>: "
            "{damage} damage.",
            "margin": "[hits|hit] {foe}< with {weapon}> by {margin}<, on top of {again} that still hurt>, "
            "but nothing gets through.",
            "damage": "only just [hits|hit] {foe}< with {weapon}><, on top of {again} that still hurt>: "
            "{damage} damage.",
            "": "only just [hits|hit] {foe}< with {weapon}><, on top of {again} that still hurt>, "
            "but nothing gets through.",
        },
        head={
            "damage": "{who} [hits|hit] {foe}.",
            "": "{who} [hits|hit] {foe}, and nothing gets through.",
        },
        recap="workings",
    ),
    Sentence(
        "misses",
        {"foe": PERSON, "weapon": TEXT, "margin": NUMBER},
        "[misses|miss] {foe}< with {weapon}>.",
        head="{who} [misses|miss] {foe}.",
        recap="workings",
    ),
)
HARM = (
    Sentence("sustains", {"power": TEXT}, "[keeps|keep] {power} going.", recap="workings"),
    Sentence(
        "burns_on",
        STILL_BURNS,
        "[does|do] not shake off {power}: {damage#=0 no damage|# damage|# damage}, "
        "{left#=0 no successes|# success|# successes} left of it.",
        head={"damage": "{power} goes on hurting {who}.", "": "{power} clings to {who}."},
        recap="workings",
    ),
    Sentence("burns_out", STILL_BURNS, "[shakes|shake] off {power}.", head="{who} [shakes|shake] off {power}."),
    Sentence(
        "hurt",
        {"amount": NUMBER, "kind": Words(TAXED), "why": TEXT},
        "[takes|take] {amount} damage to {kind}: {why}.",
        recap="workings",
    ),
    Sentence(
        "healed",
        {"amount": NUMBER, "kind": Words(TAXED)},
        "[recovers|recover] {amount} damage to {kind}.",
        recap="workings",
    ),
    Sentence("setback", {"why": TEXT}, "[has|have] a Major Setback: {why}."),
    Sentence(
        "cancelled",
        {"successes": NUMBER},
        "[holds|hold] the strain down with {successes#=0 no successes|# success|# successes}.",
        recap="workings",
    ),
    Sentence(
        "burdened",
        {"text": TEXT, "rating": NUMBER, "kind": TEXT},
        "[is|are] strained by {text}: {rating}{kind}.",
    ),
    Sentence("relieved", {"text": TEXT}, "[is|are] no longer strained by {text}."),
)
HOLDS = (
    Sentence(
        "pressed",
        {"subject": PERSON, "kind": HOLD, "got": NUMBER, "total": NUMBER, "threshold": NUMBER},
        {
            "kind=convince total>threshold": "[works|work] on {subject}: {got#=0 nothing gained|# more|# more}, "
            "{threshold} of {threshold}.",
            "kind=convince": "[works|work] on {subject}: {got#=0 nothing gained|# more|# more}, "
            "{total} of {threshold}.",
            "total>threshold": "[grabs|grab] at {subject}: {got#=0 nothing gained|# more|# more}, "
            "{threshold} of {threshold}.",
            "": "[grabs|grab] at {subject}: {got#=0 nothing gained|# more|# more}, {total} of {threshold}.",
        },
        head={
            "kind=convince total=0": "{who} [gets|get] nowhere with {subject}.",
            "kind=convince total>=threshold": "{who} [has|have] talked {subject} round.",
            "kind=convince": "{who} [is|are] talking {subject} round: {total} of {threshold}.",
            "total=0": "{who} [gets|get] no grip on {subject}.",
            "total>=threshold": "{who} [has|have] {subject} held fast.",
            "": "{who} [has|have] a grip on {subject}: {total} of {threshold}.",
        },
        recap="workings",
    ),
    Sentence(
        "resisted",
        {"by": PERSON, "kind": HOLD, "cut": NUMBER, "left": NUMBER},
        "[pushes|push] back against {by}: {cut} off, {left} left.",
        head={"cut": "{who} [pushes|push] back.", "": "{who} cannot shake it off."},
        recap="workings",
    ),
    Sentence(
        "turned",
        {"kind": HOLD, "subject": PERSON, "got": NUMBER},
        "[turns|turn] it round on {subject}: "
        "{got#=0 no successes|# success|# successes} of [their|your] own to {kind}.",
        recap="workings",
    ),
    Sentence(
        "restrained",
        {"by": PERSON},
        "[is|are] held by {by}: nothing physical but breaking free.",
        recap="turning",
    ),
    Sentence("freed", {"by": PERSON, "why": TEXT}, "[is|are] free of {by}: {why}.", recap="turning"),
    Sentence(
        "broke_free",
        {"by": PERSON, "got": NUMBER, "required": NUMBER},
        "[breaks|break] free of {by} with {got} of {required}.",
        head="{who} [breaks|break] free.",
        recap="turning",
    ),
    Sentence(
        "still_held",
        {"by": PERSON, "got": NUMBER, "required": NUMBER},
        "[is|are] still held by {by}: {got} of {required}.",
        head="{who} [is|are] still held.",
        recap="workings",
    ),
    Sentence(
        "convinced",
        {"by": PERSON, "behaviour": TEXT},
        "[is|are] convinced by {by}<: {behaviour}>.",
        recap="turning",
    ),
    Sentence("unconvinced", {"by": PERSON, "why": TEXT}, "no longer [follows|follow] {by}: {why}."),
    Sentence(
        "parted",
        {"subject": PERSON, "what": HOLD},
        "and {subject} are parted: the attempt to {what} is over.",
    ),
    Sentence("keeps_hold", {}, "[keeps|keep] hold.", recap="workings"),
)
SHEETS = (
    Sentence(
        "points",
        {"points": SIGNED, "why": TEXT},
        "[counts|count] {points} {points#point|points}: {why}.",
        recap="workings",
    ),
    Sentence(
        "new_sheet",
        {"was": TEXT},
        {"was": "[comes|come] to the table in place of {was}.", "": "[has|have] a new sheet."},
        recap="workings",
    ),
    Sentence("proposes", {"text": TEXT}, "[proposes|propose] {text}.", recap="workings"),
    Sentence(
        "declined",
        {"whose": PERSON},
        "[leaves|leave] [whose:the sheet of {whose}|your sheet] as it is.",
    ),
)
SENTENCES = (
    *FILM,
    *COMING_AND_GOING,
    *ORDER_AND_TURNS,
    *CHECKS,
    *TASKS,
    *CONTESTS,
    *HARM,
    *HOLDS,
    *SHEETS,
)
VOICE = Voice(SENTENCES)
"""For the headlines of panels, in the room's words."""
