"""The first screen: what this is in one line, and three ways in, what takes most choosing last."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from cliffhanger.kernel.game import Game
from cliffhanger.table.snapshot import Pace
from cliffhanger.web.page import assets, files, running
from cliffhanger.web.page.html import NOTHING, Markup, esc, joined
from cliffhanger.web.page.language import _
from cliffhanger.web.page.skins import skin

_DROP = Markup(
    '<svg class="drop" viewBox="0 0 30 50" aria-hidden="true"><g fill="currentColor"><circle cx="4.5" cy="15.5" r="4.4"/>'
    '<circle cx="15" cy="22.5" r="4.4"/><circle cx="21.5" cy="38" r="4.4"/></g></svg>'
)
_CLIFF = Markup(
    '<svg class="hero-art" viewBox="0 0 560 250" preserveAspectRatio="xMaxYMid meet" aria-hidden="true">'
    '<path d="M60 36h90M20 48h120M36 190h70M-30 204h90" stroke="currentColor" stroke-width="1.6" opacity=".3"/>'
    '<g transform="matrix(-1 0 0 1 560 0)"><path d="M-1600 92H0q40-4 70-2t62-3 60 3 52 1l26 1-4 10-14 3 2 15-17 7 3 19-22 '
    '10 1 22-20 12-4 26-16 14-6 20H-1600z" fill="currentColor"/><path d="M0 128q60 8 118 2t96 4M0 160q50 6 92 0t92 6M0 '
    "194q44 5 84 0t74 5M0 226q40 4 78 0t58 4M60 100l-6 22M130 98l-8 26M196 100l-6 18M96 134l-8 22M160 140l-8 18M58 166l-6 "
    '20M124 168l-8 20M70 200l-6 18" stroke="var(--paper)" stroke-width="1.5" fill="none" opacity=".38"/><path d="M32 90q2-14'
    ' 0-22M32 78q-7-3-9-9M32 74q6-3 8-8M112 87q-4-8-3-13M116 87q3-7 7-11M120 87q6-4 10-4M212 90q-2-7-5-9M216 90q1-8 5-12" '
    'stroke="currentColor" stroke-width="2.2" fill="none" stroke-linecap="round"/><path d="M286 142L258 94M312 134L268 93" '
    'stroke="var(--accent)" stroke-width="6" stroke-linecap="round"/><g fill="var(--accent)"><circle cx="257" cy="91" '
    'r="6.5"/><circle cx="268" cy="90" r="6.5"/></g><g transform="rotate(14 318 172)"><path d="M318 122l47.5 34.5-18.1 '
    '56h-58.8l-18.1-56z" fill="var(--accent)" stroke="var(--accent)" stroke-width="6" stroke-linejoin="round"/><path d="M318 '
    '122v90.5h-29.4l-18.1-56z" fill="#fff" opacity=".12"/><g fill="var(--on-accent)"><circle cx="304" cy="160" r="5"/><circle '
    'cx="332" cy="160" r="5"/></g><path d="M309 182q9-7 18 0M296 149l11-4M329 145l11 4" stroke="var(--on-accent)" '
    'stroke-width="3.2" fill="none" stroke-linecap="round"/></g><g fill="currentColor"><circle cx="232" cy="172" r="4.5"/>'
    '<circle cx="238" cy="202" r="4"/><circle cx="230" cy="234" r="3.5"/></g></g></svg>'
)


class HeldSeat(Struct, frozen=True, array_like=True):
    """A seat that a browser has taken, and what it and its table are called."""

    table: str
    seat: str
    title: str
    chair: str

    @property
    def way(self) -> str:
        """Where it opens, for the browser that has its cookie."""
        return f"/t/{self.table}/seat/{self.seat}/link"


def door(games: Iterable[Game[Any]], pace: Pace = "reading", held: Sequence[HeldSeat] = ()) -> Markup:
    """Draw the first screen for the games that are installed; `pace` is how fast bots go where nobody chooses it.

    `held` are the seats that lead back.
    """
    shelf = list(games)
    pictures = joined(_picture(game, pace) for game in shelf) or Markup('<p class="soft">{game}</p>').format(
        game=_("No game is installed here.")
    )
    return Markup(
        '<a class="skip" href="#start">{skip}</a><main class="door"><header class="hero"><div><h1><span>'
        "Cliffhanger</span>{drop}</h1><p>{line}</p></div>{cliff}{yours}{tries}</header>"
        '<section class="ways"><form class="panel" method="post" action="/join"><h2>{join}</h2>'
        '<p class="soft">{paste}</p><div class="field"><label class="sr" for="link">{link}</label><input '
        'id="link" name="link" type="text" autocomplete="off" required placeholder="amber-kettle-north-seven">'
        '<button class="next" id="join-go">{sit}</button></div></form></section>'
        '<section id="start" aria-labelledby="h-start"><div class="head"><h2 id="h-start">{start}</h2>'
        '<p class="soft">{install}</p></div><div class="pics{one}">{pictures}</div></section></main>'
    ).format(
        skip=_("Skip to starting a table"),
        drop=_DROP,
        line=_("A referee for your story games. It keeps the rules, the dice and the score; you keep the story."),
        cliff=_CLIFF,
        yours=_yours(held),
        tries=_tries(shelf),
        start=_("Start a table"),
        install=_("Nothing to install, no account. You get a link for your friends."),
        one=" one" if len(shelf) == 1 else "",
        pictures=pictures,
        join=_("Join with a link"),
        paste=_("Paste the link, or type the four words of the table."),
        link=_("Link or words"),
        sit=_("Sit down"),
    )


def _picture(game: Game[Any], pace: Pace) -> Markup:
    worn = skin(game)
    meta = ", ".join(part for part in (game.people, game.time) if part)
    name = esc(game.id)
    presets = joined(
        Markup('<option value="{id}">{title}</option>').format(id=p.id, title=p.title) for p in game.presets
    ) or Markup('<option value="">{stands}</option>').format(stands=_("as it stands"))
    return Markup(
        '<article class="pic" id="game-{name}"><img src="{url}" alt="" width="320" height="200"><div><h3>'
        '{title}</h3><p>{tagline}</p><p class="meta">{meta}</p><form class="setup" method="post" '
        'enctype="multipart/form-data" action="/new/{name}"><label>{rules}'
        '<select id="preset-{name}" name="preset">{presets}</select></label><label>{people}'
        '<select id="seats-{name}" name="seats">{seats}</select></label>{host}{more}'
        '<button class="next" id="new-{name}">{start}</button></form></div></article>'
    ).format(
        name=name,
        url=assets.url(f"art/{worn.mast}.svg"),
        title=game.title,
        tagline=game.tagline,
        meta=meta,
        rules=_("Rules"),
        presets=presets,
        people=_("People in all"),
        seats=files.seats(game),
        host=running.at_the_door(game, name),
        more=_more(game, pace),
        start=_("Start a table"),
    )


def _more(game: Game[Any], pace: Pace) -> Markup:
    """What a table may be told about itself before anybody sits down."""
    name = esc(game.id)
    sides = any(
        role.opponent for role in game.roles
    )  # then who runs the table plays against the others, and may gain by it
    return Markup(
        '<details class="more law" id="more-{name}"><summary>{more}</summary>{cast}{chooser}<label for="name-{name}">'
        '{own}</label><input type="text" id="name-{name}" name="name" maxlength="40" '
        'autocomplete="nickname"><label for="title-{name}">{table}</label><input type="text" '
        'id="title-{name}" name="title" maxlength="60" autocomplete="off"><label for="lines-{name}">{lines}'
        '</label><textarea id="lines-{name}" name="lines" rows="2" maxlength="600"></textarea>'
        '<label for="undo-{name}">{undo}</label><select id="undo-{name}" name="undo"><option value="anyone">'
        '{anyone}</option><option value="owner">{whoever}</option><option value="master">{runs}</option>'
        '<option value="unseen">{unseen}</option></select>{pace}<label class="tick" for="typed-{name}"><input '
        'type="checkbox" id="typed-{name}" name="typed" value="1"> {roll}</label>{sharp}</details>'
    ).format(
        name=name,
        more=_("More choices"),
        cast=files.cast(game),
        chooser=files.chooser(game),
        own=_("Your name"),
        table=_("What the table is called"),
        lines=_("Lines and veils: what stays out, what stays off the stage"),
        undo=_("Who may undo"),
        anyone=_("anyone, and past what was seen if the other side agrees") if sides else _("anyone"),
        whoever=_("whoever did it, and who runs the table, whatever was seen")
        if sides
        else _("whoever did it, and who runs the table"),
        runs=_("who runs the table, alone and whatever was seen") if sides else _("who runs the table"),
        unseen=_("anyone, but not past what was seen"),
        roll=_("We roll real dice and type what they show"),
        pace=_pace(name, pace),
        sharp=_sharp(name) if game.search else NOTHING,
    )


def _pace(name: Markup, now: Pace) -> Markup:
    """How fast bots go."""
    words = {"reading": _("so that one can read along"), "slow": _("slowly"), "once": _("at once")}
    rows = joined(
        Markup('<option value="{pace}"{chosen}>{words}</option>').format(
            pace=pace, chosen=Markup(" selected") if pace == now else NOTHING, words=said
        )
        for pace, said in words.items()
    )
    return Markup('<label for="pace-{name}">{head}</label><select id="pace-{name}" name="pace">{rows}</select>').format(
        name=name, head=_("How bots go on"), rows=rows
    )


def _sharp(name: Markup) -> Markup:
    """Whether bots look ahead, for a game that lets them."""
    return Markup(
        '<label class="tick" for="sharp-{name}"><input type="checkbox" id="sharp-{name}" name="sharp" value="1"> {words}</label>'
    ).format(name=name, words=_("Bots look ahead"))


def _yours(held: Sequence[HeldSeat]) -> Markup:
    """The way back to each seat that this browser has taken."""
    if not held:
        return NOTHING
    ways = joined(
        Markup('<a class="act" href="{way}"><span>{title}<small>{chair}</small></span></a>').format(
            way=each.way, title=each.title, chair=each.chair
        )
        for each in held
    )
    return Markup(
        '<section class="tries" id="yours" aria-labelledby="h-yours"><div class="head"><h2 id="h-yours">{head}</h2></div>'
        '<div class="acts">{ways}</div></section>'
    ).format(head=_("Your tables"), ways=ways)


def _tries(shelf: Iterable[Game[Any]]) -> Markup:
    """One tap each: a table for one, with everything on it."""
    taps = joined(_alone(game) for game in shelf)
    if not taps:
        return Markup("")
    return Markup(
        '<section class="tries" aria-labelledby="h-tries"><div class="head"><h2 id="h-tries">{alone}</h2>'
        '<p class="soft">{ready}</p></div><div class="acts">{taps}</div></section>'
    ).format(
        alone=_("Try it alone"),
        ready=_("A ready character, bots on the other chairs: your first roll is one tap away."),
        taps=taps,
    )


def _alone(game: Game[Any]) -> Markup:
    name = esc(game.id)
    return Markup(
        '<form method="post" action="/alone/{name}"><button class="act try" id="alone-{name}">'
        '<img src="{url}" alt="" width="320" height="200"><span>{play}</span>'
        '<span class="go" aria-hidden="true">→</span></button></form>'
    ).format(name=name, url=assets.url(f"art/{skin(game).mast}.svg"), play=_("Play {game}").format(game=game.title))


def message(head: str, words: str, back: str = "/") -> Markup:
    """A page that says one thing: a table that is not there, a link that is wrong."""
    return Markup(
        '<main class="door narrow"><section class="panel"><h1>{head}</h1><p>{words}</p><p>'
        '<a class="act" href="{back}"><span>{go}</span></a></p></section></main>'
    ).format(head=head, words=words, back=back, go=_("Go back"))
