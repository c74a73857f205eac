from django.conf import settings
from django.db import models


class Revision(models.Model):
    """How an episode's steps read after one more edit. Rows are only ever added: number 0 is the original.

    ``items`` is a list of {step, thought, instruction, action?, element?, merged?}. Steps recorded
    after ``last_seq`` follow by themselves, so that writing thoughts does not stop a recording.
    """

    episode = models.ForeignKey("Episode", on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    parent = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="children"
    )
    op = models.CharField(max_length=20)
    target = models.CharField(max_length=80, blank=True, help_text="Step and field, to merge a run of typing")
    items = models.JSONField(default=list)
    last_seq = models.IntegerField(default=-1)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    reason = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["episode_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["episode", "number"], name="revision_number_is_unique")
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.op}"
