"""The JSON API described as OpenAPI 3.1, from the same rows that the routes are made of.

A row is an `Operation`: what answers, what it reads, and with which statuses and shapes it answers. What it reads and answers
are msgspec types, so the description cannot say of a field what the decoder does not hold.
"""

from collections.abc import Awaitable, Callable, Sequence
from importlib.metadata import version
from re import findall
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

AT = "/api/openapi.json"
REF = "#/components/schemas/{name}"


class Sentence(Struct, frozen=True):
    """Why not, in a sentence."""

    refused: str


class Refused(Struct, frozen=True):
    """A refusal of the table or its rules: the whole of it, the rule's id if one says so, why, and what may be done instead."""

    refused: str
    rule: str = ""
    why: str = ""
    instead: str = ""


class Parameter(NamedTuple):
    """A parameter of the address behind the question mark."""

    name: str
    kind: Any
    says: str
    required: bool = False


class Operation(NamedTuple):
    """One thing that can be asked: `answers` are types by status, `secret` whether a seat's secret comes with it."""

    method: str
    path: str
    endpoint: Callable[[Request], Awaitable[Response]]
    answers: dict[int, Any]
    query: tuple[Parameter, ...] = ()
    body: Any = None
    secret: bool = False
    free: bool = False
    """Whether it has more parameters, which depend on what is asked."""

    @property
    def statuses(self) -> dict[int, Any]:
        """All statuses with their types: its own, and those that the server gives to any such request."""
        found = {400: Sentence, 404: Sentence, **self.answers}
        if self.body is not None:
            found |= {408: Sentence, 413: Sentence}
        if self.secret:
            found |= {401: Sentence, 403: Sentence}
        if self.secret or self.body is not None or "{table}" in self.path:
            found |= {429: Sentence, 503: Sentence}
        return dict(sorted(found.items()))


Name = Annotated[str, Meta(max_length=80)]


def routes_of(operations: Sequence[Operation]) -> list[Route]:
    """The routes, and one more for their description."""
    described = msgspec.json.encode(description(operations))

    async def describe(_request: Request) -> Response:
        return Response(described, media_type="application/json")

    return [Route(each.path, each.endpoint, methods=[each.method]) for each in operations] + [Route(AT, describe)]


def description(operations: Sequence[Operation]) -> dict[str, Any]:
    """The description of these operations, as data."""
    kinds = [kind for each in operations for kind in (*each.statuses.values(), each.body) if kind is not None]
    _, components = msgspec.json.schema_components(kinds, ref_template=REF)
    paths: dict[str, dict[str, Any]] = {}
    for each in operations:
        paths.setdefault(each.path, {})[each.method.lower()] = _described(each)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Cliffhanger",
            "version": version("cliffhanger"),
            "summary": "Tables of dramatic games by a program, which sits on a seat like a person.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer", "description": "The secret of a seat."}},
        },
    }


def _described(each: Operation) -> dict[str, Any]:
    says = (each.endpoint.__doc__ or "").strip()
    found: dict[str, Any] = {
        "operationId": each.endpoint.__name__,
        "summary": says.partition("\n")[0],
        "parameters": [
            *(
                {"name": name, "in": "path", "required": True, "schema": _schema(Name)}
                for name in findall(r"{(\w+)}", each.path)
            ),
            *(
                {
                    "name": p.name,
                    "in": "query",
                    "required": p.required,
                    "description": p.says,
                    "schema": _schema(p.kind),
                }
                for p in each.query
            ),
        ],
        "responses": {str(status): _answer(kind) for status, kind in each.statuses.items()},
    }
    if each.free:
        # Its own are those of the question; what it does not know it refuses.
        named = {"type": "object", "additionalProperties": {"type": "string"}}
        found["parameters"].append({"name": "values", "in": "query", "style": "form", "explode": True, "schema": named})
    if each.body is not None:
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": _schema(each.body)}}}
    if each.secret:
        found["security"] = [{"seat": []}]
    return found


def _answer(kind: Any) -> dict[str, Any]:  # noqa: ANN401
    own = isinstance(kind, type) and issubclass(kind, Struct)  # what is of Python itself tells of Python
    says = ((own and kind.__doc__) or "The answer.").strip().partition("\n")[0]
    return {"description": says, "content": {"application/json": {"schema": _schema(kind)}}}


def _schema(kind: Any) -> dict[str, Any]:  # noqa: ANN401
    (found,), _ = msgspec.json.schema_components([kind], ref_template=REF)
    return found
