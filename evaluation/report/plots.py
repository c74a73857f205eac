"""Figures as SVG text. They take the colour of the text around them (`currentColor`), so that one drawing
serves light and dark, page and print; agents are told apart by `COLORS`, or the page's `--agent-1` … `-8`."""

from collections import defaultdict
from html import escape

NAMES = {"app": "One app", "cross_app": "Across apps", "mini_app": "Mini-apps", "": "All tasks"}
COLORS = ("#3b6fd4", "#c2571a", "#2a8a57", "#8a4fbf", "#b8860b", "#b8336a", "#11839b", "#6b6b6b")


def plots(figures: dict) -> dict[str, str]:
    """{name: svg}: those that there is something to draw for."""
    drawn = {
        "intervals": intervals(figures),
        "slopes": slopes(figures),
        "tasks": heat_map(figures),
        "agreement": agreement(figures),
    }
    return {name: svg for name, svg in drawn.items() if svg}


def _svg(width: float, height: float, title: str, parts: list[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img" '
        f'aria-label="{escape(title)}" font-family="inherit" font-size="12" fill="currentColor">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def _color(n: int) -> str:
    return f"var(--agent-{n % 8 + 1}, {COLORS[n % 8]})"


def _text(x, y, words, anchor="start", opacity=1.0, size=12, weight="normal") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" opacity="{opacity:g}" font-size="{size}" '
        f'font-weight="{weight}">{escape(str(words))}</text>'
    )


def _scale(x0: float, x1: float, top: float, bottom: float) -> list[str]:
    """Grid lines at every fifth of 0 to 100 %."""
    parts = []
    for step in range(6):
        x = x0 + (x1 - x0) * step / 5
        parts.append(
            f'<line x1="{x:g}" x2="{x:g}" y1="{top:g}" y2="{bottom:g}" stroke="currentColor" opacity=".15"/>'
        )
        parts.append(_text(x, bottom + 16, f"{step * 20}", "middle", 0.7, 11))
    parts.append(_text(x1 + 10, bottom + 16, "%", "start", 0.7, 11))
    return parts


def intervals(figures: dict) -> str:
    """Each agent's success with its interval, over all tasks and by category."""
    lines = [line for line in figures["success"] if line["slice"] in ("all", "category")]
    if not lines:
        return ""
    agents, rows = figures["agents"], []
    left, right, y = 210, 640, 18.0
    parts: list[str] = []
    for value in ("", "app", "cross_app", "mini_app"):
        part = [line for line in lines if line["value"] == value]
        if not part:
            continue
        rows.append(_text(0, y + 4, NAMES[value], weight="600"))
        y += 20
        for line in sorted(part, key=lambda found: agents.index(found["agent"])):
            n = agents.index(line["agent"])
            x, low, high = (left + (right - left) * line[key] for key in ("rate", "low", "high"))
            faded = ' opacity=".6"' if line["few"] else ""
            words = f"{100 * line['rate']:.1f} % [{100 * line['low']:.1f}, {100 * line['high']:.1f}]"
            rows.append(_text(12, y + 4, _short(line["agent"]), opacity=0.75 if line["few"] else 1))
            rows.append(
                f'<g{faded} stroke="{_color(n)}" fill="{_color(n)}"><title>{escape(line["agent"])}: {words}, '
                f"{line['tasks']} tasks</title>"
                f'<line x1="{low:g}" x2="{high:g}" y1="{y:g}" y2="{y:g}" stroke-width="2"/>'
                f'<circle cx="{x:g}" cy="{y:g}" r="4.5"/></g>'
            )
            rows.append(_text(right + 24, y + 4, words, size=11, opacity=0.8))
            y += 20
        y += 10
    parts += _scale(left, right, 4, y - 6)
    return _svg(830, y + 16, "Success with 95 % intervals", parts + rows)


def slopes(figures: dict) -> str:
    """How each agent's success moves from category to category, side by side."""
    rates = {
        (line["agent"], line["value"]): line["rate"]
        for line in figures["success"]
        if line["slice"] == "category"
    }
    kinds = [kind for kind in ("app", "mini_app", "cross_app") if any(value == kind for _, value in rates)]
    if len(kinds) < 2:
        return ""
    top, bottom, left, gap = 14, 244, 40, 190
    parts = []
    for step in range(6):
        y = bottom - (bottom - top) * step / 5
        width = left + gap * (len(kinds) - 1)
        parts.append(
            f'<line x1="{left}" x2="{width}" y1="{y:g}" y2="{y:g}" stroke="currentColor" opacity=".15"/>'
        )
        parts.append(_text(left - 8, y + 4, f"{step * 20}", "end", 0.7, 11))
    for n, kind in enumerate(kinds):
        parts.append(_text(left + gap * n, bottom + 20, NAMES[kind], "middle"))
    for n, agent in enumerate(figures["agents"]):
        points = [
            (left + gap * i, bottom - (bottom - top) * rates[(agent, kind)])
            for i, kind in enumerate(kinds)
            if (agent, kind) in rates
        ]
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{_color(n)}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:g}" cy="{y:g}" r="4" fill="{_color(n)}"/>' for x, y in points]
        key = left + gap * (len(kinds) - 1) + 40
        parts.append(f'<rect x="{key}" y="{top + 22 * n}" width="12" height="12" rx="3" fill="{_color(n)}"/>')
        parts.append(_text(key + 20, top + 22 * n + 10, _short(agent)))
    return _svg(left + gap * (len(kinds) - 1) + 230, bottom + 30, "Success by category", parts)


