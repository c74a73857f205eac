from django.urls import path

from phonebuddy.audit import api

urlpatterns = [path("audit", api.AuditView.as_view())]
