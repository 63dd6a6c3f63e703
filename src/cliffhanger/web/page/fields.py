"""A file's schema as form fields, and fields back into the file's plain values. It knows schemas, not games."""

from collections.abc import Mapping
from typing import Any

from cliffhanger.web.page.html import Markup, ident, joined
from cliffhanger.web.page.language import _

Schema = Mapping[str, Any]
Posted = Mapping[str, list[str]]
BLANK = 3  # empty rows offered below those that are filled
LINE = 60  # texts that may be longer get a line of their own
LONG = 150  # and from here on several


def resolved(part: Schema, whole: Schema) -> Schema:
    """Follow a reference; of several kinds the first is meant."""
    while "$ref" in part:
        part = whole["$defs"][part["$ref"].rsplit("/", 1)[1]]
    return part


def drawn(whole: Schema, value: Mapping[str, Any]) -> Markup:
    """All fields of a file."""
    return Markup('<div class="fields">{object}</div>').format(object=_object(whole, whole, value, ""))


def _object(part: Schema, whole: Schema, value: object, path: str) -> Markup:
    known = value if isinstance(value, dict) else {}
    simple: list[Markup] = []
    ticks: list[Markup] = []
    nested: list[Markup] = []
    for name, inner in part.get("properties", {}).items():
        if name in ("game", "form") and not path:
            continue
        inner_path = f"{path}.{name}" if path else name
        row = {"object": nested, "array": nested, "boolean": ticks}.get(resolved(inner, whole).get("type", ""), simple)
        field = _field(
            inner, whole, known.get(name, _default(inner, whole)), inner_path, inner.get("title") or _title(name)
        )
        row.append(field)
    grid = Markup('<div class="grid">{parts}</div>').format(parts=joined(simple)) if simple else ""
    checks = Markup('<div class="checks">{parts}</div>').format(parts=joined(ticks)) if ticks else ""
    return joined((grid, checks, *nested))


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _default(part: Schema, whole: Schema) -> object:
    return part.get("default", resolved(part, whole).get("default"))


def _field(part: Schema, whole: Schema, value: object, path: str, title: str) -> Markup:
    kind = _chosen(resolved(part, whole), whole, value)
    if kind.get("type") == "object":
        return _fieldset(
            title, _rows(kind, whole, value, path, title) if _is_map(kind) else _object(kind, whole, value, path)
        )
    if kind.get("type") == "array":
        return _fieldset(title, _array(kind, whole, value, path, title))
    says = part.get("description") or kind.get("description")
    why = Markup('<span class="why">{says}</span>').format(says=says) if says else ""
    if kind.get("type") == "boolean":
        no = Markup('<input type="hidden" name="{path}" value="false">').format(path=path)
        on = " checked" if value else ""
        box = Markup('<input type="checkbox" id="{id}" name="{path}" value="true"{on}>').format(
            id=_id(path), path=path, on=on
        )
        return Markup('{no}<label class="check">{box}{title}</label>').format(no=no, box=box, title=title)
    wide = " class=wide" if kind.get("maxLength", 0) > LINE else ""
    return Markup("<label{wide}>{title}{control}{why}</label>").format(
        wide=wide, title=title, control=_control(kind, value, path), why=why
    )


def _chosen(kind: Schema, whole: Schema, value: object) -> Schema:
    """Of a union, the kind that fits the value; the first for a new one."""
    if "anyOf" not in kind:
        return kind
    kinds = [resolved(each, whole) for each in kind["anyOf"]]
    for each in kinds:
        if (each.get("type") == "object") == isinstance(value, dict) and each.get("type") != "null":
            return each
    return kinds[0]


def _is_map(kind: Schema) -> bool:
    return isinstance(kind.get("additionalProperties"), dict)


def _fieldset(title: str, inner: Markup) -> Markup:
    return Markup("<fieldset><legend>{title}</legend>{inner}</fieldset>").format(title=title, inner=inner)


def _id(path: str) -> str:
    return ident("v", path)


def _control(kind: Schema, value: object, path: str) -> Markup:
    named = Markup('id="{id}" name="{path}"').format(id=_id(path), path=path)
    if "enum" in kind:
        options = joined(
            Markup('<option value="{each}"{selected}>{shown}</option>').format(
                each=each, selected=" selected" if each == value else "", shown=each or _("none")
            )
            for each in kind["enum"]
        )
        return Markup("<select {named}>{options}</select>").format(named=named, options=options)
    if kind.get("type") in ("integer", "number"):
        low, high = (
            Markup(' {at}="{number}"').format(at=at, number=kind[key]) if key in kind else ""
            for at, key in (("min", "minimum"), ("max", "maximum"))
        )
        return Markup('<input type="number" inputmode="numeric" {named}{low}{high} value="{value}">').format(
            named=named, low=low, high=high, value="" if value is None else value
        )
    most = kind.get("maxLength", 0)
    limit = Markup(' maxlength="{most}"').format(most=most) if most else ""
    text = "" if value is None else value
    if most > LONG:
        return Markup("<textarea {named}{limit} rows=3>\n{text}</textarea>").format(named=named, limit=limit, text=text)
    return Markup('<input type="text" {named}{limit} value="{text}">').format(named=named, limit=limit, text=text)


