"""The files a table begins with: people and the whole they play in, read together with all that is wrong."""

import pytest
from msgspec import Struct, ValidationError

from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.files.bundle import Brought, File, Shelf, absent, lying, misnamed_people
from cliffhanger.kernel.files.declaration import Row, Written
from cliffhanger.kernel.files.names import misnamed, one_of, slug
from cliffhanger.kernel.game import Form, Seat


class Keeper(Written, frozen=True):
    name: str
    side: str = "keeper"

    @property
    def sheet(self):
        return Row(slug(self.name), self.name)


class Coast(Written, frozen=True):
    title: str
    keepers: tuple[str, ...] = ()
    gusts: tuple[str, ...] = ()
    cast: tuple[Keeper, ...] = ()


class Hour(Struct, frozen=True):
    gusts: tuple[str, ...]


class Held(Struct, frozen=True):
    keepers: tuple[Row, ...]
    gusts: tuple[Row, ...]
    scenes: tuple[Hour, ...] = ()
    id: str = ""


def nothing(_value):
    return []


KEEPER = Form("keeper", "A keeper", Keeper, nothing, 'form = "keeper"\nname = "Ida"\n')
COAST = Form("coast", "A coast", Coast, nothing, 'form = "coast"\ntitle = "North"\n')


HOST = Seat("host", "host", "The host")


def shelf(package="coasts", **more):
    sides = {"side": "keeper", "players": "keepers", "other": "gust", "others": "gusts"}
    return Shelf("lanterns", package, KEEPER, COAST, **sides, most=3, held=Held, master=HOST, **more)


@pytest.fixture
def coasts(tmp_path, monkeypatch):
    """A package with content: Bram, and a coast."""
    folder = tmp_path / "coasts" / "content"
    folder.mkdir(parents=True)
    (tmp_path / "coasts" / "__init__.py").touch()
    (folder / "bram.toml").write_text('form = "keeper"\nname = "Bram"\n')
    (folder / "coast.toml").write_text('form = "coast"\ntitle = "South"\nkeepers = ["Bram"]\n')
    (folder / "notes.txt").write_text("not for a table")
    monkeypatch.syspath_prepend(tmp_path)
    return shelf()


def test_people_and_the_whole_are_told_apart_by_their_heads():
    brought = shelf().read({"ida.toml": KEEPER.example, "north.toml": 'game = "lanterns"\n' + COAST.example})
    assert [each.value.name for each in brought.people] == ["Ida"]
    assert brought.whole == File("north.toml", 'game = "lanterns"\n' + COAST.example, Coast("North"))
    assert shelf().read({}) == Brought()


def test_all_that_is_wrong_with_any_file_is_told_at_once():
    files = {
        "a.toml": 'game = "chess"\nform = "keeper"\nname = "Ida"\n',
        "b.toml": 'form = "queen"\n',
        "c.toml": 'form = "keeper"\nnam = "Ida"\n',
        "d.toml": "form = ",
        "e.toml": KEEPER.example,
        "f.toml": 'form = "keeper"\n\nname = "IDA"\n',
        "g.toml": COAST.example,
        "h.toml": COAST.example,
    }
    wrong = shelf().read(files)
    assert wrong == sorted(wrong)
    assert [(f.file, f.line, f.key) for f in wrong if f.file not in "c.toml d.toml"] == [
        ("a.toml", 1, "game"),
        ("b.toml", 1, "form"),
        ("f.toml", 3, "name"),
        ("h.toml", 0, ""),
    ]
    assert {f.file for f in wrong} == set(files) - {"e.toml", "g.toml"}
    said = {f.file: f.expected for f in wrong}
    assert said["a.toml"] == '"lanterns"'
    assert said["b.toml"] == 'at the head of the file, form = "keeper" or form = "coast"'
    assert said["f.toml"] == "another name: e.toml brings this character"
    assert said["h.toml"] == "one coast only; g.toml is one already"


