from django.db import migrations, models


class Migration(migrations.Migration):
    """The list of runs, page by page, without sorting all of them."""

    dependencies = [("evaluation", "0011_disputes_and_difficulties")]

    operations = [
        migrations.AddIndex("run", models.Index(fields=["-created_at", "position"], name="run_newest_first")),
    ]
