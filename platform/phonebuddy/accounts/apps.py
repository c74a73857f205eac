from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "phonebuddy.accounts"
    label = "accounts"
    verbose_name = "People"
