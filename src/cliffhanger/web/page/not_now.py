"""What is not possible now: it keeps its place and says why."""

from collections.abc import Iterable
from functools import lru_cache

from cliffhanger.kernel.offers import Option
from cliffhanger.web.page.controls import blocked
from cliffhanger.web.page.html import Markup, joined
from cliffhanger.web.page.language import ngettext
from cliffhanger.web.page.placing import unplaced

SHOWN = 6  # blocked options of one window beyond this are folded


def not_now(options: Iterable[Option], place: str, *, folded: bool = False) -> Markup:
    """Draw closed options; where there are many of them, or room is short, they are `folded`."""
    drawn = [_blocked(unplaced(option)) for option in options]
    if not drawn or (len(drawn) <= SHOWN and not folded):
        return joined(drawn)
    return Markup(
        '<details class="more law" id="{place}-no"><summary>{many}</summary><div class="chips">{parts}</div></details>'
    ).format(
        place=place,
        many=ngettext("{n} not possible now", "{n} not possible now", len(drawn)).format(n=len(drawn)),
        parts=joined(drawn),
    )


@lru_cache(4096)
def _blocked(option: Option) -> Markup:
    return Markup('<span class="opt" data-blocked="{key}">{blocked}</span>').format(
        key=option.key, blocked=blocked(option.label, _reason(option))
    )


def _reason(option: Option) -> str:
    rule = f"({option.rule})" if option.rule and option.rule not in option.blocked else ""
    return " ".join(part for part in (option.blocked, option.instead, rule) if part)
