"""The pictures of cards, each by what it shows: `/art/golden-2-clock-heart.svg`; stills of places likewise, `/still/0-room-lit.svg`.

Whoever shows a card says its address, so an answer must not tell whether somebody else asked before: each is drawn anew, and
no cache on the way may keep it for others.
"""

import gzip

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cliffhanger.cards import art, svg
from cliffhanger.cards.drawing import Group
from cliffhanger.web.http.static_files import answered
from cliffhanger.web.page import stills
from cliffhanger.web.page.assets import KINDS, Asset


async def picture(request: Request) -> Response:
    """One picture, if some card may show it."""
    scene = art.scene_called(request.path_params["name"])
    return _sent(request, art.painted(scene), art.kit_version()) if scene else answered(request, None)


async def still(request: Request) -> Response:
    """One still, if some place may look so."""
    shown = stills.called(request.path_params["name"])
    return _sent(request, stills.painted(shown), stills.version()) if shown else answered(request, None)


def _sent(request: Request, drawn: Group, version: str) -> Response:
    """A drawing as it is sent; a browser that is to save data gets an empty one."""
    saving = request.headers.get("save-data", "").casefold() == "on"
    marks = () if saving else (drawn,)
    body = svg.document(marks, art.WIDTH, art.HEIGHT).encode()
    found = Asset(body, gzip.compress(body, 6, mtime=0), KINDS[".svg"], version)
    answer = answered(request, found)
    answer.headers["cache-control"] = answer.headers["cache-control"].replace("public", "private")
    answer.headers["vary"] = "accept-encoding, save-data"
    return answer


routes = [Route("/art/{name}.svg", picture), Route("/still/{name}.svg", still)]
