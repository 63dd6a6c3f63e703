"""Hypothesis strategies: parameters of every shape, and choices that fit them or may not."""

from typing import Any

from hypothesis import strategies as st

from cliffhanger.kernel.params import Choice, Item, Number, Param, Pick, Slot, Text, sample, satisfiable

names = st.text("abcdefgh", min_size=1, max_size=3)
slots = st.sampled_from(("", "dice", "gear"))


@st.composite
def picks(draw: st.DrawFn, name: str = "pick") -> Pick:
    """A pick of up to seven items, with slots, allowances, exclusions, budgets and blocked items."""
    ids = draw(st.lists(names, unique=True, max_size=7))
    items = tuple(
        Item(each, each, draw(st.integers(0, 12)), draw(slots), draw(st.sampled_from(("", "", "a", "b"))), blocked=why)
        for each, why in ((each, draw(st.sampled_from(("", "", "", "It is spent.")))) for each in ids)
    )
    least = draw(st.integers(0, 3))
    most = draw(st.integers(least, 5))
    free = tuple(
        Slot(slot, free=draw(st.integers(0, 2))) for slot in draw(st.lists(st.sampled_from(("", "dice")), unique=True))
    )
    return Pick(name, "Things", items, least, most, free, draw(st.integers(-2, 4)))


@st.composite
def numbers(draw: st.DrawFn, name: str = "number") -> Number:
    """A number with sane ends; sometimes with none between them."""
    low = draw(st.integers(-20, 20))
    return Number(name, "How many", low, low + draw(st.integers(-1, 20)), draw(st.integers(-30, 30)))


@st.composite
def texts(draw: st.DrawFn, name: str = "text") -> Text:
    """A text with a least and a most length."""
    least = draw(st.integers(0, 10))
    return Text(name, "Words", least, least + draw(st.integers(0, 30)))


@st.composite
def params(draw: st.DrawFn) -> tuple[Param, ...]:
    """What an option may ask for: up to three parameters with names of their own."""
    some = st.sampled_from(("pick", "number", "text"))
    made: list[Param] = []
    for n, kind in enumerate(draw(st.lists(some, max_size=3))):
        name = f"p{n}"
        if kind == "pick":
            made.append(draw(picks(name)))
        elif kind == "number":
            made.append(draw(numbers(name)))
        else:
            made.append(draw(texts(name)))
    return tuple(made)


@st.composite
def choices(draw: st.DrawFn, asked: tuple[Param, ...]) -> Choice:
    """A choice that fits these parameters, all of which must be possible."""
    assert all(satisfiable(p) for p in asked), "nothing fits these"
    return sample(asked, draw(st.randoms(use_true_random=False)))


garbage: st.SearchStrategy[Any] = st.one_of(
    st.integers(), st.text("ab é\n", max_size=8), st.booleans(), st.none(), st.lists(names).map(tuple), st.lists(names)
)
