"""The starter model's form (``form`` says what it is like)."""

from training.forms.compact.form import PLAIN, Compact
from training.forms.compact.prompt import CHOICES, MAYBE, NOTES, VALUES, CompactPrompt
from training.forms.compact.touches import POINTING

__all__ = ["CHOICES", "MAYBE", "NOTES", "PLAIN", "POINTING", "VALUES", "Compact", "CompactPrompt"]
