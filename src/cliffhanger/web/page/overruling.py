"""What can be overruled, in words: a page of its own, and what the form on a seat's page finds while it is filled in."""

import re
from collections.abc import Mapping

from cliffhanger.kernel.rulings import Value, values
from cliffhanger.web.page.html import Markup, esc, joined
from cliffhanger.web.page.language import _
from cliffhanger.web.page.view import TableMeta

MOST = 40
_WORD = re.compile(r"\w+")


def found(view: object, words: Mapping[str, str], asked: str = "", fixed: frozenset[str] = frozenset()) -> list[Value]:
    """The numbers, and what is so or not, that fit what is asked for: each word of it begins one of theirs.

    What belongs to somebody comes first, numbers before what is so or not, and what lies least deep in the state. House
    rules have a form of their own.
    """
    starts = _WORD.findall(asked.casefold())
    rows = [
        each
        for each in values(view, words, fixed)
        if isinstance(each.now, int) and each.path[0] != "house" and _fits(each, starts)
    ]
    return sorted(rows, key=lambda each: (not each.named, isinstance(each.now, bool), len(each.path)))


def _fits(value: Value, starts: list[str]) -> bool:
    if not starts:
        return True
    own = _WORD.findall(" ".join(value.words).casefold())
    return all(any(word.startswith(start) for word in own) for start in starts)


def page(meta: TableMeta, seat: str, rows: list[Value], asked: str = "") -> Markup:
    """The first of the values that were found, each with its words, what it is, and how it is written in the form."""
    drawn = joined(map(_row, rows[:MOST]))
    return Markup(
        '<main class="door narrow"><header><p><a href="/t/{id}/seat/{seat}">{back}</a></p><h1>{overruled}'
        '</h1><p class="soft">{below}</p></header><section class="panel"><form class="field"><input '
        'type="search" id="q" name="q" value="{asked}" aria-label="{name}" placeholder="{example}">'
        '<button class="act" id="find"><span>{find}</span></button></form>'
        '<p class="soft" id="many" data-many="{many}">{counted}</p>{drawn}</section></main>'
    ).format(
        id=meta.id,
        seat=seat,
        back=_("Back to the table"),
        overruled=_("What can be overruled"),
        below=_(
            "Below each value stands what to write for it. Words can be overruled as well, by a path made the same way."
        ),
        asked=asked,
        name=_("A name, or part of it"),
        example=_("a name, or part of it"),
        find=_("Find"),
        many=len(rows),
        counted=counted(len(rows)),
        drawn=drawn,
    )


def counted(many: int) -> str:
    """How many there are, and what to do where not all of them are shown."""
    if many > MOST:
        return _("{shown} of {all}. Type more to narrow.").format(shown=MOST, all=many)
    return _("{n} found.").format(n=many) if many else _("Nothing is called that.")


def _row(value: Value) -> Markup:
    path, now = esc("/".join(value.path)), str(value.now).lower()  # as it has to be written
    broken = path.replace("/", Markup("/<wbr>")).replace("_", Markup("_<wbr>"))
    words = spoken(value.words)
    return Markup(
        '<p data-path="{path}" data-words="{words}" data-now="{now}">{words}: <b>{now}</b><br>'
        '<span class="soft">{broken}</span></p>'
    ).format(path=path, words=words, now=now, broken=broken)


def spoken(words: tuple[str, ...]) -> str:
    """The names along a path as one: whose it is, then what."""
    whose, *rest = words
    return f"{whose}: {', '.join(rest)}" if rest else whose
