-- Queues new rows for the worker's seal (docs/decisions/0021).
CREATE OR REPLACE FUNCTION audit_wants_seal() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO audit_unsealed (event_id) SELECT id FROM new_events;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER audit_event_wants_seal AFTER INSERT ON audit_event
  REFERENCING NEW TABLE AS new_events FOR EACH STATEMENT EXECUTE FUNCTION audit_wants_seal();
