"""Whether a judge that was taught here may give the reward: its precision on held-out grades decides.

No torch and no Django here: asked before a job starts, and again by the trainer.
"""

from typing import Any


def distrust(about: dict[str, Any]) -> str:
    """Why the judge of this checkpoint (``phonebuddy.json``) may not reward, in plain words; empty when it
    may."""
    told = about.get("judge")
    if told is None:
        return "This checkpoint was not taught to judge."
    if told.get("usable"):
        return ""
    if "precision" not in told:
        return "This judge's precision was not measured."
    return (
        f"On {told['held_out_grades']} held-out grades, {told['precision']:.0%} of what this judge rewards "
        f"was successful; {told['threshold']:.0%} is the least."
    )
