from django.db import migrations


class Migration(migrations.Migration):
    """The database itself refuses to change or delete an audit entry."""

    dependencies = [("audit", "0001_initial")]

    operations = [
        migrations.RunSQL(
            """
            CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'audit entries are never changed or deleted'; END $$;
            CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE ON audit_auditentry
            FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();
            """,
            "DROP TRIGGER audit_is_append_only ON audit_auditentry; DROP FUNCTION audit_is_append_only();",
        )
    ]
