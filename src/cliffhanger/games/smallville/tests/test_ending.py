"""The end of an episode: epilogues, new words, what follows for Drives, Relationships that stay, and growth."""

import pytest

FEATURE = {"feature": True}
WHY = "Not today."


def ended(stage, house=None, **people):
    """The last scene is over, and so is the episode."""
    scene = stage(house=house, **{"ann": {}, "bo": FEATURE} | people)
    scene.does("end")
    scene.does("end_episode")
    return scene, *scene.cast


def spoken(scene):
    """All epilogues are told."""
    for actor in scene.cast:
        if "epilogue" in actor.asked() and actor.now.kind == "lead":
            actor.does("epilogue", text="They know now.")


def unchanged(scene):
    """All epilogues are told, and nobody has new words."""
    spoken(scene)
    while found := [o for o in scene.at.options() if o.key == "done"]:
        scene.at.act(found[0].seat, "done", found[0].window)


def growing(stage, house=None, **people):
    """It is Ann's turn to grow."""
    scene, *actors = ended(stage, house, **people)
    unchanged(scene)
    return scene, *actors


def down(scene, *drives):
    """Somebody has acted against these Drives, which have stepped down: past the rules, by rulings."""
    for who, drive, rating in drives:
        row = {"id": drive, "rating": rating, "challenged": True, "fell": True, "volunteered": False}
        old = next(r for r in scene.at.state.cast if r.id == who).drives
        rows = [{f: getattr(r, f) for f in r.__struct_fields__} for r in old]
        scene.rules("cast", who, "drives", to=sorted([*rows, row], key=lambda each: each["id"]))


# --- epilogues and new words ----------------------------------------------------------------------------------


@pytest.mark.rule("SV-END-01")
def test_each_lead_says_how_they_have_changed_and_only_then_stress_goes_down(stage):
    scene, ann, bo, cy = ended(stage, ann={"stress": {"angry": 8, "afraid": 4}}, cy={})
    assert "1 to 240" in ann.cannot("epilogue", text="").why
    cy.does("epilogue", text="She went home.")
    cy.is_not_asked("epilogue")
    scene.is_not_asked("epilogue")
    assert ann.stress == {"angry": 8, "afraid": 4}
    ann.does("epilogue", text="He stayed.")
    assert [event.data["text"] for event in scene.told("epilogue")] == ["She went home.", "He stayed."]
    assert ann.stress == {"angry": 6}
    assert bo.stress == {}


@pytest.mark.rule("SV-END-02", "SV-RELIEF-05")
def test_all_stress_of_all_people_goes_down_once_and_is_no_growth(stage):
    people = {"ann": {"stress": {"angry": 12, "injured": 4}}, "bo": FEATURE | {"stress": {"afraid": 10}}}
    scene, ann, bo = ended(stage, **people)
    spoken(scene)
    assert (ann.stress, bo.stress, ann.now.growth) == ({"angry": 10}, {"afraid": 8}, ())


@pytest.mark.rule("SV-END-03", "SV-ROLE-06")
def test_any_statement_may_be_put_anew_and_nothing_but_drives(stage):
    scene, ann, _ = ended(stage, ann={"gear": 8})
    spoken(scene)
    ids = {item.id for item in ann.option("rewrite").params[0].items}
    assert ids == {"duty", "glory", "justice", "love", "power", "truth", "bo"}
    assert "back where it was" in ann.option("rewrite").says
    assert "stays down" in ann.option("done").says
    assert "1 to 120" in ann.cannot("rewrite", drive="love", says="").why
    ann.does("rewrite", drive="love", says="Love is a debt.").does("rewrite", drive="bo", says="A stranger.")
    ann.does("done")
    sheet = ann.now.sheet
    assert next(x.says for x in sheet.values if x.id == "love") == "Love is a debt."
    assert next(x.says for x in sheet.relationships if x.id == "bo") == "A stranger."
    assert ann.ratings["love"] == 6


