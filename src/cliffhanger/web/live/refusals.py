"""Refusals of a live table: what people read where the rules broke, or where the store did not keep what they put."""

from cliffhanger.kernel.errors import Refusal, Unreadable
from cliffhanger.kernel.translation import speaking
from cliffhanger.table.session import Table
from cliffhanger.web.page.language import _


def broken(table: Table) -> Refusal:
    """The rules broke on an input."""
    with speaking(table.policy.language):
        return Refusal("", _("The rules broke on this."), _("Nothing has changed; the game master may rule."))


def outrun(table: Table) -> Refusal:
    """Another node was faster each time."""
    with speaking(table.policy.language):
        return Refusal("", _("This table is being written elsewhere."), _("Try again in a moment."))


def unkept(table: Table, error: str) -> Refusal:
    """The store did not keep it, and said why."""
    with speaking(table.policy.language):
        why = _("It could not be kept: {error}").format(error=error)
        return Refusal("", why, _("Nothing has changed; try again in a moment."))


def unreread(table: Table) -> Refusal:
    """What the store has by now cannot be had."""
    with speaking(table.policy.language):
        return Refusal("", _("The table could not be read again."), _("Try again in a moment."))


def unreadable(why: Unreadable) -> Refusal:
    """What came before is there, and cannot be read."""
    return Refusal("", f"What came before cannot be read: {why}", "Whoever runs the server can check it.")


def not_the_host() -> Refusal:
    """Somebody else wants what only whoever runs the table may."""
    return Refusal("", _("Only the game master does that."), _("Ask them to."))
