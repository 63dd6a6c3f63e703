"""Files of one's own at a new table: where they are chosen, and what is wrong with them."""

from collections.abc import Mapping, Sequence
from typing import Any

from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.files.bundle import casts
from cliffhanger.kernel.game import Game
from cliffhanger.web.page import reference
from cliffhanger.web.page.html import Markup, esc, hidden, joined
from cliffhanger.web.page.language import _, ngettext


def chooser(game: Game[Any]) -> Markup:
    """Where files are chosen; nothing for a game that reads none."""
    if not game.forms:
        return Markup("")
    name = esc(game.id)
    ways = Markup(", ").join(
        Markup('<a href="/sheet/{name}/{form}">{title}</a>').format(
            name=name, form=form.name, title=form.title[:1].lower() + form.title[1:]
        )
        for form in game.forms
    )
    benches = joined(
        Markup(' <a href="{way}">{words}</a>').format(
            way=f"/g/{name}/bench/{form.name}", words=_("Or try one on the card bench.")
        )
        for form in game.forms
        if form.bench
    )
    benches += joined(Markup(" {}.").format(reference.link(game, form)) for form in game.forms if form.reference)
    benches += joined(Markup(" {}").format(form.beside) for form in game.forms if form.beside)
    without = esc(_("Without any you play what comes with the game. Write one here: {ways}.")).format(ways=ways)
    return Markup(
        '<label for="files-{name}">{files}</label><input type="file" id="files-{name}" name="files" multiple '
        'accept=".toml,application/toml,text/plain" aria-describedby="about-{name}">'
        '<p class="soft" id="about-{name}">{without}{benches}</p>'
    ).format(name=name, files=_("Files of your own (.toml)"), without=without, benches=benches)


def cast(game: Game[Any]) -> Markup:
    """Which of the casts that come with a game is played; nothing where there is but one."""
    more = casts(game.package)
    if not more:
        return Markup("")
    name = esc(game.id)
    options = joined(
        Markup('<option value="{id}">{title}</option>').format(id=id, title=each.title) for id, each in more.items()
    )
    return Markup(
        '<label for="cast-{name}">{label}</label><select id="cast-{name}" name="cast"><option value="">{usual}</option>'
        "{options}</select>"
    ).format(name=name, label=_("What is played"), usual=_("as it comes, or as your files say"), options=options)


def mend(game: Game[Any], faults: Sequence[Fault], posted: Mapping[str, Sequence[str]]) -> Markup:
    """No table was opened: all that is wrong with the files, and the same form again."""
    name = esc(game.id)
    kept = joined(hidden(field, value) for field, values in posted.items() if field != "seats" for value in values)
    wanted = (posted.get("seats") or ("",))[-1]
    return Markup(
        '<main class="door narrow"><header><p class="soft">{title}</p><h1>{table}</h1></header>{listed}<form '
        'class="panel stack" id="f-again" method="post" enctype="multipart/form-data" action="/new/{name}">'
        '{kept}<p>{forgotten}</p>{chooser}<label for="seats-{name}">{people}</label>'
        '<select id="seats-{name}" name="seats">{seats}</select><button class="next" id="again-go">{start}'
        '</button></form><p><a class="act" href="/"><span>{back}</span></a></p></main>'
    ).format(
        title=game.title,
        table=_("No table was opened"),
        listed=listed(faults, named=True),
        name=name,
        kept=kept,
        forgotten=_("Mend the files and choose all of them again: a browser does not keep them."),
        chooser=chooser(game),
        people=_("People in all"),
        seats=seats(game, wanted),
        start=_("Start a table"),
        back=_("Go back"),
    )


def seats(game: Game[Any], wanted: str = "") -> Markup:
    """How many may sit at a table, one of them chosen."""
    least = max(1, sum(role.least for role in game.roles))
    most = sum(role.most for role in game.roles)
    now = wanted or str(min(least + 2, most))
    return joined(
        Markup('<option value="{n}"{selected}>{n}</option>').format(n=n, selected=" selected" if str(n) == now else "")
        for n in range(least, most + 1)
    )


def listed(faults: Sequence[Fault], *, named: bool = False) -> Markup:
    """Everything that is wrong, each with its line and what was expected there; `named` where files are several."""
    items = joined(
        Markup("<li>{where}<b>{key}</b> {expected}</li>").format(
            where=_where(fault, named), key=fault.key, expected=fault.expected
        )
        for fault in faults
    )
    count = ngettext("One thing to mend", "{n} things to mend", len(faults)).format(n=len(faults))
    return Markup(
        '<section class="panel" role="alert"><h2>{count}</h2><ul class="faults">{items}</ul></section>'
    ).format(count=count, items=items)


def _where(fault: Fault, named: bool) -> str:
    line = _("line {number}").format(number=fault.line) if fault.line else ""
    places = (fault.file, line) if named else (line[:1].upper() + line[1:],)
    said = ", ".join(part for part in places if part)
    return f"{said}: " if said else ""
