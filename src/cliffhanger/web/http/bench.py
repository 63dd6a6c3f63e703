"""Bench routes: cards are written, drawn and tried in a fight, as a page and as the parts of one.

What a stranger's text means is read, drawn and played in a worker process that is killed when it takes too long.
"""

import asyncio
import logging
from random import Random
from secrets import randbelow
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cliffhanger.cards.deck import cards_in
from cliffhanger.kernel.events import sentence, told
from cliffhanger.kernel.files import mends
from cliffhanger.kernel.files.mends import Draft
from cliffhanger.kernel.files.reader import read_form
from cliffhanger.kernel.game import Form, Game
from cliffhanger.table import trials
from cliffhanger.web.http import responses
from cliffhanger.web.http.forms import fields
from cliffhanger.web.http.requests import registry_of
from cliffhanger.web.http.sheets import form_of
from cliffhanger.web.live.figure_service import Games
from cliffhanger.web.live.inputs import overran
from cliffhanger.web.page import bench, reference
from cliffhanger.web.page.bench import Parts, Shown
from cliffhanger.web.page.bench_fight import FIGHTS, Asked, Tried, tally_of
from cliffhanger.web.page.html import Markup
from cliffhanger.web.page.language import _
from cliffhanger.web.workers.pool import Overrun

log = logging.getLogger(__name__)
BATCH = 10
"""So many fights are played at a request: others who ask for something wait no longer than that."""


async def page(request: Request) -> Response:
    """The bench: with the example, or with what was sent; for a script that asks for it, its parts alone."""
    found = form_of(request)
    if isinstance(found, Response):
        return found
    registry, (game, form) = registry_of(request), found
    if form.bench is None:
        return responses.not_found()
    sent = {name: values[-1] for name, values in fields(await request.form()).items()}
    asked, mend = _asked(form, sent), sent.get("mend", "")
    alone = request.headers.get("accept", "") == "application/json"
    words = None if alone else await asyncio.to_thread(reference.words, game, form)
    work = registry.workers.strangers, registry.limits.sheet
    try:
        try:
            made = await work[0].run(work[1], benched, registry.games, game.id, form.name, asked, mend, words)
        except Overrun:  # what takes too long in a fight can be drawn all the same
            asked = asked._replace(tries=False)
            made = await work[0].run(work[1], benched, registry.games, game.id, form.name, asked, mend, words)
    except Overrun as over:
        if alone:
            return JSONResponse({"why": str(overran(over))}, 422)
        return responses.refusal_page(_("This file cannot be read"), overran(over), status=422)
    if isinstance(made, Parts):
        return JSONResponse(made._asdict())
    return responses.html_page(made, form.title, game=game, style=bench.STYLE, script=bench.SCRIPT)


def _asked(form: Form, sent: dict[str, str]) -> Asked:
    """What the fields of a form ask for."""
    nth, do = sent.get("card", ""), sent.get("do", "")
    return Asked(
        sent.get("text", form.bench.example if form.bench else form.example).replace("\r\n", "\n"),
        int(nth) if nth.isdecimal() and len(nth) < 5 else 0,
        sent.get("who", ""),
        sent.get("against", ""),
        randbelow(2**32) + 1 if do == "toss" else 0,
        fights=do == "fights",
        carried=sent.get("tally", "") if do in ("fights", "toss") else "",
    )


def benched(games: Games, game: str, form: str, asked: Asked, mend: str, words: Markup | None) -> Parts | Markup:
    """Read a text, draw its cards and try one of them, wherever this runs: as a page with these words, or as the parts of one."""
    played: Any = games(game)
    kind = next(each for each in played.forms if each.name == form)
    if mend:
        asked = asked._replace(text=_mended(kind, asked.text, mend))
    asked, shown = _shown(played, kind, asked)
    return bench.parts(kind, asked, shown) if words is None else bench.bench(played, kind, asked, shown, words)


def _mended(form: Form, text: str, mend: str) -> str:
    """The text with one mend, which is known by the number of its fault and its words."""
    faults = read_form(form, form.name, text)
    nth, _colon, words = mend.partition(":")
    for n, one in enumerate(mends.wrongs(text, faults) if isinstance(faults, list) else ()):
        for each in one.mends if str(n) == nth else ():
            if each.words == words:
                return text[: each.start] + each.new + text[each.end :]
    return text


def _shown(game: Game[Any], form: Form, asked: Asked) -> tuple[Asked, Shown]:
    read = read_form(form, form.name, asked.text)
    faults = read if isinstance(read, list) else []
    made = mends.draft(form, asked.text) if faults else Draft(read, (), sure=True)
    wrong = mends.wrongs(asked.text, faults)
    if made is None or form.draw is None:
        return asked, Shown(wrong, (), (), None)
    found = cards_in(form.draw(made.value))
    others = tuple(card for other in made.others for card in cards_in(form.draw(other)))
    asked = asked._replace(card=min(asked.card, max(0, len(found) - 1)))
    tried = _tried(game, form, made, asked, len(wrong)) if found else None
    return (tried.asked if tried else asked), Shown(wrong, found, others, tried)


def _tried(game: Game[Any], form: Form, made: Draft, asked: Asked, mended: int) -> Tried:
    """What a card does in a fight, between those who were chosen or the first there are."""
    if not asked.tries:
        return Tried(
            why=_("This card keeps a fight going for too long, or makes it too large: it is drawn, and not tried."),
            asked=asked,
        )
    try:
        return _in_a_fight(game, form, made, asked, mended)
    except MemoryError:
        raise
    except Exception:  # a stranger's card may find a fault of ours, and is drawn all the same
        log.exception("bench of %s", game.id)
        return Tried(
            why=_("Something went wrong when this card was tried. The fault is ours, not the card’s."), asked=asked
        )


def _in_a_fight(game: Game[Any], form: Form, made: Draft, asked: Asked, mended: int) -> Tried:
    assert form.bench is not None
    able = form.bench.users(made.value, asked.card)
    if isinstance(able, str):
        return Tried(why=able, asked=asked)
    who = next((each.id for each in able if each.id == asked.who), able[0].id)
    foes = form.bench.foes(made.value, asked.card, who)
    against = next((each.id for each in foes if each.id == asked.against), foes[0].id)
    asked = asked._replace(who=who, against=against)
    trial = form.bench.stage(made.value, asked.card, who, against)
    asked = asked._replace(tally=tally_of(asked, len(trial.counts)))
    if asked.fights and asked.tally.pairs < FIGHTS:
        first = asked.tally.pairs
        asked = asked._replace(tally=asked.tally.more(trials.fought(game, trial, range(first, first + BATCH))))
    fell = trials.tossed(game, trial, Random(asked.toss)) if asked.toss else ()
    lines = tuple(sentence(told(event, game.say(event))) for event in fell)
    return Tried(able, foes, asked, trials.compared(game, trial), trial, lines, sure=made.sure, mended=mended)


routes = [Route("/g/{game}/bench/{form}", page, methods=["GET", "POST"])]
