"""What can be overruled, in words: a page of its own, and what the form on a seat's page offers while it is filled in."""

from itertools import islice

from cliffhanger.kernel.rulings import Value, values
from cliffhanger.web.page.html import esc
from cliffhanger.web.page.meta import TableMeta

MOST = 300


def offered(view: object) -> list[Value]:
    """The numbers, and what is so or not: what belongs to somebody first, then those least deep in the state.

    House rules have a form of their own.
    """
    found = (each for each in values(view) if isinstance(each.now, int) and each.path[0] != "house")
    return list(islice(sorted(found, key=lambda each: (not _somebodys(each), len(each.path))), MOST))


def _somebodys(value: Value) -> bool:
    """Whether the way to it leads by somebody's name: a name needs no word for the heap it lies in."""
    return len(value.words) < len(value.path)


def page(meta: TableMeta, seat: str, view: object) -> str:
    """Every value with its words, what it is, and how it is written in the form."""
    rows = "".join(map(_row, offered(view)))
    return (
        f'<main class="door narrow"><header><p><a href="/t/{esc(meta.id)}/seat/{esc(seat)}">Back to the table</a></p>'
        '<h1>What can be overruled</h1><p class="soft">Behind each value stands what to write for it. Words can be '
        'overruled as well, by a path made the same way.</p></header><section class="panel">'
        f"{rows}</section></main>"
    )


def _row(value: Value) -> str:
    path, words = esc("/".join(value.path)), esc(" ".join(value.words))
    now = str(value.now).lower()  # as it has to be written
    broken = path.replace("/", "/<wbr>").replace("_", "_<wbr>")
    return (
        f'<p data-path="{path}" data-words="{words}" data-now="{now}">{words}: {now}<br>'
        f'<span class="soft">{broken}</span></p>'
    )
