"""The pictures of cards, each by what it shows: `/art/golden-2-clock-heart.svg`.

Whoever shows a card says its address, so an answer must not tell whether somebody else asked before: each is drawn anew, and
no cache on the way may keep it for others.
"""

import gzip

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cliffhanger.cards import art, svg
from cliffhanger.web.http.static_files import answered
from cliffhanger.web.page.assets import KINDS, Asset


async def picture(request: Request) -> Response:
    """One picture, if some card may show it; a browser that is to save data gets an empty one."""
    scene = art.scene_called(request.path_params["name"])
    if scene is None:
        return answered(request, None)
    saving = request.headers.get("save-data", "").casefold() == "on"
    marks = () if saving else (art.painted(scene),)
    body = svg.document(marks, art.WIDTH, art.HEIGHT).encode()
    found = Asset(body, gzip.compress(body, 6, mtime=0), KINDS[".svg"], art.kit_version())
    answer = answered(request, found)
    answer.headers["cache-control"] = answer.headers["cache-control"].replace("public", "private")
    answer.headers["vary"] = "accept-encoding, save-data"
    return answer


routes = [Route("/art/{name}.svg", picture)]
