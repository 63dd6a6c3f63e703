"""Sentences of the log: a row for each kind of event, with its headline and what a recap makes of it."""

from cliffhanger.games.untold.page.sums import helped, summed
from cliffhanger.games.untold.rules.derived_ratings import ASPECTS, COLUMNS, DIFFICULTIES
from cliffhanger.kernel.common_sentences import SCENES
from cliffhanger.kernel.event_fields import Fields
from cliffhanger.kernel.sentences import NUMBER, Rows, Voice, Words

STORE = Words.of(*map(str.capitalize, (*ASPECTS, "devotion")))
row = Fields(
    {
        "store": STORE,
        "points": Rows({"n": NUMBER, "store": STORE}, "{n} {store}", and_=True),
        "column": Words.of(*(column for row in COLUMNS.values() for column in row)),
        "realm": Words.of("body", "mind"),
        "difficulty": Words.of(*(name for _, name in DIFFICULTIES.values())),
        "tale": Words.of("boon", "snag", "setback"),
    },
    text="cast goal name of op skill span text what why",
    number="amount automatic base boons dice dl excess harder later mr net number passed points rolled short snags successes won",
    value="to",
    person="whom whose",
    people="names",
    dice="faces",
    store="aspect store",
    points="back spent",
    column="column",
    realm="realm",
    difficulty="word",
    tale="kind",
)
PAID = "Who paid for it"
MAKES_IT = {
    "net>dl": "{who} [makes|make] it: {net:success}, {dl} needed.",
    "": "{who} [makes|make] it: {net} of {dl}.",
}
"""More than is needed is no part of it: "8 of 6" would read as a slip."""
WON = "<{won#A Hero Point|# Hero Points} won on a boon die. >"
AIM = f"{WON}<{{snags:snag}}. ><{{boons:boon}}. >The aim: {{goal}}."
"""What the headline of a result leaves open: it says already how the roll came out."""
OUTCOME = "goal, skill, dl, net, successes, snags, boons, automatic: signed, helper: person, won"
NATURAL = {
    "helper": "{helper} spent a Hero Point: {who} [does|do] it without a roll.",
    "": "Second nature: {who} [does|do] it.",
}

