"""Cards as CSV, one a row under a row of heads, as Squib, nanDECK and spreadsheets read them.

Each key of a card is a column, `qty` says how many of it there are (Squib makes as many), and `says` is all that is printed
on it, which is not read back.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Sequence

from cliffhanger.cards.rows import COPIES, MOST_ROWS, SAYS, Outgoing, Record
from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.files.reader import SAVE

FORMULA = re.compile(r"""(?:^|(?<=[;|\t\r\n]))([ "]*)('*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])""")
"""Where a spreadsheet would reckon out what follows, the wide signs as well: at the beginning of a cell, and after what another
spreadsheet takes for the end of one, with quotes between. It is written after an apostrophe, which is taken away again."""
LONGEST = 100_000  # signs of a cell


def written(cards: Iterable[Outgoing]) -> str:
    """The text of a CSV of these cards."""
    rows = [{COPIES: str(each.copies), **each.cells, SAYS: each.says} for each in cards]
    heads = [key for key in dict.fromkeys(key for row in rows for key in row) if key != SAYS]
    out = io.StringIO(newline="")
    writer = csv.writer(out, quoting=csv.QUOTE_ALL)
    writer.writerow([*heads, SAYS])
    writer.writerows([_guarded(row.get(head, "")) for head in (*heads, SAYS)] for row in rows)
    return out.getvalue()


def records(name: str, data: bytes) -> list[Record] | list[Fault]:
    """The rows of a CSV; its columns are parted by commas, semicolons or tabs, whichever its heads have most of."""
    csv.field_size_limit(LONGEST)
    try:
        lines = list(io.StringIO(data.decode("utf-8-sig"), newline=""))
    except UnicodeDecodeError as broken:
        return [Fault(name, data.count(b"\n", 0, broken.start) + 1, "", SAVE)]
    head = next((line for line in lines if line.strip()), "")
    reader = csv.reader(lines, delimiter=max(",;\t", key=head.count), strict=True)
    found: list[Record] = []
    heads: list[str] = []
    begins = 1
    try:
        for row in reader:
            cells, line, begins = [_bare(each) for each in row], begins, reader.line_num + 1
            if not any(cells):
                continue
            if not heads:
                heads = cells
                if wrong := _heads(name, line, heads):
                    return wrong
            elif any(cells[len(heads) :]):
                return [Fault(name, line, "", f"{len(heads)} cells, as there are heads, not {len(cells)}")]
            else:
                named = zip(heads, cells, strict=False)
                found.append(Record(line, {column: each for column, each in named if column and each}))
                if len(found) > MOST_ROWS:
                    break
    except csv.Error as broken:
        return [Fault(name, begins, "", f"CSV; {broken}")]
    return found or [Fault(name, 0, "", "a row of heads, and a row for each card")]


def _heads(name: str, line: int, heads: Sequence[str]) -> list[Fault]:
    return [Fault(name, line, head, "each head once") for head, n in Counter(heads).items() if head and n > 1]


def _guarded(text: str) -> str:
    return FORMULA.sub(r"\1'\2", text)


def _bare(text: str) -> str:
    return FORMULA.sub(lambda found: found[1] + found[2].removeprefix("'"), text.strip())
