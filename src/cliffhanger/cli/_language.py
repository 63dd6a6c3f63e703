"""The terminal's own words, in the language that is spoken: every one of them goes through `_`, as those of pages do."""

from cliffhanger.kernel.translation import Messages

MESSAGES = Messages(__package__)
_ = MESSAGES.gettext
ngettext = MESSAGES.ngettext
