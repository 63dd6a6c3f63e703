"""How much of the first screenful below the picture is bare ground, on what is wider than a phone; and whoever waits there."""

from alley import Alley
from browsing import Roof, Stair, Supper

SCREENS = {768: 1024, 1280: 800, 1920: 1080}
MOST = 0.24
"""So much of it may be bare: about a tenth lies between columns and boxes."""
# Points a quarter of an inch apart: a point is bare where nothing is drawn but what columns are made of.
BARE = """() => {
  scrollTo(0, 0);
  const at = document.querySelector('.table').getBoundingClientRect();
  const from = document.querySelector('.a-order').getBoundingClientRect().bottom;
  let bare = 0, all = 0;
  for (let y = from + 4; y < innerHeight; y += 24) for (let x = at.left + 4; x < at.right; x += 24) {
    const found = document.elementFromPoint(x, y);
    all += 1;
    bare += !found || found.matches('html, body, #page, .table, .col, .flow, .stage, .a-do, .a-behind');
  }
  return bare / all;
}"""


def waiting(server):
    """Moments in which somebody only waits, in each of the four games, with whose page it is."""
    roof = Roof(server)
    server.does(roof.juno, "attack.storm_coil", target=["the_steam_pack"])
    server.rolls(roof.juno, 6, 6, 5, 5, 1)
    yield "another's roll", roof.ferris
    yield "a player's roll", roof.director
    stair = Stair(server)
    server.does(stair.ione, "check", goal=stair.GOAL, skill=["climbing"], relies=["strength.sure_footed"])
    yield "a difficulty", stair.ione
    supper = Supper(server).wants(server)
    yield "a pool", supper.watchtower
    server.does(supper.tamsin, "roll")
    server.rolls(supper.tamsin, 4, 1, 5)
    yield "a complication", supper.tamsin
    alley = Alley(server).fights(server)
    yield "a Maneuver", alley.bo
    alley.attacks(server)
    yield "coins", alley.bo
