"""What panels for everybody say of their reader: a row, a token or a pile that bears the reader's name says "You" instead.

Panels are made once for all who see them alike; whoever watches reads names alone.
"""

from msgspec import structs

from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.panels import Board, Group, List, Panel, Pile, Row, Token
from cliffhanger.kernel.sentences import Reader

OF_PEOPLE = ("order", "ladder", "sides", "debts")
"""The styles whose rows are of people; in other lists a row is if it has an emblem."""
NOBODY: frozenset[str] = frozenset()


@remembered(id, 4096, hold=True)
def people_in(panel: Panel) -> frozenset[str]:
    """The names in a panel that could be its reader's."""
    if isinstance(panel, Group):
        return NOBODY.union(*map(people_in, panel.panels))
    if isinstance(panel, List):
        return frozenset(row.name for row in panel.rows if _of_somebody(panel, row))
    if isinstance(panel, Board):
        return frozenset(token.name for token in panel.tokens if not token.cell)
    if isinstance(panel, Pile):
        return frozenset({panel.name.partition(": ")[0]})
    return NOBODY


def of_reader(panel: Panel, reader: Reader, you: str) -> Panel:
    """The panel as it reads to whom these names are; `you` is what they are called. The same object where they are not in it."""
    if people_in(panel).isdisjoint(reader):
        return panel
    if isinstance(panel, Group):
        return structs.replace(panel, panels=tuple([of_reader(each, reader, you) for each in panel.panels]))
    if isinstance(panel, List):
        return structs.replace(panel, rows=tuple([_row(panel, row, reader, you) for row in panel.rows]))
    if isinstance(panel, Board):
        return structs.replace(panel, tokens=tuple([_token(token, reader, you) for token in panel.tokens]))
    assert isinstance(panel, Pile)
    return structs.replace(panel, name=f"{you}: {panel.name.partition(': ')[2]}")


def _of_somebody(of: List, row: Row) -> bool:
    return bool(row.mark) or of.style in OF_PEOPLE


def _row(of: List, row: Row, reader: Reader, you: str) -> Row:
    if row.name not in reader or not _of_somebody(of, row):
        return row
    return structs.replace(row, name=you, mark=row.mark or (row.name if of.style == "order" else ""))


def _token(token: Token, reader: Reader, you: str) -> Token:
    """A token keeps its emblem. In a cell of a picture it says by its seat whose it is."""
    mine = token.name in reader and not token.cell
    return structs.replace(token, name=you, mark=token.mark or token.name) if mine else token
