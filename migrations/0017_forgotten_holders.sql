-- `npm run holders -- forget` erases a holder, the rows of its audit trail included: it names the holder for one transaction. The service's
-- role may remove no row of the audit trail at all.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.bea_holder_id = current_setting('app.forgotten_holder', true) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit_events is append-only';
END
$$;
