-- Stores a trip, its audit event and its idempotency key, and returns the driver's licence and name: no row, with nothing stored, where the
-- holder has no such driver with that licence, or the key was used before. Single statements, because those of one holder go to one node of a
-- cluster, while the parts of one WITH are sent to every node (docs/decisions/0019-tenant-led-keys.md).
CREATE FUNCTION log_trip(trip text, holder text, driver text, driver_licence text, place text, postal_code text, waiting integer,
  lasted integer, began timestamptz, remark text, person text, logged_at timestamptz, changed jsonb, claim text, claim_hash text)
RETURNS TABLE (licence text, name text) LANGUAGE plpgsql AS $$
BEGIN
  SELECT driver_authority_license, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), driver_authority_license)
  INTO licence, name FROM drivers
  WHERE bea_holder_id = holder AND id = driver AND lower(driver_authority_license) = lower(driver_licence) AND deleted_at IS NULL
  FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN;
  END IF;

  -- the key first: it waits for a concurrent request with the same
  IF claim IS NOT NULL THEN
    INSERT INTO idempotency_keys (bea_holder_id, key, request_hash, trip_id, created_at)
    VALUES (holder, claim, claim_hash, trip, logged_at) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
      RETURN;
    END IF;
  END IF;

  INSERT INTO trips (id, bea_holder_id, driver_id, driver_authority_license, suburb, postcode, waiting_time, duration, datetime, notes,
    created_at, updated_at)
  VALUES (trip, holder, driver, licence, place, postal_code, waiting, lasted, began, remark, logged_at, logged_at);

  INSERT INTO audit_events (bea_holder_id, user_id, at, entity, entity_id, action, changes)
  VALUES (holder, person, logged_at, 'trip', trip, 'created', jsonb_set(changed, '{driverAuthorityLicense,to}', to_jsonb(licence)));

  RETURN NEXT;
END
$$;
