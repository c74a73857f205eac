from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("evaluation", "0003_phone_restart"),
    ]

    operations = [
        migrations.AddField(
            model_name="episode",
            name="paused_ms",
            field=models.PositiveBigIntegerField(
                default=0, help_text="From the start to the end, while nobody recorded"
            ),
        ),
        migrations.AddField(
            model_name="episode",
            name="recorded_until",
            field=models.DateTimeField(
                blank=True, help_text="When a recorder last began or stopped", null=True
            ),
        ),
    ]
