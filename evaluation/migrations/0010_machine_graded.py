import django.core.validators
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """A campaign may be graded by machines alone: no grades a run."""

    dependencies = [("evaluation", "0009_guard_rules")]

    operations = [
        migrations.RemoveConstraint(model_name="campaign", name="campaign_counts_from_one"),
        migrations.AlterField(
            model_name="campaign",
            name="overlap",
            field=models.PositiveSmallIntegerField(
                default=2,
                help_text="Grades a run; 0: machines alone decide",
                validators=[django.core.validators.MaxValueValidator(9)],
            ),
        ),
        migrations.AddConstraint(
            model_name="campaign",
            constraint=models.CheckConstraint(
                condition=Q(attempts__gte=1), name="campaign_attempts_count_from_one"
            ),
        ),
    ]
