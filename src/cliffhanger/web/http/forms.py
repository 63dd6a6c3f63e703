"""HTML forms of pages without script, read into the same frames that a page with script sends."""

from typing import Any

import msgspec
from starlette.datastructures import FormData

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.params import Number, Pick, Text, first
from cliffhanger.kernel.translation import Catalogue, catalogue
from cliffhanger.table.session import Table
from cliffhanger.web.live import protocol
from cliffhanger.web.page.language import _

KINDS: dict[str, Any] = {
    "act": protocol.Acts,
    "draft": protocol.Drafts,
    "undo": protocol.Undoes,
    "rule": protocol.Rules,
    "end": protocol.Ends,
    "close": protocol.Closes,
    "faces": protocol.Typed,
    "pause": protocol.Pauses,
    "sit": protocol.Sits,
    "bench": protocol.Benches,
    "waive": protocol.Waives,
    "hasten": protocol.Hastens,
}
Form = dict[str, list[str]]


def fields(form: FormData) -> Form:
    """The text fields of a form, each with all its values; files are not taken here."""
    found: Form = {}
    for name, value in form.multi_items():
        if isinstance(value, str):
            found.setdefault(name, []).append(value)
    return found


def frame_of(do: str, form: Form, table: Table, seat: str) -> protocol.Frame | Refusal:
    """The frame a form means; a refusal says that it cannot be read."""
    plain: dict[str, Any] = {name: values[-1] for name, values in form.items()}
    chair = plain.get("seat") or seat
    if do == "act":
        act = {"seat": chair, "choice": choice_of(table, chair, form)}
        plain["act"] = act | {name: plain[name] for name in ("window", "key", "terms", "said") if name in plain}
    elif do == "draft":
        plain |= {"seat": chair, "choice": choice_of(table, chair, form)}
    elif do == "rule":
        path, is_set, value = plain.get("path", "").partition("=")
        plain["path"] = [part for part in path.split("/") if part]
        plain["value"] = _value(value if is_set else plain.get("value", ""))
    elif do == "faces":
        plain["values"] = [_number(value) for value in form.get("values", [])]
    elif do == "sit":
        plain["seat"] = plain.get("who") or chair
    try:
        frame: protocol.Frame = msgspec.convert({**plain, "do": do}, KINDS[do], strict=False)
    except msgspec.ValidationError as error:
        return Refusal("", _("This form cannot be read: {error}.").format(error=protocol.shortly(error)))
    return frame


def choice_of(table: Table, seat: str, form: Form) -> dict[str, Any]:
    """What was chosen, in the kinds that the option asks for; `p.<name>` holds the answer to `<name>`."""
    window, key = (form.get(name, [""])[-1] for name in ("window", "key"))
    option = next((o for o in table.options(seat) if (o.window, o.key) == (window, key)), None)
    if option is None:
        return {}
    chosen = {p.name: _chosen(option, p.name, form) for p in option.params}
    return chosen | _ready(option, form, chosen, catalogue(table.game.package, table.policy.language))


def _ready(option: Option, form: Form, chosen: dict[str, Any], words: Catalogue) -> dict[str, Any]:
    """Ready words that were chosen, and what goes with them where that lies as it lay; what was written before is unsaid."""
    found: dict[str, Any] = {}
    lay = first(option.params)
    for p in option.params:
        if isinstance(p, Text) and (said := form.get(f"r.{p.name}", [""])[-1]):
            for ready in (each for each in p.ready if said in (each.says, words.text(each.says))):
                picks = {name: (item,) for name, item in ready.picks if chosen.get(name) == lay.get(name)}
                found |= {p.name: said, **picks}
    return found


def _chosen(option: Option, name: str, form: Form) -> tuple[str, ...] | int | str:
    values = form.get(f"p.{name}", [])
    param = next(p for p in option.params if p.name == name)
    if isinstance(param, Pick):
        return tuple(values)
    last = values[-1] if values else ""
    return _number(last) if isinstance(param, Number) else last.replace("\r\n", "\n")


def _number(text: str) -> int | str:
    digits = text.strip()
    return int(digits) if len(digits) < 10 and digits.lstrip("-").isdecimal() and digits.count("-") < 2 else text


def _value(text: str) -> Any:  # noqa: ANN401  (any JSON; plain words stand for themselves)
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return text
