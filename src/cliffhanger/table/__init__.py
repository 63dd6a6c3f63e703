"""A live session without I/O: seats, log, undo, rulings, drafts, dice."""

from cliffhanger.table.projection import export, log_for
from cliffhanger.table.session import Table
from cliffhanger.table.snapshot import Draft, Put, Sitter, Snapshot, TableOptions

__all__ = ["Draft", "Put", "Sitter", "Snapshot", "Table", "TableOptions", "export", "log_for"]
