"""The card bench: a file of cards as text with what is wrong in its lines, a card as it is drawn, and what it does in a fight."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from cliffhanger.kernel.bench import Choice
from cliffhanger.kernel.files.mends import Wrong
from cliffhanger.kernel.files.positions import WIDTH
from cliffhanger.kernel.game import Form, Game
from cliffhanger.kernel.panels import Card
from cliffhanger.web.page.bench_fight import Asked, Tried, choice, tally_text, trying
from cliffhanger.web.page.cards import band_class, picture_address
from cliffhanger.web.page.html import NOTHING, Markup, esc, hidden, ident, joined
from cliffhanger.web.page.language import _, ngettext

STYLE, SCRIPT = "bench.css", "bench.js"
MISSING, NEAR, NO_KEY = "; it is missing", "; did you mean ", "no such key"
# What a line of TOML is made of: remarks, texts, and keys before "=" or in the brackets of a head.
PIECES = re.compile(r"""(?P<r>#.*)|(?P<s>"(?:[^"\\]|\\.)*"?|'[^']*'?)|(?P<k>[\w-]+(?=\s*=))""")


class Shown(NamedTuple):
    """All that stands on a bench: the faults of the text, its cards with what of each is still open, and the trial of one."""

    wrong: Sequence[Wrong]
    cards: Sequence[Card]
    others: Sequence[Card]
    tried: Tried | None


class Parts(NamedTuple):
    """A bench as a page's script takes it: each part alone, and the faults by the line that they stand under."""

    name: str
    head: str
    more: str
    drawn: str
    trial: str
    faults: list[dict[str, int | str]]
    tally: str


def address(game: Game[Any], form: Form) -> str:
    """Where cards of a form are tried."""
    return f"/g/{game.id}/bench/{form.name}"


def offered(game: Game[Any], form: Form, text: str) -> Markup:
    """The button that leads to the bench, with a file if there is one."""
    if form.bench is None:
        return NOTHING
    return Markup(
        '<form class="no-print" id="f-bench" method="{method}" action="{action}">{text}'
        '<button class="act" id="bench-go"><span>{head}<small>{says}</small></span></button></form>'
    ).format(
        method="post" if text else "get",
        action=address(game, form),
        text=hidden("text", text) if text else NOTHING,
        head=_("The card bench"),
        says=_("Write a card, see it, try it in a fight"),
    )


# --- the parts ------------------------------------------------------------------------------------------------


def parts(form: Form, asked: Asked, shown: Shown) -> Parts:
    """The parts of a bench, for its script."""
    faults: list[dict[str, int | str]] = [
        {"line": max(1, one.fault.line), "start": one.start, "end": one.end, "html": str(_fix(n, one))}
        for n, one in enumerate(shown.wrong)
    ]
    head, more = verdict(shown)
    drawn, trial = drawing(form, asked, shown), trying(shown.tried)
    return Parts(_file(form, shown), head, more, str(drawn), str(trial), faults, tally_text(asked))


def _file(form: Form, shown: Shown) -> str:
    return f"{shown.cards[0].id if len(shown.cards) == 1 and shown.cards[0].id else form.name}.toml"


def verdict(shown: Shown) -> tuple[str, str]:
    """What is said of a text, in a few words, and what is drawn all the same."""
    if not shown.wrong:
        return _("It reads well"), _("What you see is what it does.")
    lines = len({one.fault.line for one in shown.wrong})
    head = ngettext("One line to mend", "{n} lines to mend", lines).format(n=lines)
    return head, _("Everything else is drawn.") if shown.cards else _("It is drawn as soon as it can be read.")


def bench(game: Game[Any], form: Form, asked: Asked, shown: Shown, words: Markup = NOTHING) -> Markup:
    """The whole page, which does without script: the text, what is wrong with it, what `words` there are, the card, the fight."""
    head, more = verdict(shown)
    return Markup(
        '<header class="top"><div class="top-in"><div class="top-row"><div class="where"><h1>{title}</h1><span>{game}. '
        '{alone}</span></div></div><p class="wait" id="verdict" role="status"><span><b>{head}</b><span>{more}</span></span>'
        '</p></div></header><main><form class="bench" id="bench" method="post" enctype="multipart/form-data" '
        'action="{action}"><p class="sr" id="live" role="status"></p>'
        '<section class="panel sheet-code" aria-labelledby="file-name"><div class="head"><h2 id="file-name">{name}</h2>'
        '<p class="soft">{all}</p></div><div id="code" data-line="{line}" data-print="{print}"><ol class="code">{code}</ol>'
        '<p class="plain-text">'
        '<label for="text">{label}</label><textarea class="code" id="text" name="text" rows="18" spellcheck="false" '
        'autocapitalize="off" autocomplete="off">\n{text}</textarea><button class="act" id="look" name="do" value="look">'
        "<span>{look}</span></button></p></div>{tools}{words}</section>"
        '<section class="drawn" id="drawn" aria-label="{card}">{drawn}</section>'
        '<section class="panel in-fight" id="try" aria-labelledby="h-try">{trying}</section></form></main>'
    ).format(
        title=_("The card bench"),
        game=game.title,
        alone=_("Only you see it."),
        head=head,
        more=more,
        action=address(game, form),
        name=_file(form, shown),
        all=_("all errors at once"),
        line=_("The card as text, from line {n}"),
        print=f"/sheet/{game.id}/{form.name}/cards",
        code=_lines(asked.text, shown.wrong),
        label=_("The card as text"),
        text=asked.text,
        look=_("Look at it"),
        tools=_tools(),
        words=words,
        card=_("The card as drawn"),
        drawn=drawing(form, asked, shown),
        trying=trying(shown.tried),
    )


def _tools() -> Markup:
    """What only a script can do: take back, open a file, keep one, make a link."""
    names = {
        "undo": _("Take back"),
        "open": _("Open a file"),
        "save": _("Save as a file"),
        "share": _("Copy a link"),
        "print": _("Print it"),
    }
    buttons = joined(
        Markup('<button class="chip" type="button" data-tool="{tool}">{words}</button>').format(tool=tool, words=words)
        for tool, words in names.items()
    )
    says = {
        "copied": _("The link is copied: the card stands in the link itself, and on no server."),
        "link": _("This is the link: copy it."),
        "large": _("This file is too large for a card bench: 64 kB are the most."),
        "broken": _("The link has lost a part of the card. Ask for it again."),
        "away": _("The server does not answer. What you write stays here."),
        "busy": _("Many cards are being tried just now. It goes on in a moment."),
    }
    return Markup(
        '<div class="code-tools js">{buttons}<input type="file" id="file" hidden '
        'accept=".toml,application/toml,text/plain"><p class="soft" id="said" role="status" {says}></p></div>'
    ).format(
        buttons=buttons,
        says=Markup(" ").join(Markup('data-{name}="{words}"').format(name=n, words=w) for n, w in says.items()),
    )


# --- the text -------------------------------------------------------------------------------------------------


def _lines(text: str, wrong: Sequence[Wrong]) -> Markup:
    """The text line by line, what is wrong under the line that it stands in."""
    under: dict[int, list[tuple[int, Wrong]]] = {}
    for n, one in enumerate(wrong):
        under.setdefault(max(1, one.fault.line), []).append((n, one))
    rows, start = [], 0
    for nth, row in enumerate(text.split("\n"), 1):
        here = under.get(nth, [])
        spans = [(one.start - start, one.end - start) for _n, one in here if start <= one.start < one.end]
        fixes = joined(Markup('<div class="fix">{fix}</div>').format(fix=_fix(n, one)) for n, one in here)
        rows.append(
            Markup("<li{err}><code>{row}</code>{fixes}</li>").format(
                err=Markup(' class="err"') if here else "", row=_coloured(row, spans), fixes=fixes
            )
        )
        start += len(row) + 1
    return joined(rows)


def _coloured(row: str, wrong: Sequence[tuple[int, int]]) -> Markup:
    """A line of TOML with its keys and texts told apart, and what is wrong in it underlined; one too long is left plain."""
    if len(row) > WIDTH:
        return Markup("{row}").format(row=row)
    kinds = {found.start(): (found.end(), found.lastgroup or "") for found in PIECES.finditer(row)}
    cuts = sorted(
        {0, len(row), *(n for at, (end, _kind) in kinds.items() for n in (at, end)), *(n for w in wrong for n in w)}
    )
    out = []
    for start, end in pairwise(cuts):
        kind = next((k for at, (to, k) in kinds.items() if at <= start < to), "")
        piece = Markup('<span class="{kind}">{words}</span>') if kind else Markup("{words}")
        piece = piece.format(kind=kind, words=row[start:end]) if kind else piece.format(words=row[start:end])
        bad = any(at <= start < to for at, to in wrong)
        out.append(Markup("<u>{piece}</u>").format(piece=piece) if bad else piece)
    return joined(out)


def _fix(n: int, one: Wrong) -> Markup:
    """What is wrong, in words, and a button for each way to mend it."""
    fault = one.fault
    line = Markup("<b>{line}</b> ").format(line=_("Line {n}.").format(n=fault.line)) if fault.line else ""
    buttons = joined(
        Markup(
            '<button class="chip mend" name="mend" value="{n}:{words}" data-start="{start}" data-end="{end}" data-new="{new}" '
            'aria-label="{label}">{use}</button>'
        ).format(
            n=n,
            words=mend.words,
            start=mend.start,
            end=mend.end,
            new=mend.new,
            label=_("Line {n}: {mend}").format(n=fault.line, mend=_use(mend.words, added=mend.start == mend.end)),
            use=_use(mend.words, added=mend.start == mend.end),
        )
        for mend in one.mends
    )
    return Markup('<span id="fault-{n}">{line}{said}</span>{buttons}').format(
        n=n, line=line, said=_said(fault.key, fault.expected), buttons=buttons
    )


def _use(words: str, *, added: bool) -> str:
    return (_("add {words}") if added else _("use {words}")).format(words=words)


def _said(key: str, expected: str) -> Markup:
    """A fault as a sentence: what is there, and what is wanted."""
    said = expected.partition(NEAR)[0]
    name = Markup("<code>{key}</code>").format(key=key.rpartition(".")[2]) if key else ""
    if expected.startswith(NO_KEY):
        rest = said.removeprefix(NO_KEY).lstrip("; ")
        more = f" {rest[:1].upper()}{rest[1:]}." if rest else ""
        return esc(_("There is no key {key} here.{more}")).format(key=name, more=more)
    if said.endswith(MISSING):
        return esc(_("{key} is missing: {wanted}.")).format(key=name, wanted=said.removesuffix(MISSING))
    wanted, beside, found = said.partition(', not "')
    if not key:
        return esc(_("Wanted is {wanted}.")).format(wanted=said)
    if beside:
        code = Markup("<code>{found}</code>").format(found=found.rstrip('"'))
        return esc(_("{found} is no {key}. Wanted is {wanted}.")).format(found=code, key=name, wanted=wanted)
    return esc(_("{key} has to be {wanted}.")).format(key=name, wanted=said)


# --- the card -------------------------------------------------------------------------------------------------


def drawing(form: Form, asked: Asked, shown: Shown) -> Markup:
    """The card that is chosen, what of it is open shown as open; and which others the file has."""
    if not shown.cards:
        return Markup('<p class="soft">{words}</p>').format(
            words=_("The card is drawn here as soon as it can be read.")
        )
    nth = min(asked.card, len(shown.cards) - 1)
    card = shown.cards[nth]
    others = [each for each in shown.others if each.id == card.id] if shown.wrong else []
    return Markup('{choice}{card}<p class="soft">{made}</p>').format(
        choice=choice(
            "card", _("Which card"), [Choice(str(n), each.name) for n, each in enumerate(shown.cards)], str(nth)
        )
        if len(shown.cards) > 1
        else "",
        card=_face(card, others),
        made=_("The words are made from the effects, so the card cannot say one thing and do another."),
    )


def _face(c: Card, others: Sequence[Card]) -> Markup:
    """A card with its picture; where another choice of an open word would say something else, it is open."""

    def line(tag: str, kind: str, now: str, then: Sequence[str]) -> Markup:
        if not now:
            return NOTHING
        other = next((each for each in then if each != now), None)
        if other is None:
            return Markup("<p{kind}>{now}</p>").format(kind=Markup(' class="{}"').format(kind) if kind else "", now=now)
        return Markup('<p class="{kind} todo">{common} <i>{still}</i></p>').format(
            kind=kind, common=_common(now, other), still=_("still open")
        )

    def nth(at: int) -> list[str]:
        return [each.text[at] if at < len(each.text) else "" for each in others]

    kind = " · ".join(part for part in (c.what, c.persona) if part)
    body = [
        line("p", "kind", kind, [" · ".join(part for part in (each.what, each.persona) if part) for each in others]),
        line("p", "need", c.need, [each.need for each in others]),
        *(line("p", "", text, nth(at)) for at, text in enumerate(c.text)),
        Markup('<p class="flavour">{words}</p>').format(words=c.flavour) if c.flavour else NOTHING,
    ]
    foot = joined(Markup("<span>{each}</span>").format(each=each) for each in c.corners)
    return Markup(
        '<article class="card" aria-labelledby="{id}"><div class="card-in"><header class="band {band}">{letter}<b id="{id}">'
        '{name}</b>{cost}</header><img class="art" src="{art}" alt="" width="100%"><div class="body">{body}</div>{foot}</div>'
        "</article>"
    ).format(
        id=ident("c", c.id),
        band=band_class(c.band),
        letter=Markup('<span class="letter" aria-hidden="true">{}</span>').format(c.letter) if c.letter else "",
        name=c.name,
        cost=Markup('<span class="cost">{}</span>').format(c.cost) if c.cost else "",
        art=picture_address(c),
        body=joined(body),
        foot=Markup('<footer class="foot">{}</footer>').format(foot) if c.corners else "",
    )


def _common(one: str, other: str) -> str:
    """What two lines have in common, from the left and from the right, in whole words."""
    mine, theirs = one.split(), other.split()
    n = 0
    while n < min(len(mine), len(theirs)) and mine[n] == theirs[n]:
        n += 1
    m = 0
    while m < min(len(mine), len(theirs)) - n and mine[-1 - m] == theirs[-1 - m]:
        m += 1
    after = mine[len(mine) - m :] if m else []
    return " ".join([*mine[:n], "…", *after]) if n else f"{' '.join(after)}:" if after else "…"
