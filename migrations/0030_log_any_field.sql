-- Stores a trip as migration 0026 does, from its columns as JSON: a new column needs no new function. The statement is made for each trip, with its
-- values in it, because `suburb_key` may not be named and Citus routes no `insert` from a `select`. The function of migration 0026 stays
-- for servers of the version before, which know no later columns.
CREATE FUNCTION log_trip(trip jsonb, person text, changed jsonb, claim text, claim_hash text)
RETURNS TABLE (licence text, name text) LANGUAGE plpgsql AS $$
DECLARE
  holder text := trip ->> 'bea_holder_id';
  logged_at timestamptz := trip ->> 'created_at';
  filled text;
BEGIN
  SELECT driver_authority_license, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), driver_authority_license)
  INTO licence, name FROM drivers
  WHERE bea_holder_id = holder AND id = trip ->> 'driver_id' AND deleted_at IS NULL
    AND lower(driver_authority_license) = lower(trip ->> 'driver_authority_license')
  FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN;
  END IF;

  -- the key first: it waits for a concurrent request with the same
  IF claim IS NOT NULL THEN
    INSERT INTO idempotency_keys (bea_holder_id, key, request_hash, trip_id, created_at)
    VALUES (holder, claim, claim_hash, trip ->> 'id', logged_at) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
      RETURN;
    END IF;
  END IF;

  SELECT format('INSERT INTO trips (%s) VALUES (%s)', string_agg(quote_ident(key), ', '), string_agg(quote_nullable(value), ', '))
  INTO filled FROM jsonb_each_text(trip || jsonb_build_object('driver_authority_license', licence));
  EXECUTE filled;

  INSERT INTO audit_events (bea_holder_id, user_id, at, entity, entity_id, action, changes)
  VALUES (holder, person, logged_at, 'trip', trip ->> 'id', 'created', jsonb_set(changed, '{driverAuthorityLicense,to}', to_jsonb(licence)));

  RETURN NEXT;
END
$$;
