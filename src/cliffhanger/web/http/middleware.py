"""Security middleware: checks of host, origin and size, security headers, and no stack traces in answers."""

import asyncio
import logging
import re
from collections.abc import Iterator
from time import monotonic

from python_multipart.multipart import parse_options_header
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cliffhanger.table.ports import Unkept
from cliffhanger.web.live.limits import OriginPolicy, Stopping, TooFast, TooMuch, network_of
from cliffhanger.web.live.meters import Meters
from cliffhanger.web.live.registry import TableUnavailable
from cliffhanger.web.page.language import _
from cliffhanger.web.workers.pool import ASKED_BY, Busy

log = logging.getLogger(__name__)
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SECURITY_HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
COUNTED = {Busy: "workers", TooFast: "rate", TooMuch: "making"}
OPENS_TABLE = re.compile(r"/(?:new/[^/]+|tables|api/tables)")  # where a new table may bring its files
HEALTH_PATHS = frozenset({"/healthz", "/readyz"})  # what a proxy asks before it sends anybody here
SLICE = 65_536  # bytes of an answer that are handed over at once
PART_TIMEOUT = 10.0  # seconds that the next part of a body may take
BODY_TIMEOUT = 20.0  # seconds that all of it may take
# Under "no-referrer" a browser sends its own forms with `Origin: null`. Pages that hold forms therefore tell our own
# server, and nobody else, where they come from; a secret stands in a fragment and is in no referrer at all.
REFERRER_POLICY = "no-referrer, same-origin"


def unavailable() -> str:
    """What is said of a table that cannot be read."""
    return _("This table cannot be opened here. Whoever runs the server finds the reason in its log.")


def _restarting() -> str:
    return _("This server is restarting. Try again in a moment.")


def store_away() -> str:
    """What is said where the store cannot be read just now; why stands in the log alone, for it may name a path."""
    return _("What is kept cannot be read just now. Try again in a moment.")


def _exception_answer(why: TableUnavailable | Stopping | Busy | TooFast | TooMuch | Unkept) -> tuple[int, str]:
    match why:
        case Unkept():
            return 503, store_away()
        case TableUnavailable():
            return 409, unavailable()
        case Stopping():
            return 503, _restarting()
        case Busy():
            return 503, _("Too many ask for this just now. Try again in a moment.")
        case TooMuch():
            return 429, _("Much was made for your address. Ask again in a minute.")
        case TooFast():
            return 429, _("This seat sends more than the table can take. Wait until it is answered.")