def test_what_is_brought_comes_before_what_the_whole_has_and_that_before_the_games_own(coasts):
    assert (coasts.packaged.whole.value.title, list(coasts.packaged.cast)) == ("South", ["bram"])
    assert coasts.packaged is coasts.packaged
    brought = coasts.read({"bram.toml": 'form = "keeper"\nname = "Bram"\nside = "other"\n'})
    own = (Keeper("Bram", "own"), Keeper("Ida", "own"))
    cast = coasts.cast(own, brought)
    assert [(each.name, each.side) for each in cast.values()] == [("Bram", "other"), ("Ida", "own")]
    assert coasts.cast((), Brought())["bram"].side == "keeper"


def test_names_without_a_sheet_are_faults_of_the_whole_that_names_them():
    whole = File("north.toml", 'title = "North"\nkeepers = [\n    "Ida",\n    "Bram",\n]\n', Coast("North"))
    known = {"ida": Keeper("Ida")}
    assert absent(whole, {"keepers": ("Ida",)}, known) == []
    (fault,) = absent(whole, {"keepers": ("Ida", "Bram")}, known)
    assert (fault.file, fault.line, fault.key, "Bram" in fault.expected) == ("north.toml", 4, "keepers[1]", True)


@pytest.mark.parametrize(
    ("brought", "there", "players", "wrong"),
    [
        (2, 3, 2, []),
        (3, 3, 2, [Fault("2.toml", 0, "", "at most 2 keepers: so many play, and 3 were brought")]),
        (
            0,
            1,
            2,
            [
                Fault(
                    "the table",
                    0,
                    "players",
                    "at most 1: so many keepers has this coast; bring more of them to be more",
                )
            ],
        ),
    ],
)
def test_people_and_seats_have_to_agree(brought, there, players, wrong):
    people = tuple(File(f"{n}.toml", "", Keeper(str(n))) for n in range(brought))
    beside = File("x.toml", "", Keeper("x", "other"))
    assert shelf().uneven(Brought((beside, *people)), there, players) == wrong


def rows(*names):
    return tuple(Row(slug(name), name) for name in names)


def people(side, *names):
    return tuple(File(f"{name}.toml", "", Keeper(name, side)) for name in names)


def test_the_whole_has_the_sheets_of_both_sides_or_says_who_has_none(coasts):
    brought = Brought((), File("n.toml", 'gusts = ["Howl"]', Coast("North", ("Bram",), ("Howl",))))
    assert [fault.key for fault in coasts.staged(brought)] == ["gusts[0]"]
    whole, keepers, gusts = coasts.staged(Brought(people("gust", "Howl"), brought.whole))
    assert (whole.title, keepers, gusts) == ("North", rows("Bram"), rows("Howl"))


def test_what_is_brought_is_staged_or_all_that_is_wrong_is_said(coasts):
    north = 'form = "coast"\ntitle = "North"\nkeepers = ["Ida"]\n'
    ida = 'form = "keeper"\nname = "Ida"\n'
    brought, whole, keepers, _ = coasts.opened(1, {"n.toml": north, "ida.toml": ida})
    assert (list(brought.cast), whole.title, keepers) == (["ida"], "North", rows("Ida"))
    assert [fault.key for fault in coasts.opened(4, {})] == ["players"]
    assert [fault.key for fault in coasts.opened(1, {"n.toml": north.replace("Ida", "Nobody")})] == ["keepers[0]"]


def test_who_is_brought_comes_first_in_line_or_last_of_the_others_and_stands_once():
    whole = Held(rows("Ida", "Bram"), rows("Howl", "Sough"), (Hour(("howl", "sough")),))
    brought = Brought((*people("keeper", "Sough", "Bram"), *people("gust", "Roar", "Howl")))
    assert shelf().joined(whole, brought) == Held(
        rows("Sough", "Bram", "Ida"), rows("Howl", "Roar"), (Hour(("howl",)),)
    )


