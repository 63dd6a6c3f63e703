"""A table of Lanterns with its host: it puts inputs in, keeps them at once, and gives them numbers."""

from random import Random

from msgspec import structs
from tests.lanterns import LANTERNS

from cliffhanger.kernel.events import sentence
from cliffhanger.kernel.inputs import Act, Sit, Word
from cliffhanger.kernel.offers import awaited
from cliffhanger.kernel.params import sample
from cliffhanger.kernel.record.format import write
from cliffhanger.table import Table, TableOptions
from cliffhanger.table.entropy import hidden

KEY = bytes(range(32))
AT = "2026-01-02T20:00:00Z"


class Evening:
    """A table that keeps everything at once."""

    def __init__(self, table=None, game=LANTERNS, key=KEY, **options):
        house = options.pop("house", {})
        setup = game.ready(2, {})
        setup = type(setup)(setup.seats, house, setup.content)
        name = options.pop("table_id", "wall")
        self.table = table or Table.open(game, setup, table_id=name, key=key, at=AT, options=TableOptions(**options))
        self.count = 0

    def put(self, what, seat="", id="", seen=0):
        self.count += 1
        put = self.table.put(what, id=id or f"in{self.table.head.n}-{self.count}", seat=seat, at=AT, seen=seen)
        if put.entries:
            self.table.committed(put.entries[-1].n)
        return put

    def sits(self, **names):
        for seat, name in names.items():
            assert not self.put(Sit(seat, name), seat).refusal

    def anew(self, seat, name):
        """Whoever sits there leaves, and somebody sits down."""
        assert not self.put(Sit(seat, holder="nobody")).refusal
        assert not self.put(Sit(seat, name)).refusal

    def words(self, **words):
        """A round of words, by seat; with a hash and no word for who says None."""
        number = self.table.words().number
        commits = tuple((seat, hidden(word or "00" * 16)) for seat, word in sorted(words.items()))
        assert not self.put(Word(number, commits=commits)).refusal
        put = self.put(Word(number, words=tuple(sorted((seat, word) for seat, word in words.items() if word))))
        assert not put.refusal
        return put.entries[0].input

    def option(self, seat, key):
        return next(each for each in self.table.options(seat) if each.key == key)

    def act(self, seat, key, by=None, **choice):
        option = self.option(seat, key)
        return self.put(Act(seat, option.window, key, choice), by or seat)

    def anything(self, rng: Random):
        """One act of anybody, chosen by chance; False when the game is over."""
        waiting = self.table.head.waiting
        if not isinstance(waiting, tuple):
            return False
        option = rng.choice([each.option for each in waiting if not each.option.blocked])
        put = self.put(Act(option.seat, option.window, option.key, sample(option.params, rng)), option.seat)
        assert not put.refusal, put.refusal
        return True

    def record(self):
        return write(self.table.header, self.table.kept())

    def told(self):
        return [sentence(event) for entry in self.table.shown.log for event in entry.events if event.text]


def of_bots(game, most, seed=3, says=(), names=("Ana", "Ben", "Chiara", "Dana"), **options):
    """An evening of a game that its bots play, up to so many acts, with people's names on the chairs; `says` are lines they drop."""
    evening, rng = Evening(game=game, **options), Random(seed)
    for seat, name in zip(evening.table.header.setup.seats, names, strict=False):
        evening.sits(**{seat.id: name})
    for n in range(most):
        waiting = evening.table.head.waiting
        if not isinstance(waiting, tuple):
            break
        seat = awaited(waiting)[0].seat
        mine = tuple(each.option for each in waiting if each.seat == seat)
        act = game.bot(evening.table.view(seat), seat, mine, rng)
        line = says[n // 9 % len(says)] if says and n % 9 == 0 else ""
        assert not evening.put(structs.replace(act, said=line), seat).refusal
    return evening
