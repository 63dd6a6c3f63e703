"""What does not fit a JSON Schema, in words: every place at once, each with what was expected there.

Imported only when a file is wrong: jsonschema takes a tenth of a second to load.
"""

from collections.abc import Iterator
from difflib import get_close_matches
from itertools import islice
from typing import Any, cast

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from cliffhanger.kernel.files.positions import at

NAMES = {"string": "text", "boolean": "true or false", "array": "a list", "object": "a table"}
LONG, MANY = 40, 16


def misfits(schema: dict[str, Any], data: dict[str, Any], most: int) -> list[tuple[str, str]]:
    """What is wrong with `data`, as (key path, what was expected): all of it, up to `most`."""
    defs = schema.get("$defs", {})
    errors = Draft202012Validator(schema).iter_errors(data)
    return list(islice((found for error in errors for found in _said(error, "", defs)), most))


def _said(error: ValidationError, above: str, defs: dict[str, Any]) -> Iterator[tuple[str, str]]:
    path = at(above, *error.relative_path)
    rule, there = error.validator, cast("dict[str, Any]", error.schema)
    if rule == "additionalProperties":
        known = list(there.get("properties", ()))
        strange = [key for key in cast("dict[str, Any]", error.instance) if key not in known]
        for key in strange:
            yield at(path, key), _unknown(key, known)
    elif rule == "required":
        key = error.message.split("'")[1]  # jsonschema names the missing key nowhere but in its message
        yield at(path, key), f"{in_words(there['properties'].get(key, {}), defs)}; it is missing"
    elif rule in ("anyOf", "oneOf") and "discriminator" in there and isinstance(error.instance, dict):
        yield from _tagged(error, path, defs)
    elif rule in ("anyOf", "oneOf") and (table := _table_meant(there, error.instance, defs)):
        yield path, table
    elif rule in ("anyOf", "oneOf"):
        fitting = _meant(error)
        for inner in fitting:
            yield from _said(inner, path, defs)
        if not fitting:
            yield path, _expected(there, error.instance, defs)
    elif "propertyNames" in error.schema_path:
        yield (
            at(path, str(error.instance)[:80]),
            in_words({"type": "string", **there}, defs).replace("text", "a name", 1),
        )
    else:
        yield path, _expected(there, error.instance, defs)


def _tagged(error: ValidationError, path: str, defs: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """What is wrong with a table that says itself which of several kinds it is."""
    there, found = cast("dict[str, Any]", error.schema), cast("dict[str, Any]", error.instance)
    key, refs = there["discriminator"]["propertyName"], there["discriminator"]["mapping"]
    kinds = {"enum": list(refs)}
    if key not in found:
        yield at(path, key), f"{in_words(kinds, defs)}; it is missing"
    elif not isinstance(found[key], str) or found[key] not in refs:
        yield at(path, key), _expected(kinds, found[key], defs)
    else:
        branch = [each.get("$ref") for each in there["anyOf"]].index(refs[found[key]])
        for inner in error.context or ():
            if inner.relative_schema_path[0] == branch:
                yield from _said(inner, path, defs)


def _table_meant(there: dict[str, Any], found: Any, defs: dict[str, Any]) -> str:  # noqa: ANN401
    """The table that a text such as "turns=2" stands for, if one of the alternatives has that key."""
    key, sign, rest = found.partition("=") if isinstance(found, str) and len(found) <= LONG else ("", "", "")
    tables = [_resolved(each, defs).get("properties", {}) for each in there.get("anyOf", there.get("oneOf", ()))]
    if not sign or not any(key.strip() in table for table in tables):
        return ""
    return f'a table: {{ {key.strip()} = {rest.strip()} }}, not "{found}"'


def _resolved(there: dict[str, Any], defs: dict[str, Any]) -> dict[str, Any]:
    return defs.get(there["$ref"].rsplit("/", 1)[1], {}) if "$ref" in there else there


def _unknown(key: str, known: list[str]) -> str:
    near = get_close_matches(key.lower(), known, 1) if len(key) <= LONG else []
    if near:
        return f"no such key; did you mean {near[0]}?"
    return f"no such key; there are {', '.join(known)}" if known else "no such key"


def _meant(error: ValidationError) -> list[ValidationError]:
    """The errors of the one alternative whose kind the value has, if there is one."""
    branches: dict[Any, list[ValidationError]] = {}
    for inner in error.context or ():
        branches.setdefault(inner.relative_schema_path[0], []).append(inner)
    fits = [errors for errors in branches.values() if not any(map(_of_another_kind, errors))]
    return fits[0] if len(fits) == 1 else []


def _of_another_kind(error: ValidationError) -> bool:
    """Whether an alternative is for values of another kind: a list of words for a table, or a number for a text."""
    if error.validator == "enum":
        return not error.relative_path and type(error.instance) not in {
            type(each) for each in cast("list[Any]", error.validator_value)
        }
    return error.validator == "type" and not error.relative_path


def _expected(there: dict[str, Any], found: Any, defs: dict[str, Any]) -> str:  # noqa: ANN401
    words = [each for each in there.get("enum", ()) if isinstance(each, str)]
    if isinstance(found, dict | list):
        what = "a table" if isinstance(found, dict) else f"a list of {len(found)}"
    elif isinstance(found, str):
        what = f'"{found if len(found) <= LONG else found[:37] + "..."}"'
    elif isinstance(found, bool):
        what = str(found).lower()
    else:
        what = str(found)[:40]
    near = get_close_matches(found.lower(), words, 1) if words and isinstance(found, str) and len(found) <= LONG else []
    if near and len(words) > MANY:
        return f"one of {len(words)} words, not {what}; did you mean {near[0]}?"
    return f"{in_words(there, defs)}, not {what}" + (f"; did you mean {near[0]}?" if near else "")


def in_words(there: dict[str, Any], defs: dict[str, Any]) -> str:
    """What a schema asks for, in words."""
    if "$ref" in there:
        return in_words({**_resolved(there, defs), "description": ""}, defs)
    if "anyOf" in there:
        # No file can hold nothing: what may be left out is only meant.
        return ", or ".join(in_words(each, defs) for each in there["anyOf"] if each.get("type") != "null")
    if "enum" in there and len(there["enum"]) == 1:
        return in_words({"const": there["enum"][0]}, defs)
    if "enum" in there:
        return "one of " + ", ".join(str(each) if each != "" else '""' for each in there["enum"])
    if "const" in there:
        return f'"{there["const"]}"' if isinstance(there["const"], str) else str(there["const"])
    if there.get("description") and there.get("type") not in ("object", "array"):
        return str(there["description"])
    kind = there.get("type", "")
    if kind in ("integer", "number"):
        return ("a whole number" if kind == "integer" else "a number") + _range(there, "minimum", "maximum")
    if kind == "string":
        return "text" + _range(there, "minLength", "maxLength", " characters")
    if kind == "array":
        return "a list" + _range(there, "minItems", "maxItems", " items")
    if kind == "object":
        return "a table" + _range(there, "minProperties", "maxProperties", " keys")
    return NAMES.get(str(kind), "something else")


def _range(there: dict[str, Any], low: str, high: str, unit: str = "") -> str:
    least, most = there.get(low), there.get(high)
    if least is not None and most is not None:
        return f" from {least} to {most}{unit}" if not unit else f" of {least} to {most}{unit}"
    if most is not None:
        return f" of at most {most}{unit}"
    return f" of at least {least}{unit}" if least is not None else ""
