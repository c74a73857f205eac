"""A report to take away: CSV, JSON, a LaTeX table, and one HTML page with the frozen plan in it."""

import csv
import io
import json

from django.template.loader import render_to_string
from django.utils import timezone

from evaluation.models import Campaign
from evaluation.report.collect import collect
from evaluation.report.figures import CATEGORIES, figures
from evaluation.report.plots import NAMES, plots

KINDS = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "tex": "application/x-tex; charset=utf-8",
    "html": "text/html; charset=utf-8",
}
OF_A_RUN = ("run", "ending", "valid", "success")
LEADS_ONLY = ("evaluators",)  # who grades how well is between them and their lead


def report_of(campaign: Campaign, for_lead: bool) -> dict:
    """The figures as this reader may see them."""
    found = figures(collect(campaign))
    return found if for_lead else found | {name: [] for name in LEADS_ONLY}


def document(campaign: Campaign, kind: str, for_lead: bool) -> str:
    """The text of one of `KINDS`."""
    found = report_of(campaign, for_lead)
    return {"csv": _csv, "json": _json, "tex": _tex, "html": _html}[kind](campaign, found)


def _csv(campaign, found) -> str:
    """One line an attempt."""
    target = io.StringIO()
    writer = csv.writer(target)
    writer.writerow(
        ["campaign", "task", "category", "difficulty", "agent", "run", "ending", "valid", "success"]
    )
    for row in found["table"]:
        for agent, cells in row["cells"].items():
            for cell in cells:
                values = [cell["run"], cell["ending"], _flag(cell["valid"]), _flag(cell["success"])]
                line = [campaign.name, row["task"], row["category"], row["difficulty"], agent, *values]
                writer.writerow([_plain(value) for value in line])
    return target.getvalue()


def _flag(value) -> str:
    return "" if value is None else str(int(value))


def _plain(value):
    """No cell that a spreadsheet would take for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t\r" else value


def _json(campaign, found) -> str:
    head = {
        "campaign": campaign.name, "plan": campaign.plan, "plan_hash": campaign.plan_hash,
        "launched_at": campaign.launched_at and campaign.launched_at.isoformat(),
        "closed_at": campaign.closed_at and campaign.closed_at.isoformat(),
    }  # fmt: skip
    return json.dumps(head | {"figures": found}, ensure_ascii=False, indent=1)


def _tex(campaign, found) -> str:
    """Success in % with intervals, an agent a line; the best is bold only where it is surely better."""
    success = {(line["agent"], line["value"]): line for line in found["success"] if line["slice"] != "app"}
    kinds = [kind for kind in CATEGORIES if any(value == kind for _, value in success)]
    lines = [
        "% " + campaign.name.replace("\n", " ") + f" (plan {campaign.plan_hash[:12]})",
        r"\begin{tabular}{l" + "r" * (len(kinds) + 1) + "}",
        r"\toprule",
        " & ".join(["Agent", *(NAMES[kind] for kind in kinds), "All"]) + r" \\",
        r"\midrule",
    ]
    for agent in found["agents"]:
        cells = [_tex_cell(found, success.get((agent, kind))) for kind in (*kinds, "")]
        lines.append(" & ".join([_tex_words(agent), *cells]) + r" \\")
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""])


def _tex_cell(found, line) -> str:
    if line is None:
        return "--"
    rate, low, high = (f"{100 * line[key]:.1f}" for key in ("rate", "low", "high"))
    here = [c for c in found["comparisons"] if c["value"] == line["value"]]
    against = [c for c in here if line["agent"] in (c["a"], c["b"])]
    best = bool(against) and all(c["winner"] == line["agent"] for c in against)
    return (rf"\textbf{{{rate}}}" if best else rate) + rf" {{\scriptsize [{low}, {high}]}}"


def _tex_words(text: str) -> str:
    special = {c: "\\" + c for c in "&%$#_{}"} | {
        "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    }  # fmt: skip
    return "".join(special.get(c, c) for c in text)


def _html(campaign, found) -> str:
    plan = json.dumps(campaign.plan, ensure_ascii=False, indent=2)
    context = {"campaign": campaign, "found": found, "plots": plots(found), "plan": plan, "names": NAMES}
    return render_to_string("evaluation/report.html", context | {"now": timezone.now()})
