"""A file's schema as form fields, and fields back into the file's plain values. It knows schemas, not games."""

from collections.abc import Mapping
from typing import Any

from cliffhanger.web.page.html import esc, ident

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


def drawn(whole: Schema, value: Mapping[str, Any]) -> str:
    """All fields of a file."""
    return f'<div class="fields">{_object(whole, whole, value, "")}</div>'


def _object(part: Schema, whole: Schema, value: object, path: str) -> str:
    known = value if isinstance(value, dict) else {}
    simple: list[str] = []
    ticks: list[str] = []
    nested: list[str] = []
    for name, inner in part.get("properties", {}).items():
        if name in ("game", "form") and not path:
            continue
        inner_path = f"{path}.{name}" if path else name
        row = {"object": nested, "array": nested, "boolean": ticks}.get(resolved(inner, whole).get("type", ""), simple)
        field = _field(
            inner, whole, known.get(name, _default(inner, whole)), inner_path, inner.get("title") or _title(name)
        )
        row.append(field)
    grid = f'<div class="grid">{"".join(simple)}</div>' if simple else ""
    checks = f'<div class="checks">{"".join(ticks)}</div>' if ticks else ""
    return grid + checks + "".join(nested)


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _default(part: Schema, whole: Schema) -> object:
    return part.get("default", resolved(part, whole).get("default"))


def _field(part: Schema, whole: Schema, value: object, path: str, title: str) -> str:
    kind = _chosen(resolved(part, whole), whole, value)
    if kind.get("type") == "object":
        return _fieldset(
            title, _rows(kind, whole, value, path, title) if _is_map(kind) else _object(kind, whole, value, path)
        )
    if kind.get("type") == "array":
        return _fieldset(title, _array(kind, whole, value, path, title))
    says = part.get("description") or kind.get("description")
    why = f'<span class="why">{esc(says)}</span>' if says else ""
    if kind.get("type") == "boolean":
        no = f'<input type="hidden" name="{esc(path)}" value="false">'
        on = " checked" if value else ""
        box = f'<input type="checkbox" id="{_id(path)}" name="{esc(path)}" value="true"{on}>'
        return f'{no}<label class="check">{box}{esc(title)}</label>'
    wide = " class=wide" if kind.get("maxLength", 0) > LINE else ""
    return f"<label{wide}>{esc(title)}{_control(kind, value, path)}{why}</label>"


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


def _fieldset(title: str, inner: str) -> str:
    return f"<fieldset><legend>{esc(title)}</legend>{inner}</fieldset>"


def _id(path: str) -> str:
    return ident("v", path)


def _control(kind: Schema, value: object, path: str) -> str:
    named = f'id="{_id(path)}" name="{esc(path)}"'
    if "enum" in kind:
        options = "".join(
            f'<option value="{esc(each)}"{" selected" if each == value else ""}>{esc(each) or "none"}</option>'
            for each in kind["enum"]
        )
        return f"<select {named}>{options}</select>"
    if kind.get("type") in ("integer", "number"):
        low, high = (
            f' {at}="{kind[key]}"' if key in kind else "" for at, key in (("min", "minimum"), ("max", "maximum"))
        )
        return f'<input type="number" inputmode="numeric" {named}{low}{high} value="{esc("" if value is None else value)}">'
    most = kind.get("maxLength", 0)
    limit = f' maxlength="{most}"' if most else ""
    text = esc("" if value is None else value)
    if most > LONG:
        return f"<textarea {named}{limit} rows=3>\n{text}</textarea>"
    return f'<input type="text" {named}{limit} value="{text}">'


def _rows(kind: Schema, whole: Schema, value: object, path: str, title: str) -> str:
    """A table by name: a row each, and some empty ones."""
    filled = list(value.items()) if isinstance(value, dict) else []
    inner = kind["additionalProperties"]
    drawn_rows = []
    most = kind.get("maxProperties", len(filled) + BLANK)
    for at, (key, each) in enumerate([*filled, *[("", None)] * BLANK][: max(most, len(filled))]):
        place = f"{path}.{at}"
        shape = _chosen(resolved(inner, whole), whole, each)
        name = f'<input type="text" id="{_id(place)}-key" name="{esc(place)}.key" value="{esc(key)}" aria-label="Name" maxlength="40">'
        if shape.get("type") == "object":
            fields = _object(shape, whole, each, f"{place}.value")
            drawn_rows.append(_entry(key or _more(title), f"<label>Name{name}</label>{fields}", opened=False))
        else:
            control = _control(shape, each, f"{place}.value")
            wide = "" if shape.get("type") in ("integer", "number") else " wide"
            drawn_rows.append(
                f'<div class="pair{wide}">{name}{control.replace(" name=", " aria-label=Value name=", 1)}</div>'
            )
    return f'<div class="rows">{"".join(drawn_rows)}</div>'


def _entry(name: str, inner: str, *, opened: bool) -> str:
    return f'<details class="entry"{" open" if opened else ""}><summary>{esc(name)}</summary>{inner}</details>'


def _array(kind: Schema, whole: Schema, value: object, path: str, of: str) -> str:
    filled = list(value) if isinstance(value, list | tuple) else []
    item = resolved(kind.get("items", {}), whole)
    if "enum" in item:
        return (
            '<div class="chips">'
            + "".join(
                f'<label class="chip"><input type="checkbox" id="{_id(path)}-{at}" name="{esc(path)}" value="{esc(each)}"'
                f"{' checked' if each in filled else ''}><span>{esc(each)}</span></label>"
                for at, each in enumerate(item["enum"])
            )
            + "</div>"
        )
    most = kind.get("maxItems", len(filled) + BLANK)
    rows = [*filled, *[None] * BLANK][: max(most, len(filled))]
    if item.get("type") == "object":
        entries = "".join(
            _entry(_called(each, of), _object(item, whole, each, f"{path}.{at}"), opened=False)
            for at, each in enumerate(rows)
        )
        return f'<div class="rows">{entries}</div>'
    title = path.rpartition(".")[2].replace("_", " ").capitalize()
    inner = "".join(_one_of(_control(item, each, path), path, title, at) for at, each in enumerate(rows))
    return f'<div class="rows long">{inner}</div>'


def _one_of(control: str, path: str, title: str, at: int) -> str:
    """A control among others of the same name: it has its own id, and a name to be called by."""
    own = control.replace(_id(path), f"{_id(path)}-{at}", 1)
    return own.replace(" name=", f' aria-label="{esc(title)} {at + 1}" name=', 1)


def _called(value: object, title: str) -> str:
    return str(value.get("name") or "One of them") if isinstance(value, dict) else _more(title)


def _more(title: str) -> str:
    """What an empty row is for: `Add to powers`."""
    return f"Add to {title[:1].lower()}{title[1:]}"


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
