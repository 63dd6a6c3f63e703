"""The card bench: a file of cards as text with what is wrong in its lines, a card as it is drawn, and what it does in a fight."""

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from cliffhanger.cards import art, svg
from cliffhanger.kernel.bench import Choice, Trial
from cliffhanger.kernel.files.mends import Wrong
from cliffhanger.kernel.game import Form, Game
from cliffhanger.kernel.panels import Card
from cliffhanger.testing.trials import Compared, Difference, Tally
from cliffhanger.web.page.amounts import amount, percent
from cliffhanger.web.page.cards import band_class
from cliffhanger.web.page.html import NOTHING, Markup, ident, joined
from cliffhanger.web.page.language import _, ngettext

STYLE, SCRIPT = "bench.css", "bench.js"
FIGHTS = 200
"""How many fights in pairs a card is tried in."""
FEW = 5  # so many choices at most are chips; more are a list
MISSING, NEAR, NO_KEY = "; it is missing", "; did you mean ", "no such key"
# What a line of TOML is made of: remarks, texts, and keys before "=" or in the brackets of a head.
PIECES = re.compile(r"""(?P<r>#.*)|(?P<s>"(?:[^"\\]|\\.)*"?|'[^']*'?)|(?P<k>[\w-]+(?=\s*=))""")


class Asked(NamedTuple):
    """What somebody has on the bench: a text, which of its cards, who plays it against whom, and what is to be done with it.

    `toss` is a seed, or 0; `fights` says that more of them are to be fought, beside those of `tally`.
    """

    text: str = ""
    card: int = 0
    who: str = ""
    against: str = ""
    toss: int = 0
    fights: bool = False
    tally: Tally = Tally()


class Tried(NamedTuple):
    """A card in a fight: who may play it and against whom, its figures, and what came of it; `why` it cannot be tried."""

    who: tuple[Choice, ...] = ()
    against: tuple[Choice, ...] = ()
    asked: Asked = Asked()
    bars: tuple[Compared, ...] = ()
    trial: Trial | None = None
    told: tuple[str, ...] = ()
    why: str = ""
    sure: bool = True
    mended: int = 0


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


