"""A small collection with a card of every kind, in which hidden cards are seen, moved, turned up and played."""

from cliffhanger.games.plot_twist.files.tables import ready


def card(kind, name, *lines, colour="golden"):
    """One card; its id is its name."""
    head = f'[[card]]\nid = "{name.lower().replace(" ", "-")}"\nkind = "{kind}"\nname = "{name}"\ncolour = "{colour}"'
    return "\n".join((head, *lines, ""))


def character(kind, name, body, mind, charm, power, *lines):
    numbers = f"attributes = {{ body = {body}, mind = {mind}, charm = {charm}, power = {power} }}"
    return card(kind, name, numbers, *lines)


def does(word, fields=""):
    return f"effects = [{{ {word} = {{ {fields} }} }}]"


def revealing(name, kind, word="gain", fields='target = "main", counter = "hate", amount = 1'):
    return card(kind, name, f"reveal = [{{ {word} = {{ {fields} }} }}]")


HEROES = (
    character("hero", "Ann", 4, 4, 3, 2, "heroics = { fighting = 3, perception = 2, gadgeteer = 1 }"),
    character("hero", "Bo", 3, 5, 3, 3, "heroics = { energy_projection = 3, hacking = 2, healing = 2 }"),
    character("hero", "Cy", 3, 3, 5, 4, "skills = { offend = 3 }", "heroics = { stealth = 2 }"),
    character("hero", "Dee", 2, 4, 4, 3, "heroics = { psyche = 2 }"),
)
OTHERS = (
    character("villain", "Foe", 5, 4, 4, 4, "heroics = { fighting = 3, psyche = 1, resilience = 1 }"),
    character("villain", "Second Foe", 4, 3, 3, 2, "heroics = { fighting = 2 }"),
    character("mook", "Crew", 3, 2, 1, 2, "quantity = 3"),
    character("mook", "Gang", 2, 2, 1, 1, "quantity = 4"),
    card("equipment", "Club", "weapon = { type = 'melee', trauma = 0, stress = 1 }"),
    card(
        "equipment",
        "Bow",
        "weapon = { type = 'ranged', trauma = '*', stress = 2 }",
        "requires = { heroic = { energy_projection = '>=1' } }",
    ),
    card(
        "objective",
        "The Vault",
        "first_location = { keyword = 'bank' }",
        "reveal = [{ gain = { target = 'main', counter = 'energy', amount = 1 } }]",
        "threat = { if = 'turn >= 40' }",
    ),
    card("objective", "The Crown", "threat = { if = 'turn >= 50' }"),
    card("location", "Old Bank", "keywords = ['bank']"),
    card("location", "Harbour", "while_here = [{ cover = { target = 'each_hero', add = 1 } }]"),
    card("lair", "Bunker"),
    card(
        "reference",
        "Brace",
        "gives = [{ free_action = 'brace', cost = { energy = 1 }, effects = [{ cover = { target = 'you', add = 1, duration = 'turn' } }] }]",
    ),
)
HIDDEN = (
    *(revealing(f"Event {n}", "event") for n in "ABCDEF"),
    *(
        revealing(f"Twist {n}", "twist", "coins", "target = 'each_hero', on = 'attack', amount = 1")
        for n in "ABCDEFGHIJK"
    ),
)
PLOTS = (
    card("detail", "Eyes Open", does("peek", "what = 'event', count = 2")),
    card("detail", "Read the Wind", does("peek", "what = 'twist'")),
    card("detail", "Read the Foe", does("peek", "target = 'main', what = 'combat_hand', count = 1")),
    card("detail", "Count Cards", does("peek", "target = 'main', what = 'combat_deck', count = 2")),
    card(
        "detail",
        "Read the File",
        "effects = [{ peek = { target = 'main', what = 'plot_hand', count = 2 } }, { discard = { target = 'main', zone = 'plot_hand', count = 1, pick = 'owner' } }]",
    ),
    card("detail", "Call a Friend", does("play", "kind = 'hero', free = true")),
    card("detail", "Way In", does("play", "kind = 'location', free = true")),
    card(
        "detail",
        "Leak",
        "cost = { discard = { count = 1 } }",
        does("reveal", "what = 'event', free = true, choose_by = 'gm'"),
    ),
    card("detail", "Sudden Turn", does("reveal", "what = 'twist'")),
    card("detail", "Gift", does("draw", "target = 'main'")),
    card("detail", "Unmask", does("reveal", "what = 'objective'")),
    card("detail", "Look Through", does("search", "zone = 'twists', to = 'twists'")),
    card(
        "bystander",
        "Clerk",
        "difficulty = 1",
        "life = 2",
        "recruit = [{ peek = { what = 'objective' } }]",
        "kill = [{ choose = { by = 'players', options = [{ lose = { target = 'a_hero', counter = 'belief', amount = 1, choose_by = 'players' } }, { gain = { target = 'main', counter = 'hate', amount = 1 } }] } }]",
    ),
    card("bystander", "Guard", "difficulty = 1", "life = 3", "recruit = [{ nullify = { what = 'event' } }]"),
)
COMBAT = (
    card("combat", "Rush", "step = 'movement'", does("distance", "to = 'melee'")),
    card("combat", "Step Off", "step = 'movement'", does("distance", "to = 'ranged'")),
    card("combat", "Feint", "step = 'maneuver'", does("peek", "target = 'opponent', what = 'combat_hand'")),
    card("combat", "Steal", "step = 'maneuver'", does("discard", "target = 'opponent', pick = 'owner', count = 2")),
    card("combat", "Plan", "step = 'maneuver'", does("search", "zone = 'combat_deck'")),
    card(
        "combat",
        "Swing",
        "step = 'attack'",
        "attack_type = 'melee'",
        "cost = { discard = { count = 1 } }",
        does("coins", "on = 'damage', amount = 2"),
    ),
    card(
        "combat",
        "Curse",
        "step = 'attack'",
        "attack_type = 'social'",
        does(
            "delay",
            "until = { trigger = 'end_of_turn' }, effects = [{ damage = { via = 'deal', type = 'mental', amount = 1, target = 'defender' } }]",
        ),
    ),
)
DECKS = """
[[deck]]
name = "Street"
kind = "combat"
cards = { rush = 3, step-off = 1, feint = 2, steal = 1, plan = 1, swing = 1, curse = 1 }
[[deck]]
name = "Mine"
kind = "plot"
cards = { eyes-open = 1, read-the-wind = 1, read-the-foe = 1, call-a-friend = 1, dee = 1 }
[[deck]]
name = "Theirs"
kind = "plot"
cards = { bunker = 1, second-foe = 1, clerk = 1, guard = 1, harbour = 1 }
"""
SETUP = """
[[setup]]
name = "The Heist"
villain = "foe"
objective = "the-vault"
location = "old-bank"
heroes = ["bo", "ann"]
mooks = ["crew"]
equipment = ["club", "bow"]
events = ["event-a", "event-b", "event-c", "event-d", "event-e"]
twists = ["twist-a", "twist-b", "twist-c", "twist-d", "twist-e", "twist-f", "twist-g", "twist-h", "twist-i", "twist-j"]
decks = ["Street", "Mine", "Theirs"]
"""
TEXT = "format = 1\n" + "".join((*HEROES, *OTHERS, *HIDDEN, *PLOTS, *COMBAT)) + DECKS


def whole(players, more=SETUP):
    """A table of this collection."""
    made = ready(players, {"whole.toml": TEXT + more})
    assert not isinstance(made, list), made
    return made
