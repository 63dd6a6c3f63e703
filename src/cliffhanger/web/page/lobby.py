"""The way in, while chairs fill: a QR code, the words of the table, a button that shares them, and who sits where already.

Whoever opened the table begins when they like; for everybody the table takes its place with the first act.
"""

from typing import Any

from cliffhanger.kernel.game import Game
from cliffhanger.table.permissions import hosts
from cliffhanger.table.recap import played
from cliffhanger.table.snapshot import Sitter
from cliffhanger.web.page import asked_back, primer, running
from cliffhanger.web.page.emblems import mark, told_apart
from cliffhanger.web.page.html import NOTHING, NUMBER, Markup, ident, joined
from cliffhanger.web.page.join import pitch
from cliffhanger.web.page.language import _, ngettext
from cliffhanger.web.page.sharing import sharing
from cliffhanger.web.page.view import TableMeta, WayIn

_ARMCHAIR = Markup(
    '<svg class="seat-art" viewBox="0 0 84 92" aria-hidden="true"><path class="back" d="M12 90V50q0-18 30-18t30 18v40z"/>'
    '<path class="seam" d="M27 36v52M42 34v54M57 36v52"/><path class="arms" d="M4 62h12v28H4zM68 62h12v28H68z"/>'
    '<path class="rests" d="M3 58h14v7H3zM67 58h14v7H67z"/></svg>'
)
_FOLDING_CHAIR = Markup(
    '<svg class="seat-art runs" viewBox="0 0 84 92" aria-hidden="true"><path class="back" d="M16 48h52v20H16z"/>'
    '<path class="legs" d="M14 40v34M70 40v34M8 77h68M16 80l52 12M68 80L16 92"/></svg>'
)
_NOBODY = Markup(
    '<svg class="face nobody" viewBox="0 0 40 40" aria-hidden="true"><circle cx="20" cy="20" r="18"/></svg>'
)
_BOT = Markup(
    '<svg class="sign" viewBox="0 0 40 40" aria-hidden="true"><path d="M7 13h26v20H7zM20 13V6M3 20v7M37 20v7M15 27h10'
    'M14 20v.5M26 20v.5"/></svg>'
)


def lobby(
    game: Game[Any],
    meta: TableMeta,
    seats: tuple[Sitter, ...],
    view: Any,  # noqa: ANN401
    seat: str,
    way_in: WayIn,
) -> Markup:
    """All that stands inside `<div id="page">` while chairs fill, for the seat that looks; `view` is what everybody sees."""
    base = f"/t/{meta.id}/seat/{seat}"
    begins = _begins(game, seats, way_in.opener)
    runs = seat in begins
    empty = [sitter for sitter in seats if sitter.holder == "nobody"]
    line = _still(len(empty))
    story = pitch(game, view)
    lines = (
        Markup('<p class="soft lines-veils"><b>{head}</b> {lines}</p>').format(
            head=_("Lines and veils."), lines=meta.lines
        )
        if meta.lines
        else NOTHING
    )
    return told_apart(
        Markup(
            '<a class="skip" href="#begin">{skip}</a><header class="top lobby-top" id="top"><div class="top-in"><p class="where"><span>'
            '<span class="dot" id="dot" role="img" aria-label="{connected}"></span>{game}</span></p><p class="wait" id="wait">'
            '<span><b role="heading" aria-level="1">{title}</b></span></p></div></header>{asked}<main class="lobby" '
            'data-said="{line}"><div class="lobby-in">{yours}{way}</div><div class="lobby-here"><p class="lobby-line">{line}</p>'
            '{chairs}{story}<div class="lobby-own">{own}</div>{lines}{primer}</div>{dock}</main>'
        ).format(
            skip=_("Skip to the beginning"),
            connected=_("connected"),
            game=game.title if game.title != meta.title else "",
            title=meta.title,
            story=Markup('<p class="lobby-story">{story}</p>').format(story=story) if story else NOTHING,
            line=line,
            asked=asked_back.notice(game, meta, seats, seat, base, "lobby"),
            yours=_yours(game, seats, view, seat, begins),
            way=way(way_in) if runs else _folded(way_in),
            chairs=chairs(game, meta, seats, seat, base, runs=runs),
            own=running.choice(game, seats, seat, base) + _name(seats, seat, base) if runs else NOTHING,
            lines=lines,
            primer=primer.folded(game),
            dock=_dock(meta, way_in, base, may=seat in hosts(game, seats), runs=runs, waits=bool(empty)),
        ),
        meta.faces,
    )


