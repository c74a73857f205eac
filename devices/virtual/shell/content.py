"""`content`: rows of content providers that the phone offers."""

from devices.virtual.shell.registry import Usage, verb


@verb("content")
async def content(context):
    words = list(context.args)
    command = words[0] if words else ""
    options, binds = {}, {}
    index = 1
    while index + 1 < len(words):
        if words[index] == "--bind":
            name, _, rest = words[index + 1].partition(":")
            kind, _, value = rest.partition(":")
            binds[name] = int(value) if kind in ("i", "l") and value.lstrip("-").isdigit() else value
        elif words[index].startswith("--"):
            options[words[index][2:]] = words[index + 1]
        index += 2
    uri = options.get("uri")
    if command not in ("query", "insert", "delete", "update") or not uri:
        raise Usage("usage: adb shell content [subcommand] [options]")
    if uri.startswith("content://settings/"):
        await _settings(context, command, uri.split("/")[3], options, binds)
        return
    provider = getattr(context.phone, "content", None)
    if provider is None:
        raise Usage(f"[ERROR] Could not find provider: {uri.split('/')[2]}")
    rows = provider(command, uri, binds, options.get("where"))
    context.device.touched()
    if command != "query":
        return
    await _rows(context, rows, options)


async def _rows(context, rows, options):
    columns = options.get("projection", "").split(":") if options.get("projection") else None
    if not rows:
        await context.line("No result found.")
    for number, row in enumerate(rows):
        shown = {name: row.get(name) for name in columns} if columns else row
        await context.line(
            f"Row: {number} "
            + ", ".join(f"{name}={'NULL' if value is None else value}" for name, value in shown.items())
        )


async def _settings(context, command, namespace, options, binds):
    if command == "insert":
        context.device.put_setting(namespace, binds["name"], str(binds["value"]))
        return
    rows = [
        {"name": key, "value": value} for key, value in sorted(context.phone.settings.list(namespace).items())
    ]
    where = options.get("where", "").replace('"', "'")
    if where.startswith("name='"):
        rows = [row for row in rows if row["name"] == where[6:-1]]
    await _rows(context, rows, options)
