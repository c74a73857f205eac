import django.core.validators
from django.db import migrations, models
from django.db.models import Case, Count, Exists, F, OuterRef, Q, Subquery, Value, When

KINDS = [
    ("any", "Any phone"),
    ("mock", "Mock phone"),
    ("real", "Real phone"),
    ("stand-in", "Stand-in for a real phone"),
]
ORDERINGS = {
    "campaignagent": ["campaign_id", "position"],
    "revision": ["episode_id", "number"],
    "rubric": ["task_id", "-version"],
    "step": ["episode_id", "seq"],
    "task": ["suite_id", "key"],
    "turn": ["run_id", "seq"],
}


def to_five(apps, schema_editor):
    """What was 1, 2, 3 had been squeezed from 1 to 5."""
    wider = Case(When(difficulty=2, then=Value(3)), When(difficulty=3, then=Value(5)), default=Value(1))
    apps.get_model("evaluation", "Task").objects.update(difficulty=wider)


def to_three(apps, schema_editor):
    narrower = Case(
        When(difficulty__lte=1, then=Value(1)), When(difficulty__lte=3, then=Value(2)), default=Value(3)
    )
    apps.get_model("evaluation", "Task").objects.update(difficulty=narrower)


def find_disputes(apps, schema_editor):
    """Runs with all their grades and no answer that counts."""
    runs, grades = apps.get_model("evaluation", "Run"), apps.get_model("evaluation", "Grade")
    own = grades.objects.filter(run=OuterRef("pk"), campaign=OuterRef("campaign"), state="submitted")
    given = own.filter(kind="grade").order_by().values("run").annotate(n=Count("pk")).values("n")
    disputed = runs.objects.annotate(given=Subquery(given)).filter(
        ~Exists(own.filter(authoritative=True)), campaign__overlap__gt=0, given__gte=F("campaign__overlap")
    )
    runs.objects.filter(pk__in=list(disputed.values_list("pk", flat=True))).update(disputed=True)


class Migration(migrations.Migration):
    """Difficulty from 1 to 5, as task files have it; a run says that it waits for a third person; orders that
    need no join; campaigns on stand-ins."""

    dependencies = [("evaluation", "0010_machine_graded")]

    operations = [
        *(migrations.AlterModelOptions(name, {"ordering": order}) for name, order in ORDERINGS.items()),
        migrations.AlterModelOptions(
            "criterion", {"ordering": ["rubric_id", "position"], "verbose_name_plural": "criteria"}
        ),
        migrations.RemoveConstraint("task", "task_difficulty"),
        migrations.RunPython(migrations.RunPython.noop, to_three),
        migrations.AlterField(
            "task",
            "difficulty",
            models.PositiveSmallIntegerField(
                default=1,
                help_text="1 easy to 5 hard",
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(5),
                ],
            ),
        ),
        migrations.RunPython(to_five, migrations.RunPython.noop),
        migrations.AddConstraint(
            "task",
            models.CheckConstraint(condition=Q(difficulty__gte=1, difficulty__lte=5), name="task_difficulty"),
        ),
        migrations.AddField(
            "run",
            "disputed",
            models.BooleanField(
                default=False,
                help_text="Its grades are all there and differ, and no third person has decided",
            ),
        ),
        migrations.RunPython(find_disputes, migrations.RunPython.noop),
        migrations.AddIndex(
            "run", models.Index(fields=["campaign"], condition=Q(disputed=True), name="run_disputed")
        ),
        migrations.AlterField(
            "campaign", "device_kind", models.CharField(choices=KINDS, default="any", max_length=10)
        ),
        migrations.AlterField(
            "task", "device_kind", models.CharField(choices=KINDS, default="any", max_length=10)
        ),
    ]
