"""Static files: scripts and style sheets, compressed once, and the skins of games."""

import re

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cliffhanger.web.page import assets, skins

EVER = "public, max-age=31536000, immutable"
A_WHILE = "public, max-age=300"
MEANWHILE = f"{A_WHILE}, stale-while-revalidate=86400"  # the drawing of a die is never waited for
_VERSIONED = re.compile(r"(?:([0-9a-f]{12})/)?(.*)", re.DOTALL)


async def file(request: Request) -> Response:
    """One of our own files; with its digest in the address, or under that of all scripts, it may be kept for ever."""
    version, name = _VERSIONED.fullmatch(request.path_params["name"]).groups()  # type: ignore[union-attr]
    return answered(request, assets.find(name), EVER if version == assets.version() else MEANWHILE)


async def skin(request: Request) -> Response:
    """The style sheet of a game's skin."""
    try:
        game = request.app.state.registry.games(request.path_params["game"])
    except LookupError:
        return answered(request, None)
    return answered(request, assets.packed(skins.skin_css(game).encode(), ".css"))


def answered(request: Request, found: assets.Asset | None, otherwise: str = A_WHILE) -> Response:
    """A file as it is sent: packed where the browser takes it, not at all where it has it; kept for ever, or as `otherwise` says."""
    if found is None:
        return Response("There is nothing here.", 404, media_type="text/plain")
    kept = EVER if request.query_params.get("v") == found.digest else otherwise
    headers = {"etag": f'"{found.digest}"', "cache-control": kept, "vary": "accept-encoding"}
    if f'"{found.digest}"' in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    takes = "gzip" in request.headers.get("accept-encoding", "")
    if takes and found.packed:
        return Response(found.packed, headers=headers | {"content-encoding": "gzip"}, media_type=found.kind)
    return Response(found.body, headers=headers | {"content-encoding": "identity"}, media_type=found.kind)


routes = [Route("/static/skin-{game}.css", skin), Route("/static/{name:path}", file)]
