-- The totals of a trip are updated, and stored only where there are none: an `insert … on conflict` costs more than an update, and nearly every trip has a
-- day, place and driver that are there already. Whoever changes them does so alone (migration 0027); the conflict is for someone who does not.
-- `store_trip` reads the driver and the driver's vehicle in one statement.
CREATE OR REPLACE FUNCTION add_to_totals(holder text, place text, suburb text, driver text, licence text, began timestamptz, trips integer, waiting integer)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE trip_location_totals SET trip_count = trip_count + trips, waiting_total = waiting_total + waiting
  WHERE bea_holder_id = holder AND postcode = place AND suburb_key = suburb;
  IF NOT FOUND THEN
    INSERT INTO trip_location_totals AS total VALUES (holder, place, suburb, trips, waiting)
    ON CONFLICT (bea_holder_id, postcode, suburb_key) DO UPDATE
    SET trip_count = total.trip_count + excluded.trip_count, waiting_total = total.waiting_total + excluded.waiting_total;
  END IF;

  UPDATE trip_driver_totals SET trip_count = trip_count + trips, waiting_total = waiting_total + waiting
  WHERE bea_holder_id = holder AND driver_id = driver AND driver_authority_license = licence;
  IF NOT FOUND THEN
    INSERT INTO trip_driver_totals AS total VALUES (holder, driver, licence, trips, waiting)
    ON CONFLICT (bea_holder_id, driver_id, driver_authority_license) DO UPDATE
    SET trip_count = total.trip_count + excluded.trip_count, waiting_total = total.waiting_total + excluded.waiting_total;
  END IF;

  UPDATE trip_day_totals SET trip_count = trip_count + trips, waiting_total = waiting_total + waiting
  WHERE bea_holder_id = holder AND day = (began AT TIME ZONE 'Australia/Brisbane')::date;
  IF NOT FOUND THEN
    INSERT INTO trip_day_totals AS total VALUES (holder, (began AT TIME ZONE 'Australia/Brisbane')::date, trips, waiting)
    ON CONFLICT (bea_holder_id, day) DO UPDATE
    SET trip_count = total.trip_count + excluded.trip_count, waiting_total = total.waiting_total + excluded.waiting_total;
  END IF;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION store_trip(trip jsonb, person text, changed jsonb, claim text, claim_hash text)
RETURNS TABLE (licence text, name text, vehicle text, plate text) LANGUAGE plpgsql AS $$
DECLARE
  stored trips := jsonb_populate_record(NULL::trips, trip);
  changed_later jsonb;
  day date := stored.datetime AT TIME ZONE 'Australia/Brisbane';
BEGIN
  -- the vehicle of a trip without one: that of the driver's change after that day, else the usual one
  SELECT driver_authority_license, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), driver_authority_license), vehicle_id, (
    SELECT value FROM dated_facts
    WHERE bea_holder_id = stored.bea_holder_id AND driver_id = stored.driver_id AND fact = 'vehicle' AND last_day >= day
    ORDER BY last_day LIMIT 1
  )
  INTO licence, name, vehicle, changed_later FROM drivers
  WHERE bea_holder_id = stored.bea_holder_id AND id = stored.driver_id AND deleted_at IS NULL
    AND lower(driver_authority_license) = lower(stored.driver_authority_license)
  FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN;
  END IF;

  IF stored.vehicle_id IS NULL THEN
    stored.vehicle_id := CASE WHEN changed_later IS NULL THEN vehicle ELSE changed_later ->> 'vehicleId' END;
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
