"""What a model is shown at each step, and how its answer is read: ``get(name)``.

Training, rollouts, evaluation and the agent runner all go through these, so that a model meets at run time
exactly what it was taught.
"""

from training.forms.base import Form, Prompt

__all__ = ["Form", "Prompt"]
