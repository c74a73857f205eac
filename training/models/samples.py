from django.db import models

from training import querysets


class SampleEpisode(models.Model):
    """A sample episode of a job's step that is kept as an episode of the platform, for the trace viewer.
    ``place``: its place among that step's samples."""

    job = models.ForeignKey("Job", on_delete=models.CASCADE, related_name="sample_episodes")
    step = models.PositiveIntegerField()
    place = models.PositiveIntegerField()
    episode = models.OneToOneField("evaluation.Episode", on_delete=models.CASCADE, related_name="sample")
    reward = models.FloatField(null=True, help_text="None: nobody could tell")

    objects = querysets.SampleQuerySet.as_manager()

    class Meta:
        ordering = ["job", "step", "place"]
        constraints = [models.UniqueConstraint(fields=["job", "step", "place"], name="a_sample_once_a_place")]

    def __str__(self) -> str:
        return f"{self.job}, step {self.step}, {self.place}"