@pytest.mark.rule("SV-END-04", "SV-EARN-03")
@pytest.mark.parametrize("how", ["fell", "volunteered"])
def test_a_drive_in_new_words_is_what_it_was_and_else_it_stays_lower_for_good(stage, how):
    scene = stage(ann={"duty": 10, "love": 8}, bo=FEATURE)
    ann, _ = scene.cast
    if how == "fell":
        down(scene, ("ann", "duty", 6), ("ann", "love", 6))
    else:
        for drive in ("duty", "love"):
            ann.does("volunteer", drive=drive)
            scene.does("end")
            scene.opens(*scene.cast)
    scene.does("end")
    scene.does("end_episode")
    spoken(scene)
    items = ann.option("rewrite").params[0].items
    assert [item.id for item in items if item.group == "Acted against"] == ["duty", "love"]
    assert [item.id for item in items][:2] == ["duty", "love"]
    ann.does("rewrite", drive="duty", says="Duty has limits.").does("done")
    assert (ann.ratings["duty"], ann.ratings["love"], ann.drives) == (10, 6, {})
    assert ("lift" in ann.asked()) == (how == "fell")


@pytest.mark.rule("SV-END-05")
def test_a_relationship_that_stays_lower_is_a_die_of_growth(stage):
    scene = stage(ann={"bo": 10, "growth": (8,)}, bo=FEATURE)
    ann, _ = scene.cast
    down(scene, ("ann", "bo", 6))
    scene.does("end")
    scene.does("end_episode")
    unchanged(scene)
    assert (ann.ratings["bo"], ann.now.growth) == (6, (6, 8))


@pytest.mark.rule("SV-END-05", "SV-ROLE-07")
def test_for_each_value_that_stays_lower_another_one_rises(stage):
    scene = stage(ann={"duty": 8, "love": 8, "power": 12}, bo=FEATURE)
    ann, _ = scene.cast
    down(scene, ("ann", "duty", 4), ("ann", "love", 6))
    scene.does("end")
    scene.does("end_episode")
    unchanged(scene)
    assert {item.id for item in ann.option("lift").params[0].items} == {"glory", "justice", "love", "truth"}
    assert "Duty stays down" in ann.option("lift").ask
    ann.does("lift", value="truth")
    assert "Love stays down" in ann.option("lift").ask
    ann.does("lift", value="duty")
    assert (ann.ratings["duty"], ann.ratings["love"], ann.ratings["truth"]) == (6, 6, 8)
    ann.is_not_asked("lift")


@pytest.mark.rule("SV-END-05", "SV-ROLE-07")
def test_where_all_others_are_d12_none_rises(stage):
    high = dict.fromkeys(("glory", "justice", "love", "power", "truth"), 12)
    scene = stage(ann=high, bo=FEATURE)
    ann, _ = scene.cast
    down(scene, ("ann", "duty", 4))
    scene.does("end")
    scene.does("end_episode")
    unchanged(scene)
    ann.is_not_asked("lift")
    assert "skip_growth" in ann.asked()


@pytest.mark.rule("SV-END-04", "SV-END-05")
@pytest.mark.parametrize("house", [False, True])
def test_features_grow(stage, house):
    """Their Stress goes down and their Drives are settled; where they grow, all the rest is theirs as well."""
    scene = stage(ann={}, bo=FEATURE | {"duty": 8, "ann": 8, "growth": (6,)}, house={"features_grow": house})
    ann, bo = scene.cast
    down(scene, ("bo", "duty", 6), ("bo", "ann", 6))
    scene.does("end")
    scene.does("end_episode")
    unchanged(scene)
    assert (bo.ratings["duty"], bo.ratings["ann"]) == (6, 6)
    if house:
        scene.does("lift", value="love")
    assert (bo.ratings["love"], bo.now.growth) == ((8, (6, 6)) if house else (6, (6,)))
    ann.does("skip_growth")
    if house:
        scene.does("new", kind="gear", name="A ring")
        scene.at.rolls(1, 1)
        scene.at.rolls(2, 2)
    assert ("a_ring" in bo.ratings) == house
    assert scene.s.ended


# --- Relationships that stay ----------------------------------------------------------------------------------


@pytest.mark.rule("SV-END-06", "SV-SPEND-05")
@pytest.mark.parametrize("kept", [(), ("cy",)])
def test_a_temporary_relationship_stays_at_d4_or_is_over(stage, kept):
    scene = stage(ann={"points": 1, "cy": 0}, bo=FEATURE, cy=FEATURE)
    ann, *_ = scene.cast
    ann.does("tie", to="cy", says="Cy saw it.")
    scene.does("end")
    scene.does("end_episode")
    unchanged(scene)
    ann.does("keep", ties=kept)
    assert ann.now.ties == ()
    assert ann.ratings.get("cy") == (4 if kept else None)
    assert [row.says for row in ann.now.sheet.relationships if row.id == "cy"] == ["Cy saw it."] * len(kept)


