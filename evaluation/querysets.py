"""What a person may see. Every view starts from ``visible_to(user)``."""

from django.db import models
from django.db.models import Count, Exists, F, Func, IntegerField, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce, Extract

from phonebuddy.accounts import policies as people


def _count(queryset, **filters) -> Coalesce:
    """A correlated count: no GROUP BY, so that rows stay lockable."""
    counted = (
        queryset.filter(task=OuterRef("pk"), **filters).order_by().values("task").annotate(n=Count("pk"))
    )
    return Coalesce(Subquery(counted.values("n"), output_field=IntegerField()), 0)


class TaskQuerySet(models.QuerySet):
    def visible_to(self, user):
        return self if people.is_member(user) else self.none()

    def with_counts(self):
        """Adds done, held, infeasible_reports."""
        from evaluation.models.episodes import DONE, Episode, EpisodeKind
        from evaluation.models.tasks import ClaimStatus, TaskClaim

        return self.annotate(
            done=_count(Episode.objects, state__in=DONE, kind=EpisodeKind.DEMONSTRATION, claim__isnull=False),
            held=_count(TaskClaim.objects, status=ClaimStatus.ACTIVE),
            infeasible_reports=_count(TaskClaim.objects, status=ClaimStatus.INFEASIBLE),
        )

    def available(self):
        """Places left, not paused, not reported infeasible too often. Includes ``with_counts``."""
        return self.with_counts().filter(
            paused=False,
            infeasible_reports__lt=self.model.INFEASIBLE_REPORTS,
            wanted__gt=F("done") + F("held"),
        )

    def not_yet_by(self, user):
        """Without those that this person did, holds, skipped or reported."""
        from evaluation.models.tasks import TaskClaim

        return self.exclude(pk__in=TaskClaim.objects.barring(user).values("task"))

    def with_mine(self, user):
        """Adds mine: the status of the claim that bars this person from another, or None."""
        from evaluation.models.tasks import TaskClaim

        claim = TaskClaim.objects.barring(user).filter(task=OuterRef("pk")).order_by("-created_at")
        return self.annotate(mine=Subquery(claim.values("status")[:1]))


class TaskClaimQuerySet(models.QuerySet):
    def visible_to(self, user):
        if people.is_member(user) and people.can_manage_tasks(user):
            return self
        return self.filter(annotator=user) if people.is_member(user) else self.none()

    def active(self):
        return self.filter(status="active")

    def barring(self, user):
        """This person's, but for those after which a task is offered to them again."""
        return self.filter(annotator=user).exclude(status__in=("released", "expired"))


class EpisodeQuerySet(models.QuerySet):
    def visible_to(self, user):
        """Their own; reviewers also see all demonstrations handed in, leads and researchers everything.

        Agents' rollouts are for leads and researchers alone: who grades them must not learn whose they are.
        """
        from evaluation.models.episodes import HANDED_IN

        if not people.is_member(user):
            return self.none()
        if people.can_manage_tasks(user):
            return self
        own = Q(author=user)
        return (
            self.filter(own | Q(state__in=HANDED_IN, kind="demonstration"))
            if people.can_see_all_episodes(user)
            else self.filter(own)
        )

    def to_review_by(self, user):
        """Handed in and not their own, the longest waiting first."""
        return self.visible_to(user).filter(state="submitted").exclude(author=user).order_by("submitted_at")

    def with_everything(self):
        """All that the serializer of an episode reads, in a fixed number of queries."""
        from evaluation.models import Revision, Step, Task

        later = Step.objects.filter(episode=OuterRef("pk"), seq__gt=OuterRef("head__last_seq")).order_by()
        later = later.values("episode").annotate(n=Count("pk")).values("n")
        tasks = models.Prefetch("task", Task.objects.with_counts())
        return (
            self.select_related("author", "device__host", "head__author", "lease")
            .prefetch_related("reviews__reviewer", tasks)
            .annotate(
                n_steps=Coalesce(Subquery(later, output_field=IntegerField()), 0)
                + Func(F("head__items"), function="jsonb_array_length", output_field=IntegerField()),
                duration=Extract(F("finished_at") - F("started_at"), "epoch") * 1000 - F("paused_ms"),
                redoable=Exists(Revision.objects.filter(parent=OuterRef("head"))),
            )
        )


class SuiteQuerySet(models.QuerySet):
    def with_counts(self):
        """Adds n_tasks and n_rubrics: the tasks that have one."""
        return self.annotate(
            n_tasks=Count("tasks", distinct=True),
            n_rubrics=Count("tasks", filter=Q(tasks__rubrics__isnull=False), distinct=True),
        )


class CampaignQuerySet(models.QuerySet):
    def visible_to(self, user):
        """Leads and researchers see all; the report tells who is who, so evaluators see none of it."""
        return self if people.is_member(user) and people.can_manage_tasks(user) else self.none()

    def graded_by(self, user):
        """Those that this person is to grade in now."""
        if not (people.is_member(user) and people.can_grade(user)):
            return self.none()
        return self.filter(state="running", graders__evaluator=user)


class RunQuerySet(models.QuerySet):
    def visible_to(self, user):
        """Leads and researchers. An evaluator meets a run as a grade to give, without its name."""
        return self if people.is_member(user) and people.can_manage_tasks(user) else self.none()

    def with_counts(self):
        """All that the serializer of a run reads, in one query."""
        from evaluation.models import Step

        steps = Step.objects.filter(episode=OuterRef("episode")).order_by().values("episode")
        count = Subquery(steps.annotate(n=Count("pk")).values("n"), output_field=IntegerField())
        related = ("agent", "task", "device__host", "episode", "held_by")
        return self.annotate(n_steps=Coalesce(count, 0)).select_related(*related)

    def latest_trials(self):
        """Of each attempt the newest trial: the one that counts."""
        newer = self.model.objects.filter(
            campaign=OuterRef("campaign"), agent=OuterRef("agent"), task=OuterRef("task"),
            attempt=OuterRef("attempt"), trial__gt=OuterRef("trial"),
        )  # fmt: skip
        return self.filter(~Q(ending="infrastructure") | ~Exists(newer))  # others are not tried again

    def gradable(self):
        """Ended in a way that is graded, with its episode stored."""
        from evaluation.models.runs import GRADED

        return self.filter(state="ended", ending__in=GRADED, episode__isnull=False)


class GradeQuerySet(models.QuerySet):
    def visible_to(self, user):
        """One's own; leads see all (researchers too, once the campaign is closed)."""
        if not people.is_member(user):
            return self.none()
        if people.can_lead(user):
            return self
        own = Q(evaluator=user)
        return (
            self.filter(own | Q(campaign__state="closed"))
            if people.can_manage_tasks(user)
            else self.filter(own)
        )

    def for_a_sheet(self):
        """With all that the serializer of a grade reads, in three queries."""
        related = ("run__task", "run__episode", "campaign", "rubric")
        return self.select_related(*related).prefetch_related("rubric__criteria", "run__episode__steps")

    def open(self):
        return self.filter(state="open")

    def standing(self):
        """Open or submitted: they hold a place."""
        return self.filter(state__in=("open", "submitted"))

    def submitted(self):
        return self.filter(state="submitted")
