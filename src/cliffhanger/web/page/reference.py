"""The reference of a form: its Markdown as a page, and its words beside a text that is being written.

Of Markdown it knows what our own references use: headings, paragraphs, lists in lists, tables, quotations and code.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from cliffhanger.kernel.files.names import slug
from cliffhanger.kernel.game import Form, Game
from cliffhanger.web.page.html import NOTHING, Markup, joined
from cliffhanger.web.page.language import _

STYLE = "reference.css"
CODE = re.compile(r"`([^`]+)`")
HEAD = re.compile(r"(#{1,3}) (.*)")
ITEM = re.compile(r"( *)- (.*)")
WORD = re.compile(r"[a-z][a-z_.]*")


class Word(NamedTuple):
    """A word of a language: the section that tells of it, where on the page, and what is said of it in a line."""

    section: str
    word: str
    id: str
    says: str


class Reference(NamedTuple):
    """A reference as it was read: its title, its body, and the words that it tells of."""

    title: str
    body: Markup
    sections: Sequence[tuple[str, str]]
    words: Sequence[Word]


def address(game: Game[Any], form: Form) -> str:
    """Where it stands how files of a form are written."""
    return f"/g/{game.id}/reference/{form.name}"


def page(game: Game[Any], form: Form, told: Reference) -> Markup:
    """The whole page, with a way to each of its sections."""
    ways = joined(
        Markup('<li><a href="#{id}">{words}</a></li>').format(id=id, words=words) for id, words in told.sections
    )
    return Markup(
        '<main class="door narrow reference"><header><p class="soft">{game}</p><h1>{title}</h1></header>'
        '<nav class="panel" aria-label="{sections}"><ul>{ways}</ul>{bench}</nav>{body}</main>'
    ).format(
        game=game.title,
        title=told.title,
        sections=_("What stands here"),
        ways=ways,
        bench=Markup('<p><a href="/g/{game}/bench/{form}">{words}</a></p>').format(
            game=game.id, form=form.name, words=_("The card bench")
        )
        if form.bench
        else NOTHING,
        body=told.body,
    )


def link(game: Game[Any], form: Form) -> Markup:
    """The link that leads there; nothing for a form without a reference."""
    if form.reference is None:
        return NOTHING
    words = _("How such a file is written, with all its words")
    return Markup('<a href="{way}">{words}</a>').format(way=address(game, form), words=words)


def words(game: Game[Any], form: Form) -> Markup:
    """All words that may be written, each with the way to where it is told; a script says what it is, where one stands."""
    if form.reference is None:
        return NOTHING
    way = address(game, form)
    parts = [
        Markup("<h3>{section}</h3><p>{words}</p>").format(
            section=section,
            words=Markup(" ").join(
                Markup('<a href="{way}#{id}" title="{says}">{word}</a>').format(
                    way=way, id=each.id, says=f"{section}: {each.says}", word=each.word
                )
                for each in some
            ),
        )
        for section, some in groupby(read(form.reference).words, lambda each: each.section)
    ]
    return Markup(
        '<p class="about js" id="about" data-hint="{hint}"></p><details class="words" id="words"><summary>{all}</summary>'
        "<p>{link}</p>{parts}</details>"
    ).format(
        hint=_("Put the caret into a word to read here what it does."),
        all=_("What words there are"),
        link=link(game, form),
        parts=joined(parts),
    )


@lru_cache(16)
def read(reference: Callable[[], str]) -> Reference:
    """A reference, read once."""
    lines = _Lines(reference().split("\n"))
    body = joined(lines.blocks())
    return Reference(lines.title, body, lines.sections, lines.words)


class _Lines:
    """The lines of a Markdown text, from the first to the last."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines, self.at = lines, 0
        self.title, self.sections, self.words = "", list[tuple[str, str]](), list[Word]()
        self.untold = ""
        """A word whose heading was the last block."""

    def while_(self, holds: Callable[[str], object]) -> list[str]:
        """The next lines that hold to something."""
        start = self.at
        while self.at < len(self.lines) and holds(self.lines[self.at]):
            self.at += 1
        return list(self.lines[start : self.at])

    def blocks(self) -> Iterator[Markup]:
        """One after another, as HTML."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            head = HEAD.fullmatch(line)
            if not line.strip():
                self.at += 1
            elif head:
                self.at += 1
                yield self.heading(len(head[1]), head[2])
            elif line.startswith("```"):
                self.at += 1
                text = "\n".join(self.while_(lambda each: not each.startswith("```")))
                self.at += 1
                yield Markup('<pre class="code">{text}</pre>').format(text=text)
            elif line.startswith("|"):
                yield self.table(self.while_(lambda each: each.startswith("|")))
            elif line.startswith("> "):
                said = " ".join(each[2:] for each in self.while_(lambda each: each.startswith(">")))
                yield Markup("<blockquote>{said}</blockquote>").format(said=_inline(said))
            elif ITEM.fullmatch(line):
                yield _items(self.while_(str.strip))
            else:
                yield self.paragraph(" ".join(self.while_(str.strip)))

    def heading(self, level: int, words: str) -> Markup:
        if level == 1:
            self.title = words
            return NOTHING
        if level == 2:
            self.sections.append((slug(words), words))
            return Markup('<h2 id="{id}">{words}</h2>').format(id=slug(words), words=words)
        self.untold = words if WORD.fullmatch(words) else ""
        return Markup('<h3 id="{section}-{id}">{words}</h3>').format(
            section=self.sections[-1][0], id=slug(words), words=words
        )

    def paragraph(self, words: str) -> Markup:
        if self.untold:
            self.tells(self.untold, words)
        return Markup("<p>{words}</p>").format(words=_inline(words))

    def tells(self, word: str, says: str) -> str:
        """Keep what is said of a word; gives its id."""
        section, title = self.sections[-1]
        made, self.untold = f"{section}-{slug(word)}", ""
        self.words.append(Word(title, word, made, says.replace("`", "")))
        return made

    def table(self, lines: Sequence[str]) -> Markup:
        head, _rule, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
        body = []
        for cells in rows:
            word = CODE.fullmatch(cells[0])
            known = self.tells(word[1], cells[1]) if word and WORD.fullmatch(word[1]) else ""
            row = joined(Markup("<td>{cell}</td>").format(cell=_inline(cell)) for cell in cells)
            id = Markup(' id="{}"').format(known) if known else NOTHING
            body.append(Markup("<tr{id}>{row}</tr>").format(id=id, row=row))
        heads = joined(Markup("<th>{cell}</th>").format(cell=_inline(cell)) for cell in head)
        return Markup(
            '<div class="wide" tabindex="0"><table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>'
        ).format(heads=heads, body=joined(body))


def _items(lines: Sequence[str]) -> Markup:
    """A list; what stands deeper is a list in its item, and a line without a dash goes on with the one above."""
    items: list[tuple[int, str]] = []
    for line in lines:
        found = ITEM.fullmatch(line)
        if found:
            items.append((len(found[1]), found[2]))
        else:
            items[-1] = items[-1][0], f"{items[-1][1]} {line.strip()}"
    return _list(items)


def _list(items: Sequence[tuple[int, str]]) -> Markup:
    made, at = [], 0
    while at < len(items):
        depth, words = items[at]
        end = next((n for n in range(at + 1, len(items)) if items[n][0] <= depth), len(items))
        under = _list(items[at + 1 : end]) if end > at + 1 else NOTHING
        made.append(Markup("<li>{words}{under}</li>").format(words=_inline(words), under=under))
        at = end
    return Markup("<ul>{items}</ul>").format(items=joined(made))


def _inline(text: str) -> Markup:
    """A line with its `code` told apart; a long path may be broken after a stroke."""
    parts = [Markup("{part}").format(part=part) for part in CODE.split(text)]
    return joined(
        Markup("<code>{part}</code>").format(part=Markup("/<wbr>").join(part.split("/"))) if n % 2 else part
        for n, part in enumerate(parts)
    )
