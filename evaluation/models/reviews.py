from django.conf import settings
from django.db import models
from django.db.models import Q

from evaluation.models.episodes import Quality


class Verdict(models.TextChoices):
    ACCEPT = "accept", "Accept"
    SEND_BACK = "send_back", "Send back"
    REJECT = "reject", "Reject"


class Review(models.Model):
    """A reviewer's word on one revision of an episode; the author reads the reason."""

    episode = models.ForeignKey("Episode", on_delete=models.PROTECT, related_name="reviews")
    revision = models.ForeignKey("Revision", on_delete=models.PROTECT, related_name="+")
    reviewer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="reviews")
    verdict = models.CharField(max_length=20, choices=Verdict)
    quality = models.CharField(max_length=20, choices=Quality, blank=True)
    reason = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="review_has_a_reason"),
            models.CheckConstraint(
                condition=Q(verdict="accept") ^ Q(quality=""), name="review_quality_when_accepted"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.verdict} by {self.reviewer}"