@pytest.mark.rule("SV-END-06", "SV-END-05", "SV-END-04")
@pytest.mark.parametrize("rewritten", [True, False])
def test_one_that_was_challenged_is_settled_first(stage, rewritten):
    scene = stage(ann={"points": 1, "cy": 0}, bo=FEATURE, cy=FEATURE)
    ann, bo, _ = scene.cast
    ann.does("tie", to="cy", says="Cy saw it.").wants(of=bo)
    ann.rolls_with("duty", "cy", challenge=("cy",), why=WHY).falls("d6=2 d6=2 d6=2 d6=2")
    bo.gives_in()
    assert ann.drives == {"cy": 4}
    scene.does("end")
    scene.does("end_episode")
    spoken(scene)
    if rewritten:
        ann.does("rewrite", drive="cy", says="Cy lied.")
    ann.does("done").does("keep", ties=("cy",))
    assert ann.ratings["cy"] == 4
    assert ann.now.growth == ((6,) if rewritten else (4, 6))
    assert [row.says for row in ann.now.sheet.relationships if row.id == "cy"] == [
        "Cy lied." if rewritten else "Cy saw it."
    ]


# --- growth ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-GROWTH-03", "SV-ROLE-07")
def test_an_asset_a_resource_or_a_relationship_grows_and_never_a_value_or_past_d12(stage):
    ann = {"gear": 12, "charm": 6, "resources": {"ben": ("extra", 6), "barn": ("location", 12)}}
    _, ann, _ = growing(stage, ann=ann)
    assert {item.id for item in ann.option("step_up").params[0].items} == {"bo", "charm", "ben"}
    kinds = {item.id: item.n for item in ann.option("new").params[0].items}
    assert set(kinds) == {"distinction", "ability", "heritage", "gear", "extra", "location"}
    assert "new_tie" not in ann.may()


@pytest.mark.rule("SV-GROWTH-04", "SV-GROWTH-05", "SV-GROWTH-07")
@pytest.mark.parametrize(
    ("kind", "die"),
    [("ability", 12), ("distinction", 10), ("heritage", 10), ("gear", 8), ("location", 8), ("extra", 6)],
)
def test_what_is_new_is_a_d4_against_a_die_by_its_kind(stage, kind, die):
    scene, ann, _ = growing(stage, ann={"growth": (8, 8)})
    ann.does("new", kind=kind, name="Night Wing", says="It waits.")
    assert (scene.at.waiting.seat, sorted(scene.at.waiting.dice)) == ("watchtower", [4, die])
    scene.at.rolls(2, 2)
    assert (scene.at.waiting.seat, scene.at.waiting.dice) == ("ann", (8, 8))
    scene.at.rolls(3, 2)
    assert ann.ratings["night_wing"] == 4
    if kind in ("extra", "location"):
        (made,) = ann.now.sheet.resources
        assert (made.kind, made.dice, made.says) == (kind, 2, "It waits.")
    else:
        (made,) = ann.now.sheet.assets
        assert (made.kind, made.says) == (kind, "It waits.")
    assert scene.s.ended


@pytest.mark.rule("SV-GROWTH-05")
@pytest.mark.parametrize(("house", "die"), [("10", 10), ("12", 12)])
def test_heritage_growth(stage, house, die):
    scene, ann, _ = growing(stage, {"heritage_growth": house})
    ann.does("new", kind="heritage", name="Moon child")
    assert scene.at.waiting.dice == (4, die)


@pytest.mark.rule("SV-GROWTH-03", "SV-GROWTH-05", "SV-GROWTH-07")
@pytest.mark.parametrize(
    ("trait", "dice", "to"), [("bo", (6, 8), 8), ("charm", (8, 12), 8), ("ben", (6, 10), 10), ("barn", (8, 12), 12)]
)
def test_a_step_up_is_against_the_rating_it_would_have(stage, trait, dice, to):
    resources = {"ben": ("extra", 8), "barn": ("location", 10)}
    ann = {"charm": 6, "kinds": {"charm": "ability"}, "growth": (8, 8), "resources": resources}
    scene, ann, bo = growing(stage, ann=ann, bo=FEATURE | {"resources": resources})
    ann.does("step_up", trait=trait)
    assert scene.at.waiting.dice == dice
    scene.at.rolls(2, 2)
    scene.at.rolls(3, 2)
    assert ann.ratings[trait] == to
    assert bo.ratings.get("ben") == (10 if trait == "ben" else 8)


