-- The trigger of 0001 sees rows; TRUNCATE removes them unseen.
CREATE TRIGGER audit_events_never_emptied BEFORE TRUNCATE ON "audit_events"
FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
