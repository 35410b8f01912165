-- Every key of a holder's table begins with the holder, so that the tables can be spread over servers by it. See
-- docs/decisions/0019-tenant-led-keys.md.
DROP TRIGGER trips_tally_insert ON trips;--> statement-breakpoint
DROP TRIGGER trips_tally_delete ON trips;--> statement-breakpoint
DROP TRIGGER trips_tally_update_went ON trips;--> statement-breakpoint
DROP TRIGGER trips_tally_update_came ON trips;--> statement-breakpoint
DROP FUNCTION tally_trips();--> statement-breakpoint
ALTER TABLE "trips" DROP CONSTRAINT "trips_driver_fk";--> statement-breakpoint
ALTER TABLE "driver_switch_offs" DROP CONSTRAINT "driver_switch_offs_driver_fk";--> statement-breakpoint
ALTER TABLE "lodged_documents" DROP CONSTRAINT "lodged_documents_lodgement_fk";--> statement-breakpoint
ALTER TABLE "lodgements" DROP CONSTRAINT "lodgements_holder_id_key";--> statement-breakpoint
ALTER TABLE "drivers" DROP CONSTRAINT "drivers_holder_id_key";--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "lodgements" DROP CONSTRAINT "lodgements_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "devices" DROP CONSTRAINT "devices_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "passkey_challenges" DROP CONSTRAINT "passkey_challenges_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "passkeys" DROP CONSTRAINT "passkeys_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_trip_id_trips_id_fk";--> statement-breakpoint
ALTER TABLE "trip_imports" DROP CONSTRAINT "trip_imports_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "trips" DROP CONSTRAINT "trips_deleted_by_users_id_fk";--> statement-breakpoint
ALTER TABLE "trips" DROP CONSTRAINT "trips_import_id_trip_imports_id_fk";--> statement-breakpoint
DROP INDEX "contact_changes_holder_idx";--> statement-breakpoint
DROP INDEX "uploads_expires_idx";--> statement-breakpoint
DROP INDEX "idempotency_keys_created_idx";--> statement-breakpoint
DROP INDEX "trips_import_idx";--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_pkey";--> statement-breakpoint
ALTER TABLE "email_settings" DROP CONSTRAINT "email_settings_pkey";--> statement-breakpoint
ALTER TABLE "uploads" DROP CONSTRAINT "uploads_pkey";--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_pkey";--> statement-breakpoint
ALTER TABLE "lodgements" DROP CONSTRAINT "lodgements_pkey";--> statement-breakpoint
ALTER TABLE "contact_changes" DROP CONSTRAINT "contact_changes_pkey";--> statement-breakpoint
ALTER TABLE "driver_switch_offs" DROP CONSTRAINT "driver_switch_offs_pkey";--> statement-breakpoint
ALTER TABLE "drivers" DROP CONSTRAINT "drivers_pkey";--> statement-breakpoint
ALTER TABLE "trip_imports" DROP CONSTRAINT "trip_imports_pkey";--> statement-breakpoint
ALTER TABLE "trips" DROP CONSTRAINT "trips_pkey";--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_bea_holder_id_id_pk" PRIMARY KEY("bea_holder_id","id");--> statement-breakpoint
ALTER TABLE "email_settings" ADD CONSTRAINT "email_settings_bea_holder_id_id_pk" PRIMARY KEY("bea_holder_id","id");--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_bea_holder_id_key_pk" PRIMARY KEY("bea_holder_id","key");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_bea_holder_id_id_pk" PRIMARY KEY("bea_holder_id","id");--> statement-breakpoint
ALTER TABLE "lodgements" ADD CONSTRAINT "lodgements_bea_holder_id_id_pk" PRIMARY KEY("bea_holder_id","id");--> statement-breakpoint
ALTER TABLE "contact_changes" ADD CONSTRAINT "contact_changes_bea_holder_id_id_pk" PRIMARY KEY("bea_holder_id","id");--> statement-breakpoint
ALTER TABLE "driver_switch_offs" ADD CONSTRAINT "driver_switch_offs_bea_holder_id_id_pk" PRIMARY KEY("bea_holder_id","id");--> statement-breakpoint
ALTER TABLE "drivers" ADD CONSTRAINT "drivers_bea_holder_id_id_pk" PRIMARY KEY("bea_holder_id","id");--> statement-breakpoint
ALTER TABLE "trip_imports" ADD CONSTRAINT "trip_imports_bea_holder_id_id_pk" PRIMARY KEY("bea_holder_id","id");--> statement-breakpoint
ALTER TABLE "trips" ADD CONSTRAINT "trips_bea_holder_id_id_pk" PRIMARY KEY("bea_holder_id","id");--> statement-breakpoint
-- Until migration 0008 a person could act for several holders, and rows of one holder may name a person of another: they get the
-- holder's own row of the same e-mail, else a copy. Who acted stays the same.
ALTER TABLE "audit_events" DISABLE TRIGGER "audit_events_append_only";--> statement-breakpoint
DO $$
DECLARE
  named record;
