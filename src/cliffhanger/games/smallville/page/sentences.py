"""Sentences of the log: a row for each kind of event, with its headline and what a recap makes of it."""

from cliffhanger.kernel.event_fields import Fields
from cliffhanger.kernel.sentences import Voice

row = Fields(
    text="aim goal how kind name op stake text what why",
    number="amount beaten count margin number out size total was",
    value="to",
    person="foe",
    dice="faces",
    list="sizes",
)

EPISODE = (
    row.tell(
        "ruling(what, to, why, op)",
        {"op=end": "[ends|end] what is under way: {why}.", "": "[rules|rule]: {what} is {to}. Reason: {why}."},
    ),
    row.turning("episode(number)", "Episode {number} begins."),
    row.workings("bonds(faces, total)", "[rolls|roll] what they hold dear: {faces}, so {total}."),
    row.tell("starts_with(amount)", "[begins|begin] with {amount:plot point}."),
    row.chapter("scene(name, number)", "Scene {number}: {name}."),
    row.tell("scene_says(text)", "{text}"),
    row.tell("scene_ends(name, why)", {"why": "{name} is over: {why}.", "": "{name} is over."}),
    row.turning("the_end(name)", "{name}: the end."),
)
CONTESTS = (
    row.tell("contest(goal, foe, stake)", "[wants|want] something of {foe}: {goal}. At stake is {stake}."),
    row.workings("rolled(faces, sizes)", "[rolls|roll] {sizes}: {faces}."),
    row.workings("stands(total)", "[stands|stand] at {total}."),
    row.tell("takes_over(total, beaten, foe)", "[takes|take] over from {foe}, {total} to {beaten}."),
    row.turning(
        "gives_in(foe, aim, how)",
        "[gives|give] in to {foe}: {aim}. {how}",
        head="{who} [gives|give] in to {foe}.",
        below="{how}",
    ),
    row.turning(
        "wins(foe, total, beaten, margin)",
        {
            "margin": "[wins|win] against {foe}, {total} to {beaten}, {margin} ahead.",
            "": "[wins|win] against {foe}, {total} to {beaten}: a tie goes to whoever acts.",
        },
        head="{who} [wins|win], {total} to {beaten}.",
    ),
    row.tell("complication(what)", "[has|have] a Complication: {what}."),
)
POINTS = (
    row.workings("pays(amount, to: person, what)", "[pays|pay] {to} {amount:plot point} for {what}."),
    row.workings("earns(amount, why)", "[earns|earn] {amount:plot point} {why}."),
    row.workings(
        "trouble_grows(size, count)", "[adds|add] a D{size} to Trouble, which has {count#one die|# dice} now."
    ),
    row.workings(
        "trouble_cut(size, count)", "[takes|take] a D{size} out of Trouble, which has {count#one die|# dice} now."
    ),
)
HURT = (
    row.tell(
        "declares(foe, kind, out)",
        {
            "out kind": "[wants|want] {foe} {kind}, and out of it.",
            "out": "[wants|want] {foe} out of it.",
            "": "[wants|want] {foe} {kind}.",
        },
    ),
    row.workings("stress_roll(faces, sizes)", "[rolls|roll] Stress, {sizes}: {faces}."),
    row.tell("harmless(foe)", "[has|have] rolled nothing but ones: {foe} [foe:is|are] not hurt."),
    row.turning(
        "stressed(kind, to: number, was)",
        {"was": "[is|are] {kind} D{to} now, after D{was}.", "": "[is|are] {kind} D{to} now."},
    ),
    row.turning("out()", "[is|are] Stressed Out until the scene ends."),
    row.turning("drops_out()", "[drops|drop] out: every Stress of theirs steps down."),
    row.tell("goes_how(how)", "[is|are] out of it. {how}"),
)
SENTENCES = (*EPISODE, *CONTESTS, *POINTS, *HURT)
VOICE = Voice(SENTENCES)
"""For the headlines of panels, in the room's words."""