def _begins(game: Game[Any], seats: tuple[Sitter, ...], opener: str) -> frozenset[str]:
    """The seats that are expected to begin: of those that host the table, whoever opened it while they sit there."""
    there = {each.id for each in seats if each.holder == "person"} & {opener}
    return hosts(game, seats) & there or hosts(game, seats)


def _still(empty: int) -> str:
    if not empty:
        return _("Everybody is here.")
    return ngettext("One chair is still empty.", "{n} chairs are still empty.", empty).format(n=empty)


def way(way_in: WayIn) -> Markup:
    """The QR code of a table, its words, and where they are typed."""
    words = joined(Markup("<span>{word}</span> ").format(word=word) for word in way_in.words)
    return Markup(
        '<section class="lobby-way" aria-labelledby="h-way"><h2 class="sr" id="h-way">{head}</h2><div class="square" role="img" '
        'aria-label="{label}">{qr}</div><p class="four">{words}</p><p>{how}</p></section>'
    ).format(
        head=_("The way in"),
        label=_("QR code: the way to this table"),
        qr=way_in.qr,
        words=words,
        how=_(
            "Only this computer can open it. Start the server with make play, or with --host 0.0.0.0, so that others can come."
        )
        if way_in.alone
        else _("Point a phone at it, or type the four words at {host}.").format(host=way_in.host),
    )


def _folded(way_in: WayIn) -> Markup:
    """The way in behind a tap, for those who are in already and would show it to somebody else."""
    return Markup(
        '<details class="panel fold lobby-code" id="way"><summary><b>{head}</b></summary>{way}</details>'
    ).format(head=_("Bring somebody else in"), way=way(way_in))


def _yours(game: Game[Any], seats: tuple[Sitter, ...], view: Any, seat: str, begins: frozenset[str]) -> Markup:  # noqa: ANN401
    """Whom somebody plays who has sat down, and what comes next."""
    own = next((sitter for sitter in seats if sitter.id == seat), None)
    if own is None or own.role in game.masters:
        return NOTHING
    found = played(game, view, [own]).get(seat)
    name, about = (found.name, found.about) if found else (own.title, "")
    expected = [each for each in seats if each.id in begins and each.holder == "person"]
    host = expected[0] if len(expected) == 1 else None
    waits = any(each.holder == "nobody" for each in seats)
    if seat in begins:
        then = _("Begin when all are there.") if waits else _("Begin when you like.")
    elif waits:
        then = _("{host} begins when all are there. Then the first scene opens here by itself.")
    else:
        then = _("{host} can begin now. The first scene opens here by itself.")
    return Markup(
        '<section class="lobby-you" aria-labelledby="h-you">{mark}<div><h2 id="h-you">{name}</h2>{about}<p>{then}</p></div></section>'
    ).format(
        mark=mark(own.title),
        name=_("You play {name}").format(name=name),
        about=Markup('<p class="soft">{about}</p>').format(about=about) if about else NOTHING,
        then=then.format(host=host.called if host else _("Whoever opened the table")),
    )


def _name(seats: tuple[Sitter, ...], seat: str, base: str) -> Markup:
    """Whoever hosts the table is asked for a name; without one they are called as their chair is."""
    own = next((each for each in seats if each.id == seat), None)
    if own is None:
        return NOTHING
    return Markup(
        '<form class="lobby-name" data-do="sit" method="post" action="{base}/sit" id="f-name"><input type="hidden" name="id" '
        'value="{number}-name"><input type="hidden" name="seat" value="{id}"><input type="hidden" name="screen" value="lobby">'
        '<input type="hidden" name="holder" value="person"><label for="host-name">{label}</label><input id="host-name" '
        'name="name" value="{name}" placeholder="{title}" maxlength="40" autocomplete="nickname"><button class="chip" '
        'id="name-go">{set}</button></form>'
    ).format(
        base=base,
        number=NUMBER,
        id=own.id,
        label=_("Your name, if you like:"),
        name=own.name,
        title=own.title,
        set=_("Set"),
    )


