"""A scene drawn by hand, as five games' worth of panels and offers would come: for tests and for looking at.

`python tests/web/page/sample.py FOLDER` writes it as a site of static files.
"""

import shutil
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

from cliffhanger import games
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.game import Game, Preset, Role
from cliffhanger.kernel.house_rules import Switch
from cliffhanger.kernel.inputs import Act, Ruling
from cliffhanger.kernel.offers import Option, offer
from cliffhanger.kernel.panels import Counter, Die, Group, List, Panel, Row, Text, Track
from cliffhanger.kernel.params import Cost, Item, Number, Pick
from cliffhanger.kernel.params import Text as Words
from cliffhanger.kernel.record.format import Entry, Header, Outset
from cliffhanger.table.recap import gather
from cliffhanger.table.snapshot import Draft, Sitter, Snapshot
from cliffhanger.web.page import assets, door, house, join, reader, recap, render, sheet
from cliffhanger.web.page.skins import skin, skin_css
from cliffhanger.web.page.view import Figure, Link, TableMeta

SEATS = (
    Sitter("director", "director", "Director", "Ada", "person"),
    Sitter("juno", "lead", "Juno Marsh", "Kim", "person"),
    Sitter("ferris", "lead", "Ferris", "Bo", "person"),
    Sitter("pilar", "lead", "Pilar", "", "nobody"),
)

HEADER = Header(game="night", version="1", house={}, setup=Outset(()), table="night", key_hash="")


def fallen(*faces: int) -> tuple[Die, ...]:
    return tuple(Die(6, face, "counts" if face >= 5 else "struck") for face in faces)


def stats(name: str, *figures: int) -> List:
    names = ("Defense", "Vigor", "Potency", "Protect")
    return List(name, tuple(Row(n, n=f) for n, f in zip(names, figures, strict=True)), "stats")


def shown(_view: Any, seat: str) -> tuple[Panel, ...]:
    you = "You" if seat == "juno" else "Juno"
    result = Group(
        "result",
        "What the dice said",
        (
            Text(
                "verdict",
                "Brask’s hook misses you.",
                "He got 2 successes, your Defense got 3. Nobody is hurt, and you are still on the roof.",
                "result",
            ),
            List(
                "sides",
                (
                    Row("Brask, Hook + Strength", n=2, state="lost", dice=fallen(6, 5, 4, 3, 3, 1)),
                    Row(f"{you}, Defense", n=3, state="won", dice=fallen(6, 5, 5, 4, 2)),
                ),
                "sides",
            ),
        ),
        "stage",
    )
    order = Group(
        "order",
        "Order",
        (
            List(
                "turns",
                (
                    Row("Ferris", "done", state="done"),
                    Row("Brask", "done", state="done"),
                    Row(you, "now", mark="Juno", state="now"),
                    Row("Pilar", "next"),
                    Row("Guards", "2"),
                ),
                "order",
            ),
        ),
        "side",
        "Round 2",
    )
    sets = Group(
        "sets",
        "Sets",
        (
            List(
                "places",
                (
                    Row(
                        "Roof of car 7",
                        "You, Captain Brask",
                        marks=("Juno", "Brask"),
                        state="here",
                        tags=("!Sleet: 2 fewer dice",),
                    ),
                    Row("Dining car", "Ferris, two guards", marks=("Ferris", "Guards")),
                    Row("Coupling", "Pilar", marks=("Pilar",)),
                ),
                "places",
            ),
        ),
        "side",
    )
    tracks = Group(
        "tracks",
        "Tracks",
        (
            Track("uncouple", "Uncouple the cars", 5, 9, note="Pilar and you may push it."),
            Track(
                "held",
                "Brask holds you",
                2,
                4,
                1,
                note="He may push it. You may roll Vigor instead of acting, to push it back.",
            ),
            Track("talk", "Ferris talks the guard round", 1, 3, gaps=(2,), note="Only the guard may push it back."),
        ),
        "side",
    )
    waiting = Group(
        "waiting",
        "Waiting dice",
        (List("debts", (Row("Ferris’s Set-Up, for your swing", value="2 dice"),), "debts"),),
        "own",
    )
    sheet = Group(
        "sheet",
        "Juno Marsh",
        (
            stats("ratings", 5, 4, 3, 1),
            Track("vigor", "Damage to Vigor", 1, 4),
            Track("potency", "Damage to Potency", 0, 3),
            List(
                "skills",
                (
                    Row("Drive", n=5),
                    Row("Swing", n=4),
                    Row("Shoot", n=2),
                    Row("Agility", n=3),
                    Row("Strength", n=2),
                    Row("Awareness", n=3),
                ),
            ),
            List("gear", (Row("Storm Coil, strikes and burns", tags=("6V",)), Row("Grapple harness", tags=("3V",)))),
            Counter("points", 2, "to spend"),
        ),
        "own",
        "stunt driver, retired twice",
        mark="Juno",
    )
    people = Group(
        "people",
        "Your people",
        (stats("brask", 4, 4, 5, 1), Track("brask-v", "Damage to Vigor", 2, 4)),
        "main",
        "Only you see these numbers.",
        folded=True,
    )
    if seat == "director":
        return (result, order, sets, tracks, people)
    return (result, order, sets, tracks) if seat == "watch" else (result, order, sets, tracks, waiting, sheet)