@pytest.mark.rule("SV-GROWTH-03", "SV-GROWTH-04", "SV-GROWTH-05")
def test_a_new_relationship_is_a_d4_to_somebody_who_did_not_matter(stage):
    scene, ann, *_ = growing(stage, ann={"cy": 0, "growth": (8, 8)}, cy=FEATURE)
    assert [item.id for item in ann.option("new_tie").params[0].items] == ["cy"]
    ann.does("new_tie", to="cy", says="Cy knows.")
    assert scene.at.waiting.dice == (4, 6)
    scene.at.rolls(2, 2)
    scene.at.rolls(3, 2)
    assert [(row.id, row.rating, row.says) for row in ann.now.sheet.relationships][-1] == ("cy", 4, "Cy knows.")


@pytest.mark.rule("SV-GROWTH-06")
@pytest.mark.parametrize(
    ("house", "stress", "dice"),
    [
        ("after_step_down", {"angry": 10, "afraid": 4}, (6, 8)),
        ("before", {"angry": 10, "afraid": 4}, (6, 10)),
        ("after_step_down", {"afraid": 4}, (6,)),
        ("before", {"afraid": 4}, (4, 6)),
        ("before", {}, (6,)),
    ],
)
def test_growth_stress(stage, house, stress, dice):
    scene, ann, _ = growing(stage, {"growth_stress": house}, ann={"growth": (6,), "stress": stress, "points": 3})
    ann.does("new", kind="gear", name="A ring")
    scene.at.rolls(2, 2)
    assert scene.at.waiting.dice == dice
    scene.at.rolls(*(1,) * len(dice))
    assert scene.data("growth_roll")["total"] == 0
    assert ann.points == (3, 0)


@pytest.mark.rule("SV-GROWTH-06", "SV-GROWTH-07")
@pytest.mark.parametrize("house", ["lose", "win"])
def test_growth_tie(stage, house):
    scene, ann, _ = growing(stage, {"growth_tie": house}, ann={"growth": (6, 6)})
    ann.does("new", kind="gear", name="A ring")
    scene.at.rolls(3, 4)
    scene.at.rolls(4, 3)
    assert ("lose" in ann.asked()) == (house == "lose")
    assert ("a_ring" in ann.ratings) == (house == "win")


@pytest.mark.rule("SV-GROWTH-06")
def test_with_no_dice_at_all_it_is_zero(stage):
    scene, ann, _ = growing(stage)
    ann.does("new", kind="gear", name="A ring")
    scene.at.rolls(1, 1)
    assert scene.data("growth_roll") == {"faces": [], "total": 0, "beaten": 0}
    assert ann.asked() == ["lose"]


@pytest.mark.rule("SV-GROWTH-07", "SV-ROLE-05")
@pytest.mark.parametrize(("trait", "left"), [("duty", 6), ("bo", 4), ("charm", None), ("ben", 4), ("barn", None)])
def test_who_loses_steps_another_trait_down_and_has_their_wish(stage, trait, left):
    ann = {"duty": 8, "love": 4, "charm": 4, "growth": (6,), "stress": {"angry": 8}}
    ann["resources"] = {"ben": ("extra", 6), "barn": ("location", 4)}
    scene, ann, _ = growing(stage, ann=ann)
    ann.does("new", kind="gear", name="A ring")
    scene.at.rolls(3, 4)
    scene.at.rolls(2, 2)
    ids = {item.id for item in ann.option("lose").params[0].items}
    assert ids == {"duty", "glory", "justice", "power", "truth", "bo", "charm", "ben", "barn"}
    ann.does("lose", trait=trait)
    assert (ann.ratings.get(trait), ann.ratings["a_ring"]) == (left, 4)
    assert scene.s.ended


