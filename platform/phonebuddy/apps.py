from django.apps import AppConfig


class PhoneBuddyConfig(AppConfig):
    name = "phonebuddy"
    verbose_name = "PhoneBuddy"

    def ready(self) -> None:
        from phonebuddy import logging  # noqa: F401  structlog is set up before anybody logs