BEGIN
  FOR named IN
    SELECT * FROM (VALUES ('audit_events', 'user_id'), ('lodgements', 'user_id'), ('trip_imports', 'user_id'), ('trips', 'deleted_by'),
      ('devices', 'user_id'), ('passkeys', 'user_id')) AS pairs (acts, person)
  LOOP
    EXECUTE format('UPDATE %1$I acted SET %2$I = own.id FROM users stranger JOIN users own USING (email)
      WHERE stranger.id = acted.%2$I AND stranger.bea_holder_id <> acted.bea_holder_id
        AND own.bea_holder_id = acted.bea_holder_id AND own.id <> acted.%2$I', named.acts, named.person);
    EXECUTE format('INSERT INTO users (id, bea_holder_id, email, first_name, last_name, created_at, updated_at)
      SELECT DISTINCT stranger.id, acted.bea_holder_id, stranger.email, stranger.first_name, stranger.last_name,
        stranger.created_at, stranger.updated_at
      FROM %1$I acted JOIN users stranger ON stranger.id = acted.%2$I AND stranger.bea_holder_id <> acted.bea_holder_id
      ON CONFLICT DO NOTHING', named.acts, named.person);
  END LOOP;
END
$$;--> statement-breakpoint
ALTER TABLE "audit_events" ENABLE TRIGGER "audit_events_append_only";--> statement-breakpoint
ALTER TABLE "trips" ADD CONSTRAINT "trips_driver_fk" FOREIGN KEY ("bea_holder_id","driver_id") REFERENCES "public"."drivers"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "driver_switch_offs" ADD CONSTRAINT "driver_switch_offs_driver_fk" FOREIGN KEY ("bea_holder_id","driver_id") REFERENCES "public"."drivers"("bea_holder_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lodged_documents" ADD CONSTRAINT "lodged_documents_lodgement_fk" FOREIGN KEY ("bea_holder_id","lodgement_id") REFERENCES "public"."lodgements"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_bea_holder_id_user_id_users_bea_holder_id_id_fk" FOREIGN KEY ("bea_holder_id","user_id") REFERENCES "public"."users"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lodgements" ADD CONSTRAINT "lodgements_bea_holder_id_user_id_users_bea_holder_id_id_fk" FOREIGN KEY ("bea_holder_id","user_id") REFERENCES "public"."users"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_bea_holder_id_user_id_users_bea_holder_id_id_fk" FOREIGN KEY ("bea_holder_id","user_id") REFERENCES "public"."users"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_bea_holder_id_user_id_users_bea_holder_id_id_fk" FOREIGN KEY ("bea_holder_id","user_id") REFERENCES "public"."users"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_trip_fk" FOREIGN KEY ("bea_holder_id","trip_id") REFERENCES "public"."trips"("bea_holder_id","id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "trip_imports" ADD CONSTRAINT "trip_imports_bea_holder_id_user_id_users_bea_holder_id_id_fk" FOREIGN KEY ("bea_holder_id","user_id") REFERENCES "public"."users"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trips" ADD CONSTRAINT "trips_bea_holder_id_deleted_by_users_bea_holder_id_id_fk" FOREIGN KEY ("bea_holder_id","deleted_by") REFERENCES "public"."users"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trips" ADD CONSTRAINT "trips_import_fk" FOREIGN KEY ("bea_holder_id","import_id") REFERENCES "public"."trip_imports"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_expires_idx" ON "uploads" USING btree ("bea_holder_id","expires_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_idx" ON "idempotency_keys" USING btree ("bea_holder_id","created_at");--> statement-breakpoint
CREATE INDEX "trips_import_idx" ON "trips" USING btree ("bea_holder_id","import_id") WHERE import_id is not null;--> statement-breakpoint
-- Adds to the totals that a trip counts in, always in this order, so that those who log at once wait for each other instead of deadlocking.
CREATE FUNCTION add_to_totals(holder text, place text, suburb text, driver text, licence text, began timestamptz, trips integer, waiting integer)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO trip_location_totals AS total VALUES (holder, place, suburb, trips, waiting)
  ON CONFLICT (bea_holder_id, postcode, suburb_key) DO UPDATE
  SET trip_count = total.trip_count + excluded.trip_count, waiting_total = total.waiting_total + excluded.waiting_total;

  INSERT INTO trip_driver_totals AS total VALUES (holder, driver, licence, trips, waiting)
  ON CONFLICT (bea_holder_id, driver_id, driver_authority_license) DO UPDATE
  SET trip_count = total.trip_count + excluded.trip_count, waiting_total = total.waiting_total + excluded.waiting_total;

  INSERT INTO trip_day_totals AS total VALUES (holder, (began AT TIME ZONE 'Australia/Brisbane')::date, trips, waiting)
  ON CONFLICT (bea_holder_id, day) DO UPDATE
  SET trip_count = total.trip_count + excluded.trip_count, waiting_total = total.waiting_total + excluded.waiting_total;
END
$$;--> statement-breakpoint
-- Keeps the totals of kept trips in step with each row of `trips` that comes, goes or changes.
CREATE FUNCTION tally_trip() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
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
CREATE TRIGGER trips_tally AFTER INSERT OR UPDATE OR DELETE ON trips FOR EACH ROW
WHEN (current_setting('app.tally', true) IS DISTINCT FROM 'off') EXECUTE FUNCTION tally_trip();--> statement-breakpoint
-- Does the same once for many trips of a holder, where a transaction has switched the trigger off: adds them (1) or takes them away (-1)
-- as they are stored, deleted ones too. Totals are locked in the order of their keys.
CREATE FUNCTION tally_trips(holder text, ids text[], sign integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
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
--> statement-breakpoint
-- Where holders are on several servers, sessions are on one of them: the others have nothing to end.
CREATE OR REPLACE FUNCTION end_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_regclass('public.session') IS NULL THEN
    RETURN NULL;
  END IF;
  DELETE FROM session WHERE sess::json ->> 'holderId' = NEW.id
    AND (NOT OLD.is_active OR sess::json ->> 'contactEmail' IS DISTINCT FROM NEW.contact_email);
  UPDATE devices SET trusted_until = NULL WHERE bea_holder_id = NEW.id AND trusted_until IS NOT NULL
    AND id NOT IN (SELECT sess::json ->> 'deviceId' FROM session
      WHERE sess::json ->> 'holderId' = NEW.id AND sess::json ->> 'deviceId' IS NOT NULL);
  RETURN NULL;
END
$$;
