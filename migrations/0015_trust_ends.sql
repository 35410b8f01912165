-- Trust in devices ends with the sessions (docs/product/sign-in.md#devices): else the device of whoever was signed out signs in again without
-- proof. The device whose session goes on keeps it.
CREATE OR REPLACE FUNCTION end_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM session WHERE sess::json ->> 'holderId' = NEW.id
    AND (NOT OLD.is_active OR sess::json ->> 'contactEmail' IS DISTINCT FROM NEW.contact_email);
  UPDATE devices SET trusted_until = NULL WHERE bea_holder_id = NEW.id AND trusted_until IS NOT NULL
    AND id NOT IN (SELECT sess::json ->> 'deviceId' FROM session
      WHERE sess::json ->> 'holderId' = NEW.id AND sess::json ->> 'deviceId' IS NOT NULL);
  RETURN NULL;
END
$$;