EPISODE = (
    *SCENES,
    row.tell("session()", "[opens|open] a new session: one point for everybody."),
    row.turning("the_end(name)", "{name}: the end."),
    row.tell("enters(names)", "[brings|bring] in {names}."),
    row.tell("leaves()", "[leaves|leave] the scene."),
    row.tell("joins()", "[joins|join] the cast."),
    row.tell("new_sheet()", "[has|have] a new sheet."),
    row.tell("veto()", "[leaves|leave] this out of the story."),
    row.workings("clock(span)", "[lets|let] {span} pass."),
)
CHECKS = (
    row.workings("declares(goal, skill)", "[tries|try], with {skill}: {goal}."),
    row.workings("other_skill(skill)", "[links|link] it to {skill}."),
    row.workings(
        "difficulty(dl, base, word, goal)",
        {
            "dl!=base": "[sets|set] difficulty {dl}, {word} ({base} and what hinders): {goal}.",
            "": "[sets|set] difficulty {dl}, {word}: {goal}.",
        },
    ),
    row.workings(
        "refused(why, goal)", {"why": "[asks|ask] for something else: {why}.", "": "[asks|ask] for something else."}
    ),
    row.tell("impossible(goal)", "[says|say] it cannot be done: {goal}."),
    row.workings("called_off(whose, goal)", "[closes|close] [whose:the check of {whose}|your check]: {goal}."),
    row.workings("withdraws(goal)", "[thinks|think] better of it: {goal}."),
    row.workings("exerts(spent)", "[spends|spend] {spent}."),
    row.workings("devotes(points)", "[spends|spend] {points} devotion."),
    row.tell(
        "rolled(cast, faces, passed)",
        {
            "cast=boon": "[rolls|roll] for a boon: {faces}<, {passed} of them passed on>.",
            "cast=push": "[rolls|roll] the push: {faces}<, {passed} of them passed on>.",
            "cast=reroll": "[rolls|roll] again: {faces}<, {passed} of them passed on>.",
            "": "[rolls|roll]: {faces}<, {passed} of them passed on>.",
        },
    ),
    row.workings("pushes(dice)", "[pushes|push]: {dice:die} more."),
    row.workings("passes_die(to: person)", "[passes|pass] a boon die to {to}."),
    row.workings("declines_die(dice)", "[leaves|leave] {dice:boon die} lying."),
    row.workings(
        "stands(dl, word, net, rolled)",
        {
            "rolled net>dl": "now [has|have] {net:success}, {dl} needed.",
            "rolled": "now [has|have] {net} of {dl}.",
            "": "now [faces|face] difficulty {dl}, {word}.",
        },
    ),
    row.tell(
        f"auto({OUTCOME})",
        "[does|do] it without a roll, second nature: {goal}.",
        story=helped("simply [does|do] it: {goal}."),
        head=NATURAL,
    ),
    row.turning(
        f"success({OUTCOME})",
        {
            "net>dl": "[makes|make] it with {net:success}, {dl} needed<, {snags:snag}><, {boons:boon}>: {goal}.",
            "": "[makes|make] it, {net} of {dl}<, {snags:snag}><, {boons:boon}>: {goal}.",
        },
        head={
            f"{case} {more}".strip(): said for case, words in MAKES_IT.items() for more, said in summed(words).items()
        },
        below=AIM,
        story=helped("[makes|make] it: {goal}."),
    ),
    row.turning(
        f"mixed({OUTCOME})",
        "[makes|make] it with a setback, {net} of {dl}<, {snags:snag}><, {boons:boon}>: {goal}.",
        head=summed("One short, and it works: {net} of {dl}."),
        below=f"{WON}With a setback<, {{snags:snag}}><, {{boons:boon}}>. The aim: {{goal}}.",
        story=helped("[makes|make] it at a price: {goal}."),
    ),
    row.turning(
        f"failure({OUTCOME})",
        "[falls|fall] short, {net} of {dl}<, {snags:snag}><, {boons:boon}>: {goal}.",
        head=summed("{who} [falls|fall] short: {net} of {dl}."),
        below=AIM,
        story="[falls|fall] short: {goal}.",
        onward="{who} still [has|have] this to do: {goal}.",
    ),
)
STORY_POINTS = (
    row.tell("hero_point(what)", "[spends|spend] a Hero Point: {what}.", credits="Hero Point"),
    row.tell("villain_point(what)", "[spends|spend] a Villain Point: {what}.", credits="Villain Point"),
    row.workings("third(points)", "[gains|gain] a Villain Point, for three Hero Points spent: {points} now."),
    row.tell("gains(why)", "[gains|gain] a Hero Point: {why}.", chip="{who}: a Hero Point", tone="good"),
    row.workings("villain_gains(points, why)", "[gains|gain] a Villain Point, {points} now: {why}."),
    row.workings(
        "suggests(kind, whose, text)", "[suggests|suggest], for [whose:the {kind} of {whose}|your {kind}]: {text}."
    ),
    row.tell("told(kind, of, text)", "[has|have] a {kind}: {text}.", gather="What it brought"),
    row.workings(
        "proposes(text, what, whom)",
        {"what=sheet": "[proposes|propose] {text}.", "": "would spend a Hero Point< for {whom}>: {text}."},
    ),
    row.workings("disagrees(text)", "[does|do] not agree: {text}."),
    row.tell("takes_back(text)", "[takes|take] back what was proposed: {text}."),
    row.turning("fact(text, whom)", "[makes|make] it so< for {whom}>: {text}.", gather="What is so now"),
    row.tell("restored(back)", "[finds|find] strength again: {back}."),
    row.turning(
        "saved(aspect)",
        "[is|are] back from the brink: {aspect} has a point again.",
        chip="{who} saved",
        tone="good",
        befalls="who",
    ),
)
HARM_AND_REST = (
    row.tell(
        "strained(amount, realm, why)",
        "[tires|tire] by {amount} in {realm}: {why}.",
        story="[comes|come] out of it strained in {realm}.",
        befalls="who",
    ),
    row.tell(
        "wounded(amount, realm, why)",
        "[takes|take] a wound of {amount} in {realm}: {why}.",
        story="[comes|come] out of it wounded in {realm}.",
        chip="{who} wounded",
        gather=PAID,
        befalls="who",
    ),
    row.workings(
        "column(aspect, column, harder, later)",
        "[is|are] touched deeper: {aspect}, {column}, difficulty +{harder}, initiative +{later}.",
    ),
    row.turning(
        "at_brink(excess)",
        "[is|are] at the brink<, by {excess} more than there was>.",
        story="[is|are] at the brink.",
        chip="{who} at the brink",
        gather=PAID,
        befalls="who",
    ),
    row.tell(
        "affected(text, mr, skill)",
        {
            "mr<0": "[has|have] something that helps< in {skill} alone>: {text}.",
            "mr>0": "[has|have] something that hinders< in {skill} alone>: {text}.",
            "": "[has|have] something that changes nothing< in {skill} alone>: {text}.",
        },
        befalls="who",
    ),
    row.tell("unaffected(text)", "[is|are] rid of it: {text}.", befalls="who"),
    row.workings("noted(text)", "[has|have] a note: {text}."),
    row.workings("unnoted(text)", "[has|have] a note less: {text}."),
    row.workings("rests(store)", "[rests|rest], for {store}."),
    row.workings(
        "recovered(back)", {"back": "[recovers|recover] {back}.", "": "[rests|rest], and nothing is back yet."}
    ),
    row.tell("disturbed()", "[is|are] disturbed: the rest is over."),
)
SO_FAR = "net, dl, short, text, why, helper: person, what"
MOVED = "< {helper} spent a Hero Point: {what}.>< {why}>"
"""Whose point moved a check last: the Game Master's stands in `why`."""
UNDER_WAY = (  # what stands on the stage while it is not settled; none of it is told in the log
    row.workings("now_tries(goal, text)", "[tries|try]: {goal}.", head="{who}: {goal}", below="{text}"),
    row.workings(
        "now_natural(goal, text, helper: person)",
        "[has|have] it as second nature: {goal}.",
        head=NATURAL,
        below="{text}",
    ),
    row.workings(
        f"now_makes({SO_FAR})",
        {"net>dl": "[makes|make] it: {net:success}, {dl} needed.", "": "[makes|make] it: {net} of {dl}."},
        head={case: f"{words}{MOVED}" for case, words in MAKES_IT.items()},
        below="{text}",
    ),
    row.workings(
        f"now_short({SO_FAR})",
        "[is|are] {short} short: {net} of {dl}.",
        head={"short=1": f"One short: {{net}} of {{dl}}.{MOVED}", "": f"{{short}} short: {{net}} of {{dl}}.{MOVED}"},
        below="{text}",
    ),
)
SENTENCES = (*UNDER_WAY, *EPISODE, *CHECKS, *STORY_POINTS, *HARM_AND_REST)
VOICE = Voice(SENTENCES)
"""For the headlines of panels, in the room's words."""
