from django.apps import AppConfig


class TrainingConfig(AppConfig):
    name = "training"
    verbose_name = "Training"

    def ready(self):
        from evaluation.agents import policies

        policies.register("transformers", _checkpoint)


def _checkpoint(settings: dict, setup: dict | None, seed: int):
    from training import agents

    return agents.make(settings, setup, seed)
