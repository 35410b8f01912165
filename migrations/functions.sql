-- The functions, triggers and policies of the database, each as it is now. The server runs this file after the migrations, whenever one of them
-- or the file is new to the database (server/lib/database/migrate.ts). So every statement can be run again. A change here comes with a migration,
-- which may be empty: a server that does not know it leaves the functions alone. What is removed here, a function whose arguments
-- or result change, and a trigger that changes are dropped by that migration.

-- Adds to the totals that a trip counts in, always in this order, so that those who log at once wait for each other instead of deadlocking. An
-- update comes first, because nearly every trip has a day, place and driver that are there, and `insert … on conflict` costs more.
CREATE OR REPLACE FUNCTION add_to_totals(holder text, place text, suburb text, driver text, licence text, began timestamptz, trips integer, waiting integer, unknown integer)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE trip_location_totals SET trip_count = trip_count + trips, waiting_total = waiting_total + waiting, unknown_waits = unknown_waits + unknown
  WHERE bea_holder_id = holder AND postcode = place AND suburb_key = suburb;
  IF NOT FOUND THEN
    INSERT INTO trip_location_totals AS total (bea_holder_id, postcode, suburb_key, trip_count, waiting_total, unknown_waits)
    VALUES (holder, place, suburb, trips, waiting, unknown)
    ON CONFLICT (bea_holder_id, postcode, suburb_key) DO UPDATE
    SET trip_count = total.trip_count + excluded.trip_count, waiting_total = total.waiting_total + excluded.waiting_total,
      unknown_waits = total.unknown_waits + excluded.unknown_waits;
  END IF;

  UPDATE trip_driver_totals SET trip_count = trip_count + trips, waiting_total = waiting_total + waiting, unknown_waits = unknown_waits + unknown
  WHERE bea_holder_id = holder AND driver_id = driver AND driver_authority_license = licence;
  IF NOT FOUND THEN
    INSERT INTO trip_driver_totals AS total (bea_holder_id, driver_id, driver_authority_license, trip_count, waiting_total, unknown_waits)
    VALUES (holder, driver, licence, trips, waiting, unknown)
    ON CONFLICT (bea_holder_id, driver_id, driver_authority_license) DO UPDATE
    SET trip_count = total.trip_count + excluded.trip_count, waiting_total = total.waiting_total + excluded.waiting_total,
      unknown_waits = total.unknown_waits + excluded.unknown_waits;
  END IF;

  UPDATE trip_day_totals SET trip_count = trip_count + trips, waiting_total = waiting_total + waiting, unknown_waits = unknown_waits + unknown
  WHERE bea_holder_id = holder AND day = (began AT TIME ZONE 'Australia/Brisbane')::date;
  IF NOT FOUND THEN
    INSERT INTO trip_day_totals AS total (bea_holder_id, day, trip_count, waiting_total, unknown_waits)
    VALUES (holder, (began AT TIME ZONE 'Australia/Brisbane')::date, trips, waiting, unknown)
    ON CONFLICT (bea_holder_id, day) DO UPDATE
    SET trip_count = total.trip_count + excluded.trip_count, waiting_total = total.waiting_total + excluded.waiting_total,
      unknown_waits = total.unknown_waits + excluded.unknown_waits;
  END IF;
END
$$;

-- Keeps the totals of kept trips in step with each row of `trips` that comes, goes or changes. Each change of a holder's totals waits for the one
-- before it to end: a trip that moves to another place locks two rows of a kind, and a trip that is logged at that moment may have locked the
-- second of them already, and wait for a row of the next kind.
CREATE OR REPLACE FUNCTION tally_trip() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('totals ' || coalesce(NEW.bea_holder_id, OLD.bea_holder_id), 0));
  IF TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL THEN
    PERFORM add_to_totals(OLD.bea_holder_id, OLD.postcode, OLD.suburb_key, OLD.driver_id, OLD.driver_authority_license, OLD.datetime,
      -1, -coalesce(OLD.waiting_time, 0), -(OLD.waiting_time IS NULL)::integer);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL THEN
    PERFORM add_to_totals(NEW.bea_holder_id, NEW.postcode, NEW.suburb_key, NEW.driver_id, NEW.driver_authority_license, NEW.datetime,
      1, coalesce(NEW.waiting_time, 0), (NEW.waiting_time IS NULL)::integer);
  END IF;
  RETURN NULL;
