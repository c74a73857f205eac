"""What is learnt from: episodes as plain data, where they come from, and the forms they are exchanged in."""

from training.data.episodes import Episode, Source, Step, TaskRef

__all__ = ["Episode", "Source", "Step", "TaskRef"]
