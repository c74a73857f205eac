"""What is accepted is read-only, and what was recorded is never rewritten: said once more by the database."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION evaluation_episode_guard() RETURNS trigger AS $$
BEGIN
  IF OLD.state IN ('accepted', 'rejected') THEN
    RAISE EXCEPTION 'episode % is % and read-only', OLD.id, OLD.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$ LANGUAGE plpgsql;

CREATE TRIGGER episode_is_read_only BEFORE UPDATE OR DELETE ON evaluation_episode
  FOR EACH ROW EXECUTE FUNCTION evaluation_episode_guard();

CREATE FUNCTION evaluation_part_guard() RETURNS trigger AS $$
DECLARE part record; now_in text;
BEGIN
  IF TG_OP = 'DELETE' THEN part := OLD; ELSE part := NEW; END IF;
  SELECT state INTO now_in FROM evaluation_episode WHERE id = part.episode_id;
  IF now_in IN ('accepted', 'rejected') THEN
    RAISE EXCEPTION 'episode % is % and read-only', part.episode_id, now_in USING ERRCODE = 'check_violation';
  END IF;
  IF TG_TABLE_NAME = 'evaluation_step' AND now_in NOT IN ('preparing', 'recording', 'draft') THEN
    RAISE EXCEPTION 'the steps of episode % were handed in and stay as recorded', part.episode_id
      USING ERRCODE = 'check_violation';
  END IF;
  IF TG_TABLE_NAME = 'evaluation_revision' AND TG_OP <> 'INSERT' THEN
    RAISE EXCEPTION 'a revision is never changed' USING ERRCODE = 'check_violation';
  END IF;
  RETURN part;
END $$ LANGUAGE plpgsql;

CREATE TRIGGER step_is_read_only BEFORE INSERT OR UPDATE OR DELETE ON evaluation_step
  FOR EACH ROW EXECUTE FUNCTION evaluation_part_guard();
CREATE TRIGGER revision_is_read_only BEFORE INSERT OR UPDATE OR DELETE ON evaluation_revision
  FOR EACH ROW EXECUTE FUNCTION evaluation_part_guard();
"""

BACKWARD = """
DROP TRIGGER revision_is_read_only ON evaluation_revision;
DROP TRIGGER step_is_read_only ON evaluation_step;
DROP TRIGGER episode_is_read_only ON evaluation_episode;
DROP FUNCTION evaluation_part_guard();
DROP FUNCTION evaluation_episode_guard();
"""


class Migration(migrations.Migration):
    dependencies = [("evaluation", "0001_initial")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
