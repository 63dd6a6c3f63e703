"""What holds for rules of style sheets: a change that is small is no new style for the whole page."""

import re
from collections.abc import Iterator
from importlib import resources

import pytest

STATIC = resources.files("cliffhanger.web") / "static"
SHEETS = {
    each.name: each
    for folder in ("css", "ornaments")
    for each in (STATIC / folder).iterdir()
    if each.name.endswith(".css")
}
BRACKETS = {"(": 1, "[": 1, ")": -1, "]": -1}
# What asks something of an element and does not say which it is; IT stands for the ids of panels.
WITHIN = r"\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)"
CASES = re.compile(f":(?:is|where){WITHIN}")
UNNAMED = re.compile(rf":(?:is|not|has|where|nth-[\w-]+){WITHIN}|::?(?!root)[a-z-]+(?![a-z(-])")
NAMED = re.compile(r"[.#\[&]|\bIT\b|^[a-z]|:root")


def parted(text: str, at: str) -> list[str]:
    """A text cut at signs that stand in no brackets."""
    parts, depth = [""], 0
    for sign in text:
        depth += BRACKETS.get(sign, 0)
        if sign in at and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return [each.strip() for each in parts if each.strip()]


def named(compound: str) -> bool:
    """Whether it says of which elements it speaks: by tag, class, id or attribute, in each of its cases."""
    if (cases := CASES.match(compound)) and not NAMED.search(UNNAMED.sub("", compound)):
        return all(named(parted(each, " >+~")[-1]) for each in parted(cases[1], ","))
    return bool(NAMED.search(UNNAMED.sub("", compound)))


def selectors(sheet: str) -> Iterator[str]:
    """Each selector of a sheet behind those that it is nested in."""
    open_, text = [""], ""
    for sign in re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL):
        if sign == "{":
            head = text.strip()
            outer = open_[-1]
            if head.startswith("@"):
                open_.append(outer)
            else:
                for each in parted(head, ","):
                    yield f"{outer} {each}".strip()
                open_.append(f"{outer} {head}" if ":has(" in head or outer else "")
            text = ""
        elif sign == "}":
            open_.pop()
            text = ""
        elif sign == ";":
            text = ""
        else:
            text += sign


def nameless(sheet: str) -> list[str]:
    """Selectors that hang on what an element holds, and end in anything whatever."""
    return [each for each in selectors(sheet) if ":has(" in each and not named(parted(each, " >+~")[-1])]


@pytest.mark.parametrize("name", sorted(SHEETS))
def test_what_hangs_on_what_an_element_holds_says_which_elements_it_is_about(name):
    # Else a browser makes the style of all below it anew when anything changes anywhere: 4 to 10 ms on a page of a seat.
    assert nameless(SHEETS[name].read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("sheet", "wrong"),
    [
        ("a:has(b) > * { x: y; }", True),
        ("a:has(b) > :first-child { x: y; }", True),
        ("@media print { a:has(b) > * + * { x: y; } }", True),
        ("a:has(b) { x: y; c > * { x: y; } }", True),
        ("a:has(b) > :is(c, :not(.d)) { x: y; }", True),
        ("a:has(b) > .c:first-child, d > * { x: y; }", False),
        ("a:has(b) { x: y; c > d { x: y; } } e > * { x: y; }", False),
        ("a:has(b) > :is(c, .d) { x: y; }", False),
        ("a:has(> *) IT::after { x: y; }", False),
    ],
)
def test_a_rule_that_would_cost_that_is_found(sheet, wrong):
    assert bool(nameless(sheet)) is wrong
