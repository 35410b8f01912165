CREATE INDEX "session_holder_idx" ON "session" USING btree ((sess::json ->> 'holderId'));--> statement-breakpoint
-- Whoever changes a holder, SQL typed by hand included, ends its sessions (docs/product/sign-in.md#sessions). A session that already names the
-- new contact e-mail is that of the person who changed it. Those of a holder that was inactive go when it becomes active again: until
-- then each request is told that the account is inactive, and none comes back, whenever its sign-in stored it.
CREATE FUNCTION end_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM session WHERE sess::json ->> 'holderId' = NEW.id
    AND (NOT OLD.is_active OR sess::json ->> 'contactEmail' IS DISTINCT FROM NEW.contact_email);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER bea_holders_end_sessions AFTER UPDATE OF is_active, contact_email ON "bea_holders"
FOR EACH ROW WHEN (NEW.is_active AND NOT OLD.is_active OR NEW.contact_email <> OLD.contact_email) EXECUTE FUNCTION end_sessions();
