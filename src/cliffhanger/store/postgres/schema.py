"""Brings a schema of a database to the newest version, or says in a sentence why not. Several may do so at once."""

from asyncpg import Connection

from cliffhanger.store.migrations import numbered
from cliffhanger.table.ports import NoTables, Unkept

APPLICATION = 0x436C6966
"""Marks a lock as ours: "Clif"."""
LONG = 600.0  # seconds that a step may take, or another node with it


def steps() -> dict[int, str]:
    """The SQL of each version, by its number."""
    return numbered("postgres")


async def version(db: Connection, schema: str) -> int:
    """The version of a schema; 0 if there is none. Raises Unkept if a newer Cliffhanger made it."""
    if "schema_version" not in await _relations(db, schema):
        return 0
    found = int(await db.fetchval(f'select number from "{schema}".schema_version'))  # noqa: S608  (a checked name)
    if found > max(steps()):
        raise Unkept(f"The database was written by a newer Cliffhanger (schema {found}). Bring this one up to date.")
    return found


async def checked(db: Connection, schema: str) -> None:
    """Refuse what this Cliffhanger cannot read: a database without tables, or with those of another version."""
    found = await version(db, schema)
    if not found:
        raise NoTables("There are no tables in that database yet.")
    if found < max(steps()):
        raise Unkept("The tables in that database are of an older Cliffhanger. Serve them once with this one.")


async def migrate(db: Connection, schema: str) -> None:
    """Take every step that is missing, in one transaction, while whoever else starts waits."""
    newest = max(steps())
    if await version(db, schema) == newest:
        return
    async with db.transaction():
        await db.execute("select pg_advisory_xact_lock($1, hashtext($2))", APPLICATION, schema, timeout=LONG)
        found = await version(db, schema)
        if not found:
            await _begun(db, schema)
        for number, sql in steps().items():
            if number > found:
                await db.execute(sql, timeout=LONG)
        await db.execute("update schema_version set number = $1", newest)


async def _begun(db: Connection, schema: str) -> None:
    if not await db.fetchval("select count(*) from pg_namespace where nspname = $1", schema):
        await db.execute(f'create schema "{schema}"')
    if await _relations(db, schema):
        raise Unkept(f"The schema {schema} has tables of another program. Name another: postgresql://...?schema=NAME.")
    await db.execute("create table schema_version (number integer not null)")
    await db.execute("insert into schema_version values (0)")


async def _relations(db: Connection, schema: str) -> set[str]:
    # Read from the tables of the catalog: its functions may still answer as it was before this transaction waited.
    found = await db.fetch(
        "select relname from pg_class c join pg_namespace s on s.oid = c.relnamespace where nspname = $1", schema
    )
    return {row["relname"] for row in found}
