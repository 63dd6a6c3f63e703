"""How anybody can check the dice of a table, in five sentences, and what this browser has kept for it."""

from cliffhanger.web.page.html import NOTHING, Markup, joined
from cliffhanger.web.page.language import _
from cliffhanger.web.page.view import TableMeta

SCRIPT = "kept.js"
GROUP = 8  # digits of a hash that stand together; between them a line may end


def page(meta: TableMeta) -> Markup:
    """Draw the page; what the browser has kept is filled in by its script, and without one that is said."""
    return Markup(
        '<main class="door narrow"><header><p><a href="/t/{id}/mine">{back}</a></p><h1>{head}</h1><p class="soft">{title}</p>'
        '</header><ol class="sentences">{sentences}</ol><pre class="code">cliffhanger verify RECORD --kept FILE</pre>'
        "{hash}{kept}</main>"
    ).format(
        id=meta.id,
        back=_("Back to the table"),
        head=_("How the dice are checked"),
        title=meta.title,
        sentences=joined(Markup("<li><p>{line}</p></li>").format(line=line) for line in sentences(meta)),
        hash=(_rekeyed() if meta.rekeyed else NOTHING) + key_hash(meta),
        kept=_kept(meta),
    )


def sentences(meta: TableMeta) -> tuple[str, ...]:
    """The five sentences."""
    return (
        _(
            "The table's faces come from a key that was made before anybody sat down: its hash stands below and in the "
            "first line of the record, and the key itself is shown when the table is closed."
        ),
        _(
            "Words that the players' pages make by chance are mixed in: every page first says the hash of its word, and "
            "says the word once all hashes stand in the record, so that nobody can choose one to suit the dice."
        ),
        _words_of(meta),
        _(
            "Your browser keeps its own words and, with all that it is shown, a mark of the whole record up to there: "
            "copy it below when the evening ends, for the server could forget what your browser remembers."
        ),
        _(
            "Ask for the whole record when the table is closed, and give it to the command below with what you kept: it throws "
            "every die again, and names in a sentence each word that was dropped or made up and each entry that was changed."
        ),
    )


def _rekeyed() -> Markup:
    return Markup('<p id="rekeyed">{words}</p>').format(
        words=_(
            "This table came here without the key of its dice. Since then they fall by a new one, whose hash stands in the "
            "record too. What fell before cannot be checked."
        )
    )


def _words_of(meta: TableMeta) -> str:
    """Which words go into a roll."""
    if meta.settled:
        return _(
            "Whoever runs the table says no word, the first round in which a player's word stands beside another's settles "
            "their dice for as long as they sit there, and somebody who sits alone at a table has the key's promise only."
        )
    return _(
        "Whoever runs the table says no word, a roll uses the last words among which its own player's was, and "
        "somebody who sits alone at a table has the key's promise only."
    )


def key_hash(meta: TableMeta) -> Markup:
    """The hash of the table's dice key, in full."""
    return Markup('<p class="soft" id="key-hash">{words} <code class="hash">{hash}</code></p>').format(
        words=_("The hash of this table's dice key:"),
        hash=Markup("<wbr>").join([meta.key_hash[at : at + GROUP] for at in range(0, len(meta.key_hash), GROUP)]),
    )


def line(meta: TableMeta) -> Markup:
    """The hash with the way to the page that explains it."""
    return key_hash(meta) + Markup('<p><a href="/t/{id}/dice">{words}</a></p>').format(
        id=meta.id, words=_("How the dice are checked")
    )


def folded(meta: TableMeta) -> Markup:
    """The same behind one line, for somebody who has come to sit down and play."""
    return Markup('<details class="law" id="dice-line"><summary>{head}</summary>{line}</details>').format(
        head=_("Dice that anybody can check"), line=line(meta)
    )


def _kept(meta: TableMeta) -> Markup:
    return Markup(
        '<section class="stack" aria-labelledby="h-kept"><h2 id="h-kept">{head}</h2>'
        '<p id="nothing-kept">{nothing}</p><div class="stack" id="kept" data-table="{id}" hidden>'
        '<label for="kept-text">{label}</label><textarea id="kept-text" rows="6" readonly></textarea><div class="acts">'
        '<button class="act" type="button" id="copy-kept" data-done="{done}" data-by-hand="{by_hand}">{copy}</button>'
        '<a class="act" id="save-kept" download="{id}.kept.txt">{save}</a></div><p role="status" class="soft" id="kept-said">'
        "</p></div></section>"
    ).format(
        id=meta.id,
        head=_("What this browser has kept"),
        nothing=_(
            "This browser has kept nothing of this table. Without script, and in a private window, none does: then a player's "
            "dice rest on the words of the others."
        ),
        label=_("Its words and marks"),
        copy=_("Copy"),
        done=_("Copied"),
        by_hand=_("Press Ctrl C"),
        save=_("Save as a file"),
    )
