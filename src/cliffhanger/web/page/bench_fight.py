"""A card in a fight, on its bench: who plays it, what that comes to exactly, one toss, and fights of bots in pairs."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple
from zlib import crc32

from cliffhanger.kernel.bench import Choice, Trial
from cliffhanger.table.trials import Compared, Difference, Tally
from cliffhanger.web.page.amounts import amount, percent
from cliffhanger.web.page.html import NOTHING, Markup, joined
from cliffhanger.web.page.language import _, ngettext

FIGHTS = 200
"""How many fights in pairs a card is tried in."""
FEW = 5  # so many choices at most are chips; more are a list


class Asked(NamedTuple):
    """What somebody has on the bench: a text, which of its cards, who plays it against whom, and what is to be done with it.

    `toss` is a seed, or 0; without `tries` it is drawn alone; `fights` says that more of them are to be fought, beside
    those of `tally`, which came in words as `carried`.
    """

    text: str = ""
    card: int = 0
    who: str = ""
    against: str = ""
    toss: int = 0
    fights: bool = False
    carried: str = ""
    tally: Tally = Tally()
    tries: bool = True


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
        who=choice("who", _("Who plays it"), tried.who, asked.who),
        against=choice("against", _("Against"), tried.against, asked.against),
        show=_("Show this fight"),
        bars=_bars(tried.bars),
        toss=_("Toss it once"),
        told=_told(tried.told),
        fights=_fights(tried),
    )


def _how(tried: Tried) -> str:
    exact = any(each.tried is not None for each in tried.bars)
    if not exact:
        return _("no exact figures: what it does hangs on a choice, or on more than one throw. Fights tell.")
    if not tried.mended:
        return _("exact")
    if not tried.sure:
        return _("exact, of what can be read: the rest is left out")
    if tried.mended == 2:
        return _("exact, as if both were mended as proposed")
    words = ngettext(
        "exact, as if it were mended as proposed", "exact, as if all {n} were mended as proposed", tried.mended
    )
    return words.format(n=tried.mended)


def choice(name: str, label: str, choices: Sequence[Choice], chosen: str) -> Markup:
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
        return Markup('<div class="told"></div>')
    lines = joined(Markup("<li>{line}</li>").format(line=line) for line in told)
    return Markup('<div class="told"><h3>{head}</h3><ol>{lines}</ol></div>').format(head=_("This time"), lines=lines)


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
            tally=tally_text(tried.asked),
            said=_("{n} of {most} fights").format(n=tally.pairs, most=FIGHTS),
            most=FIGHTS,
            n=tally.pairs,
        )
        if begun
        else NOTHING
    )
    rows = joined(
        _difference(count.words, found, share=count.share, done=done)
        for count, found in zip(tried.trial.counts, tally.differences, strict=False)
    )
    return Markup(
        '<div class="fights">{button}<button class="chip js" type="button" id="stop" hidden>{stop}</button>{so_far}'
        '<ul class="came" tabindex="-1"{done}>{rows}</ul></div>'
    ).format(button=button, stop=_("Stop"), so_far=so_far, done=Markup(" data-done") if done else "", rows=rows)


def _difference(words: str, found: Difference, *, share: bool, done: bool) -> Markup:
    """What fights say of one count, drawn from nothing in the middle; before the last of them there is no verdict."""
    by = 100 if share else 1
    low, high = by * (found.mean - found.off), by * (found.mean + found.off)
    reach = max(abs(low), abs(high), 1e-9)
    left, right = (50 + 48 * each / reach for each in (low, high))
    return Markup(
        '<li{kind}><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect x="{left}" y="2" width="{wide}" '
        'height="4"/><path d="M50 0v8"/></svg><span>{said}</span></li>'
    ).format(
        kind=Markup(' class="told-apart"') if done and found.told else "",
        left=f"{left:.1f}",
        wide=f"{max(0.8, right - left):.1f}",
        said=_verdict(words, by * found.mean, low, high, share=share, done=done),
    )


def _verdict(words: str, mean: float, low: float, high: float, *, share: bool, done: bool) -> str:
    """How much more or less there is of something and within what, or that nobody can tell."""
    if low == high == 0:
        return _("No difference in {what}: it is the same each time").format(what=words)
    low_, high_, mean_ = (_number(each, share=share) for each in (low, high, mean))
    if not done:
        said = _("So far {low} to {high} points of {what}") if share else _("So far {low} to {high} {what} in a fight")
    elif low <= 0 <= high:
        said = (
            _("Cannot tell: {low} to {high} points of {what}")
            if share
            else _("Cannot tell: {low} to {high} {what} in a fight")
        )
    else:
        more, less = (
            (_("{mean} points more {what} ({low} to {high})"), _("{mean} points fewer {what} ({low} to {high})"))
            if share
            else (
                _("{mean} more {what} in a fight ({low} to {high})"),
                _("{mean} less {what} in a fight ({low} to {high})"),
            )
        )
        ends = (low_, high_) if mean > 0 else (high_, low_)
        low_, high_, mean_ = (each.lstrip("+−") for each in (*ends, mean_))
        said = more if mean > 0 else less
    return said.format(mean=mean_, what=words, low=low_, high=high_)


def _number(value: float, *, share: bool) -> str:
    """A number with its sign: whole points, or so many digits that a little is not nothing."""
    said = f"{abs(value):.0f}" if share else f"{abs(value):.{1 if abs(value) >= 0.1 or not value else 2}f}"
    return said if not float(said) else f"{'+' if value > 0 else '−'}{said}"


def _of(asked: Asked) -> str:
    """What a tally is of: another card, or others who fight, begin anew."""
    return f"{crc32(repr((asked.text, asked.card, asked.who, asked.against)).encode()):08x}"


def tally_text(asked: Asked) -> str:
    """The tally as a field of a form holds it, with what it is of."""
    tally = asked.tally
    return ";".join((_of(asked), str(tally.pairs), ",".join(map(str, tally.sums)), ",".join(map(str, tally.squares))))


def tally_of(asked: Asked, counts: int) -> Tally:
    """The tally that was carried in a form; what cannot be one of these fights, with so many counts, is none."""
    found = re.fullmatch(r"([0-9a-f]{8});(\d{1,4});((?:-?\d{1,9},?){0,9});((?:\d{1,12},?){0,9})", asked.carried)
    if not found or found[1] != _of(asked):
        return Tally()
    sums, squares = (tuple(int(each) for each in part.split(",") if each) for part in found.group(3, 4))
    return Tally(int(found[2]), sums, squares) if int(found[2]) and len(sums) == len(squares) == counts else Tally()
