from django.apps import AppConfig


class AuditConfig(AppConfig):
    name = "phonebuddy.audit"
    label = "audit"
    verbose_name = "Audit"