def heat_map(figures: dict) -> str:
    """Every task under every agent: done, not done, not counted."""
    agents, by_kind = figures["agents"], defaultdict(list)
    for row in figures["table"]:
        by_kind[row["category"]].append(row)
    if not agents or not by_kind:
        return ""
    size, left, y, parts, columns = 12, 150, 4.0, [], 50
    for kind in sorted(by_kind):
        rows = by_kind[kind]
        for start in range(0, len(rows), columns):
            part = rows[start : start + columns]
            words = f"{NAMES[kind]}{'' if len(rows) <= columns else f' {start + 1}-{start + len(part)}'}"
            parts.append(_text(0, y + 10, words, weight="600"))
            y += 18
            for agent in agents:
                parts.append(_text(12, y + 10, _short(agent, 20), size=11))
                parts += [_cell(left + size * n, y, size, row, agent) for n, row in enumerate(part)]
                y += size + 2
            y += 10
    return _svg(left + size * columns + 4, y, "Tasks by agent", parts)


def _cell(x, y, size, row, agent) -> str:
    tries = [cell["success"] for cell in row["cells"].get(agent, [])]
    known = [one for one in tries if one is not None]
    share = sum(known) / len(known) if known else None
    words = "not decided" if share is None else f"{sum(known)} of {len(known)}"
    fill = (
        'fill="none" stroke="currentColor" stroke-opacity=".25"'
        if share is None
        else f'fill="var(--done, #2a8a57)" fill-opacity="{0.08 + 0.87 * share:.2f}"'
    )
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{size - 2}" height="{size - 2}" rx="2" {fill}>'
        f"<title>{escape(row['task'])}, {escape(agent)}: {words}</title></rect>"
    )


def agreement(figures: dict) -> str:
    """How often each two evaluators agree on success, before anyone decides."""
    pairs = figures["pairs"]
    names = sorted({name for pair in pairs for name in (pair["a"], pair["b"])})
    if not pairs:
        return ""
    size, left, top = 54, 130, 26
    parts = []
    for n, name in enumerate(names):
        parts.append(_text(left - 8, top + size * n + size / 2 + 4, _short(name, 16), "end"))
        parts.append(_text(left + size * n + size / 2, top - 8, _short(name, 8), "middle", size=11))
    for pair in pairs:
        raw = pair["raw"]
        for row, column in ((pair["a"], pair["b"]), (pair["b"], pair["a"])):
            x, y = left + size * names.index(column), top + size * names.index(row)
            words = f"{row} and {column}: {100 * raw:.0f} % of {pair['units']} runs"
            parts.append(
                f'<g><title>{escape(words)}</title><rect x="{x + 1}" y="{y + 1}" width="{size - 2}" '
                f'height="{size - 2}" rx="4" fill="var(--agent-1, {COLORS[0]})" '
                f'fill-opacity="{0.6 * raw:.2f}"/>'
                + _text(x + size / 2, y + size / 2 + 4, f"{100 * raw:.0f} %", "middle")
                + "</g>"
            )
    return _svg(left + size * len(names) + 4, top + size * len(names) + 4, "Agreement of evaluators", parts)


def _short(words: str, most: int = 28) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"
