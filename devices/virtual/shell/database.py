"""`sqlite3 FILE "SQL"`: the files are real SQLite databases."""

import sqlite3

from devices.virtual.shell.registry import Usage, verb

STEPS_A_CALL, CALLS = 100_000, 200
# Statements that would reach files of the machine that runs the mock phone.
_FORBIDDEN = {sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_DETACH}


def _allowed(action, *names):
    return sqlite3.SQLITE_DENY if action in _FORBIDDEN else sqlite3.SQLITE_OK


class _Budget:
    """Stops a query that would never end."""

    def __init__(self):
        self.calls = 0

    def __call__(self):
        self.calls += 1
        return self.calls > CALLS


def _statements(sql):
    """The statements of a text; a semicolon inside quotes ends none."""
    rest = ""
    for piece in sql.split(";"):
        rest += piece + ";"
        if sqlite3.complete_statement(rest):
            if rest.strip(" \n;"):
                yield rest
            rest = ""
    if rest.strip(" \n;"):
        yield rest


@verb("sqlite3")
async def sqlite3_(context):
    words = [word for word in context.args if not word.startswith("-")]
    if not words:
        raise Usage("sqlite3: needs a database")
    path = context.path(words[0])
    sql = " ".join(words[1:]) or (await context.stdin.read_all()).decode()
    connection = sqlite3.connect(":memory:")
    connection.set_progress_handler(_Budget(), STEPS_A_CALL)
    before = context.fs.read(path) if context.fs.stat(path) else b""
    try:
        if before:
            connection.deserialize(before)
        connection.set_authorizer(_allowed)  # after `deserialize`, which attaches
        for statement in _statements(sql):
            for row in connection.execute(statement):
                await context.line("|".join("" if value is None else str(value) for value in row))
        connection.commit()
        after = connection.serialize()
        if after != before:
            context.fs.write(path, after)
            context.device.touched()
    except sqlite3.Error as error:
        raise Usage(f"Error: in prepare, {error}") from None
    finally:
        connection.close()
