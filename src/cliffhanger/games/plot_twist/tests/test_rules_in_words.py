"""The rules in words are whole: every id once, every open question with its ruling, the letter as the default."""

from importlib.resources import files

from msgspec import convert, structs

from cliffhanger.games.plot_twist.files.words import AttackType
from cliffhanger.games.plot_twist.rules.house import PRESETS, SWITCHES, House
from cliffhanger.kernel.files.language.closed_lists import listed
from cliffhanger.kernel.rules_catalogue import catalogue, rulings

TEXT = (files("cliffhanger.games.plot_twist") / "rules.toml").read_text("utf-8")
AREAS = {
    **{"GOAL": 5, "ROLL": 11, "CONF": 3, "TURN": 6, "ACT": 4, "TIME": 2, "UNIQ": 1, "SETUP": 8, "ZONE": 1, "RES": 5},
    **{"BEL": 9, "REV": 6, "LOCK": 1, "CROSS": 7, "MAST": 1, "HATE": 9, "FLEE": 6, "INT": 2, "ENE": 6, "HER": 12},
    **{"SKILL": 4, "KEY": 5, "CLASS": 4, "EQUIP": 2, "OBJ": 1, "EVT": 2, "NUL": 1, "TWI": 1, "MOOK": 4, "DECK": 3},
    **{"COMB": 9, "ATK": 5, "ARM": 3, "STR": 4, "STAT": 7, "SNEAK": 2, "PLOT": 6, "MAT": 1},
}
"""How many rules of each area have a number."""
ATTACKS = {"melee": "PT-ATK-M", "ranged": "PT-ATK-R", "mental": "PT-ATK-P", "social": "PT-ATK-S"}
"""The rules that have a letter: one for each type of attack."""
LEFT = {"PT-GOAL-05", "PT-MAT-01"}
LETTER = {
    "01": {"hate_cost_mooks": "1", "hate_cost_heroic": "1", "hate_cost_attack": "1", "hate_cost_belief_damage": "2"},
    "03": {"energy_cap": "power", "masterplan_beyond_cap": False},
    "04": {"belief_auto": "after"},
    "05": {"belief_auto_own": True},
    "06": {"reversal_cap": "total"},
    "07": {"trauma_short": "floor"},
    "09": {"damage_auto": "all"},
    "11": {"stand_cost": "2M+1A"},
    "12": {"surprised_pursuit": "whole_turn"},
    "15": {"double_ko": "initiative"},
    "17": {"pursuit_hate": "keep"},
    "19": {"lair_unpursued": "spent"},
    "20": {"promoted_hate": "power_x3"},
    "23": {"cover": "all"},
    "25": {"gadgeteer": "add_rank"},
    "26": {"healing_match": True},
    "27": {"peek_pool": "heroic"},
    "31": {"basic_move": False},
    "34": {"twist_reveal": "shuffled"},
    "35": {"event_window": "phase"},
    "36": {"threat_needs_reveal": False},
    "39": {"mook_refill_zero": False},
    "40": {"deck_empty": "reshuffle"},
    "42": {"gm_details": "no"},
    "54": {"mook_kill_hate": "none"},
    "57": {"played_hero_actions": "next_turn"},
    "59": {"group_vote": "majority"},
    "63": {"friendly_combat": True},
    "69": {"lock_target": "cured"},
    "70": {"relocate_between_combats": True},
    "71": {"bystander_place": "current"},
    "72": {"hide_in_combat": True},
    "73": {"mook_counters": "one_card"},
    "75": {"objective_on_promotion": "passes"},
    "76": {"crossover_actions": "next_turn"},
    "82": {"card_damage": "flat"},
    "83": {"deck_copies": "any"},
}
"""How this referee reads what the text leaves open: by the number of the ruling."""
OTHERS = {
    **{"hate_cost_mooks": {"2", "3"}, "hate_cost_heroic": {"2", "3"}, "hate_cost_attack": {"2", "3"}},
    **{"hate_cost_belief_damage": {"1", "3"}, "energy_cap": {"none"}, "belief_auto": {"before"}},
    **{"reversal_cap": {"per_hero", "none"}, "trauma_short": {"as_stress"}, "damage_auto": {"heroes"}},
    **{"stand_cost": {"2M"}, "surprised_pursuit": {"first_defence"}, "double_ko": {"villains", "heroes"}},
    **{"pursuit_hate": {"recover"}, "lair_unpursued": {"returns"}, "promoted_hate": {"six"}, "cover": {"physical"}},
    **{"gadgeteer": {"cap_at_rank"}, "peek_pool": {"character", "party"}, "twist_reveal": {"players_pick"}},
    **{"event_window": {"combat"}, "deck_empty": {"stop"}, "gm_details": {"hate"}, "mook_kill_hate": {"main"}},
    **{"played_hero_actions": {"now"}, "group_vote": {"any", "unanimous"}, "lock_target": {"any_hero"}},
    **{"bystander_place": {"any_in_play"}, "mook_counters": {"split"}, "objective_on_promotion": {"leaves"}},
    **{"crossover_actions": {"now"}, "card_damage": {"pool"}, "deck_copies": {"single"}},
}
"""What a table may choose instead, where it is not yes or no."""


