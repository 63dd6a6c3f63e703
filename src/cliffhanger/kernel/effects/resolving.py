"""Resolve: the effects of an ability one after the other, with what has to be chosen for them.

Who chooses is one seat, several who do so together, or chance. Of one who may be meant nobody is asked.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from cliffhanger.kernel import votes
from cliffhanger.kernel.chance import Draw
from cliffhanger.kernel.effects.book import Books, inner
from cliffhanger.kernel.effects.limits import once, spent
from cliffhanger.kernel.effects.state import Context, Delayed, Ids, Playing, Resolve
from cliffhanger.kernel.frames import pop, push, replace, tell, top, turn
from cliffhanger.kernel.offers import Kind, Offer
from cliffhanger.kernel.params import Item, Param, Pick, ids

S = TypeVar("S", bound=Playing)
Does = Callable[[Any, Resolve, Any, Ids], Any]
"""What an effect does: `(s, f, effect, who) -> s`; `f` is the frame as it was when the effect came, `who` are those it befalls."""
REPEATS = 20
"""How often `repeat` does so at most."""
AND = "+"
"""Between those whom a voter picks together."""


class Aim(NamedTuple):
    """Those whom an effect may befall, and how many of them it does: fewer than all have to be picked."""

    among: Ids
    most: int


def all_of(found: Ids) -> Aim:
    """An effect befalls all of these."""
    return Aim(found, len(found))


class Words(NamedTuple):
    """What a game says of its effects, each by the state, the effect and what its words stand for.

    `aim`: whom it may befall. `asks`: the words or cards of which one is chosen for it, `called` what these are called, `whom`
    what those are called of whom somebody picks. `choosers`: the seats that choose; none where chance does, several
    where they decide together. `decided` is what those have decided, of their ballots, once it is. `holds` tells whether a
    condition is true, `amount` what an amount is. `naming` are kinds of effects whose chosen word `name` means from then on,
    `kept` the words for somebody that effects which come later keep, and `named` says whom one means.
    """

    aim: Callable[[Any, Any, Context], Aim]
    asks: Callable[[Any, Any, Context], Ids]
    called: Callable[[Any, Any, Ids], Sequence[str]]
    whom: Callable[[Any], str]
    choosers: Callable[[Any, Any, Context], Ids]
    decided: Callable[[Any, Ids], str | None]
    holds: Callable[[Any, str, Context, str], bool]
    amount: Callable[[Any, int | str, Context], int]
    named: Callable[[Any, str, Context], Ids]
    naming: tuple[type, ...] = ()
    kept: Ids = ()


def begin(s: S, ctx: Context, paths: Ids) -> S:
    """The effects that stand there are carried out in their order."""
    return push(s, Resolve(ctx, paths)) if paths else s


def more(s: S, paths: Ids) -> S:
    """These effects come next."""
    return turn(s, left=(*paths, *top(s).left)) if paths else s


def come(s: S, which: list[Delayed]) -> S:
    """Effects that were put off come now."""
    s = replace(s, delayed=tuple([each for each in s.delayed if not any(each is one for one in which)]))
    for each in reversed(which):
        s = begin(s, each.ctx, each.effects)
    return s


class Resolving(Generic[S]):
    """The chapter of a `Resolve` frame: `words` are what a game says of its effects, `does` gives what each kind of them does.

    What effects do that hold others is here for any game: `if_`, `repeat`, `choose`, `delay`. `of` are the words of the offers.
    """

    def __init__(
        self,
        books: Books[Any],
        words: Words,
        does: "Callable[[Resolving[S]], Mapping[type, Does]]",
        rule: str,
        **of: Any,
    ) -> None:
        self.books, self.words, self.does = books, words, does(self)
        self.pick = Kind("whom", "Choose", self.picks, rule=rule, first=True, **of)
        self.say = Kind("say", "Choose", self.says, rule=rule, first=True, **of)

    def advance(self, s: S, f: Resolve) -> S:
        """The next effect; one that asks something waits for the answer."""
        if not f.left:
            return pop(s)
        if f.phase != "go":
            return s
        path, ctx, words = f.left[0], f.ctx, self.words
        effect = self.books.effect(s, path)
        asks_itself = effect.PLAIN == "if_"  # it has one thing where its condition holds, another where it does not
        if effect.if_ and not asks_itself and not words.holds(s, effect.if_, ctx, ""):
            return turn(s, left=f.left[1:])
        if spent(s, effect.once, path):
            return turn(s, left=f.left[1:])
        aim = words.aim(s, effect, ctx) if f.picked is None else all_of(f.picked)
        if len(aim.among) > aim.most:
            return turn(s, phase="pick" if words.choosers(s, effect, ctx) else "chance")
        if not f.answer and (asks := words.asks(s, effect, ctx)):
            if len(asks) == 1:
                return turn(s, answer=asks[0])
            return turn(s, phase="say" if words.choosers(s, effect, ctx) else "chance", asks=asks)
        s = once(s, f"{effect.once}:{path}") if effect.once else s
        named = f.answer if isinstance(effect, words.naming) else ""
        ctx = replace(ctx, whom=aim.among if f.picked else ctx.whom, name=named or ctx.name)
        s = turn(s, left=f.left[1:], picked=None, answer="", asks=(), ctx=ctx)
        after: S = self.does[type(effect)](s, replace(f, ctx=ctx), effect, aim.among)
        return after

    def outcome(self, s: S, f: Resolve, effect: Any, *, won: bool, margin: int, total: int) -> S:  # noqa: ANN401
        """What a roll leads to takes its place: `then` where it was won, else `else`."""
        left = (*self._branch(f.left[0], effect, yes=won), *f.left[1:])
        return turn(s, left=left, rolled=True, margin=margin, total=total)

    # --- effects that hold others -----------------------------------------------------------------------------

    def if_(self, s: S, f: Resolve, effect: Any, _who: Ids) -> S:  # noqa: ANN401
        """One thing or another."""
        return more(s, self._branch(f.left[0], effect, yes=self.words.holds(s, effect.if_, f.ctx, "")))

    def _branch(self, path: str, effect: Any, *, yes: bool) -> Ids:  # noqa: ANN401
        return inner(path, "then", effect.then) if yes else inner(path, "else", effect.else_)

    def repeat(self, s: S, f: Resolve, effect: Any, _who: Ids) -> S:  # noqa: ANN401
        """Effects several times, at most 20."""
        n = max(0, min(REPEATS, self.words.amount(s, effect.n, f.ctx)))
        return more(s, inner(f.left[0], "effects", effect.effects) * n)

    def choose(self, s: S, f: Resolve, effect: Any, _who: Ids) -> S:  # noqa: ANN401
        """The option that was picked; its number is the word that is chosen."""
        option = effect.options[int(f.answer)]
        s = tell(s, "option", "", card=self.books.name_of(s, f.ctx.card), text=option.label) if option.label else s
        return more(s, inner(f"{f.left[0]}/options/{f.answer}", "effects", option.effects))

    def delay(self, s: S, f: Resolve, effect: Any, _who: Ids) -> S:  # noqa: ANN401
        """Effects that come later: at the end of a turn, this one counted, or once something is so or is heard."""
        turns = effect.in_turns or (effect.until.turns if effect.until else None)
        kept = [(word, self.words.named(s, word, f.ctx)) for word in self.words.kept]
        ctx = replace(f.ctx, kept=tuple([(word, who[0]) for word, who in kept if who]))
        due, until = (s.turn + turns - 1, "") if turns else (0, f.left[0])
        later = Delayed(inner(f.left[0], "effects", effect.effects), ctx, due, until=until)
        return replace(s, delayed=(*s.delayed, later))

    # --- what has to be chosen --------------------------------------------------------------------------------

    def picks(self, s: S, whom: str | Ids, seat: str) -> S:
        """Whom the effect befalls."""
        s, found = self._decided(s, ids(whom), seat)
        return turn(s, picked=found, phase="go", ballots=()) if found else s

    def says(self, s: S, word: str, seat: str) -> S:
        """Which word it is."""
        s, found = self._decided(s, (word,), seat)
        return turn(s, answer=found[0], phase="go", asks=(), ballots=()) if found else s

    def _decided(self, s: S, choice: Ids, seat: str) -> tuple[S, Ids]:
        """What is chosen; nothing while others still have to say what they want."""
        f: Resolve = top(s)
        if len(self.words.choosers(s, self.books.effect(s, f.left[0]), f.ctx)) == 1:
            return s, choice
        s = votes.cast(s, AND.join(choice), seat)
        found = self.words.decided(s, top(s).ballots)
        return s, tuple(found.split(AND)) if found else ()

    def drawing(self, s: S, f: Resolve) -> Draw:
        """Chance chooses, and everybody sees it."""
        aim = Aim(f.asks, 1) if f.asks else self.words.aim(s, self.books.effect(s, f.left[0]), f.ctx)
        return Draw(f"{f.number}.choice", "", "choice", aim.among, aim.most)

    def settle(self, s: S, f: Resolve, found: Ids) -> S:
        """Chance has chosen."""
        return turn(s, answer=found[0], phase="go", asks=()) if f.asks else turn(s, picked=found, phase="go")

    def offers(self, s: S, f: Resolve) -> Iterator[Offer]:
        """What is asked of whoever chooses for a card, or of those who do so together."""
        if not f.left or f.phase not in ("pick", "say"):
            return
        effect, ask = self.books.effect(s, f.left[0]), f"{self.books.name_of(s, f.ctx.card)}: choose."
        kind, asks = (
            (self.pick, self._whom(s, f, effect)) if f.phase == "pick" else (self.say, self._which(s, f, effect))
        )
        for seat in votes.asked(self.words.choosers(s, effect, f.ctx), f.ballots):
            yield kind.bound(seat=seat)(seat, f.number, asks, ask=ask)

    def _whom(self, s: S, f: Resolve, effect: Any) -> tuple[Param, ...]:  # noqa: ANN401
        among, n = self.words.aim(s, effect, f.ctx)
        items = tuple([Item(each, self.books.name_of(s, each), on=each) for each in among])
        return (Pick("whom", self.words.whom(effect), items, n, n),)

    def _which(self, s: S, f: Resolve, effect: Any) -> tuple[Param, ...]:  # noqa: ANN401
        labels = self.words.called(s, effect, f.asks)
        return (Pick("word", "Which", tuple([Item(*each) for each in zip(f.asks, labels, strict=True)])),)
