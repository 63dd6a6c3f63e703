"""Brings a schema of a database to the newest version, or says in a sentence why not. Several may do so at once."""

import logging

from asyncpg import Connection, InsufficientPrivilegeError

from cliffhanger.store.migrations import numbered
from cliffhanger.table.ports import NoTables, Unkept

APPLICATION = 0x436C6966
"""Marks a lock as ours: "Clif"."""
LONG = 600.0  # seconds that a step may take, or another node with it
TABLES = """
select relname as name from pg_class c join pg_namespace s on s.oid = c.relnamespace
where nspname = $1 and relkind = 'r' and relpersistence = 'p' and relname <> 'schema_version' order by c.oid
"""
NUMBERED = """
do $$ declare each record; newest bigint; begin
for each in select table_name, column_name from information_schema.columns
  where table_schema = current_schema() and is_identity = 'YES' loop
  execute format('select max(%I) from %I', each.column_name, each.table_name) into newest;
  perform setval(pg_get_serial_sequence(format('%I', each.table_name), each.column_name), coalesce(newest, 1), newest is not null);
end loop; end $$
"""
"""Numbers that are given out go on after those that were copied."""
log = logging.getLogger(__name__)


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
        elif found < newest:
            await _copied(db, schema, found, f"{schema}_before_{newest}")
        await _stepped(db, found, newest)


async def _begun(db: Connection, schema: str) -> None:
    if not await db.fetchval("select count(*) from pg_namespace where nspname = $1", schema):
        await db.execute(f'create schema "{schema}"')
    if await _relations(db, schema):
        raise Unkept(f"The schema {schema} has tables of another program. Name another: postgresql://...?schema=NAME.")
    await db.execute("create table schema_version (number integer not null)")
    await db.execute("insert into schema_version values (0)")


async def _stepped(db: Connection, found: int, newest: int) -> None:
    """Take the steps from one version to another, in the schema that is looked at first."""
    for number, sql in steps().items():
        if found < number <= newest:
            await db.execute(sql, timeout=LONG)
    await db.execute("update schema_version set number = $1", newest)


async def _copied(db: Connection, schema: str, found: int, copy: str) -> None:
    """Copy all tables as they are into a schema of their own, made by the same steps; it replaces an older copy of ours.

    Nobody writes until the transaction ends. The copy can be served and read as any schema by what wrote it.
    """
    here = await db.fetch(TABLES, schema)
    for table in here:
        await db.execute(f'lock table "{schema}"."{table["name"]}" in exclusive mode', timeout=LONG)
    try:
        if await version(db, copy):
            await db.execute(f'drop schema "{copy}" cascade', timeout=LONG)
        await db.execute(f'set local search_path to "{copy}"')
        await _begun(db, copy)
    except InsufficientPrivilegeError:
        raise Unkept(
            f"Before its tables change they are copied into a schema {copy}, and this user may make none. "
            "Grant it the right to create in this database, then start again."
        ) from None
    await _stepped(db, 0, found)
    for table in here:
        name = table["name"]
        into = f'insert into "{copy}"."{name}" overriding system value select * from "{schema}"."{name}"'  # noqa: S608
        await db.execute(into, timeout=LONG)
    await db.execute(NUMBERED)
    await db.execute(f'set local search_path to "{schema}"')
    log.warning("the tables as they were before this version are kept in the schema %s", copy)


async def _relations(db: Connection, schema: str) -> set[str]:
    # Read from the tables of the catalog: its functions may still answer as it was before this transaction waited.
    found = await db.fetch(
        "select relname from pg_class c join pg_namespace s on s.oid = c.relnamespace where nspname = $1", schema
    )
    return {row["relname"] for row in found}
