-- Storing a trip with a statement that PostgreSQL keeps prepared: `store_trip` made one for each trip, which took a quarter of its time.
-- `insert_trip` names each column of `trips` but the generated ones, for Citus routes no `insert` from a `select`. It is made from the catalog, so
-- a migration that adds a column to `trips` ends with `SELECT remake_insert_trip()`.
CREATE FUNCTION remake_insert_trip() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  names text;
  fields text;
BEGIN
  SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum),
    string_agg(concat('coalesce(stored.' || quote_ident(attname), ', ' || pg_get_expr(adbin, adrelid), ')'), ', ' ORDER BY attnum)
  INTO names, fields
  FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE attrelid = 'trips'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
  EXECUTE format('CREATE OR REPLACE FUNCTION insert_trip(trip jsonb) RETURNS void LANGUAGE plpgsql AS $made$
DECLARE
  stored trips := jsonb_populate_record(NULL::trips, trip);
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
  holder text := trip ->> 'bea_holder_id';
  logged_at timestamptz := trip ->> 'created_at';
  day date := (trip ->> 'datetime')::timestamptz AT TIME ZONE 'Australia/Brisbane';
BEGIN
  -- the vehicle: the chosen one, else that of the driver's change after that day, else the usual one
  SELECT driver_authority_license, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), driver_authority_license),
    used.id, registration
  INTO licence, name, vehicle, plate
  FROM drivers
  LEFT JOIN LATERAL (
    SELECT value ->> 'vehicleId' AS id, last_day FROM dated_facts
    WHERE bea_holder_id = holder AND driver_id = trip ->> 'driver_id' AND fact = 'vehicle' AND last_day >= day
    ORDER BY last_day LIMIT 1
  ) AS former ON true
  CROSS JOIN LATERAL (
    SELECT coalesce(trip ->> 'vehicle_id', CASE WHEN former.last_day IS NULL THEN vehicle_id ELSE former.id END) AS id
  ) AS used
  LEFT JOIN vehicles ON vehicles.bea_holder_id = holder AND vehicles.id = used.id
  WHERE drivers.bea_holder_id = holder AND drivers.id = trip ->> 'driver_id' AND drivers.deleted_at IS NULL
    AND lower(driver_authority_license) = lower(trip ->> 'driver_authority_license')
  FOR KEY SHARE OF drivers;
  IF NOT FOUND OR vehicle IS NOT NULL AND plate IS NULL THEN
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

  PERFORM insert_trip(trip || jsonb_build_object('driver_authority_license', licence, 'vehicle_id', vehicle));

  INSERT INTO audit_events (bea_holder_id, user_id, at, entity, entity_id, action, changes)
  VALUES (holder, person, logged_at, 'trip', trip ->> 'id', 'created', changed || jsonb_build_object(
    'driverAuthorityLicense', jsonb_build_object('to', licence), 'vehicleRegistration', jsonb_build_object('to', plate)));

  RETURN NEXT;
END
$$;
