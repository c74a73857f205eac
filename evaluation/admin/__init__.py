"""The admin as it is useful: search, filters, and read-only where history is kept."""

from evaluation.admin import campaigns, demonstrations

__all__ = ["campaigns", "demonstrations"]
