"""An evening with a host who has the dice key in hand, and the pages of honest players, which keep what they are told.

The host's server is ours; a test takes out its guards where the host needs that. A page keeps the marks it was shown and its
own words, as `static/words.js` does.
"""

from hashlib import sha256
from itertools import count
from random import Random

from msgspec import structs
from tests.lanterns import LANTERNS
from tests.table.evening import KEY, Evening

from cliffhanger.kernel.chance import Roll
from cliffhanger.kernel.inputs import Close, Sit, Word
from cliffhanger.kernel.record.format import chained, read, write
from cliffhanger.table import Table, dice
from cliffhanger.table.entropy import hidden
from cliffhanger.table.verify import verify

LINKS = count(1)
ADA, BEN, LIE = "ad" * 16, "be" * 16, "00" * 16


def word(n):
    """The word that an honest page draws for the nth time."""
    return sha256(f"by chance {n}".encode()).hexdigest()[:32]


class Keeper:
    """The page of a seat, as far as it keeps what it is told. It is open until the table closes, or `leaves`."""

    def __init__(self, evening, seat, link=""):
        self.evening, self.seat = evening, seat
        self.link = link or f"{next(LINKS):016x}"
        self.lines = [f"cliffhanger kept 2 {evening.table.id} {self.link} {seat}"]
        self.opens()
        evening.pages.append(self)

    def opens(self):
        self.lines.append("on")
        self.sees()
        self.lines.append("open")

    def sees(self):
        self.lines.append(f"at {self.evening.table.shown.n} {self.evening.table.mark}")

    def hides(self, number, word):
        self.lines.append(f"word {number} {word}")

    def says(self, number):
        self.sees()
        self.lines.append(f"said {number}")

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"


class Night(Evening):
    """A table with the pages of its players."""

    def __init__(self, **options):
        self.pages = []
        super().__init__(**options)

    def put(self, what, seat="", id="", seen=0):
        put = super().put(what, seat, id, seen)
        for page in self.pages:
            page.sees()
        return put

    def anew(self, seat, name, *, page=True):
        """A player leaves a seat, and somebody sits down there; with their `page`, if they are to have one."""
        self.pages = [each for each in self.pages if each.seat != seat]
        assert not self.put(Sit(seat, holder="nobody")).refusal
        assert not self.put(Sit(seat, name)).refusal
        if page:
            Keeper(self, seat)

    def hides(self, **words):
        """The first half of a round: every page hides its word, and the hashes are written. Gives the number of the round."""
        number = self.table.words().number
        for page in self.pages:
            if page.seat in words:
                page.hides(number, words[page.seat])
        self.hashed = self.put(
            Word(number, commits=tuple((seat, hidden(each)) for seat, each in sorted(words.items())))
        )
        return number

    def round(self, told=None, **words):
        """A round as it should be: `words` by seat; `told` gives the words that the host writes down, by default all."""
        number = self.hides(**words)
        for page in self.pages:
            if page.seat in words:
                page.says(number)
        told = words if told is None else told
        return self.put(Word(number, words=tuple(sorted(told.items()))))

    def next(self, seat="k1", purpose="wind", dice_of=(6,) * 9):
        """The faces of the next roll of a seat, as whoever has the key knows them beforehand."""
        nth = self.table._play.now.rolls.get((purpose, seat), 0)
        words = self.table.ledger.words_for(purpose, seat, nth)
        return dice.thrown(KEY, self.table.id, words, Roll("", seat, purpose, dice_of), nth)

    def plays(self, seed=1):
        rng = Random(seed)
        while self.anything(rng):
            pass
        assert not self.put(Close(""), "host").refusal

    @property
    def kept(self):
        return tuple(page.text for page in self.pages)

    def checked(self, *kept):
        """What `verify` says of the record with what these pages kept."""
        return verify(self.record(), LANTERNS, kept)


def faults(night, *kept):
    return night.checked(*kept).faults


def named(faults, text):
    return [each for each in faults if text in each]


def again_from(night, n):
    """The store goes back to entry n as if nothing had come after it, and the table with it."""
    entries = night.table.kept()[:n]
    night.table = Table.load(LANTERNS, night.table.header, entries, KEY)
    return night


def forged(night, n, **fields):
    """The record with other fields in entry n, its chain made anew."""
    record = read(night.record())
    entries = tuple(structs.replace(e, **fields) if e.n == n else e for e in record.entries)
    return write(record.header, chained(record.header, entries))


def ground(night, seats, falls, rolls=200):
    """Words of the host's own for these seats, such that `falls` of them is as little as can be."""

    def made(n):
        return {seat: sha256(f"{seat} {n}".encode()).hexdigest()[:32] for seat in seats}

    return min(map(made, range(rolls)), key=falls)
