"""What a stranger makes of something good: one seed, one way of spoiling it, the same each time."""

import json
import re
import tomllib

from cliffhanger.kernel.files.writer import written

ODD_TEXTS = (
    "",
    " ",
    "\x00",
    "\x1b[2J",
    "\u202etxet",
    "\ud800",
    "\U0001f3b2" * 40,
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "../../etc/passwd",
    "${7*7}{{7*7}}%s%n",
    "x" * 2_001,
    "watch",
    "host",
)
ODD_VALUES = (
    None,
    True,
    -1,
    0,
    2**31,
    2**53 + 1,
    2**63,
    2**64,
    -(2**63) - 1,
    10**30,
    1e308,
    -0.5,
    [],
    {},
    [[[]]],
    {"": {"": 0}},
    [None] * 300,
    *ODD_TEXTS,
)
ODD_BYTES = (
    b"\x00",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\xed\xa0\x80",
    b"\r\n",
    b"\n\n",
    b"\\u0000",
    b"\\ud800",
    b'"',
    b"'",
    b"[" * 2_000,
    b"{" * 400,
    b"[[" * 60,
    b"9" * 5_000,
    b"-",
    b"1e999",
    b"nan",
    b"0x",
    b"a." * 300,
    b"=",
    b",",
    b"#",
    b"<!DOCTYPE x [<!ENTITY a 'b'>]>",
    b"&a;",
    b"<a>" * 50,
    b'""" ',
    b"\t",
    b"\xe2\x80\xae",
)
TOKEN = re.compile(rb'"(?:[^"\\\n]|\\.)*"|\d[\d_.eE+-]*|true|false|[A-Za-z_][A-Za-z0-9_.-]*|[\[\]{}=,:<>]')


def of_bytes(rng, data, others=()):
    """The same bytes with one to four things wrong; `others` are good ones of the same kind, to take pieces from."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        data = rng.choice(BYTEWISE)(rng, data, others)
    return data


def _place(rng, data):
    return rng.randrange(len(data) + 1)


def _stretch(rng, data):
    one = _place(rng, data)
    return one, min(len(data), one + rng.choice((1, 3, 20, 200)))


def _flipped(rng, data, _others):
    at = rng.randrange(len(data)) if data else 0
    return data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1 :] if data else b"\x01"


def _odd(rng, data, _others):
    at = _place(rng, data)
    return data[:at] + rng.choice(ODD_BYTES) + data[at:]


def _cut_out(rng, data, _others):
    begins, ends = _stretch(rng, data)
    return data[:begins] + data[ends:]


def _again(rng, data, _others):
    begins, ends = _stretch(rng, data)
    return data[:ends] + data[begins:ends] * rng.choice((1, 2, 30)) + data[ends:]


def _cut_off(rng, data, _others):
    return data[: _place(rng, data)]


def _spliced(rng, data, others):
    other = rng.choice(others) if others else data[::-1]
    return data[: _place(rng, data)] + other[_place(rng, other) :]


def _lines(rng, data, _others):
    """Lines left out, given twice, or in another order."""
    rows = data.split(b"\n")
    one, two = rng.randrange(len(rows)), rng.randrange(len(rows))
    how = rng.randrange(3)
    if how == 0:
        del rows[one]
    elif how == 1:
        rows.insert(two, rows[one])
    else:
        rows[one], rows[two] = rows[two], rows[one]
    return b"\n".join(rows)


def _token(rng, data, others):
    """One word, number or sign replaced by another one of the file, of another file, or by something odd."""
    found = list(TOKEN.finditer(data))
    if not found:
        return _odd(rng, data, others)
    at = rng.choice(found)
    more = TOKEN.findall(rng.choice(others)) if others else ()
    new = rng.choice((rng.choice(found).group(), rng.choice(more or [b"0"]), _value(rng)))
    return data[: at.start()] + new + data[at.end() :]


def _value(rng):
    value = rng.choice(ODD_VALUES)
    if rng.random() < 0.05:
        return b"9" * 5_000  # more digits than Python reads as a number
    return json.dumps(value).encode("utf-8", "replace") if rng.random() < 0.8 else rng.choice(ODD_BYTES)


def _noise(rng, _data, _others):
    return rng.randbytes(rng.choice((0, 1, 20, 300)))


BYTEWISE = (
    *(_token,) * 6,
    *(_lines,) * 3,
    _flipped,
    _flipped,
    _odd,
    _odd,
    _cut_out,
    _again,
    _cut_off,
    _spliced,
    _noise,
)


def of_tree(rng, value, others=()):
    """The same plain values with one to three of them wrong: replaced, left out, moved, or one too many."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        value = _in_tree(rng, value, others)
    return value


def _in_tree(rng, value, others):
    inner = isinstance(value, dict | list) and len(value) > 0
    if not inner or rng.random() < 0.15:
        return rng.choice((rng.choice(ODD_VALUES), rng.choice(others) if others else None))
    if isinstance(value, list):
        at, changed = rng.randrange(len(value)), list(value)
        if rng.random() < 0.3:
            changed[at : at + 1] = rng.choice(([], changed[at : at + 1] * 2, changed[at : at + 1] * 90))
        else:
            changed[at] = _in_tree(rng, changed[at], others)
        return changed
    key, changed = rng.choice(list(value)), dict(value)
    how = rng.random()
    if how < 0.2:
        del changed[key]
    elif how < 0.3:
        changed[rng.choice((*changed, *ODD_TEXTS))] = changed.pop(key)
    elif how < 0.4:
        changed[rng.choice(ODD_TEXTS)] = rng.choice(ODD_VALUES)
    else:
        changed[key] = _in_tree(rng, changed[key], others)
    return changed


def of_leaf(rng, value, words=ODD_TEXTS):
    """The same plain values with one of them another of its own kind, so that it passes whatever looks at kinds alone."""
    if isinstance(value, dict) and value:
        key = rng.choice(list(value))
        return {**value, key: of_leaf(rng, value[key], words)}
    if isinstance(value, list) and value and rng.random() < 0.7:
        at = rng.randrange(len(value))
        return [*value[:at], of_leaf(rng, value[at], words), *value[at + 1 :]]
    if isinstance(value, list):
        return rng.choice(([], value * 2, value[::-1], [*value, rng.choice(words)]))
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice((-1, 0, 1, value + 1, value - 1, 99, 2**31, 2**53 + 1, 2**63 - 1, 2**64, 10**30))
    return rng.choice(words)


def of_json(rng, value, others=()):
    """JSON of a stranger: a tree of odd values, or the text of a good one with odd bytes in it."""
    if rng.random() < 0.7:
        return json.dumps(of_tree(rng, value, others)).encode("utf-8", "replace")
    return of_bytes(rng, json.dumps(value).encode(), [json.dumps(each).encode() for each in others])


def of_toml(rng, data, others=()):
    """TOML of a stranger: as a rule one that can be parsed, with odd values in it; else a good one with odd bytes."""
    if rng.random() < 0.4:
        return of_bytes(rng, data, others)
    tree = of_tree(rng, tomllib.loads(data.decode()), [tomllib.loads(rng.choice(others).decode())] if others else ())
    return written(_writable(tree) if isinstance(tree, dict) else {"it": 1}).encode("utf-8", "replace")


def _writable(value):
    """What TOML can hold of a tree: it has no null."""
    if isinstance(value, dict):
        return {key: _writable(each) for key, each in value.items() if each is not None}
    return [_writable(each) for each in value if each is not None] if isinstance(value, list) else value