PAIR = (
    Pick("skill", "Skill", (Item("swing", "Swing", 4), Item("shoot", "Shoot", 2), Item("drive", "Drive", 5))),
    Pick("attr", "Attribute", (Item("agility", "Agility", 3), Item("strength", "Strength", 2))),
)
BENDS = Pick(
    "bends",
    "What bends it",
    (
        Item("setup", "Ferris’s Set-Up", 2),
        Item("coil", "Storm Coil", says="6V"),
        Item("sleet", "Sleet on the roof", -2, blocked="An Impediment here: always counts."),
    ),
    0,
    2,
    start=("setup", "coil"),
)


def nothing(*_a: Any, **_k: Any) -> None:
    return None


OFFERS = (
    offer(
        "juno",
        41,
        "attack",
        "Attack Brask",
        nothing,
        *PAIR,
        BENDS,
        rule="BB-OPP-01",
        group="What you do",
        ask="Say what you do, then take it to the dice.",
        first=True,
    ),
    offer("juno", 41, "check", "A check", nothing, *PAIR, Words("aim", "What you try", 1, 80), group="What you do"),
    offer(
        "juno",
        41,
        "setup",
        "Set-Up for someone",
        nothing,
        *PAIR,
        Number("dice", "Dice to give", 0, 30, 2),
        group="What you do",
    ),
    offer(
        "juno",
        41,
        "sustain",
        "Sustain",
        nothing,
        group="What you do",
        blocked="Nothing of yours is burning.",
        instead="Burn something first.",
    ),
    offer(
        "juno",
        41,
        "shake",
        "Shake off Brask’s hold",
        nothing,
        says="Vigor against his 2. It is your action.",
        cost=(Cost(1, "action"),),
    ),
    offer("juno", 41, "wait", "Let it pass", nothing),
    offer(
        "pilar",
        42,
        "defend",
        "Defend",
        nothing,
        Number("dl", "How hard is it", 0, 9, 2, ((0, "Easy, no roll"), (2, "Normal"))),
        rank=1,
        ask="Say how Pilar defends.",
    ),
    offer(
        "juno",
        "any",
        "spotlight",
        "Spotlight somebody",
        nothing,
        Pick("whom", "Whom", (Item("pilar", "Pilar"), Item("ferris", "Ferris"))),
        standing=True,
    ),
    offer("director", "any", "setback", "Declare a Setback", nothing, standing=True, says="It stands in the log."),
)


def told(n: int, what: str, who: str, text: str, rule: str = "", only: tuple[str, ...] = ()) -> Entry:
    put = Ruling("director", "it faces the wind") if what == "ruling" else Act("juno", "1", "act")
    return Entry(n, f"id{n}", "juno", "2026-11-21T20:00:00Z", put, (Event(what, who, rule, only=only, text=text),), "")


LOG = (
    told(1, "scene", "", "Scene 4: the roof"),
    told(
        2,
        "check",
        "Ferris",
        "got 4 successes on Fast Talk and set up Juno’s swing: 2 dice are waiting for it.",
        "BB-SET-01",
    ),
    told(3, "check", "Pilar", "got 2 on Tinker. The coupling stands at 5 of 9.", "BB-EXT-02"),
    told(4, "check", "Guards", "got no success. That is a Setback for them.", "BB-ROLL-04"),
    told(5, "spotlight", "Juno", "spotlighted Pilar: “You built half of these. Find me the weak bolt.”"),
    told(6, "ruling", "Director", "ruled: the sleet counts on the coupling too. Reason: it faces the wind."),
    told(7, "round", "", "Round 2"),
    told(8, "hit", "Brask", "got 2 with his hook, Juno’s Defense got 3. He misses.", "BB-OPP-03"),
    told(9, "secret", "Director", "knows what is in the mail car.", only=("director",)),
)

