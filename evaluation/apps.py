from django.apps import AppConfig


class EvaluationConfig(AppConfig):
    name = "evaluation"
    verbose_name = "Tasks and episodes"

    def ready(self) -> None:
        from evaluation import policies
        from phonebuddy import blobs

        blobs.visibility.append(policies.can_see_blob)
