"""Who has sat down and whose page has been gone for a while: said to all, in words and without alarm."""

from collections.abc import Iterable

from cliffhanger.table.snapshot import Sitter
from cliffhanger.web.page.amounts import listed
from cliffhanger.web.page.html import NOTHING, Markup
from cliffhanger.web.page.language import ngettext
from cliffhanger.web.page.view import TableMeta


def line(meta: TableMeta, seats: Iterable[Sitter], own: str) -> Markup:
    """A line that names who is away, but for whoever reads it."""
    gone = [each.called for each in seats if each.id in meta.away and each.id != own]
    if not gone:
        return NOTHING
    return Markup('<p class="away" id="away" role="status">{words}</p>').format(
        words=ngettext(
            "{names} is away. The seat stays theirs: they come back by the same link.",
            "{names} are away. The seats stay theirs: they come back by the same link.",
            len(gone),
        ).format(names=listed(gone))
    )