class SecurityMiddleware:
    """Checks what comes in, and puts the headers on what goes out."""

    def __init__(self, app: ASGIApp, origin_policy: OriginPolicy, most: int, opening: int, meters: Meters) -> None:
        self.app, self.origin_policy, self.most, self.opening = app, origin_policy, most, opening
        self.meters = meters

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request: refuse what fails the checks, add the headers to every answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        ASKED_BY.set(network_of((scope.get("client") or ("",))[0]))
        begun, taken, whole = False, 0, False
        most, until = self._max_body(scope), 0.0

        async def limited_receive() -> Message:
            nonlocal taken, whole, until
            until = until or monotonic() + BODY_TIMEOUT
            try:
                message = await asyncio.wait_for(receive(), None if whole else min(PART_TIMEOUT, until - monotonic()))
            except TimeoutError:
                raise HTTPException(408) from None
            whole = not message.get("more_body", False)
            taken += len(message.get("body", b""))
            if taken > most:
                raise HTTPException(413, too_big(most))
            return message

        async def send_with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                _add_headers(MutableHeaders(scope=message))
            else:
                self.meters.sent["answers"] += len(message.get("body", b""))
            for each in _sliced(message):
                await send(each)

        try:
            if (no := self._refusal(scope)) is not None:
                await no(scope, receive, send_with_headers)
            else:
                await self.app(scope, limited_receive, send_with_headers)
        except ClientDisconnect:
            pass  # whoever asked is gone
        except asyncio.CancelledError:  # the server stops, and this took longer than it waits
            if not begun:
                await sentence_response(scope, 503, _restarting())(scope, receive, send_with_headers)
        except (TableUnavailable, Stopping, Busy, TooFast, TooMuch, Unkept) as why:
            if isinstance(why, Unkept):
                log.warning("%s %s: %s", scope["method"], scope["path"], why)
            if (limit := COUNTED.get(type(why))) is not None:
                self.meters.limits[limit] += 1
            if not begun:
                await sentence_response(scope, *_exception_answer(why))(scope, receive, send_with_headers)
        except Exception:
            log.exception("%s %s", scope["method"], scope["path"])
            if not begun:
                await sentence_response(scope, 500, _("Something went wrong on the server."))(
                    scope, receive, send_with_headers
                )

    def _max_body(self, scope: Scope) -> int:
        return self.opening if OPENS_TABLE.fullmatch(scope["path"]) else self.most

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        host, length = headers.get("host", ""), headers.get("content-length", "0")
        if "transfer-encoding" in headers and "content-length" in headers:
            # Two lengths of one body: whoever stands before us may have read another request than we do.
            odd = sentence_response(scope, 400, _sentence(400))
            odd.headers["connection"] = "close"
            return odd
        if not length.isdecimal() or int(length) > self._max_body(scope):
            return sentence_response(scope, 413, too_big(self._max_body(scope)))
        if not _is_utf8(headers.get("content-type", "")):
            return sentence_response(scope, 400, _("What is sent here is read as UTF-8 alone."))
        # A proxy asks whether a server is well by the name of that machine, under which no page is answered.
        if not (scope["path"] in HEALTH_PATHS or self.origin_policy.knows_host(host)):
            return sentence_response(scope, 421, _("This server does not answer to that name."))
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        if scope["method"] in ("GET", "HEAD"):
            # A link may lead here from anywhere. A stranger's page may not fetch pictures by the dozen from tables that
            # do not exist: that would count as wrong links of whoever looks at it.
            foreign = site == "cross-site" and headers.get("sec-fetch-dest", "document") != "document"
            return (
                sentence_response(scope, 403, _("This came from another site, so it was not answered."))
                if foreign
                else None
            )
        bare = origin is None and site is None
        if bare and headers.get("cookie") is None and scope["path"].startswith("/api/"):
            return None  # a program, not a page: it carries its secret itself
        if not self.origin_policy.allows_form(scope["scheme"], host, origin, site):
            return sentence_response(scope, 403, _("This came from another site, so it was not done."))
        return None


def _is_utf8(content_type: str) -> bool:
    """Whether a body says that it is UTF-8, or nothing: else its sender would choose among all codecs there are.

    Some of them are slow, some give halves of characters, and those that are not known are remembered for ever.
    """
    _kind, options = parse_options_header(content_type)  # as the reader of forms understands it
    return options.get(b"charset", b"utf-8").lower() in (b"utf-8", b"utf8")


def _sliced(message: Message) -> Iterator[Message]:
    """A message in slices, for what is handed over at once is held until it is read, by everybody who reads slowly."""
    body = memoryview(message.get("body", b""))
    if len(body) <= SLICE:
        yield message
        return
    for at in range(0, len(body), SLICE):
        more = at + SLICE < len(body) or message.get("more_body", False)
        yield {**message, "body": bytes(body[at : at + SLICE]), "more_body": more}


def _add_headers(headers: MutableHeaders) -> None:
    for name, value in SECURITY_HEADERS.items():
        headers[name] = value
    html = headers.get("content-type", "").startswith("text/html")
    headers["referrer-policy"] = REFERRER_POLICY if html else "no-referrer"
    headers.setdefault("cache-control", "no-store")


def sentence_response(scope: Scope, status: int, sentence: str) -> Response:
    """A plain answer in one sentence: as text, or as JSON below `/api`."""
    if scope["path"].startswith("/api/"):
        return JSONResponse({"refused": sentence}, status)
    return PlainTextResponse(sentence, status)


def http_error_response(request: Request, error: Exception) -> Response:
    """What starlette raises by itself (404, 405, 413), in a sentence."""
    status = getattr(error, "status_code", 500)
    sentence = getattr(error, "detail", "") if status == 413 else _sentence(status)
    found = sentence_response(request.scope, status, sentence or _("This cannot be answered."))
    found.headers.update(getattr(error, "headers", None) or {})  # which methods would do
    return found


def _sentence(status: int) -> str:
    known = {
        400: _("This form cannot be read."),
        404: _("There is nothing here."),
        405: _("This is not asked in that way."),
        408: _("Nothing more came for a while."),
    }
    return known.get(status, "")


def too_big(most: int) -> str:
    """What is said of a body with more bytes than may be."""
    return _("That is too big: {most} kB is the most.").format(most=most // 1024)