@pytest.mark.rule("SV-GROWTH-07")
def test_the_trait_that_grows_is_not_the_one_that_is_paid_with(stage):
    scene, ann, _ = growing(stage, ann={"charm": 6})
    ann.does("step_up", trait="charm")
    scene.at.rolls(3, 4)
    assert "charm" not in {item.id for item in ann.option("lose").params[0].items}


@pytest.mark.rule("SV-GROWTH-07")
def test_where_nothing_can_be_paid_with_nothing_changes(stage):
    low = dict.fromkeys(("duty", "glory", "justice", "love", "power", "truth", "bo"), 4)
    scene, ann, _ = growing(stage, ann=low)
    ann.does("new", kind="gear", name="A ring")
    scene.at.rolls(3, 4)
    assert ann.ratings == low
    assert scene.s.ended


@pytest.mark.rule("SV-GROWTH-03")
def test_each_lead_tries_once_or_not_at_all_in_turn(stage):
    scene, ann, _, cy = growing(stage, ann={"growth": (6, 6)}, cy={})
    assert cy.asked() == []
    ann.does("new", kind="gear", name="A ring")
    scene.at.rolls(2, 2)
    scene.at.rolls(6, 6)
    assert ann.asked() == []
    cy.does("skip_growth")
    assert scene.s.ended
    assert cy.ratings == dict.fromkeys(cy.ratings, 6)


@pytest.mark.rule("SV-GROWTH-04")
@pytest.mark.parametrize("name", ["Duty", "Ben", "Bo", "Cy"])
def test_a_new_trait_is_its_own_whatever_it_is_called(stage, name):
    """A Value, somebody's Resource or a person may have the same name: nothing of theirs is taken for it."""
    resources = {"ben": ("extra", 8)}
    scene, ann, bo, _ = growing(
        stage, ann={"cy": 0, "growth": (6, 6)}, bo=FEATURE | {"resources": resources}, cy=FEATURE
    )
    before = dict(ann.ratings)
    ann.does("new", kind="extra", name=name)
    scene.at.rolls(2, 2)
    scene.at.rolls(6, 6)
    assert ann.ratings == before | {f"{name.lower()}_2": 4}
    assert bo.ratings["ben"] == 8


# --- the next episode -----------------------------------------------------------------------------------------


@pytest.mark.rule("SV-SETUP-01", "SV-SETUP-05", "SV-SETUP-06", "SV-SETUP-07", "SV-SETUP-02", "SV-END-04")
def test_the_next_episode_begins_with_the_sheets_of_the_last_one(stage):
    scene = stage(ann={"duty": 8, "points": 5, "growth": (6, 6), "resources": {"ben": ("extra", 6)}}, bo=FEATURE)
    ann, bo = scene.cast
    ann.wants(of=bo).uses("ben").lets_fall(3, 1)
    ann.rolls_with("duty", "bo", challenge=("duty",), why=WHY).falls("d6=1 d8=3 d8=3 d8=3")
    scene.complicates(6)
    bo.gives_in()
    ann.does("spare")
    scene.does("end")
    scene.does("end_episode")
    unchanged(scene)
    ann.does("lift", value="love").does("step_up", trait="bo")
    scene.at.rolls(2, 2)
    scene.at.rolls(2, 3, 4)
    assert (scene.trouble, scene.erased, ann.now.growth) == ((6, 6, 6), {"ben": 1}, (6, 6, 8))
    assert {"episode", "the_end"} == set(scene.asked())
    scene.is_not_asked("end_episode")
    scene.does("episode")
    assert scene.at.waiting.dice == (8,)
    scene.at.rolls(5)
    assert (ann.ratings["duty"], ann.ratings["love"], ann.ratings["bo"]) == (6, 8, 8)
    assert (ann.points, ann.now.growth, scene.trouble, scene.erased) == ((3, 0), (), (6, 6), {})
    assert (scene.s.episode, scene.s.ended) == (2, False)
    scene.opens(ann, bo)
    ann.wants(of=bo).rolls_with("duty", "bo")
    assert scene.at.waiting.dice == (6, 8)


@pytest.mark.rule("SV-END-01", "SV-ROLE-03")
def test_only_the_watchtower_ends_an_episode_and_not_in_a_scene(stage):
    scene = stage(ann={}, bo=FEATURE)
    ann, _ = scene.cast
    scene.is_not_asked("end_episode")
    scene.does("end")
    ann.is_not_asked("end_episode")
    assert "end_episode" in scene.asked()