def offered(game: Game[Any], form: Form, text: str = "") -> Markup:
    """The button that leads to the bench, with a file if there is one."""
    if form.bench is None:
        return NOTHING
    return Markup(
        '<form class="no-print" id="f-bench" method="post" action="{action}"><input type="hidden" name="text" value="{text}">'
        '<button class="act" id="bench-go"><span>{head}<small>{says}</small></span></button></form>'
    ).format(
        action=address(game, form),
        text=text,
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
    return Parts(_file(form, shown), head, more, str(drawn), str(trial), faults, tally_text(asked.tally))


def _file(form: Form, shown: Shown) -> str:
    return f"{shown.cards[0].id if len(shown.cards) == 1 and shown.cards[0].id else form.name}.toml"


def verdict(shown: Shown) -> tuple[str, str]:
    """What is said of a text, in a few words, and what is drawn all the same."""
    if not shown.wrong:
        return _("It reads well"), _("What you see is what it does.")
    lines = len({one.fault.line for one in shown.wrong})
    head = ngettext("One line to mend", "{n} lines to mend", lines).format(n=lines)
    return head, _("Everything else is drawn.") if shown.cards else _("It is drawn as soon as it can be read.")


def bench(game: Game[Any], form: Form, asked: Asked, shown: Shown) -> Markup:
    """The whole page, which does without script: the text, what is wrong with it, the card, the fight."""
    head, more = verdict(shown)
    return Markup(
        '<header class="top"><div class="top-in"><div class="top-row"><div class="where"><h1>{title}</h1><span>{game}. '
        '{alone}</span></div></div><p class="wait" id="verdict" role="status"><span><b>{head}</b><span>{more}</span></span>'
        '</p></div></header><main><form class="bench" id="bench" method="post" action="{action}">'
        '<section class="panel sheet-code" aria-labelledby="file-name"><div class="head"><h2 id="file-name">{name}</h2>'
        '<p class="soft">{all}</p></div><div id="code" data-line="{line}"><ol class="code">{code}</ol><p class="plain-text">'
        '<label for="text">{label}</label><textarea class="code" id="text" name="text" rows="18" spellcheck="false" '
        'autocapitalize="off" autocomplete="off">\n{text}</textarea><button class="act" id="look" name="do" value="look">'
        "<span>{look}</span></button></p></div>{tools}</section>"
        '<section class="drawn" id="drawn" aria-label="{card}">{drawn}</section>'
        '<section class="panel try" id="try" aria-labelledby="h-try">{trying}</section></form></main>'
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
        code=_lines(asked.text, shown.wrong),
        label=_("The card as text"),
        text=asked.text,
        look=_("Look at it"),
        tools=_tools(),
        card=_("The card as drawn"),
        drawn=drawing(form, asked, shown),
        trying=trying(shown.tried),
    )


def _tools() -> Markup:
    """What only a script can do: take back, open a file, keep one, make a link."""
    names = {"undo": _("Take back"), "open": _("Open a file"), "save": _("Save as a file"), "share": _("Copy a link")}
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
        '<div class="code-tools js">{buttons}<input class="sr" type="file" id="file" tabindex="-1" aria-hidden="true" '
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
    """A line of TOML with its keys and texts told apart, and what is wrong in it underlined."""
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
        return Markup(_("There is no key {key} here.{more}")).format(key=name, more=more)
    if said.endswith(MISSING):
        return Markup(_("{key} is missing: {wanted}.")).format(key=name, wanted=said.removesuffix(MISSING))
    wanted, beside, found = said.partition(', not "')
    if not key:
        return Markup(_("Wanted is {wanted}.")).format(wanted=said)
    if beside:
        code = Markup("<code>{found}</code>").format(found=found.rstrip('"'))
        return Markup(_("{found} is no {key}. Wanted is {wanted}.")).format(found=code, key=name, wanted=wanted)
    return Markup(_("{key} has to be {wanted}.")).format(key=name, wanted=said)


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
        choice=_choice(
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
        return Markup('<p class="{kind} todo">{common}{still}</p>').format(
            kind=kind, common=_common(now, other), still=_(" still open")
        )

    def nth(at: int) -> list[str]:
        return [each.text[at] if at < len(each.text) else "" for each in others]

    picture = svg.document((art.picture(c),), art.WIDTH, art.HEIGHT, prefix="art-")
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
        '{name}</b>{cost}</header><div class="art" aria-hidden="true">{art}</div><div class="body">{body}</div>{foot}</div>'
        "</article>"
    ).format(
        id=ident("c", c.id),
        band=band_class(c.band),
        letter=Markup('<span class="letter" aria-hidden="true">{}</span>').format(c.letter) if c.letter else "",
        name=c.name,
        cost=Markup('<span class="cost">{}</span>').format(c.cost) if c.cost else "",
        art=Markup(picture),  # noqa: S704  (it is drawn, and what it says of itself is escaped)
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


# --- the fight ------------------------------------------------------------------------------------------------


def trying(tried: Tried | None) -> Markup:
    """Who plays it against whom, what that comes to exactly, one toss, and fights by the hundred."""
    head = Markup('<div class="head"><h2 id="h-try">{head}</h2><p class="soft">{how}</p></div>')
    title = _("Try it in a fight")
    if tried is None or tried.trial is None:
        why = tried.why if tried else _("It can be tried as soon as it can be read.")
        return joined((head.format(head=title, how=""), Markup('<p class="soft">{why}</p>').format(why=why)))
    asked = tried.asked
    return Markup(
        '{head}<div class="sides">{who}{against}<button class="act no-js" name="do" value="look"><span>{show}</span></button>'
        '</div>{bars}<button class="next" name="do" value="toss" id="toss">{toss}</button>{told}{fights}'
    ).format(
        head=head.format(head=title, how=_how(tried)),
        who=_choice("who", _("Who plays it"), tried.who, asked.who),
        against=_choice("against", _("Against"), tried.against, asked.against),
        show=_("Show this fight"),
        bars=_bars(tried.bars),
        toss=_("Toss it once"),
        told=_told(tried.told),
        fights=_fights(tried),
    )


def _how(tried: Tried) -> str:
    exact = any(each.tried is not None for each in tried.bars)
    if not exact:
        return _("no exact figures: what it does hangs on more than one throw. Fights tell.")
    if not tried.mended:
        return _("exact")
    return (
        ngettext(
            "exact, as if the line were mended as proposed",
            "exact, as if all {n} were mended as proposed",
            tried.mended,
        )
        if tried.sure
        else _("exact, of what can be read: the rest is left out")
    ).format(n=tried.mended)


def _choice(name: str, label: str, choices: Sequence[Choice], chosen: str) -> Markup:
    """One of a few as chips, one of many from a list."""
    if len(choices) > FEW:
        options = joined(
            Markup('<option value="{id}"{chosen}>{name}</option>').format(
                id=each.id, name=each.name, chosen=Markup(" selected") if each.id == chosen else ""
            )
            for each in choices
        )
        return Markup(
            '<div class="offer-row"><label for="b-{name}">{label}</label><select id="b-{name}" name="{name}">{options}'
            "</select></div>"
        ).format(name=name, label=label, options=options)
    chips = joined(
        Markup('<label class="chip"><input type="radio" name="{field}" value="{id}"{chosen}>{name}</label>').format(
            field=name, id=each.id, name=each.name, chosen=Markup(" checked") if each.id == chosen else ""
        )
        for each in choices
    )
    return Markup(
        '<fieldset class="offer-row"><legend>{label}</legend><div class="chips">{chips}</div></fieldset>'
    ).format(label=label, chips=chips)


def _bars(bars: Sequence[Compared]) -> Markup:
    rows = joined(_bar(each) for each in bars if each.tried is not None)
    return Markup('<ul class="cmp">{rows}</ul>').format(rows=rows) if rows else Markup('<p class="cmp"></p>')


def _bar(each: Compared) -> Markup:
    drawn = [(each.bar.words, each.tried, ""), (_("without it"), each.plain, " class=was")]
    return joined(
        Markup(
            '<li{kind}><span>{words}</span><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">'
            '<rect class="v" width="{wide}" height="8"/></svg><b>{value}</b></li>'
        ).format(kind=kind, words=words, wide=_wide(value, each.bar.full), value=_value(value, each.unit))
        for words, value, kind in drawn
        if value is not None
    )


def _wide(value: Fraction, full: int) -> str:
    return f"{min(100.0, max(0.0, 100 * float(value) / full)):.1f}"


def _value(value: Fraction, unit: str) -> Markup:
    if unit == "mean":
        return Markup("{}").format(amount(value))
    return Markup("{}&nbsp;%").format(percent(value))


def _told(told: Sequence[str]) -> Markup:
    """What happened when it was tossed once, sentence by sentence."""
    if not told:
        return Markup('<div class="told" role="status"></div>')
    lines = joined(Markup("<li>{line}</li>").format(line=line) for line in told)
    return Markup('<div class="told" role="status"><h3>{head}</h3><ol>{lines}</ol></div>').format(
        head=_("This time"), lines=lines
    )


def _fights(tried: Tried) -> Markup:
    """Fights of bots in pairs: how many so far, and what they say."""
    assert tried.trial is not None
    tally = tried.asked.tally
    done, begun = tally.pairs >= FIGHTS, tally.pairs > 0
    button = (
        Markup(
            '<button class="act" name="do" value="fights" id="fights"><span>{go}<small>{says}</small></span></button>'
        ).format(
            go=_("Go on fighting") if begun else _("{n} fights with it and without it").format(n=FIGHTS),
            says=_(
                "Bots play both, with the same chances: what differs is the card. Without it there is {plain}."
            ).format(plain=tried.trial.plain),
        )
        if not done
        else NOTHING
    )
    so_far = (
        Markup(
            '<input type="hidden" name="tally" value="{tally}"><p class="so-far"><label for="progress">{said}</label><progress '
            'id="progress" max="{most}" value="{n}"></progress></p>'
        ).format(
            tally=tally_text(tally),
            said=_("{n} of {most} fights").format(n=tally.pairs, most=FIGHTS),
            most=FIGHTS,
            n=tally.pairs,
        )
        if begun
        else NOTHING
    )
    rows = joined(
        _difference(count.words, found, share=count.share)
        for count, found in zip(tried.trial.counts, tally.differences, strict=False)
    )
    return Markup(
        '<div class="fights">{button}<button class="chip js" type="button" id="stop" hidden>{stop}</button>{so_far}'
        '<ul class="came" aria-live="{live}">{rows}</ul></div>'
    ).format(button=button, stop=_("Stop"), so_far=so_far, live="polite" if done else "off", rows=rows)


def _difference(words: str, found: Difference, *, share: bool) -> Markup:
    """What fights say of one count: how much more or less and within what, or that nobody can tell."""
    by = 100 if share else 1
    mean, off = by * found.mean, by * found.off
    low, high = mean - off, mean + off
    form = "{:.0f}" if share else "{:.1f}"
    if found.told:
        more = mean > 0
        ends = sorted((abs(low), abs(high)))
        said = (
            (
                _("{mean} points more {what} ({low} to {high})")
                if more
                else _("{mean} points fewer {what} ({low} to {high})")
            )
            if share
            else (
                _("{mean} more {what} in a fight ({low} to {high})")
                if more
                else _("{mean} less {what} in a fight ({low} to {high})")
            )
        ).format(mean=form.format(abs(mean)), what=words, low=form.format(ends[0]), high=form.format(ends[1]))
    else:
        said = _("Cannot tell: {what} may be from {low} to {high} of what they are without it").format(
            what=words, low=_signed(form, low), high=_signed(form, high)
        )
    reach = max(abs(low), abs(high), 1e-9)
    left, right = (50 + 48 * each / reach for each in (low, high))
    return Markup(
        '<li{kind}><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><path d="M50 0v8"/>'
        '<rect x="{left}" y="2" width="{wide}" height="4"/></svg><span>{said}</span></li>'
    ).format(
        kind=Markup(' class="told-apart"') if found.told else "",
        left=f"{left:.1f}",
        wide=f"{max(0.8, right - left):.1f}",
        said=said,
    )


def _signed(form: str, value: float) -> str:
    said = form.format(abs(value))
    return said if not float(said) else f"{'+' if value > 0 else '−'}{said}"


def tally_text(tally: Tally) -> str:
    """A tally as a field of a form holds it."""
    return ";".join((str(tally.pairs), ",".join(map(str, tally.sums)), ",".join(map(str, tally.squares))))


def tally_of(text: str) -> Tally:
    """A tally from the field of a form; what cannot be one is none."""
    found = re.fullmatch(r"(\d{1,4});((?:-?\d{1,9},?){0,9});((?:\d{1,12},?){0,9})", text)
    if not found:
        return Tally()
    sums, squares = (tuple(int(each) for each in part.split(",") if each) for part in found.group(2, 3))
    return Tally(int(found[1]), sums, squares) if len(sums) == len(squares) and int(found[1]) else Tally()
