"""The audit: filters, and that nothing in it ever changes."""

import pytest
from django.core.exceptions import ValidationError
from django.db import InternalError, connection, transaction
from django.db.utils import DatabaseError

from phonebuddy import audit
from phonebuddy.audit.models import AuditEntry


def test_a_lead_filters_the_audit(client_for, lead, annotator):
    audit.record(annotator, "lease.taken", annotator, device="one")
    audit.record(None, "lease.expired", "phone-1")
    client = client_for(lead)
    assert client.get("/api/audit").json()["count"] == 2
    assert [e["verb"] for e in client.get("/api/audit?actor=ann").json()["results"]] == ["lease.taken"]
    assert client.get("/api/audit?verb=lease").json()["count"] == 2
    assert client.get(f"/api/audit?target=user:{annotator.pk}").json()["results"][0]["details"] == {
        "device": "one"
    }
    assert client.get("/api/audit?target=name:phone-1").json()["results"][0]["actor"] == "system"


def test_an_entry_never_changes(annotator):
    entry = audit.record(annotator, "x", annotator)
    with pytest.raises(ValidationError):
        entry.save()
    with pytest.raises(ValidationError):
        entry.delete()
    for attempt in (lambda: AuditEntry.objects.update(verb="y"), lambda: AuditEntry.objects.all().delete()):
        with pytest.raises((InternalError, DatabaseError)), transaction.atomic():
            attempt()
    with connection.cursor() as cursor:
        cursor.execute("SELECT verb FROM audit_auditentry")
        assert cursor.fetchall() == [("x",)]
