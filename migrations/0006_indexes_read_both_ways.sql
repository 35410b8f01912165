DROP INDEX "audit_events_holder_at_idx";--> statement-breakpoint
DROP INDEX "report_deliveries_holder_idx";--> statement-breakpoint
DROP INDEX "trip_imports_holder_idx";--> statement-breakpoint
DROP INDEX "trips_holder_datetime_idx";--> statement-breakpoint
DROP INDEX "trips_holder_postcode_idx";--> statement-breakpoint
DROP INDEX "trips_holder_suburb_idx";--> statement-breakpoint
DROP INDEX "trips_holder_waiting_idx";--> statement-breakpoint
DROP INDEX "trips_holder_driver_idx";--> statement-breakpoint
DROP INDEX "trips_holder_deleted_idx";--> statement-breakpoint
CREATE INDEX "audit_events_holder_at_idx" ON "audit_events" USING btree ("bea_holder_id","at");--> statement-breakpoint
CREATE INDEX "report_deliveries_holder_idx" ON "report_deliveries" USING btree ("bea_holder_id","created_at");--> statement-breakpoint
CREATE INDEX "trip_imports_holder_idx" ON "trip_imports" USING btree ("bea_holder_id","created_at");--> statement-breakpoint
CREATE INDEX "trips_holder_datetime_idx" ON "trips" USING btree ("bea_holder_id","datetime","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "trips_holder_postcode_idx" ON "trips" USING btree ("bea_holder_id","postcode","datetime","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "trips_holder_suburb_idx" ON "trips" USING btree ("bea_holder_id","suburb_key","datetime","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "trips_holder_waiting_idx" ON "trips" USING btree ("bea_holder_id","waiting_time","datetime","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "trips_holder_driver_idx" ON "trips" USING btree ("bea_holder_id","driver_id","datetime");--> statement-breakpoint
CREATE INDEX "trips_holder_deleted_idx" ON "trips" USING btree ("bea_holder_id","deleted_at") WHERE deleted_at is not null;