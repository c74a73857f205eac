"""Training in the admin: started from forms, watched, stopped; rows are changed by the verbs only."""

from training.admin import checkpoints, datasets, jobs

__all__ = ["checkpoints", "datasets", "jobs"]