END
$$;

-- Does the same once for many trips of a holder, where a transaction has switched the trigger off: adds them (1) or takes them away (-1)
-- as they are stored, deleted ones too. Totals are locked in the order of their keys.
CREATE OR REPLACE FUNCTION tally_trips(holder text, ids text[], sign integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- on the node of the holder, where the trigger takes the same lock
  PERFORM pg_advisory_xact_lock(hashtextextended('totals ' || bea_holder_id, 0)) FROM trips WHERE bea_holder_id = holder AND id = ids[1];

  INSERT INTO trip_location_totals AS total (bea_holder_id, postcode, suburb_key, trip_count, waiting_total, unknown_waits)
  SELECT bea_holder_id, postcode, suburb_key, sign * count(*), sign * coalesce(sum(waiting_time), 0), sign * count(*) FILTER (WHERE waiting_time IS NULL)
  FROM trips WHERE bea_holder_id = holder AND id = ANY (ids) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (bea_holder_id, postcode, suburb_key) DO UPDATE
  SET trip_count = total.trip_count + excluded.trip_count, waiting_total = total.waiting_total + excluded.waiting_total,
    unknown_waits = total.unknown_waits + excluded.unknown_waits;

  INSERT INTO trip_driver_totals AS total (bea_holder_id, driver_id, driver_authority_license, trip_count, waiting_total, unknown_waits)
  SELECT bea_holder_id, driver_id, driver_authority_license, sign * count(*), sign * coalesce(sum(waiting_time), 0), sign * count(*) FILTER (WHERE waiting_time IS NULL)
  FROM trips WHERE bea_holder_id = holder AND id = ANY (ids) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (bea_holder_id, driver_id, driver_authority_license) DO UPDATE
  SET trip_count = total.trip_count + excluded.trip_count, waiting_total = total.waiting_total + excluded.waiting_total,
    unknown_waits = total.unknown_waits + excluded.unknown_waits;

  INSERT INTO trip_day_totals AS total (bea_holder_id, day, trip_count, waiting_total, unknown_waits)
  SELECT bea_holder_id, (datetime AT TIME ZONE 'Australia/Brisbane')::date, sign * count(*), sign * coalesce(sum(waiting_time), 0), sign * count(*) FILTER (WHERE waiting_time IS NULL)
  FROM trips WHERE bea_holder_id = holder AND id = ANY (ids) GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (bea_holder_id, day) DO UPDATE
  SET trip_count = total.trip_count + excluded.trip_count, waiting_total = total.waiting_total + excluded.waiting_total,
    unknown_waits = total.unknown_waits + excluded.unknown_waits;
END
$$;

-- Stores a trip by a statement that PostgreSQL keeps prepared. It names each column of `trips` but the computed ones, because Citus routes no
-- `insert` from a `select`; so it is made from the catalog. It takes a row of any type: that of `trips` is another one once the table is
-- partitioned.
DO $do$
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
$do$;

-- Stores a trip, its audit event and its idempotency key, and returns the driver's licence and name, the vehicle and its registration: no row,
-- with nothing stored, where the holder has no such driver with that licence, or the key was used before. Single statements, because those of one
-- holder run on one node of a cluster, while the parts of one WITH run on every node (docs/decisions/0019-tenant-led-keys.md).
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

  -- before the trip, whose trigger locks the holder's totals until the transaction ends
  INSERT INTO audit_events (bea_holder_id, user_id, at, entity, entity_id, action, changes)
  VALUES (stored.bea_holder_id, person, stored.created_at, 'trip', stored.id, 'created', changed || jsonb_build_object(
    'driverAuthorityLicense', jsonb_build_object('to', licence), 'vehicleRegistration', jsonb_build_object('to', plate)));

  stored.driver_authority_license := licence;
  PERFORM insert_trip(stored);

  RETURN NEXT;
END
$$;

-- Refuses to change or remove a row of the audit trail or a document of a lodged report. Only `npm run holders -- forget` removes rows: it names
-- the holder in `app.forgotten_holder` for one transaction. TRUNCATE has a trigger of its own.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.bea_holder_id = current_setting('app.forgotten_holder', true) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;

-- Ends a holder's sessions when the holder changes, SQL typed by hand included (docs/product/sign-in.md#sessions), and the trust in devices with
-- them: else the device of someone who was signed out signs in again without proof. A session that already names the new contact email is that of
-- the person who changed it, and its device stays trusted. People's sessions with an inactive holder end when it becomes active again: until then
-- each request is told that the account is inactive, and no session comes back, whenever its sign-in stored it.
CREATE OR REPLACE FUNCTION end_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- a cluster has the sessions on one node: the others have nothing to end
  IF to_regclass('public.session') IS NULL THEN
    RETURN NULL;
  END IF;
  -- a driver's phone has no part in the contact email, and nobody could pair it again from afar
  DELETE FROM session WHERE sess::json ->> 'holderId' = NEW.id AND sess::json ->> 'userId' IS NOT NULL
    AND (NOT OLD.is_active OR sess::json ->> 'contactEmail' <> NEW.contact_email);
  UPDATE devices SET trusted_until = NULL WHERE bea_holder_id = NEW.id AND trusted_until IS NOT NULL
    AND id NOT IN (SELECT sess::json ->> 'deviceId' FROM session
      WHERE sess::json ->> 'holderId' = NEW.id AND sess::json ->> 'deviceId' IS NOT NULL);
  RETURN NULL;
END
$$;

-- `foldText` of shared/fold-text.ts in SQL, for searches. It needs no extension, which not every role may create and which a cluster would need
-- on each node. ASCII, which most texts are, skips the slow steps.
CREATE OR REPLACE FUNCTION fold_text(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  given := replace(given, '´', '''');
  IF octet_length(given) > length(given) THEN
    given := regexp_replace(normalize(given, NFKD), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+', '', 'g');
  END IF;
  given := replace(lower(given), '`', '''');
  IF octet_length(given) > length(given) THEN
    given := translate(given, '‘’ʼʻ′łøđðɖɗħŧŋıəǝɛɔɓƙƴς', '''''''''''loddddhtnieeeobkyσ');
    given := replace(replace(replace(replace(given, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  END IF;
  RETURN given;
END
$$;

-- A trigger is made only where it is missing, because that locks its table; a migration drops one that changes.
DO $$
DECLARE
  missing record;
BEGIN
  FOR missing IN SELECT name, definition FROM (VALUES
    ('trips_tally', 'AFTER INSERT OR UPDATE OR DELETE ON trips FOR EACH ROW WHEN (current_setting(''app.tally'', true) IS DISTINCT FROM ''off'') EXECUTE FUNCTION tally_trip()'),
    ('audit_events_append_only', 'BEFORE UPDATE OR DELETE ON audit_events FOR EACH ROW EXECUTE FUNCTION refuse_change()'),
    ('audit_events_never_emptied', 'BEFORE TRUNCATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()'),
    ('lodged_documents_append_only', 'BEFORE UPDATE OR DELETE ON lodged_documents FOR EACH ROW EXECUTE FUNCTION refuse_change()'),
    ('lodged_documents_never_emptied', 'BEFORE TRUNCATE ON lodged_documents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()'),
    ('bea_holders_end_sessions', 'AFTER UPDATE OF is_active, contact_email ON bea_holders FOR EACH ROW WHEN (NEW.is_active AND NOT OLD.is_active OR NEW.contact_email <> OLD.contact_email) EXECUTE FUNCTION end_sessions()')
  ) AS triggers (name, definition) WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = name)
  LOOP
    EXECUTE format('CREATE TRIGGER %I %s', missing.name, missing.definition);
  END LOOP;
END
$$;

-- Whatever a query of the service asks for, it sees and stores rows only of the holder that `app.holder` names for its transaction:
-- with '*' of every holder, with nothing of none. A transaction that names a driver in `app.driver` besides, as each of a driver's own phone does,
-- sees and stores that driver's rows only, and nothing of a table without drivers. What logging needs is open to it: vehicles, totals, keys and what
-- is lodged. The owner of the tables is not bound, so that migrations and pg_dump see every row. Both conditions are one policy, because Citus
-- makes restrictive ones permissive on its workers. See docs/decisions/0012-row-level-security.md, also for why they are compared with 0.
CREATE OR REPLACE FUNCTION isolate_by_holder(tenants regclass, holder name DEFAULT 'bea_holder_id') RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  -- null where it is '*': then each row is compared with itself
  whose text := 'nullif(coalesce(current_setting(''app.holder'', true), ''''), ''*'')';
  driver text := 'coalesce(current_setting(''app.driver'', true), '''')';
  relation name := (SELECT relname FROM pg_class WHERE oid = tenants);
  condition text;
  is_distributed boolean := false;
BEGIN
  IF to_regclass('pg_dist_partition') IS NOT NULL THEN
    EXECUTE 'SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = $1)' INTO is_distributed USING tenants;
  END IF;
  -- a subselect is evaluated once a statement; the policies of a distributed table may not have one
  IF NOT is_distributed THEN
    whose := format('(SELECT %s)', whose);
    driver := format('(SELECT %s)', driver);
  END IF;
  condition := format('(%1$I IS NOT DISTINCT FROM coalesce(%2$s, %1$I))::integer <> 0', holder, whose);
  IF relation NOT IN ('bea_holders', 'vehicles', 'idempotency_keys', 'trip_location_totals', 'trip_day_totals', 'trip_imports', 'lodgements') THEN
    condition := format('%s AND (%s = '''' OR %s)::integer <> 0', condition, driver, CASE
      WHEN relation = 'drivers' THEN 'id = ' || driver
      -- what holds of a vehicle has no driver
      WHEN relation = 'dated_facts' THEN format('coalesce(driver_id, %1$s) = %1$s', driver)
      WHEN EXISTS (SELECT FROM pg_attribute WHERE attrelid = tenants AND attname = 'driver_id' AND NOT attisdropped) THEN 'coalesce(driver_id, '''') = ' || driver
      ELSE 'false' END);
  END IF;
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', tenants);
  EXECUTE format('%s POLICY own_holder ON %s USING (%s)',
    CASE WHEN EXISTS (SELECT FROM pg_policy WHERE polrelid = tenants AND polname = 'own_holder') THEN 'ALTER' ELSE 'CREATE' END, tenants, condition);
END
$$;

-- Every table that has the holder in a column gets its policy, and one from before drivers had phones is written again: that locks its table.
DO $$
DECLARE
  tenants regclass;
  holder name;
BEGIN
  FOR tenants, holder IN
    SELECT attrelid::regclass, attname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT attisdropped
      AND attname = CASE relname WHEN 'bea_holders' THEN 'id' ELSE 'bea_holder_id' END
      AND NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = attrelid AND polname = 'own_holder'
        AND EXISTS (SELECT FROM pg_policy WHERE polrelid = 'trips'::regclass AND pg_get_expr(polqual, polrelid) LIKE '%app.driver%'))
  LOOP
    PERFORM isolate_by_holder(tenants, holder);
  END LOOP;
END
$$;
