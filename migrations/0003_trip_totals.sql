-- Keeps the totals of kept trips in step with every statement that touches `trips`: its argument is 1 for rows that
-- came, -1 for rows that went. Totals are locked in the order of their keys, so that statements that run at once wait
-- for each other instead of deadlocking.
CREATE FUNCTION tally_trips() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign integer := TG_ARGV[0];
BEGIN
  INSERT INTO trip_location_totals AS total (bea_holder_id, postcode, suburb_key, trip_count, waiting_total)
  SELECT bea_holder_id, postcode, suburb_key, sign * count(*), sign * sum(waiting_time)
  FROM changed WHERE deleted_at IS NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (bea_holder_id, postcode, suburb_key) DO UPDATE
  SET trip_count = total.trip_count + excluded.trip_count, waiting_total = total.waiting_total + excluded.waiting_total;

  INSERT INTO trip_driver_totals AS total (bea_holder_id, driver_id, driver_authority_license, trip_count, waiting_total)
  SELECT bea_holder_id, driver_id, driver_authority_license, sign * count(*), sign * sum(waiting_time)
  FROM changed WHERE deleted_at IS NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (bea_holder_id, driver_id, driver_authority_license) DO UPDATE
  SET trip_count = total.trip_count + excluded.trip_count, waiting_total = total.waiting_total + excluded.waiting_total;

  INSERT INTO trip_day_totals AS total (bea_holder_id, day, trip_count, waiting_total)
  SELECT bea_holder_id, (datetime AT TIME ZONE 'Australia/Brisbane')::date, sign * count(*), sign * sum(waiting_time)
  FROM changed WHERE deleted_at IS NULL GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (bea_holder_id, day) DO UPDATE
  SET trip_count = total.trip_count + excluded.trip_count, waiting_total = total.waiting_total + excluded.waiting_total;

  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER trips_tally_insert AFTER INSERT ON trips REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION tally_trips('1');--> statement-breakpoint
CREATE TRIGGER trips_tally_delete AFTER DELETE ON trips REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION tally_trips('-1');--> statement-breakpoint
CREATE TRIGGER trips_tally_update_went AFTER UPDATE ON trips REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION tally_trips('-1');--> statement-breakpoint
CREATE TRIGGER trips_tally_update_came AFTER UPDATE ON trips REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION tally_trips('1');
