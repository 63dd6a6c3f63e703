"""The files that an act brings along, such as somebody's sheet: a host may have them read before the rules do."""

from typing import Any, NamedTuple

from cliffhanger.kernel.game import Form, Game
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.params import Choice, Text, validate
from cliffhanger.table.normalize import readable


class Carried(NamedTuple):
    """A file that an act brings along: its form, what it is called there, its text."""

    form: Form
    name: str
    text: str


def carried(game: Game[Any], option: Option | None, choice: Choice) -> tuple[Carried, ...]:
    """The files in what is chosen for an option, word for word as the rules would read them; none where they would not."""
    if option is None or option.blocked or validate(option.params, choice):
        return ()
    said = readable(dict(choice))
    forms = {form.name: form for form in game.forms}
    texts = [each for each in option.params if isinstance(each, Text) and each.form in forms]
    return tuple(Carried(forms[each.form], each.label, str(said[each.name])) for each in texts)
