-- Whoever changes the totals of a holder does so alone until the transaction ends. A trip that moves to another place, day or driver locks two rows of
-- a kind, and one that is logged meanwhile could have locked the second of them already, and wait for a row of the next kind.
CREATE OR REPLACE FUNCTION tally_trip() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('totals ' || coalesce(NEW.bea_holder_id, OLD.bea_holder_id), 0));
  IF TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL THEN
    PERFORM add_to_totals(OLD.bea_holder_id, OLD.postcode, OLD.suburb_key, OLD.driver_id, OLD.driver_authority_license, OLD.datetime,
      -1, -OLD.waiting_time);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL THEN
    PERFORM add_to_totals(NEW.bea_holder_id, NEW.postcode, NEW.suburb_key, NEW.driver_id, NEW.driver_authority_license, NEW.datetime,
      1, NEW.waiting_time);
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_trips(holder text, ids text[], sign integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- on the node of the holder, where the trigger takes the same lock
  PERFORM pg_advisory_xact_lock(hashtextextended('totals ' || bea_holder_id, 0)) FROM trips WHERE bea_holder_id = holder AND id = ids[1];

  INSERT INTO trip_location_totals AS total (bea_holder_id, postcode, suburb_key, trip_count, waiting_total)
  SELECT bea_holder_id, postcode, suburb_key, sign * count(*), sign * sum(waiting_time)
  FROM trips WHERE bea_holder_id = holder AND id = ANY (ids) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (bea_holder_id, postcode, suburb_key) DO UPDATE
  SET trip_count = total.trip_count + excluded.trip_count, waiting_total = total.waiting_total + excluded.waiting_total;

  INSERT INTO trip_driver_totals AS total (bea_holder_id, driver_id, driver_authority_license, trip_count, waiting_total)
  SELECT bea_holder_id, driver_id, driver_authority_license, sign * count(*), sign * sum(waiting_time)
  FROM trips WHERE bea_holder_id = holder AND id = ANY (ids) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (bea_holder_id, driver_id, driver_authority_license) DO UPDATE
  SET trip_count = total.trip_count + excluded.trip_count, waiting_total = total.waiting_total + excluded.waiting_total;

  INSERT INTO trip_day_totals AS total (bea_holder_id, day, trip_count, waiting_total)
  SELECT bea_holder_id, (datetime AT TIME ZONE 'Australia/Brisbane')::date, sign * count(*), sign * sum(waiting_time)
  FROM trips WHERE bea_holder_id = holder AND id = ANY (ids) GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (bea_holder_id, day) DO UPDATE
  SET trip_count = total.trip_count + excluded.trip_count, waiting_total = total.waiting_total + excluded.waiting_total;
END
$$;
