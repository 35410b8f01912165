-- One key for the spellings of a suburb that differ in composition or by a final sigma, whatever spaces the locale knows. Dropping the
-- column drops its index. PostgreSQL 14 to 16 cannot change the expression in place.
ALTER TABLE "trips" drop column "suburb_key";--> statement-breakpoint
ALTER TABLE "trips" ADD COLUMN "suburb_key" text GENERATED ALWAYS AS (normalize(translate(lower(btrim(regexp_replace(normalize(suburb, NFC), '[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'))), 'ς', 'σ'), NFC)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "trips_holder_suburb_idx" ON "trips" USING btree ("bea_holder_id","suburb_key","datetime","id") WHERE deleted_at is null;--> statement-breakpoint
DELETE FROM trip_location_totals;--> statement-breakpoint
INSERT INTO trip_location_totals (bea_holder_id, postcode, suburb_key, trip_count, waiting_total)
SELECT bea_holder_id, postcode, suburb_key, count(*), sum(waiting_time) FROM trips WHERE deleted_at IS NULL GROUP BY 1, 2, 3;
