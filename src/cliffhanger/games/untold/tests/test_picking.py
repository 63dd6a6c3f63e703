"""In which order somebody finds their skills."""

import pytest


@pytest.mark.rule("UN-SKL-04", "UN-SKL-08")
def test_skills_stand_under_their_broad_ones_the_best_first_and_what_is_trained_before_what_is_not(stage):
    scene = stage(ann={"body": {"athletics/jumping": 6, "infiltration": 4, "infiltration/sneaking": 2}})
    (pick,) = (p for p in scene.at.option("ann", "check").params if p.name == "skill")
    assert [(item.group, item.label, item.n) for item in pick.items] == [
        ("Athletics", "Jumping", 6),
        ("Athletics", "Athletics", 3),
        ("Athletics", "Running", 3),
        ("Infiltration", "Infiltration", 4),
        ("Infiltration", "Sneaking", 2),
        ("Infiltration", "Sneaking as Infiltration", 4),
        ("Infiltration", "Disguise", 4),
        ("Cognition", "Cognition", 0),
        ("Cognition", "Recall", 0),
    ]
