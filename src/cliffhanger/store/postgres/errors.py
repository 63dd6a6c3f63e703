"""What an error of the database means: to be tried again, or told in a sentence. None tells an address or a password."""

import asyncpg

from cliffhanger.table.ports import Taken, Unkept, Unsure

AWAY = "The database cannot be reached: nothing was kept. Try again in a moment."
UNSURE = "The database broke off: whether that was kept is not known. Look at the table, then go on."
UNREAD = "The database cannot be reached. Try again in a moment."
NO_ADDRESS = "That is no address of a PostgreSQL database. One looks like this: postgresql://user@host/name."
PASSING = ("08", "57P", "53300", "40001", "40P01", "40003", "25006", "25P0", "26000")
"""How the states begin after which a new connection may do better: cut off, restarted, full, in the way, not to be written."""
SAID = {
    "28": "The database does not let this user in. Check the name and the password.",
    "3D": "There is no database of that name. Make it with createdb, or name another.",
    "42501": "This user has no rights there. Grant them, or name another user or schema.",
    "53300": "The database has no connection left. Let it take more of them, or close others.",
    "53": "The database has run out of room: nothing was kept. Make room, then do it again.",
    "57014": "The database stopped it before its end: nothing was kept. Try again in a moment.",
}


def passes(error: BaseException) -> bool:
    """Whether another connection, in a moment, may do better. What was under way may have been kept or not."""
    match error:
        case asyncpg.ClientConfigurationError() | asyncpg.DataError():
            return False
        case asyncpg.PostgresError():
            return str(error.sqlstate or "").startswith(PASSING)
        case asyncpg.InterfaceError() | asyncpg.InternalClientError() | OSError() | EOFError():
            return True
    return False


def told(error: BaseException) -> Exception:
    """What a person hears of an error: Taken or Unkept; never the database's own words, which may name a host."""
    match error:
        case Taken() | Unkept():
            return error
        case asyncpg.UniqueViolationError():
            return Taken("That entry is there already.")
        case asyncpg.ClientConfigurationError():
            return Unkept(NO_ADDRESS)
        case asyncpg.PostgresError():
            state = str(error.sqlstate or "")
            why = next((says for begins, says in SAID.items() if state.startswith(begins)), "")
            return Unkept(why or f"The database refused it, with the code {state}: nothing was kept.")
    if passes(error):
        return Unkept(AWAY)
    return Unkept(f"The database could not be used ({type(error).__name__}): nothing was kept.")


def unsure() -> Unsure:
    """What is said when nobody can tell whether it was kept."""
    return Unsure(UNSURE)
