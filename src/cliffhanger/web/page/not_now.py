"""What is not possible now: it keeps its place and says why."""

from collections.abc import Iterable
from functools import lru_cache

from cliffhanger.kernel.offers import Option
from cliffhanger.web.page.amounts import listed
from cliffhanger.web.page.controls import blocked
from cliffhanger.web.page.html import Markup, joined
from cliffhanger.web.page.language import ngettext
from cliffhanger.web.page.placing import unplaced

SHOWN = 6  # blocked options of one window beyond this are folded


def not_now(options: Iterable[Option], place: str, *, folded: bool = False) -> Markup:
    """Draw closed options, those together that are closed for one reason; where there are many, or room is short, they are `folded`."""
    alike: dict[str, list[Option]] = {}
    for option in options:
        alike.setdefault(_reason(option), []).append(unplaced(option))
    drawn = [_blocked(tuple(each), why) for why, each in alike.items()]
    count = sum(map(len, alike.values()))
    if not drawn or (len(drawn) <= SHOWN and not folded):
        return joined(drawn)
    return Markup(
        '<details class="more law" id="{place}-no"><summary>{many}</summary><div class="chips">{parts}</div></details>'
    ).format(
        place=place,
        many=ngettext("{n} not possible now", "{n} not possible now", count).format(n=count),
        parts=joined(drawn),
    )


@lru_cache(4096)
def _blocked(options: tuple[Option, ...], why: str) -> Markup:
    """What is closed for one reason, which stands below all their names once."""
    keys, labels = " ".join(each.key for each in options), dict.fromkeys(each.label for each in options)
    return Markup('<span class="opt" data-blocked="{keys}">{blocked}</span>').format(
        keys=keys, blocked=blocked(listed(labels), why)
    )


def _reason(option: Option) -> str:
    rule = f"({option.rule})" if option.rule and option.rule not in option.blocked else ""
    return " ".join(part for part in (option.blocked, option.instead, rule) if part)
