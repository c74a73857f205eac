from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q


class Policy(models.TextChoices):
    ENDPOINT = "endpoint", "OpenAI-compatible endpoint"
    TRANSFORMERS = "transformers", "Local checkpoint"
    ORACLE = "oracle", "Scripted oracle"
    RANDOM = "random", "Random taps"
    HUMAN = "human", "A person"


class Observation(models.TextChoices):
    SCREENSHOT = "screenshot", "Screenshot"
    TREE = "tree", "UI tree as text"
    BOTH = "both", "Screenshot and UI tree"


class Agent(models.Model):
    """Something that operates a phone: a policy with the prompt and dialect it speaks, and its settings.

    Once it has runs, what it *is* stays as it was: a change is another agent. ``settings`` are the policy's:
    of an endpoint ``{"model", "base_url", "api_key_env", "temperature", "max_tokens"}`` (keys come from the
    environment, by name), of a local checkpoint ``{"path"}``, of an oracle ``{"error_rate"}``.
    """

    name = models.CharField(max_length=100, unique=True)
    description = models.TextField(blank=True)
    policy = models.CharField(max_length=20, choices=Policy)
    dialect = models.CharField(max_length=40, default="phonebuddy-json")
    observation = models.CharField(max_length=20, choices=Observation, default=Observation.SCREENSHOT)
    image_width = models.PositiveIntegerField(
        default=0, help_text="Pixels the screenshot is scaled to; 0 as it is"
    )
    settings = models.JSONField(default=dict, blank=True)
    seed = models.PositiveIntegerField(default=0, validators=[MaxValueValidator(2**31 - 1)])
    step_limit = models.PositiveIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1)], help_text="Instead of the task's own"
    )
    archived = models.BooleanField(default=False, help_text="Offered no more")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(condition=Q(policy__in=Policy.values), name="agent_policy_is_known"),
            models.CheckConstraint(
                condition=Q(observation__in=Observation.values), name="agent_observation_is_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name
