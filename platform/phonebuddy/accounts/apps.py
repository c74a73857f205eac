from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "phonebuddy.accounts"
    label = "accounts"
    verbose_name = "People"

    def ready(self) -> None:
        from phonebuddy.accounts import schema  # noqa: F401  registers itself
