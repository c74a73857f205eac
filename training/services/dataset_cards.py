"""A dataset's card: what is in it, what is not, and how to get it again, in Markdown, from its row."""

import json

from training.models import Dataset

COUNTED = {
    "source": "Who acted", "outcome": "Outcome", "category": "Kind of task", "split": "Split",
    "suite": "Suite", "device_kind": "Phones", "language": "Language", "action": "Actions", "app": "Apps",
}  # fmt: skip
MOST = 12


def card_of(row: Dataset) -> str:
    lines = [f"# {row}", "", row.description or row.get_purpose_display(), "", "| | |", "|---|---|"]
    told = [
        ("Purpose", row.get_purpose_display()),
        ("Made by", f"{row.owner.display_name}, {row.created_at:%Y-%m-%d}"),
        ("State", row.get_state_display()),
    ]
    if row.frozen_at:
        told += [
            ("Episodes, steps", f"{row.n_episodes:,}, {row.n_steps:,}"),
            ("Content hash", row.sha256),
            ("Frozen", f"{row.frozen_at:%Y-%m-%d %H:%M} UTC"),
        ]
    if row.previous:
        told.append(("After", str(row.previous)))
    lines += [f"| {name} | {_cell(value)} |" for name, value in told]
    for key, label in COUNTED.items():
        if counted := row.counts.get(key):
            most = sorted(counted.items(), key=lambda item: -item[1])
            words = ", ".join(f"{name} {n:,}" for name, n in most[:MOST])
            more = f" and {len(most) - MOST} more" if len(most) > MOST else ""
            lines += ["", f"**{label}:** {_cell(words)}{more}"]
    lines += ["", "## Left out", ""]
    lines += [f"- {r['n']} × {_cell(r['what'])}: {_cell(r['why'])}" for r in row.refused] or ["Nothing."]
    lines += ["", "Suites that are held out, their templates and rubrics never enter.", ""]
    asked = {"query": row.query, "demonstrations": row.demonstrations}
    lines += [
        "## Asked for",
        "",
        "```json",
        json.dumps(asked, indent=1, sort_keys=True, ensure_ascii=False),
        "```",
    ]
    return "\n".join(lines) + "\n"


def _cell(words: str) -> str:
    return words.replace("|", "\\|").replace("\n", " ")
