"""A task's suite was a word; now it is a row of that name."""

import django.db.models.deletion
from django.db import migrations, models


def suites_of_tasks(apps, schema_editor):
    tasks, suites = apps.get_model("evaluation", "Task"), apps.get_model("evaluation", "Suite")
    tasks.objects.filter(suite="").update(suite=None)
    names = tasks.objects.exclude(suite=None).order_by().values_list("suite", flat=True).distinct()
    suites.objects.bulk_create(suites(name=name) for name in names)


def words_again(apps, schema_editor):
    apps.get_model("evaluation", "Task").objects.filter(suite=None).update(suite="")


class Migration(migrations.Migration):
    dependencies = [("evaluation", "0004_clock")]

    operations = [
        migrations.CreateModel(
            name="Suite",
            fields=[
                ("name", models.SlugField(max_length=60, primary_key=True, serialize=False)),
                ("title", models.CharField(blank=True, max_length=200)),
                ("description", models.TextField(blank=True)),
                (
                    "held_out",
                    models.BooleanField(
                        default=False,
                        help_text="For measuring alone: never in a training set, nor its rubrics",
                    ),
                ),
                (
                    "hash",
                    models.CharField(
                        blank=True,
                        help_text="SHA-256 of its tasks and rubrics when it was frozen",
                        max_length=64,
                    ),
                ),
                ("frozen_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["name"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("frozen_at", None), ("hash", "")),
                            models.Q(models.Q(("hash", ""), _negated=True), ("frozen_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="suite_has_a_hash_once_frozen",
                    )
                ],
            },
        ),
        migrations.AlterField("task", "suite", models.CharField(max_length=60, null=True, db_index=True)),
        migrations.RunPython(suites_of_tasks, words_again),
        migrations.AlterField(
            "task",
            "suite",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="tasks",
                to="evaluation.suite",
            ),
        ),
    ]
