"""The starter model's form (``form`` says what it is like)."""

from training.forms.compact.form import PLAIN, POINTING, Compact
from training.forms.compact.prompt import CHOICES, MAYBE, NOTES, VALUES, CompactPrompt

__all__ = ["CHOICES", "MAYBE", "NOTES", "PLAIN", "POINTING", "VALUES", "Compact", "CompactPrompt"]
