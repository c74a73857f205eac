"""`app_process`: how scrcpy's server is launched."""

from devices.virtual.scrcpy.options import BadOptions, Options
from devices.virtual.scrcpy.server import Server
from devices.virtual.shell.registry import Usage, verb

MAIN_CLASS = "com.genymobile.scrcpy.Server"


@verb("app_process", "app_process64")
async def app_process(context):
    words = [word for word in context.args if not word.startswith("-")]
    classpath = context.shell.variables.get("CLASSPATH", "")
    if len(words) < 2 or words[1] != MAIN_CLASS:
        raise Usage(f"Error: could not find class '{words[1] if len(words) > 1 else ''}'\nAborted", 134)
    if not classpath or context.fs.stat(classpath) is None:
        raise Usage(
            f'java.lang.ClassNotFoundException: Didn\'t find class "{MAIN_CLASS}" on path: '
            f'DexPathList[[zip file "{classpath}"]]\nAborted',
            134,
        )
    try:
        options = Options.parse(words[2:])
    except BadOptions as error:
        await context.line(f"[server] ERROR: {error}")
        return 1
    return await Server(context, options, classpath).run()