def chairs(
    game: Game[Any], meta: TableMeta, seats: tuple[Sitter, ...], own: str, base: str, *, runs: bool = False
) -> Markup:
    """Every chair with whoever sits there; who `runs` the table lets a bot play where nobody does."""
    drawn = joined(_chair(game, meta, sitter, own, base, runs=runs) for sitter in seats)
    return Markup('<ul class="sitters" aria-label="{label}">{drawn}</ul>').format(label=_("Who is here"), drawn=drawn)


def _chair(game: Game[Any], meta: TableMeta, sitter: Sitter, own: str, base: str, *, runs: bool) -> Markup:
    free, called = sitter.holder == "nobody", _called(game, sitter)
    art = _FOLDING_CHAIR if sitter.role in game.masters else _ARMCHAIR
    face = (
        _NOBODY
        if free
        else Markup('<span class="sits" id="face-{id}">{mark}</span>').format(id=ident(sitter.id), mark=mark(called))
    )
    below = (
        _let_a_bot_play(sitter, base)
        if free and runs
        else Markup('<span class="soft">{who}</span>').format(
            who=_who(sitter, called, own, here=sitter.id in meta.here)
        )
    )
    return Markup('<li class="sitter{free}" id="chair-{id}">{art}{face}<b>{title}</b>{below}</li>').format(
        free=" free" if free else "", id=ident(sitter.id), art=art, face=face, title=called, below=below
    )


def _called(game: Game[Any], sitter: Sitter) -> str:
    """Whose chair it is: of one that is nobody's in particular yet ("Player 2"), whoever sits there by name."""
    numbered = {f"{role.title} " for role in game.roles if role.id == sitter.role and role.id not in game.masters}
    nobodys = any(sitter.title.removeprefix(each).isdecimal() for each in numbered)
    return sitter.name if nobodys and sitter.name and sitter.holder == "person" else sitter.title


def _who(sitter: Sitter, called: str, own: str, *, here: bool) -> str:
    if sitter.id == own:
        return _("you")
    if sitter.holder == "person":
        name = (sitter.title if called == sitter.name else sitter.name) or _("a person")
        return name if here else _("{name}, away").format(name=name)
    return _("a bot") if sitter.holder == "bot" else _("empty")


def _let_a_bot_play(sitter: Sitter, base: str) -> Markup:
    return Markup(
        '<form data-do="sit" method="post" action="{base}/sit" id="f-bot-{at}"><input type="hidden" name="id" '
        'value="{number}-bot-{id}"><input type="hidden" name="seat" value="{id}"><input type="hidden" name="name" value="">'
        '<input type="hidden" name="screen" value="lobby"><input type="hidden" name="holder" value="bot"><button class="act" '
        'id="bot-{at}">{icon}<span>{words}<span class="sr"> {title}</span></span></button></form>'
    ).format(
        base=base,
        at=ident(sitter.id),
        number=NUMBER,
        id=sitter.id,
        icon=_BOT,
        words=_("Let a bot play"),
        title=sitter.title,
    )


def _dock(meta: TableMeta, way_in: WayIn, base: str, *, may: bool, runs: bool, waits: bool) -> Markup:
    """What is done here: share the way in, show it on a large screen, begin; lit for whoever runs the game, for others quiet."""
    begin = (_("Start now: chairs can fill later") if waits else _("Begin")) if may else _("To your seat")
    return Markup(
        '<footer class="lobby-dock"><div class="lobby-do">{send}<div class="lobby-then"><a class="{kind}" id="begin" data-way '
        'href="{base}">{begin}</a><p class="lobby-more">{tv}<noscript> <a href="{base}?lobby">{again}</a></noscript></p></div>'
        "</div></footer>"
    ).format(
        send=sharing(way_in.url, meta.title, _("Share"), lit=runs and waits),
        kind="next" if runs and not waits else "quiet",
        base=base,
        begin=begin,
        tv=to_room(way_in.room),
        again=_("Look who is here"),
    )


def to_room(url: str) -> Markup:
    """The way to the room's screen, in a window of its own; nothing for those who are not told its address."""
    if not url:
        return NOTHING
    return Markup('<a id="to-room" href="{url}" target="_blank" rel="noopener">{tv}</a>').format(
        url=url, tv=_("For the TV")
    )
