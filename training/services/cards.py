"""A checkpoint's model card: where it comes from and how it was made, in Markdown, from the rows."""

import json

from training.models import Checkpoint

MISSING = "not told"


def card_of(checkpoint: Checkpoint) -> str:
    job, about = checkpoint.job, checkpoint.about
    what = "judge of phone agents" if checkpoint.kind == "judge_sft" else "phone agent"
    kind = checkpoint.get_kind_display()
    lines = [f"# {checkpoint.name}", "", f"A {what} trained with PhoneBuddy: {kind}, step {checkpoint.step}."]
    lines += ["", "| | |", "|---|---|"]
    lines += [f"| {name} | {about.get(key, MISSING)} |" for name, key in _TOLD]
    if job:
        lines += [f"| Trained by | {job.owner.display_name} |"]
        lines += [f"| Data | {job.dataset or 'rollouts only'} |"]
        lines += [f"| Began from | {checkpoint.parent or 'a model made from its configuration'} |"]
    lines += [f"| Files | SHA-256 {checkpoint.sha256} |", "", "## Measured", ""]
    measured = sorted(checkpoint.metrics.items())
    lines += [f"- {name}: {_value(value)}" for name, value in measured] or ["Nothing."]
    if job:
        config = json.dumps(job.config, indent=1, sort_keys=True)
        lines += ["", "## Configuration", "", "```json", config, "```"]
    lines += ["", "Weights are safetensors; loading them runs no code of the model's own."]
    return "\n".join(lines) + "\n"


_TOLD = (
    ("Backbone", "backbone"),
    ("Form", "form"),
    ("Form's version", "form_version"),
    ("Dialect", "dialect"),
)


def _value(value) -> str:
    if isinstance(value, dict) and "rate" in value:
        return (
            f"{value['successes']} of {value['tasks']}"
            f" ({value['rate']:.1%}, 95 % interval {value['low']:.1%} to {value['high']:.1%})"
        )
    return f"{value:.4g}" if isinstance(value, float) else str(value)
