"""Sentences of the log: a row for each kind of event, with what a recap makes of it."""

from cliffhanger.kernel.event_fields import Fields
from cliffhanger.kernel.sentences import Voice

row = Fields(
    text="card counter kind op rank side status text to what why",
    number="amount heads killed left lost margin more most number sneak spent taken threat yes",
    person="fighter foe",
    list="cards",
)

OVER = "The Combat is over:"
TAKEN, LOST = "{foe} [foe:loses|lose] {taken} {kind}", "{fighter} [fighter:loses|lose] {lost} {counter}"
"""What a Combat came to."""

SENTENCES = (
    row.tell(
        "ruling(what, to: value, why, op)",
        {"op=end": "[ends|end] what is under way: {why}.", "": "[rules|rule]: {what} is {to}. Reason: {why}."},
    ),
    row.chapter("turn(number)", "Turn {number}.", credits="Turn"),
    row.workings("initiative(side)", "The {side} have Initiative."),
    row.turning("wins(side)", "The {side} win."),
    # the set-up
    row.tell("enters(card)", "[puts|put] {card} into play."),
    row.tell("joins()", "[comes|come] into play."),
    row.tell("puts_down()", "[puts|put] an Objective down, face-down."),
    row.tell("opens_at(card)", "[opens|open] the game at {card}."),
    row.workings("is_ready()", "[has|have] chosen."),
    row.workings("opens(amount)", "The game opens: {amount} Belief has become Hate."),
    row.workings("mulligan()", "[throws|throw] cards away before the first Combat."),
    # Combats
    row.tell(
        "combat(foe, sneak)",
        {"sneak": "[sneaks|sneak] up on {foe}.", "": "[starts|start] a Combat with {foe}."},
        credits="Combat",
    ),
    row.workings("distance(to)", "[brings|bring] it to {to} Distance."),
    row.tell("card(card)", "[plays|play] {card}.", head="{who} [plays|play] {card}"),
    row.workings("now_fights(foe)", "[fights|fight] {foe}.", head="{who} and {foe}"),
    row.workings(
        "combat_over(fighter, foe, lost, counter, taken, kind, number)",
        {
            "taken lost": f"{OVER} {TAKEN}, {LOST}.",
            "taken": f"{OVER} {TAKEN}.",
            "lost": f"{OVER} {LOST}.",
            "number": f"{OVER} nobody loses anything.",
            "": "The Combat is over.",
        },
        head={
            "taken lost": f"{OVER} {TAKEN}, {LOST}",
            "taken": f"{OVER} {TAKEN}",
            "lost": f"{OVER} {LOST}",
            "number": f"{OVER} nobody loses anything",
            "": "The Combat is over",
        },
    ),
    row.workings("now_attacks(foe, kind)", "[attacks|attack] {foe}: {kind}.", head="{who}: {kind} Attack on {foe}"),
    row.tell("attacks(foe, kind)", "[attacks|attack] {foe}: {kind}."),
    row.tell("redirects(foe)", "[steps|step] in front of {foe}.", befalls="foe"),
    row.tell(
        "hits(foe, margin)",
        "[hits|hit] {foe}, by {margin}.",
        head="{who} [hits|hit] {foe}, by {margin}",
        story="[hits|hit] {foe}.",
        befalls="foe",
    ),
    row.workings(
        "hits_for(foe, margin, amount, kind)",
        {"amount": "[hits|hit] {foe}, by {margin}: {amount} {kind} Stress.", "": "[hits|hit] {foe}: nothing is lost."},
        head={
            "amount": "{who} [hits|hit] {foe}, by {margin}: {amount} {kind} Stress",
            "": "{who} [hits|hit] {foe}, by {margin}: nothing is lost",
        },
    ),
    row.workings(
        "hits_of(foe, margin, amount)",
        "[hits|hit] {foe}, by {margin}: a hit takes {amount} of them.",
        head="{who} [hits|hit] {foe}, by {margin}: a hit takes {amount}",
    ),
    row.tell("misses(foe)", "[misses|miss] {foe}.", head="{who} [misses|miss] {foe}"),
    row.tell(
        "checks(what, margin)",
        {"margin": "[makes|make] the {what}, by {margin}.", "": "[fails|fail] the {what}."},
        head={"margin": "{who} [makes|make] the {what}, by {margin}", "": "{who} [fails|fail] the {what}"},
    ),
    row.tell(
        "prevented(foe)",
        "[does|do] nothing to {foe}: Armor and Cover stop it.",
        head="{who} [does|do] nothing to {foe}: Armor and Cover stop it",
    ),
    row.tell(
        "spares(foe, amount)",
        "[does|do] {amount} to {foe}, which is not enough.",
        head="{who} [does|do] {amount} to {foe}, which is not enough",
        befalls="foe",
    ),
    row.tell("arrives(to)", "[comes|come] to {to}."),
    row.turning(
        "recruits(foe)",
        "[recruits|recruit] {foe}.",
        head="{who} [recruits|recruit] {foe}",
        chip="{foe} recruited",
        tone="good",
        gather="Who changed sides",
        befalls="foe",
    ),
    row.turning(
        "kills(foe)",
        "[kills|kill] {foe}.",
        head="{who} [kills|kill] {foe}",
        chip="{foe} killed",
        gather="Lost and saved",
        befalls="foe",
    ),
    # plots and endings
    row.turning("revealed(card)", "{card} is turned up.", story="Then comes {card}."),
    row.workings(
        "passed_over(card, why)",
        {"why": "{card} cannot come now, and goes below. {why}", "": "{card} cannot come now, and goes below."},
    ),
    row.tell("over()", "[has|have] run [its|your] course."),
    row.turning("goal(threat)", {"threat": "[comes|come] true.", "": "[has|have] met [its|your] end."}),
    row.tell("progress(amount, most)", "[comes|come] nearer: {amount} of {most}.", story="[comes|come] nearer."),
    row.workings("pledges(amount, counter, what)", "[would|would] give {amount} {counter} towards {what}."),
    row.turning("hides()", "[turns|turn] face-down."),
    row.turning("promoted()", "[is|are] the Main Villain now."),
    row.turning("flees(to)", "[flees|flee] to {to}.", onward="{who} got away to {to}."),
    row.turning("fate(killed)", {"killed": "[is|are] lost.", "": "[is|are] saved."}, gather="Lost and saved"),
    row.turning("pursued(yes)", {"yes": "[is|are] Pursued.", "": "[is|are] let go."}),
    row.turning("relocates(to)", "All go to {to}."),
    row.turning("interview()", "The Reporter is here."),
    row.tell("question(text, amount)", {"text": "The Reporter asks: {text}", "": "The Reporter asks a question."}),
    row.tell("answers(what, amount)", "[answers|answer] with {what}, naming {amount}."),
    row.turning("resumes(to)", "It goes on at {to}."),
    # coins
    row.workings("coins(what, amount, heads)", "[throws|throw] {amount:coin}, {what}: {heads} Heads."),
    row.workings(
        "comes_to(amount)",
        "[comes|come] to {amount## success|# successes}.",
        head="{who}: {amount## success|# successes}",
    ),
    row.workings("buys_coins(amount)", "[buys|buy] {amount:coin}."),
    row.workings("buys_successes(amount)", "[believes|believe]: {amount## success|# successes} more."),
    row.workings("unlocks(rank)", "[pays|pay] for the Lock on {rank}."),
    row.tell("reverses(foe)", "[turns|turn] their fortune: {foe} [foe:gets|get] 2 Belief."),
    row.tell("locks(foe, what)", "{what} of {foe} is Locked this Turn.", befalls="foe"),
    row.turning("reversal(what)", "Reversal of Fortunes: {what}."),
    # what is lost and comes back
    row.tell(
        "stress(kind, amount, left)",
        "[loses|lose] {amount} {kind} Stress, {left} left.",
        story="[loses|lose] {kind} Stress.",
        befalls="who",
    ),
    row.tell("trauma(kind, amount)", "[has|have] {amount} {kind} Trauma more.", befalls="who"),
    row.workings("unhurt()", "[loses|lose] nothing."),
    row.tell("mooks(amount, left)", "[are|are] {amount} fewer, {left} left.", befalls="who"),
    row.workings("regenerates(kind, amount)", "[regenerates|regenerate] {amount} {kind} Stress."),
    row.tell("heals_trauma(kind, amount)", "[heals|heal] {amount} {kind} Trauma."),
    row.workings(
        "counter(counter, amount, more, left, spent)",
        {
            "spent": "[spends|spend] {amount} {counter}, {left} left.",
            "more": "[gains|gain] {amount} {counter}, {left} now.",
            "": "[loses|lose] {amount} {counter}, {left} left.",
        },
    ),
    row.workings("loses_by(counter, amount, left, card)", "[loses|lose] {amount} {counter} by {card}, {left} left."),
    row.workings("spends(amount, counter, what)", "[spends|spend] {amount} {counter}: {what}."),
    row.workings("cover(amount)", "[gains|gain] {amount} Cover."),
    row.tell("status(status)", "[is|are] {status}.", befalls="who"),
    row.tell("status_ends(status)", "[is|are] no longer {status}.", befalls="who"),
    row.turning("out()", "[is|are] out of it.", befalls="who", news=True),
    row.turning("surrenders()", "[surrenders|surrender].", news=True),
    # cards
    row.tell("ability(card)", "[uses|use] {card}."),
    row.tell("option(card, text)", "{card}: “{text}”."),
    row.workings("chain_ends()", "[would|would] go on and on: it stops here."),
    row.tell("nullified()", "[is|are] Nullified.", story="[comes|come] to nothing.", befalls="who"),
    row.tell("wields(card)", "[takes|take] {card} in hand."),
    row.workings("draws(amount)", "[draws|draw] {amount:card}."),
    row.workings("discards(cards)", "[throws|throw] away {cards}."),
    row.workings(
        "moves_cards(amount, what, to)",
        {
            "to=combat_hand": "[takes|take] {amount:card} into [their|your] hand.",
            "to=combat_deck": "[puts|put] {amount:card} into [their|your] deck.",
            "": "[moves|move] {amount:card}.",
        },
    ),
    row.workings("peeks(what)", "[looks|look] at the {what}.", head="{who} [looks|look] at the {what}"),
    row.workings(
        "gathers(amount, most)",
        "[has|have] {amount} of the {most} successes for a look at the Objective.",
        head="{who}: {amount} of {most} successes for a look at the Objective",
    ),
    row.workings("shuffles()", "[has|have] a pile shuffled."),
    row.workings("reshuffles()", "[shuffles|shuffle] the discards into a new deck."),
)
VOICE = Voice(SENTENCES)
"""For the headlines of panels, in the room's words."""