def _rows(kind: Schema, whole: Schema, value: object, path: str, title: str) -> Markup:
    """A table by name: a row each, and some empty ones."""
    filled = list(value.items()) if isinstance(value, dict) else []
    inner = kind["additionalProperties"]
    drawn_rows = []
    most = kind.get("maxProperties", len(filled) + BLANK)
    for at, (key, each) in enumerate([*filled, *[("", None)] * BLANK][: max(most, len(filled))]):
        place = f"{path}.{at}"
        shape = _chosen(resolved(inner, whole), whole, each)
        name = Markup(
            '<input type="text" id="{id}-key" name="{place}.key" value="{key}" aria-label="{label}" maxlength="40">'
        ).format(id=_id(place), place=place, key=key, label=_("Name"))
        if shape.get("type") == "object":
            fields = _object(shape, whole, each, f"{place}.value")
            drawn_rows.append(
                _entry(
                    key or _more(title),
                    Markup("<label>{label}{name}</label>{fields}").format(label=_("Name"), name=name, fields=fields),
                    opened=False,
                )
            )
        else:
            control = _control(shape, each, f"{place}.value")
            wide = "" if shape.get("type") in ("integer", "number") else " wide"
            drawn_rows.append(
                Markup('<div class="pair{wide}">{name}{control}</div>').format(
                    wide=wide, name=name, control=_called(control, _("Value"))
                )
            )
    return Markup('<div class="rows">{parts}</div>').format(parts=joined(drawn_rows))


def _entry(name: str, inner: Markup, *, opened: bool) -> Markup:
    return Markup('<details class="entry"{open}><summary>{name}</summary>{inner}</details>').format(
        open=" open" if opened else "", name=name, inner=inner
    )


def _array(kind: Schema, whole: Schema, value: object, path: str, of: str) -> Markup:
    filled = list(value) if isinstance(value, list | tuple) else []
    item = resolved(kind.get("items", {}), whole)
    if "enum" in item:
        chips = joined(
            Markup(
                '<label class="chip"><input type="checkbox" id="{id}-{at}" name="{path}" '
                'value="{each}"{checked}><span>{each}</span></label>'
            ).format(id=_id(path), at=at, path=path, each=each, checked=" checked" if each in filled else "")
            for at, each in enumerate(item["enum"])
        )
        return Markup('<div class="chips">{chips}</div>').format(chips=chips)
    most = kind.get("maxItems", len(filled) + BLANK)
    rows = [*filled, *[None] * BLANK][: max(most, len(filled))]
    if item.get("type") == "object":
        entries = joined(
            _entry(_name_of(each, of), _object(item, whole, each, f"{path}.{at}"), opened=False)
            for at, each in enumerate(rows)
        )
        return Markup('<div class="rows">{entries}</div>').format(entries=entries)
    title = path.rpartition(".")[2].replace("_", " ").capitalize()
    inner = joined(_one_of(_control(item, each, path), path, title, at) for at, each in enumerate(rows))
    return Markup('<div class="rows long">{inner}</div>').format(inner=inner)


def _one_of(control: Markup, path: str, title: str, at: int) -> Markup:
    """A control among others of the same name: it has its own id, and a name to be called by."""
    return _called(control.replace(_id(path), f"{_id(path)}-{at}", 1), f"{title} {at + 1}")


def _called(control: Markup, label: str) -> Markup:
    return control.replace(" name=", Markup(' aria-label="{label}" name=').format(label=label), 1)


def _name_of(value: object, title: str) -> str:
    return str(value.get("name") or _("One of them")) if isinstance(value, dict) else _more(title)


def _more(title: str) -> str:
    """What an empty row is for: `Add to powers`."""
    return _("Add to {list}").format(list=title[:1].lower() + title[1:])


def collected(whole: Schema, posted: Posted) -> dict[str, Any]:
    """The plain values that posted fields mean; what is left empty is left out, what is odd stays text for the faults."""
    return _from_object(whole, whole, posted, "")


def _from_object(part: Schema, whole: Schema, posted: Posted, path: str) -> dict[str, Any]:
    found = {}
    for name, inner in part.get("properties", {}).items():
        if name in ("game", "form") and not path:
            continue
        value = _from(inner, whole, posted, f"{path}.{name}" if path else name)
        if value is not None and value != _default(inner, whole):
            found[name] = value
    return found


def _from(part: Schema, whole: Schema, posted: Posted, path: str) -> Any:  # noqa: ANN401
    kind = resolved(part, whole)
    if "anyOf" in kind:
        deep = any(name.startswith(f"{path}.") for name in posted)
        kind = _chosen(kind, whole, {} if deep else "")
    if kind.get("type") == "object":
        return _from_map(kind, whole, posted, path) if _is_map(kind) else _from_object(kind, whole, posted, path)
    if kind.get("type") == "array":
        return _from_array(kind, whole, posted, path)
    values = posted.get(path, [])
    if kind.get("type") == "boolean":
        return values[-1] == "true" if values else None
    text = values[-1].replace("\r\n", "\n").strip() if values else ""
    if kind.get("type") in ("integer", "number"):
        return _number(text)
    return text if text or "enum" in kind else None


def _number(text: str) -> int | str | None:
    digits = text.removeprefix("-")
    return int(text) if digits.isdecimal() and len(digits) < 10 else text or None


def _from_map(kind: Schema, whole: Schema, posted: Posted, path: str) -> dict[str, Any] | None:
    found = {}
    at = 0
    while f"{path}.{at}.key" in posted:
        key = posted[f"{path}.{at}.key"][-1].strip()
        if key:
            value = _from(kind["additionalProperties"], whole, posted, f"{path}.{at}.value")
            found[key] = 0 if value is None else value
        at += 1
    return found or None


def _from_array(kind: Schema, whole: Schema, posted: Posted, path: str) -> list[Any] | None:
    item = resolved(kind.get("items", {}), whole)
    if item.get("type") != "object":
        return [each.strip() for each in posted.get(path, []) if each.strip()] or None
    found = []
    for at in range(200):
        if not any(name.startswith(f"{path}.{at}.") for name in posted):
            break
        value = _from_object(item, whole, posted, f"{path}.{at}")
        if any(each for each in value.values() if each not in (None, "", False)):
            found.append(value)
    return found or None