SHOT = Snapshot(
    9,
    None,
    OFFERS,
    SEATS,
    LOG,
    drafts={
        ("juno", "41", "attack"): Draft({"skill": ("swing",), "attr": ("agility",), "bends": ("setup", "coil")}),
    },
)
LAW = tuple(
    (k, Fraction(n, 99))
    for k, n in (("−2…", 5), ("−1", 12), ("tie", 20), ("+1", 25), ("+2", 20), ("+3", 11), ("+4…", 6))
)
ODDS = {("41", "attack"): (Figure("you hit", Fraction(83, 100), LAW), Figure("it hurts him", Fraction(37, 100)))}
SWITCHES = (
    Switch("tie", "Who wins a tie", ("initiator", "defender"), "R-BB-02", ("who began it", "who is attacked")),
    Switch(
        "damage_by",
        "Who marks damage",
        ("table", "director"),
        "R-BB-05",
        ("the table", "the Director, by hand"),
        "setup",
    ),
)
META = TableMeta(
    "amber-kettle-north-seven",
    "Night Train to Corvane",
    preset="film",
    house=((SWITCHES[0], "defender"), (SWITCHES[1], "table")),
    links=(
        Link(
            "pilar", "http://192.168.1.20:8000/t/amber-kettle-north-seven?seat=pilar", '<svg viewBox="0 0 9 9"></svg>'
        ),
    ),
    here=("juno", "director"),
    lines="No harm to animals. What happens at the hotel stays behind its door.",
    rules={"BB-OPP-03": "More successes win; a tie is the initiator’s.", "R-BB-02": "A tie goes to whoever began it."},
)


def game(name: str = "blockbuster", title: str = "Tabletop Blockbuster") -> Game[Any]:
    blank: Any = nothing
    return Game(
        id=name,
        title=title,
        tagline="An action film. Set up, leap, and pay the strain afterwards.",
        State=games.game(name).State if name in games.names() else object,
        roles=(Role("director", "Director", 1, 1, master=True), Role("lead", "Lead", 1, 6)),
        ready=blank,
        start=blank,
        waiting=blank,
        settle=blank,
        panels=shown,
        switches=SWITCHES,
        presets=(
            Preset("letter", "By the letter", "Every rule as it is written."),
            Preset(
                "film", "As films go", "What most tables like.", (("tie", "defender", "Heroes are harder to hit."),)
            ),
        ),
        people="2 to 7 people",
        time="one evening",
    )


def options(seat: str) -> tuple[Option, ...]:
    return tuple(each.option for each in OFFERS if each.option.seat == seat)


def page_of(*given: Any, **named: Any) -> str:
    """The page of a seat, from the parts of its view."""
    return render.seat_page(reader.SeatView(*given, **named))


def seat_page(seat: str, snapshot: Snapshot = SHOT) -> str:
    return page_of(game(), META, snapshot, None, options(seat), seat, ODDS if seat == "juno" else {})


def pages() -> dict[str, str]:
    worn = skin(game())
    plain = {"juno": None, "director": None, "watch": None}
    made = {f"{seat}.html": render.document(seat_page(seat), title=seat, skin=worn, kind="seat-page") for seat in plain}
    made["house-skin.html"] = render.document(seat_page("juno"), title="Juno", kind="seat-page")
    made["paused.html"] = render.document(
        page_of(game(), META, Snapshot(9, None, OFFERS, SEATS, LOG, paused=True, x=True), None, (), "juno"),
        title="x",
        skin=worn,
        kind="seat-page",
    )
    made["index.html"] = render.document(door.door([game()]), title="Cliffhanger", scripts=False)
    made["join.html"] = render.document(
        join.join(game(), META, SEATS, name="Guest 3", about={"pilar": "a mechanic"}), title="Join", skin=worn
    )
    made["house.html"] = render.document(house.house(game(), META), title="House rules", skin=worn)
    made["recap.html"] = render.document(recap.recap(META, gather(HEADER, tuple(LOG)), worn), title="Recap", skin=worn)
    sheets = sheet.paper(
        "Juno Marsh",
        shown(None, "juno"),
        above="Tabletop Blockbuster presents",
        tagline="stunt driver, retired twice",
        table=META.title,
    )
    made["paper.html"] = render.document(sheets, title="Juno Marsh", skin=worn, scripts=False)
    return made


def write(folder: Path) -> None:
    static = Path(str(assets.__file__)).parents[1] / "static"
    shutil.copytree(static, folder / "static", dirs_exist_ok=True)
    for name in assets.SHEETS:
        (folder / "static" / name).write_bytes(assets.joined(name))
    (folder / "static" / "skin-blockbuster.css").write_text(skin_css(game()), "utf-8")
    for name, text in pages().items():
        (folder / name).write_text(text, "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
