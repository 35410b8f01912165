SELECT isolate_by_holder('vehicles');--> statement-breakpoint
SELECT isolate_by_holder('dated_facts');--> statement-breakpoint
SELECT isolate_by_holder('area_places');--> statement-breakpoint
-- Each registration of a holder's drivers becomes a vehicle, each driver's usual one.
INSERT INTO vehicles (bea_holder_id, registration, created_at, updated_at)
SELECT bea_holder_id, vehicle_registration_number, min(created_at), max(updated_at) FROM drivers GROUP BY 1, 2;--> statement-breakpoint
UPDATE drivers SET vehicle_id = vehicles.id FROM vehicles
WHERE vehicles.bea_holder_id = drivers.bea_holder_id AND vehicles.registration = drivers.vehicle_registration_number;--> statement-breakpoint
-- It was available while one of its drivers was affiliated. A driver who was switched off at the end of a quarter and on again later had an end in that
-- quarter's report: there the vehicle has a gap. Reports of past periods list the vehicles that they listed before.
WITH off AS (
  SELECT bea_holder_id, driver_id, switched_off_at AT TIME ZONE 'Australia/Brisbane' AS off, switched_on_at AT TIME ZONE 'Australia/Brisbane' AS on_again
  FROM driver_switch_offs
), gaps AS (
  SELECT bea_holder_id, driver_id, range_agg(daterange(off::date, on_again::date, '()')) AS days FROM off
  WHERE date_trunc('quarter', off) < date_trunc('quarter', on_again) AND off::date < on_again::date GROUP BY 1, 2
), ends AS (
  SELECT d.bea_holder_id, d.id, d.vehicle_id, (d.start_date AT TIME ZONE 'Australia/Brisbane')::date AS first_day,
    (least(d.end_date, d.deleted_at, s.switched_off_at) AT TIME ZONE 'Australia/Brisbane')::date AS last_day
  FROM drivers d LEFT JOIN driver_switch_offs s
    ON s.bea_holder_id = d.bea_holder_id AND s.driver_id = d.id AND s.switched_on_at IS NULL
), spans AS (
  SELECT ends.bea_holder_id, vehicle_id, unnest(datemultirange(daterange(first_day, last_day, '[]')) - coalesce(gaps.days, '{}')) AS span
  FROM ends LEFT JOIN gaps ON gaps.bea_holder_id = ends.bea_holder_id AND gaps.driver_id = ends.id
  WHERE last_day IS NULL OR first_day <= last_day
), available AS (
  SELECT bea_holder_id, vehicle_id, unnest(range_agg(span)) AS span FROM spans GROUP BY 1, 2
)
INSERT INTO dated_facts (bea_holder_id, vehicle_id, fact, value, first_day, last_day, recorded_at)
SELECT bea_holder_id, vehicle_id, 'time', '{}', lower(span), upper(span) - 1, now() FROM available;--> statement-breakpoint
-- Several texts of a licence for one registration are all kept: the holder is asked which is right.
INSERT INTO dated_facts (bea_holder_id, vehicle_id, fact, value, first_day, recorded_at)
SELECT bea_holder_id, vehicle_id, 'licence', jsonb_build_object('kind', 'booked-hire', 'number', min(booked_hire_service_license)),
  min((start_date AT TIME ZONE 'Australia/Brisbane')::date), now()
FROM drivers GROUP BY bea_holder_id, vehicle_id, lower(booked_hire_service_license);--> statement-breakpoint
SET LOCAL app.tally = 'off';--> statement-breakpoint
UPDATE trips SET vehicle_id = drivers.vehicle_id FROM drivers
WHERE drivers.bea_holder_id = trips.bea_holder_id AND drivers.id = trips.driver_id;--> statement-breakpoint
SET LOCAL app.tally = 'on';--> statement-breakpoint
-- The vehicle that a driver used on a day: the one of the change after that day, else the usual one.
CREATE FUNCTION usual_vehicle(holder text, driver text, day date) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  vehicle text;
BEGIN
  SELECT value ->> 'vehicleId' INTO vehicle FROM dated_facts
  WHERE bea_holder_id = holder AND driver_id = driver AND fact = 'vehicle' AND last_day >= day ORDER BY last_day LIMIT 1;
  IF NOT FOUND THEN
    SELECT vehicle_id INTO vehicle FROM drivers WHERE bea_holder_id = holder AND id = driver;
  END IF;
  RETURN vehicle;
END
$$;--> statement-breakpoint
-- Stores a trip as `log_trip` of migration 0030 does, in the vehicle that it names or else in the driver's. It has a name of its own because it answers
-- the vehicle too; `log_trip` stays for servers of the version before.
CREATE FUNCTION store_trip(trip jsonb, person text, changed jsonb, claim text, claim_hash text)
RETURNS TABLE (licence text, name text, vehicle text, plate text) LANGUAGE plpgsql AS $$
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

  vehicle := coalesce(trip ->> 'vehicle_id',
    usual_vehicle(holder, trip ->> 'driver_id', ((trip ->> 'datetime')::timestamptz AT TIME ZONE 'Australia/Brisbane')::date));
  IF vehicle IS NOT NULL THEN
    SELECT registration INTO plate FROM vehicles WHERE bea_holder_id = holder AND id = vehicle;
    IF NOT FOUND THEN
      RETURN;
    END IF;
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
  INTO filled FROM jsonb_each_text(trip || jsonb_build_object('driver_authority_license', licence, 'vehicle_id', vehicle));
  EXECUTE filled;

  INSERT INTO audit_events (bea_holder_id, user_id, at, entity, entity_id, action, changes)
  VALUES (holder, person, logged_at, 'trip', trip ->> 'id', 'created', changed || jsonb_build_object(
    'driverAuthorityLicense', jsonb_build_object('to', licence), 'vehicleRegistration', jsonb_build_object('to', plate)));

  RETURN NEXT;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION log_trip(trip jsonb, person text, changed jsonb, claim text, claim_hash text)
RETURNS TABLE (licence text, name text) LANGUAGE sql AS $$
  SELECT licence, name FROM store_trip(trip, person, changed, claim, claim_hash)
$$;
