"""A row for each kind of event of this game: its sentence in the log, its headline, and what a recap makes of it."""

from cliffhanger.games.blockbuster.files.sheets import TAXED
from cliffhanger.games.blockbuster.rules.checks import STANDARD
from cliffhanger.kernel.event_fields import Fields
from cliffhanger.kernel.sentences import NUMBER, TEXT, Rows, Voice, Words

row = Fields(
    {
        "hold": Words.of("convince", "restrain"),
        "taxed": Words(TAXED),
        "standard": Words.of("Easy", *(word for _, word in STANDARD)),
        "undone": Rows(
            {"name": TEXT, "total": NUMBER, "required": NUMBER}, "{name}: {total} of {required}, left undone."
        ),
    },
    text="about aim behaviour follow_up goal line name place power story task text tie use was way weapon what why",
    number="again amount cut damage degree dice felled got left less lost margin more n number penalty rating required rolls "
    "round scenes short successes threshold total",
    signed="excess points",
    person="by first foe subject to whom whose",
    people="late names out",
    dice="faces",
    hold="kind",
    standard="word",
)

FILM = (
    row.chapter("scene(name, number)", "Scene {number}: {name}.", credits="scene"),
    row.tell("scene_says(text)", "{text}"),
    row.tell(
        "scene_ends(name, why, out, left: undone, lost)",
        "{name} is over.< {why}.>< {out} {out#is|are} out of it.>< {left}>",
        head={"lost": "{name} is lost.", "": "{name} is over."},
        below="<{why}. ><{out} {out#is|are} out of it. ><{left} >Damage stays, unless the Director takes some away.",
    ),
    row.turning(
        "the_end(name, scenes)",
        "{name}: the end.",
        head="{name}: the end.",
        below="The film is over, after {scenes:scene}.",
    ),
    row.tell("set_added(name)", "[opens|open] another Set: {name}."),
    row.tell(
        "impeded(place, text, penalty, way, about)",
        {
            "way=dice": "[adds|add] {text} to {place}: {penalty:fewer die}< on {about}>.",
            "": "[adds|add] {text} to {place}: {penalty:more success}< on {about}>.",
        },
    ),
    row.tell("cleared(place, text)", "[clears|clear] {text} from {place}."),
    row.tell(
        "spotlight(whom, line)",
        "[puts|put] {whom} in the spotlight: “{line}”",
        head="{whom} [whom:is|are] in the spotlight.",
        below="{who}: “{line}”",
    ),
)
COMING_AND_GOING = (
    row.tell("enters(place)", "[enters|enter]: {place}."),
    row.workings("gathered(place, names)", "In the scene, {place}: {names}."),
    row.tell("leaves()", "[leaves|leave] the scene."),
    row.workings("moved(place)", "[goes|go] to {place}."),
    row.tell("joins()", "[joins|join] the cast."),
    row.turning(
        "taken_out(why, by)",
        {"by": "[is|are] taken out: [by:{by}'s|your] {why}.", "": "[is|are] taken out: {why}."},
        story={"by": "[is|are] taken out by {by}.", "": "[is|are] taken out: {why}."},
        chip="{who} taken out",
        gather="Who was taken out",
        befalls="who",
        news=True,
    ),
    row.turning("brought_back()", "[is|are] back in.", chip="{who} back in", tone="good", befalls="who"),
)
ORDER_AND_TURNS = (
    row.tell("order_roll(what, faces, successes)", "[rolls|roll] {what} for the order: {faces}, {successes:success}."),
    row.workings("order_tie(names)", "{names} are level, and roll again."),
    row.workings(
        "order(names: order, late, first)",
        "The order: {names}.",
        head={"late": "{late} {late#joins|join} in.", "": "{first} [first:goes|go] first."},
    ),
    row.tell("round(n)", "Round {n}.", credits="round"),
    row.workings("turn(round)", "[is|are] up."),
    row.workings("switched(names: list)", "now [has|have] active: {names}."),
)
CHECKS = (
    row.workings("declares(goal, use)", {"use=setup": "[prepares|prepare]: {goal}.", "": "[tries|try]: {goal}."}),
    row.workings("difficulty(required, word, goal)", "[asks|ask] for {required:success}, {word}: {goal}."),
    row.workings("given_back(to, goal)", "[asks|ask] {to} for something else than: {goal}."),
    row.tell("easy(goal)", "just [does|do] it: {goal}.", head="{who} just [does|do] it."),
    row.tell("rolled(what, whom, faces, successes)", "[rolls|roll] {what}< {whom}>: {faces}, {successes:success}."),
    row.tell(
        "made(goal, got, required, excess)",
        {
            "got>required": "[makes|make] it with {got:success} where {required} {required#was|were} needed: {goal}.",
            "": "[makes|make] it with {got:success}: {goal}.",
        },
        head="{who} [makes|make] it.",
        story="[makes|make] it: {goal}.",
    ),
    row.tell(
        "missed(goal, got, required, excess)",
        "[falls|fall] {excess:success} short: {goal}.",
        head="{who} [falls|fall] short.",
        story="[falls|fall] short: {goal}.",
    ),
    row.workings(
        "prepared(follow_up, to, dice, got, required)",
        {
            "got>required": "[prepares|prepare] {follow_up} with {got:success} where {required} "
            "{required#was|were} needed.",
            "": "[prepares|prepare] {follow_up} with {got:success}.",
        },
        head={
            "dice=0 to=who": "{who} [manages|manage] it, but no dice wait.",
            "dice=0": "{who} [manages|manage] it, but no dice wait for {to}.",
            "to=who": "{who} [is|are] set up: {dice#=0 no dice wait|# die waits|# dice wait}.",
            "": "{who} [sets|set] {to} up: {dice#=0 no dice wait|# die waits|# dice wait}.",
        },
    ),
    row.workings(
        "unprepared(follow_up, to, dice, got, required)",
        "cannot prepare {follow_up}: {got:success} of {required}.",
        head="{who} [is|are] not ready.",
    ),
    row.tell(
        "set_up(to, follow_up, dice)",
        "[sets|set] up {follow_up}: {dice#=0 no dice wait|# die waits|# dice wait} for {to}.",
        story={"to=who": "[gets|get] ready: {follow_up}.", "": "[sets|set] {to} up: {follow_up}."},
    ),
    row.workings("token_used(follow_up, dice)", "[uses|use] the {dice:die} that waited for {follow_up}."),
    row.workings(
        "token_passed(whose, follow_up)",
        "[lets|let] [whose:the dice of {whose}|your dice] for {follow_up} serve any roll.",
    ),
    row.tell("told(story, short)", "[tells|tell] it: “{story}”"),
    row.workings("told_aloud(story, short)", "[tells|tell] it at the table."),
)
TASKS = (
    row.workings("task_added(name, required)", "[sets|set] a task: {name}, {required:success} in all."),
    row.workings("task_dropped(name)", "[takes|take] a task off the table: {name}."),
    row.turning("task_failed(task, rolls)", "[has|have] run out of rolls: {task} fails after {rolls:roll}."),
    row.workings(
        "worked(task, got, total, required)",
        "[adds|add] {got:success} to {task}: {total} of {required}.",
        head="{task}: {total} of {required}.",
    ),
    row.turning(
        "completed(task, got, total, required)",
        "[completes|complete] {task}: {required} of {required}.",  # what goes beyond it is lost
        story="[gets|get] it done: {task}.",
        head="{task}: done.",
        chip="{task} done",
        tone="good",
    ),
)
AHEAD, LEVEL = "{margin#1 success|# successes} more than {foe}", "As many successes as {foe}, and a tie hits"
OUT = " {foe} [foe:is|are] out until the scene ends."
COUNTED = (
    "<, {again} that still hurt><, +{more} of {weapon}><, \N{MINUS SIGN}{less} for Protection>: "
    "{damage#=0 no damage|# damage|# damage}."
)
"""How the damage of a hit is counted, after what it is ahead by."""
CONTESTS = (
    row.tell(
        "won_by_initiator(foe, aim, degree)",
        "[gets|get] the better of {foe} by {degree}: “{aim}”.",
        story="[gets|get] the better of {foe}: “{aim}”.",
        head="{who} [gets|get] the better of {foe}.",
    ),
    row.tell(
        "won_by_opponent(foe, aim, degree)",
        "[does|do] not get past {foe}, by {degree}: “{aim}”.",
        story="[does|do] not get past {foe}: “{aim}”.",
        head="{foe} [foe:stands|stand] against {who}.",
    ),
    row.tell(
        "won_by_nobody(foe, aim, degree)", "and {foe} both come to nothing: “{aim}”.", head="Neither gets anywhere."
    ),
    row.workings(
        "hits(foe, weapon, margin, damage, again, felled, more, less)",
        {
            "margin": "[hits|hit] {foe}< with {weapon}> by {margin}<, on top of {again} that still hurt>"
            "{damage#=0 , but nothing gets through|: # damage|: # damage}.",
            "": "only just [hits|hit] {foe}< with {weapon}><, on top of {again} that still hurt>"
            "{damage#=0 , but nothing gets through|: # damage|: # damage}.",
        },
        head={
            "felled": "{who} [takes|take] {foe} out.",
            "damage": "{who} [hits|hit] {foe}.",
            "": "{who} [hits|hit] {foe}, and nothing gets through.",
        },
        below={
            "felled margin": AHEAD + COUNTED + OUT,
            "margin": AHEAD + COUNTED,
            "felled": LEVEL + COUNTED + OUT,
            "": LEVEL + COUNTED,
        },
    ),
    row.workings(
        "misses(foe, weapon, margin)", "[misses|miss] {foe}< with {weapon}>.", head="{who} [misses|miss] {foe}."
    ),
)
HARM = (
    row.workings("sustains(power)", "[keeps|keep] {power} going."),
    row.workings(
        "burns_on(power, by, left, damage, felled)",
        "[does|do] not shake off {power}: {damage#=0 no damage|# damage|# damage}, {left:success} left of it.",
        head={
            "felled": "{power} takes {who} out.",
            "damage": "{power} goes on hurting {who}.",
            "": "{power} clings to {who}.",
        },
    ),
    row.tell(
        "burns_out(power, by, left, damage)", "[shakes|shake] off {power}.", head="{who} [shakes|shake] off {power}."
    ),
    row.workings(
        "hurt(amount, kind: taxed, why, by)",
        {
            "by": "[takes|take] {amount} damage to {kind}: [by:{by}'s|your] {why}.",
            "": "[takes|take] {amount} damage to {kind}: {why}.",
        },
        befalls="who",
    ),
    row.workings("healed(amount, kind: taxed)", "[recovers|recover] {amount} damage to {kind}."),
    row.tell(
        "setback(why)",
        "[has|have] a Major Setback: {why}.",
        chip="{who}: Major Setback",
        tone="bad",
        credits="Major Setback",
    ),
    row.workings("cancelled(successes)", "[holds|hold] the strain down with {successes:success}."),
    row.tell(
        "burdened(text, rating, kind: text)",
        "[is|are] strained by {text}: {rating}{kind}.",
        story="[is|are] strained by {text}.",
        befalls="who",
    ),
    row.tell("relieved(text)", "[is|are] no longer strained by {text}."),
)
HOLDS = (
    row.workings(
        "pressed(subject, kind, behaviour, got, total, threshold)",
        {
            "kind=convince total>threshold": "[works|work] on {subject}< (“{behaviour}”)>: {got#=0 nothing gained|# more|# "
            "more}, {threshold} of {threshold}.",
            "kind=convince": "[works|work] on {subject}< (“{behaviour}”)>: {got#=0 nothing gained|# more|# more}, "
            "{total} of {threshold}.",
            "total>threshold": "[grabs|grab] at {subject}: {got#=0 nothing gained|# more|# more}, {threshold} "
            "of {threshold}.",
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
        befalls="subject",
    ),
    row.workings(
        "resisted(by, kind, cut, left)",
        "[holds|hold] out against {by}: {cut} off, {left} left.",
        head={"cut": "{who} [holds|hold] out.", "": "{who} cannot shake it off."},
    ),
    row.workings(
        "turned(kind, subject, got)", "[turns|turn] it round on {subject}: {got:success} of [their|your] own to {kind}."
    ),
    row.turning(
        "restrained(by)",
        "[is|are] held by {by}: nothing physical but breaking free.",
        story="[is|are] held fast by {by}.",
        chip="{who} held",
        befalls="who",
    ),
    row.turning(
        "freed(by, why, gone: text)",
        {"gone": "[is|are] free: {by} [by:is|are] {gone}.", "": "[is|are] free of {by}: {why}."},
        chip="{who} free",
        tone="good",
        befalls="who",
    ),
    row.turning(
        "broke_free(by, got, required)",
        {
            "got>required": "[breaks|break] free of {by} with {got:success} where {required} "
            "{required#was|were} needed.",
            "": "[breaks|break] free of {by} with {got:success}.",
        },
        story="[breaks|break] free of {by}.",
        head="{who} [breaks|break] free.",
        chip="{who} free",
        tone="good",
    ),
    row.workings(
        "still_held(by, got, required)",
        "[is|are] still held by {by}: {got} of {required}.",
        head="{who} [is|are] still held.",
    ),
    row.turning(
        "convinced(by, behaviour)", "[is|are] convinced by {by}<: {behaviour}>.", chip="{who} convinced", befalls="who"
    ),
    row.tell("unconvinced(by, why)", "no longer [follows|follow] {by}: {why}.", befalls="who"),
    row.tell("parted(subject, what: hold)", "and {subject} are parted: the attempt to {what} is over."),
    row.workings("keeps_hold()", "[keeps|keep] hold."),
)
SHEETS = (
    row.workings("points(points, why)", "[counts|count] {points} {points#point|points}: {why}."),
    row.workings(
        "new_sheet(was)", {"was": "[comes|come] to the table in place of {was}.", "": "[has|have] a new sheet."}
    ),
    row.workings("proposes(text)", "[proposes|propose] {text}."),
    row.tell("declined(whose)", "[leaves|leave] [whose:the sheet of {whose}|your sheet] as it is."),
)
AGAINST = {
    "use=attack": "[attacks|attack] {foe}< and {names}>: {successes:success}.",
    "use=convince": "[works|work] on {foe}: {successes:success}.",
    "use=restrain": "[grabs|grab] at {foe}: {successes:success}.",
    "use=oppose": "[acts|act] against {foe}: {successes:success}.< The aim: “{aim}”.>",
    "": "[answers|answer] {foe}: {successes:success}.",
}
UNDER_WAY = (  # what stands on the stage while it is not settled; none of it is told in the log
    row.workings(
        "now_tries(goal)", "[tries|try]: {goal}.", head="{who}: {goal}", below="The Director says how hard it is."
    ),
    row.workings("now_works(goal)", "[works|work] at it: {goal}.", head="{who} [works|work] at it.", below="{goal}"),
    row.workings(
        "now_needs(required, goal)",
        "[needs|need] {required}: {goal}.",
        head="{who} [needs|need] {required}.",
        below="{goal}",
    ),
    row.workings(
        "now_rolled(successes, goal)",
        "rolled {successes:success}: {goal}.",
        head="{who} rolled {successes:success}.",
        below="{goal}",
    ),
    row.workings(
        "now_short(short, goal)",
        "[is|are] {short} short: {goal}.",
        head="{who} [is|are] {short} short.",
        below="{goal}",
    ),
    row.workings(
        "now_against(foe, names, successes, use, aim)",
        AGAINST,
        head={which: f"{{who}} {says}" for which, says in AGAINST.items()},
    ),
    row.workings(
        "now_choosing(names)",
        "Still choosing what to roll: {names}.",
        head="Who goes first?",
        below="Still choosing what to roll: {names}.",
    ),
    row.workings(
        "now_rolling(names)", "Still to roll: {names}.", head="Who goes first?", below="Still to roll: {names}."
    ),
    row.workings(
        "now_level(names)",
        "Level: {names}.",
        head="Who goes first?",
        below="Level: {names}. The Director says who goes first.",
    ),
    row.workings(
        "scene_was(name, why, out, left: undone, lost)",
        "{name} is over.< {why}.>< {out} {out#was|were} out of it.>< {left}>",
        head={"lost": "{name} is lost.", "": "{name} is over."},
        below="<{why}. ><{out} {out#was|were} out of it. ><{left}>",
    ),
    row.workings(
        "now_level_with(foe, tie)",
        "[is|are] level with {foe}.",
        below={
            "tie=pool": "{who} and {foe} are level: whoever rolls more dice goes first.",
            "tie=pcs_first": "{who} and {foe} are level: the leads go first.",
            "tie=director": "{who} and {foe} are level: the Director says who goes first.",
            "tie=again": "{who} and {foe} were level, until they rolled again.",
            "": "{who} and {foe} are level, and go as the cast is listed.",
        },
    ),
)
SENTENCES = (*UNDER_WAY, *FILM, *COMING_AND_GOING, *ORDER_AND_TURNS, *CHECKS, *TASKS, *CONTESTS, *HARM, *HOLDS, *SHEETS)
VOICE = Voice(SENTENCES)
"""For the headlines of panels, in the room's words."""