def test_a_table_has_a_chair_for_the_master_and_for_so_many_players():
    whole = Held(rows("Ida", "Bram"), rows("Howl"))
    setup = shelf().seated(whole, Brought(people("keeper", "Cy")), 2)
    assert setup.seats == (HOST, Seat("cy", "player", "Cy"), Seat("ida", "player", "Ida"))
    assert [row["name"] for row in setup.content["coast"]["keepers"]] == ["Cy", "Ida"]
    (fault,) = shelf().seated(whole, Brought(), 3)
    assert fault.key == "players"


def test_a_table_plays_from_the_whole_with_the_sheets_of_its_people(coasts):
    setup = coasts.ready(1, {"ida.toml": KEEPER.example})
    assert setup.seats == (HOST, Seat("ida", "player", "Ida"))
    assert coasts.content_of(setup) == Held(rows("Ida"), (), id="south")
    assert [fault.key for fault in coasts.ready(9, {})] == ["players"]


def test_who_has_no_seat_is_left_out_or_one_of_the_others(coasts):
    whole = Held(rows("Ida", "Bram"), rows("Howl"))
    out, kept = (shelf(keeps=keeps).seated(whole, Brought(), 1).content["coast"] for keeps in (False, True))
    assert [[row["name"] for row in found["gusts"]] for found in (out, kept)] == [["Howl"], ["Howl", "Bram"]]


def too_many(brought, whole):
    return [Fault(whole.name, 0, "", f"nobody, not {each.value.name}") for each in brought.people]


def test_misfits_are_told_of_files_that_are_each_right(coasts):
    odd, north = shelf(misfits=too_many), COAST.example
    (fault,) = odd.together({"ida.toml": KEEPER.example})
    assert fault.expected == "nobody, not Ida, in South; for a coast of your own, name its file as well"
    (fault,) = odd.together({"ida.toml": KEEPER.example, "n.toml": north})
    assert (fault.file, fault.expected) == ("n.toml", "nobody, not Ida")
    assert odd.ready(1, {"ida.toml": KEEPER.example}) == [Fault("coast.toml", 0, "", "nobody, not Ida")]
    assert odd.together({"ida.toml": KEEPER.example, "n.toml": north, "m.toml": north}) == []
    assert coasts.together({"ida.toml": KEEPER.example}) == []


def test_people_of_a_whole_have_names_of_their_own_and_what_is_wrong_with_them_is_told():
    whole = Coast("North", ("Ida", "Watch"), ("IDA",), (Keeper("Howl"),))

    def checks(person, path):
        return [(path, person.name)]

    assert misnamed_people(whole, ("keepers", "gusts"), ("watch",), checks, "x") == [
        ("x.keepers[1]", "another name: every table has its own Watch"),
        ("x.gusts[0]", "another name: x.keepers[0] has this one"),
        ("x.cast[0]", "Howl"),
    ]


def test_a_game_is_for_so_many():
    assert [bool(shelf().unseated(n)) for n in range(5)] == [True, False, False, False, True]


def test_names_make_ids_and_different_ones():
    rows = [("a", "Ida"), ("b", "i d a"), ("c", "ÍDA"), ("d", "ida "), ("e", "?!"), ("f", "Watch")]
    assert [slug(name) for _, name in rows] == ["ida", "i_d_a", "ída", "ida", "", "watch"]
    assert misnamed(rows, ("watch",)) == [
        ("d", "another name: a has this one"),
        ("e", "a name with a letter or a digit in it"),
        ("f", "another name: every table has its own Watch"),
    ]
    assert one_of({"b", "a"}, "a letter") == "a letter: a, b"
    assert one_of((), "a letter") == "a letter; it has none"


def test_a_file_that_lies_in_a_package_is_read_as_what_it_is_asked_for(tmp_path, monkeypatch):
    (tmp_path / "winds").mkdir()
    (tmp_path / "winds" / "names.toml").write_text('[gusts]\nnorth = ["Boreas"]\n', "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert lying("winds", "names.toml", dict[str, dict[str, tuple[str, ...]]]) == {"gusts": {"north": ("Boreas",)}}
    with pytest.raises(ValidationError):
        lying("winds", "names.toml", dict[str, int])
