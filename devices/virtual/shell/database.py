"""`sqlite3 FILE "SQL"`: the files are real SQLite databases."""

import sqlite3

from devices.virtual.shell.registry import Usage, verb


@verb("sqlite3")
async def sqlite3_(context):
    words = [word for word in context.args if not word.startswith("-")]
    if not words:
        raise Usage("sqlite3: needs a database")
    path = context.path(words[0])
    sql = " ".join(words[1:]) or (await context.stdin.read_all()).decode()
    connection = sqlite3.connect(":memory:")
    try:
        if context.fs.stat(path):
            connection.deserialize(context.fs.read(path))
        changes = connection.total_changes
        for statement in filter(str.strip, sql.split(";")):
            for row in connection.execute(statement):
                await context.line("|".join("" if value is None else str(value) for value in row))
        connection.commit()
        if connection.total_changes != changes or not context.fs.stat(path):
            context.fs.write(path, connection.serialize())
            context.device.touched()
    except sqlite3.Error as error:
        raise Usage(f"Error: in prepare, {error}") from None
    finally:
        connection.close()
