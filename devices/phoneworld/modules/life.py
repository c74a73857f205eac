"""Groups of screens for habits of every day: a log with its chart, a countdown, a checklist."""

from devices.phoneworld.modules.base import module
from devices.phoneworld.modules.template import filled


@module
def tracker(
    metrics, log="log", screen="metric", edit="entry", goal_word="Daily goal", average="Average a day",
):  # fmt: skip
    """Numbers logged over days: the screen of one metric (parameter `id`) with a chart over a week or a
    month (a tap picks a day), its goal, and its entries; and the form `edit` (metric, id) to log,
    change or delete one. `metrics` lists `{id, title, unit, icon, goal, kind, total, decimals, low,
    high}`: `kind` bar or line, `total` says what stands for a day: sum, mean, last or max of its
    entries. State: the table `log` (metric, at, value, note) and `goals`."""
    first_day = "today() - (span - 1) * 86400000"
    days = f"by_day(where({log}, metric=id), 'value', {first_day}, span, get(metrics, id).total)"
    known = f"[v for v in {days} if v]"
    one = "get(metrics, id).decimals) + ' ' + get(metrics, id).unit"
    mean = f"number(sum({known}) / max(1, count({known})), {one}"
    return filled(
        "tracker",
        log=log,
        screen=screen,
        edit=edit,
        goal_word=goal_word,
        metrics=metrics,
        goals=[{"id": m["id"], "goal": m.get("goal", 0)} for m in metrics],
        days=days,
        heading=f"'{average}' if picked < 0 else day(today() - (span - 1 - picked) * 86400000)",
        shown=f"{mean} if picked < 0 else number({days}[picked] or 0, {one}",
        last_word="'Latest' if get(metrics, id).total != 'sum' else 'Today'",
        last=f"number((last({known}) if get(metrics, id).total != 'sum' else last({days})) or 0, {one}",
        right="strip(value) and get(metrics, metric).low <= float(value) <= get(metrics, metric).high "
        "and (float(value) or strip(value)[0:1] == '0')",
    )


@module
def countdown(screen="timer", name="timer", title="Timer", over="Time is up", hint="", after=(), more=None):
    """A countdown with a ring: `open('<screen>', minutes=5, subject='Eggs')` sets it up, Start runs it on
    the clock; at its end the actions `after` and a notification `over`. State: `<name>_end`, `_left`,
    `_total` (ms) and `_subject`. `more` are widgets below, `hint` stands under the subject."""
    parts = {part: f"{name}_{part}" for part in ("end", "left", "total", "subject", "done")}
    return filled(
        "countdown", screen=screen, title=title, over=over, hint=hint, after=after, more=more, **parts
    )


@module
def checklist(
    table, title, screen=None, group="section", where=None, new=None, params=None, hint="Add an item",
    done_word="Done", share=False, empty=None,
):  # fmt: skip
    """Things to tick off, by `group` (a column); a field adds one, a long press copies or deletes it, the
    menu unticks all or removes the ticked ones, `share` hands the open ones over as text. State:
    `table` (title, done, note and the group). With `params` and `where` (columns) one table holds many
    lists: `{list: id}`."""
    pairs = {**(where or {}), **(new or {})}
    added = "".join(f", {k}={v}" for k, v in pairs.items())
    rows = f"where({table}, {', '.join(f'{k}={v}' for k, v in where.items())})" if where else table
    add = [{"if": "strip(fresh)", "then": [f"insert({table}, title=strip(fresh){added})", "fresh = ''"]}]
    words = f"join('\\n', [i.title for i in sort({rows}, '{group}') if not i.done])"
    each = {"for": "gone", "in": f"[i for i in {rows} if i.done]"}
    return filled(
        "checklist",
        table=table,
        title=title,
        screen=screen or table,
        group=group,
        params=params,
        rows=rows,
        hint=hint,
        add=add,
        done_word=done_word,
        share={"icon": "share", "desc": "Share list", "tap": f"intent('share', text={words})"}
        if share
        else None,
        untick={**each, "do": [f"update({table}, gone.id, done=False)"]},
        clear={**each, "do": [f"remove({table}, gone.id)"]},
        empty=empty
        or {"icon": "checklist", "title": "Nothing open", "text": "Add something with the field above."},
    )
