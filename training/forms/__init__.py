"""What a model is shown at each step, and how its answer is read: ``get(name)``.

Training, rollouts, evaluation and the agent runner all go through these, so that a model meets at run time
exactly what it was taught.
"""

from importlib import import_module

from training.forms.base import Form, Prompt

FORMS = {"compact": "training.forms.compact:Compact", "runner": "training.forms.runner:Runner"}


def get(name: str, **settings) -> Form:
    """The form of this name, with settings of its own. KeyError when there is none."""
    module, kind = FORMS[name].split(":")
    return getattr(import_module(module), kind)(**settings)


__all__ = ["FORMS", "Form", "Prompt", "get"]
