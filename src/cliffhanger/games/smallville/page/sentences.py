"""Sentences of the log: a row for each kind of event, with its headline and what a recap makes of it."""

from cliffhanger.kernel.common_sentences import SCENES
from cliffhanger.kernel.event_fields import Fields
from cliffhanger.kernel.sentences import Voice

row = Fields(
    text="aim deed drive fits goal how kind name says stake text what whom why",
    number="amount beaten bonus count locked margin number out size to total was",
    person="foe",
    dice="faces",
    list="sizes",
)
GREW = "Who grew"

TOLD = (
    row.chapter("episode(number)", "Episode {number} begins."),
    row.tell("life_path()", "The map of who matters to whom is made together."),
    row.tell("cares(foe, says)", "[cares|care] for {foe}: “{says}”."),
    row.tell("deepens(foe, to)", "[cares|care] more for {foe}, D{to} now."),
    row.tell("places(name)", "[has|have] {name} on the map."),
    row.workings("bonds(faces, total)", "[rolls|roll] what [they|you] hold dear: {faces}, so {total}."),
    row.workings("starts_with(amount)", "[begins|begin] with {amount:plot point}."),
    row.turning("episode_ends(number)", "Episode {number} ends."),
    row.tell("epilogue(text)", "[has|have] an epilogue: {text}", gather=GREW),
    row.tell("rewrites(drive, says)", "[believes|believe] otherwise now, {drive}: “{says}”.", gather=GREW),
    row.tell("rises(drive, to)", "[holds|hold] on to {drive}, now D{to}.", gather=GREW),
    row.tell("keeps(foe)", "[keeps|keep] {foe} close, at D4.", gather=GREW),
    row.workings("wishes(name)", "[hopes|hope] for: {name}."),
    row.workings("against_growth(faces, total)", "[rolls|roll] against it: {faces}, so {total}."),
    row.workings("growth_roll(faces, total, beaten)", "[rolls|roll] growth: {faces}, so {total} to {beaten}."),
    row.turning(
        "grown(name, to, was)",
        "[grows|grow]: {name}, D{to}<, after D{was}>.",
        chip="{who}: {name} D{to}",
        tone="good",
        gather=GREW,
    ),
    row.tell(
        "loses(name, was, to)",
        {"to": "[gives|give] something up for it: {name}, D{to} after D{was}.", "": "[gives|give] up {name} for it."},
        chip={"to": "{who}: {name} D{to}", "": "{who}: no more {name}"},
        tone="bad",
        gather=GREW,
    ),
    *SCENES,
    row.turning("the_end(name)", "{name}: the end."),
    row.tell(
        "contest(goal, foe, stake)",
        "[asks|ask] of {foe}: {goal}. At stake is {stake}.",
        story="[asks|ask] of {foe}: {goal}.",
        credits="Contest",
    ),
    row.workings("rolled(faces, sizes)", "[rolls|roll] {sizes}: {faces}."),
    row.workings("stands(total, bonus)", "[stands|stand] at {total}<, {bonus} of it by help and bonus dice>."),
    row.tell(
        "challenges(drive, why)", "[acts|act] against {drive}: {why}.", chip="{who} went against {drive}", tone="good"
    ),
    row.workings("drive_falls(drive, to, was)", "[trusts|trust] less in {drive}: D{to} now, after D{was}."),
    row.workings("grows(size, why)", "[adds|add] a D{size} to the Growth Pool {why}."),
    row.tell("aims(foe, fits)", "[aims|aim] at a Limit of [foe:{foe}|yours]: {fits}."),
    row.workings("misfits()", "[is|are] not caught by that Limit."),
    row.tell("detail(name, size)", "[has|have] something at hand, a D{size}: {name}."),
    row.tell("ties(foe, says)", "[cares|care] for {foe} now, a D6: {says}."),
    row.tell("uses(name)", "[brings|bring] in {name}."),
    row.workings("helps(faces, sizes)", "[has|have] help, {sizes}: {faces}."),
    row.workings("spends_trouble(sizes)", "[uses|use] up dice of Trouble: {sizes}."),
    row.tell("aids(foe)", "[helps|help] {foe}."),
    row.workings("holds_back()", "[does|do] not help after all."),
    row.tell("claims(foe, aim)", "would act here, against {foe}: {aim}."),
    row.tell("acts(foe, aim)", "[acts|act], against {foe}: {aim}."),
    row.tell("triggers(name, says)", "[uses|use] {name}<: {says}>."),
    row.tell("effect(name, size)", "[puts|put] a D{size} of growth into a Special Effect: {name}."),
    row.turning("steps_in(foe)", "[steps|step] between them, against {foe}."),
    row.turning(
        "stops(total, beaten, foe)",
        "[stops|stop] it, {total} to the {beaten} [foe:of {foe}|you had].",
        head="{who} [stops|stop] it.",
        befalls="foe",
    ),
    row.tell("ignored(total, beaten)", "[is|are] not heeded, {total} to {beaten}."),
    row.tell("wants_on()", "[wants|want] to go on."),
    row.turning(
        "leaves_it()", "[leaves|leave] it: nobody gets anything.", onward="What {who} left lying is not settled."
    ),
    row.tell(
        "test(goal)",
        "[tries|try] something, and Trouble stands against it: {goal}.",
        story="[has|have] Trouble against it: {goal}.",
        credits="Test",
    ),
    row.turning(
        "succeeds(total, beaten, goal)",
        "[does|do] it, {total} to {beaten}: {goal}.",
        head="{who} [succeeds|succeed], {total} to {beaten}.",
        below="The aim: {goal}.",
        story="[does|do] it: {goal}.",
    ),
    row.turning(
        "fails(total, beaten, goal)",
        "[fails|fail], {total} to {beaten}: {goal}.",
        head="{who} [fails|fail], {total} to {beaten}.",
        below="The aim: {goal}.",
        story="[fails|fail]: {goal}.",
    ),
    row.tell("drops(goal)", "[lets|let] it be: {goal}."),
    row.tell(
        "helps_over(foe, kind, deed)",
        "would help {foe} over it, {kind}: {deed}.",
        story="[wants|want] to help {foe}: {deed}.",
    ),
    row.tell("refuses_help()", "will not have it."),
    row.turning(
        "heals(foe, kind, total, beaten)",
        "[helps|help] {foe}, {total} to {beaten}: {kind} is gone.",
        story="[gets|get] through to {foe}, who [foe:is|are] no longer {kind}.",
        head="{who} [helps|help], {total} to {beaten}.",
    ),
    row.tell(
        "fails_to_heal(foe, kind, total, beaten)",
        "[does|do] not get through to {foe}, {total} to {beaten}: {kind} stays.",
        story="[does|do] not get through to {foe}, who [foe:stays|stay] {kind}.",
        head="{who} [does|do] not get through, {total} to {beaten}.",
    ),
    row.tell(
        "takes_over(total, beaten, foe)",
        "[takes|take] over from {foe}, {total} to {beaten}.",
        story="[takes|take] over from {foe}.",
    ),
    row.turning(
        "gives_in(foe, aim, how)",
        "[gives|give] in to {foe}: {aim}.< {how}.>",
        head="{who} [gives|give] in to {foe}.",
        below="Granted: {aim}.< {how}.>",
        chip="{who} gave in",
        onward="{who} gave in to {foe}: {aim}. It is not forgotten.",
    ),
    row.turning(
        "wins(foe, total, beaten, margin)",
        {
            "margin": "[wins|win] against {foe}, {total} to {beaten}, {margin} ahead.",
            "": "[wins|win] against {foe}, {total} to {beaten}: a tie goes to whoever acts.",
        },
        story="[wins|win] against {foe}, {total} to {beaten}.",
        head="{who} [wins|win], {total} to {beaten}.",
        below={
            "margin": "It hurts {foe}, by {margin}; nobody has what they wanted yet.",
            "": "A tie goes to whoever acts. It hurts {foe}; nobody has what they wanted yet.",
        },
        befalls="foe",
    ),
    row.tell(
        "complication(what)",
        "[has|have] a Complication: {what}.",
        onward="{who} still [has|have] this to face: {what}.",
        befalls="who",
    ),
    row.workings("pays(amount, to: person, what)", "[pays|pay] {to} {amount:plot point} for {what}."),
    row.workings(
        "earns(amount, why, total, locked)",
        {
            "locked": "[earns|earn] {amount:plot point} {why}, to spend once this closes.",
            "": "[earns|earn] {amount:plot point} {why}<, {total} to spend now>.",
        },
        tone="good",
        befalls="who",
    ),
    row.workings("unlocks(amount)", "[gets|get] {amount:plot point}, held back until now."),
    row.workings(
        "trouble_grows(size, count)",
        "[adds|add] a D{size} to Trouble: {count:die} now.",
        chip="Trouble: +D{size}",
        tone="bad",
    ),
    row.workings("trouble_cut(size, count)", "[takes|take] a D{size} out of Trouble: {count:die} left."),
    row.tell(
        "declares(foe, kind, out)",
        {
            "out kind": "[wants|want] {foe} {kind}, and out of it.",
            "out": "[wants|want] {foe} out of it.",
            "": "[wants|want] {foe} {kind}.",
        },
    ),
    row.workings("stress_roll(faces, sizes)", "[rolls|roll] Stress, {sizes}: {faces}."),
    row.tell("harmless(foe)", "[has|have] rolled nothing but ones: {foe} [foe:is|are] not hurt.", befalls="foe"),
    row.turning(
        "stressed(kind, to, was)",
        "[is|are] {kind} D{to}<, after D{was}>.",
        story={"was": "[is|are] more {kind} than before.", "": "[is|are] {kind}."},
        chip="{who}: {kind} D{to}",
        befalls="who",
    ),
    row.workings(
        "recovers(kind, was, to)",
        {"to": "[recovers|recover]: {kind} D{to}, after D{was}.", "": "[recovers|recover]: {kind} is gone."},
        chip={"to": "{who}: {kind} D{to}", "": "{who}: {kind} gone"},
        tone="good",
    ),
    row.turning(
        "out()",
        "[is|are] Stressed Out until the scene ends.",
        story="[is|are] Stressed Out.",
        chip="{who} out",
        gather="Who was hurt",
        befalls="who",
    ),
    row.turning(
        "drops_out()",
        "[drops|drop] out: every Stress of [theirs|yours] steps down.",
        story="[drops|drop] out.",
    ),
    row.tell("goes_how(how)", "[is|are] out of it.< {how}.>"),
)
UNDER_WAY = (  # what stands on the stage while it is not settled; none of it is told in the log
    row.workings(
        "now_relief(foe, kind, deed)",
        "[helps|help] {foe}: {deed}.",
        head="{who} [helps|help] {foe}.",
        below="{kind}: {deed}",
    ),
    row.workings(
        "now_trial(total, goal)",
        "[tries|try]: {goal}.",
        head={"total>=0": "Trouble stands at {total}.", "": "Only Trouble stands against it."},
        below="{who} [tries|try]: {goal}",
    ),
    row.workings(
        "now_between(says)", "[steps|step] between them.", head="{who} [steps|step] between them.", below="{says}"
    ),
    row.workings(
        "now_wants(foe, whom, aim, stake)",
        "[wants|want] this from {foe}: {aim}.",
        head="“{aim}”",
        below="{who} [wants|want] it from {foe}<, {whom}>. At stake is {stake}.",
    ),
    row.workings(
        "now_stands(total, foe, aim, goal, stake)",
        "[stands|stand] at {total}.",
        head="{who} [stands|stand] at {total}.",
        below="<{who}: “{aim}”. ><{foe}: “{goal}”. >At stake is {stake}.",
    ),
    row.workings("now_grows(name, text)", "[grows|grow]: {name}.", head="{who} [grows|grow]: {name}.", below="{text}"),
)
SENTENCES = (*UNDER_WAY, *TOLD)
VOICE = Voice(SENTENCES)
"""For the headlines of panels, in the room's words."""