def test_every_rule_stands_there_once_with_its_heading_and_who_decides():
    rules = catalogue(TEXT)
    numbered = {f"PT-{area}-{at:02}" for area, many in AREAS.items() for at in range(1, many + 1)}
    assert tuple(ATTACKS) == listed(AttackType)
    assert rules.keys() == numbered | {*ATTACKS.values()}
    assert len(rules) == 173
    assert not [note for note in rules.values() if not (note.says and note.source and note.who)]
    assert len({note.says for note in rules.values()}) == len(rules)


def test_what_only_people_can_judge_says_why():
    assert {note.id for note in catalogue(TEXT).values() if note.left} == LEFT


def test_every_open_question_is_asked_and_read():
    notes = rulings(TEXT)
    assert list(notes) == [f"PT-RUL-{at:02}" for at in range(1, 87)]
    assert TEXT.count("[[rulings]]") == len(notes)  # an id that stood there twice would be one here
    for note in notes.values():
        question, _, reading = note.says.partition("? ")
        assert question, note
        assert reading.endswith("."), note


def test_the_letter_is_the_default_and_every_switch_stands_under_its_ruling():
    defaults = structs.asdict(House())
    assert defaults == {name: value for under in LETTER.values() for name, value in under.items()}
    assert {switch.name: switch.ruling for switch in SWITCHES} == {
        name: f"PT-RUL-{number}" for number, under in LETTER.items() for name in under
    }


def test_a_switch_has_the_default_first_and_what_else_a_table_may_choose():
    for switch in SWITCHES:
        default, *others = switch.values
        assert default == getattr(House(), switch.name)
        assert set(others) == OTHERS.get(switch.name, {not default})
        assert len(set(switch.says)) == len(switch.values), switch.name


def test_only_how_decks_are_built_is_fixed_before_the_game():
    assert [switch.name for switch in SWITCHES if switch.when == "setup"] == ["deck_copies"]


def test_the_letter_departs_nowhere_and_plays_better_in_six_places():
    letter, better = PRESETS
    assert (letter.id, letter.house) == ("letter", {})
    assert (better.id, better.house) == (
        "plays_better",
        {
            "trauma_short": "as_stress",
            "reversal_cap": "per_hero",
            "stand_cost": "2M",
            "basic_move": True,
            "played_hero_actions": "now",
            "friendly_combat": False,
        },
    )
    assert "six places" in better.says


def test_what_plays_better_can_be_chosen_and_every_departure_has_its_reason():
    better = PRESETS[1]
    chosen = convert(better.house, House)
    for name, value, why in better.values:
        assert getattr(chosen, name) == value != getattr(House(), name)
        assert why.endswith("."), name
