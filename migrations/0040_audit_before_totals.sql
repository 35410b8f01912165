-- `store_trip` reads its trip once, as a row; and stores the audit event before the trip, because the trip's trigger locks the totals of the holder,
-- and whoever logs at the same moment waits for them until the transaction ends. `insert_trip` takes a row of any type: that of `trips` is another
-- one where the table is made anew, as by who partitions it.
DROP FUNCTION insert_trip(jsonb);--> statement-breakpoint
CREATE OR REPLACE FUNCTION remake_insert_trip() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  names text;
  fields text;
BEGIN
  SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum),
    string_agg(concat('coalesce(stored.' || quote_ident(attname), ', ' || pg_get_expr(adbin, adrelid), ')'), ', ' ORDER BY attnum)
  INTO names, fields
  FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE attrelid = 'trips'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
  EXECUTE format('CREATE OR REPLACE FUNCTION insert_trip(stored anyelement) RETURNS void LANGUAGE plpgsql AS $made$
BEGIN
  INSERT INTO trips (%s) VALUES (%s);
END
$made$', names, fields);
END
$$;--> statement-breakpoint
SELECT remake_insert_trip();--> statement-breakpoint
CREATE OR REPLACE FUNCTION store_trip(trip jsonb, person text, changed jsonb, claim text, claim_hash text)
RETURNS TABLE (licence text, name text, vehicle text, plate text) LANGUAGE plpgsql AS $$
DECLARE
  stored trips := jsonb_populate_record(NULL::trips, trip);
  day date := stored.datetime AT TIME ZONE 'Australia/Brisbane';
BEGIN
  SELECT driver_authority_license, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), driver_authority_license), vehicle_id
  INTO licence, name, vehicle FROM drivers
  WHERE bea_holder_id = stored.bea_holder_id AND id = stored.driver_id AND deleted_at IS NULL
    AND lower(driver_authority_license) = lower(stored.driver_authority_license)
  FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN;
  END IF;

  -- the vehicle: the chosen one, else that of the driver's change after that day, else the usual one
  IF stored.vehicle_id IS NULL THEN
    SELECT value ->> 'vehicleId' INTO stored.vehicle_id FROM dated_facts
    WHERE bea_holder_id = stored.bea_holder_id AND driver_id = stored.driver_id AND fact = 'vehicle' AND last_day >= day
    ORDER BY last_day LIMIT 1;
    IF NOT FOUND THEN
      stored.vehicle_id := vehicle;
    END IF;
  END IF;
  vehicle := stored.vehicle_id;
  IF vehicle IS NOT NULL THEN
    SELECT registration INTO plate FROM vehicles WHERE bea_holder_id = stored.bea_holder_id AND id = vehicle;
    IF NOT FOUND THEN
      RETURN;
    END IF;
  END IF;

  -- the key first: it waits for a concurrent request with the same
  IF claim IS NOT NULL THEN
    INSERT INTO idempotency_keys (bea_holder_id, key, request_hash, trip_id, created_at)
    VALUES (stored.bea_holder_id, claim, claim_hash, stored.id, stored.created_at) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
      RETURN;
    END IF;
  END IF;

  INSERT INTO audit_events (bea_holder_id, user_id, at, entity, entity_id, action, changes)
  VALUES (stored.bea_holder_id, person, stored.created_at, 'trip', stored.id, 'created', changed || jsonb_build_object(
    'driverAuthorityLicense', jsonb_build_object('to', licence), 'vehicleRegistration', jsonb_build_object('to', plate)));

  stored.driver_authority_license := licence;
  PERFORM insert_trip(stored);

  RETURN NEXT;
END
$$;
