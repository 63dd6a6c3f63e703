"""Writes in batches to a database that may break off: what became of a commit is looked up, and never guessed."""

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import groupby
from typing import Any, TypeVar

from asyncpg import Connection
from msgspec import Struct

from cliffhanger.store.batches import Batches
from cliffhanger.store.following import refused
from cliffhanger.store.postgres.errors import AWAY, passes, told, unsure
from cliffhanger.store.postgres.link import Link, Patience
from cliffhanger.store.postgres.notices import Notices
from cliffhanger.store.postgres.schema import checked
from cliffhanger.store.postgres.session import Session
from cliffhanger.table.ports import Line, Taken, Unkept

log = logging.getLogger(__name__)
T = TypeVar("T")
Answers = list[Exception | None]
TAILS = """
select t.id, t.number, coalesce(e.n, 0) as n, coalesce(e.body, t.header) as tail
from tables t left join lateral (select n, body from entries where home = t.number order by n desc limit 1) e on true
where t.id = any($1::text[])
"""
INSERT = """
insert into entries (home, n, id, body) select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bytea[])
"""
THERE = "select n, id, body from entries where home = $1 and n between $2 and $3 order by n"


class Append(Struct, frozen=True):
    """Lines of one table to keep, all or none."""

    lines: tuple[Line, ...]
    done: Callable[[Exception | None], None]


class Task(Struct, frozen=True):
    """Something else to write, all or nothing; `run` is told whether a try before it may have been kept."""

    run: Callable[[Connection, bool], Awaitable[None]]
    done: Callable[[Exception | None], None]


class Writer(Batches[Append | Task]):
    """Owns the one writing connection of a node."""

    def __init__(self, session: Session, link: Link, notices: Notices, patience: Patience) -> None:
        self._session, self._link, self._notices, self._patience = session, link, notices, patience
        self._db: Connection | None = None
        super().__init__()

    def _batch(self, jobs: list[Append | Task]) -> Answers:
        try:
            return self._session.do(self._write(jobs))
        except Exception:  # the store is closed, and this was given up, perhaps in the middle
            return [unsure()] * len(jobs)

    async def _write(self, jobs: list[Append | Task]) -> Answers:
        answers: Answers = []
        for kind, group in groupby(jobs, type):
            if kind is Append:
                answers += await self._append([job for job in group if isinstance(job, Append)])
            else:
                answers += [await self._answer(job.run) for job in group if isinstance(job, Task)]
        return answers

    async def _append(self, jobs: list[Append]) -> Answers:
        async def run(db: Connection, doubt: bool) -> Answers:
            return await appended(db, jobs, doubt=doubt)

        try:
            answers = await self._surely(run)
        except Exception as error:
            return [told(error)] * len(jobs)
        for job, answer in zip(jobs, answers, strict=True):
            if answer is None:
                self._notices.tell(job.lines[-1].table, job.lines[-1].n)
        return answers

    async def _answer(self, run: Callable[[Connection, bool], Awaitable[None]]) -> Exception | None:
        try:
            await self._surely(run)
        except Exception as error:
            return told(error)
        return None

    async def _surely(self, run: Callable[[Connection, bool], Awaitable[T]]) -> T:
        """Run this until the database has answered; Unsure if it has not, and something may have been kept."""
        doubt = False
        while True:
            begun = False
            try:
                db = await self._connected()
                begun = True
                answer = await run(db, doubt)
            except Exception as error:
                if not passes(error):
                    raise (unsure() if doubt and not isinstance(told(error), Taken) else told(error)) from None
                doubt = doubt or begun
                self._let_go()
                if not await self._patience.again():
                    raise (unsure() if doubt else Unkept(AWAY)) from None
            else:
                self._patience.well()
                return answer

    async def _connected(self) -> Connection:
        if self._db is None or self._db.is_closed():
            db = await self._link.connect("read-write")
            try:
                await checked(db, self._link.schema)
                # What is answered is on the disk, whatever this database does for others.
                if await db.fetchval("show synchronous_commit") == "off":
                    await db.execute("set synchronous_commit = on")
            except BaseException:
                db.terminate()
                raise
            self._db = db
        return self._db

    def _let_go(self) -> None:
        db, self._db = self._db, None
        if db is not None:
            with suppress(RuntimeError):  # the session is closed, and the connection with it
                self._session.loop.call_soon_threadsafe(db.terminate)


async def appended(db: Connection, jobs: list[Append], *, doubt: bool) -> Answers:
    """Keep what follows, all in one commit; where that fails, one by one, for a commit that was refused kept nothing.

    With `doubt`, a try before this one may have been kept, or may be kept at any moment: lines that are there are ours.
    Raises what passes, and nothing else.
    """
    try:
        return await _together(db, jobs, doubt=doubt)
    except Exception as error:
        if passes(error):
            raise
        if len(jobs) > 1:
            return [(await appended(db, [job], doubt=doubt))[0] for job in jobs]
        if not doubt:
            return [told(error)]
    try:
        return await _together(db, jobs, doubt=doubt)  # the earlier try was in the way, and is there by now
    except Exception as error:
        if passes(error):
            raise
        return [told(error) if isinstance(told(error), Taken) else unsure()]


async def _together(db: Connection, jobs: list[Append], *, doubt: bool) -> Answers:
    # No lock is wanted: the entry that a line follows is never changed once it is seen, and of two that would follow
    # it the primary key lets one in. One statement each way, so that there is no transaction to be left open.
    tables = {job.lines[0].table for job in jobs}
    standing = {row["id"]: (row["number"], row["n"], row["tail"]) for row in await db.fetch(TAILS, list(tables))}
    answers: Answers = []
    rows: list[tuple[Any, ...]] = []
    for job in jobs:
        table, last = job.lines[0].table, job.lines[-1]
        if table not in standing:
            answers.append(Unkept(f"There is no table {table}."))
            continue
        number, newest, tail = standing[table]
        why = refused(job.lines, newest, tail)
        if why is None:
            rows += [(number, line.n, line.id, line.body) for line in job.lines]
            standing[table] = (number, last.n, last.body)
        elif doubt and await _there(db, number, job.lines):
            why = None
        answers.append(why)
    if rows:
        await db.execute(INSERT, *zip(*rows, strict=True))
    return answers


async def _there(db: Connection, number: int, lines: tuple[Line, ...]) -> bool:
    found = await db.fetch(THERE, number, lines[0].n, lines[-1].n)
    return [tuple(row) for row in found] == [(line.n, line.id, line.body) for line in lines]
