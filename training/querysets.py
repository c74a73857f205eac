"""What a person may see. Every view starts from ``visible_to(user)``."""

from django.db import models
from django.db.models import Case, OuterRef, Subquery, Value, When
from django.db.models.functions import JSONObject

from training import policies


class JobQuerySet(models.QuerySet):
    def visible_to(self, user):
        return self if policies.can_train(user) else self.none()

    def with_everything(self):
        """All that the serializer of a job reads, in a fixed number of queries. Adds ``newest``: {id, name}
        of its newest checkpoint, or None."""
        from training.models import Checkpoint

        mine = Checkpoint.objects.usable().filter(job=OuterRef("pk")).order_by("-step")
        newest = Subquery(mine.values(found=JSONObject(id="id", name="name"))[:1])
        related = ("owner", "dataset", "base", "judge", "parent", "campaign")
        checkpoints = models.Prefetch("checkpoints", Checkpoint.objects.with_everything().order_by("step"))
        return self.annotate(newest=newest).select_related(*related).prefetch_related(checkpoints)

    def busiest_first(self):
        """What runs, then what waits, then the newest."""
        rank = Case(
            When(state__in=("running", "stopping"), then=Value(0)),
            When(state="queued", then=Value(1)),
            default=Value(2),
        )
        return self.order_by(rank, "-created_at")


class CheckpointQuerySet(models.QuerySet):
    def visible_to(self, user):
        return self if policies.can_train(user) else self.none()

    def usable(self):
        """Their files are still there."""
        return self.filter(deleted_at=None)

    def with_everything(self):
        """All that the serializer of a checkpoint reads, in one query."""
        return self.select_related("job__dataset", "job__owner", "parent", "agent")


class SampleQuerySet(models.QuerySet):
    def visible_to(self, user):
        return self if policies.can_train(user) else self.none()


class DatasetQuerySet(models.QuerySet):
    def visible_to(self, user):
        return self if policies.can_train(user) else self.none()

    def offered(self):
        """Frozen and not archived: what a job may learn from."""
        return self.filter(state="frozen", archived_at=None)
