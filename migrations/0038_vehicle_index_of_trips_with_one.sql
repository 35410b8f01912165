-- Trips without a vehicle, all of an installation that does not use vehicles, need no place in it.
DROP INDEX "trips_holder_vehicle_idx";--> statement-breakpoint
CREATE INDEX "trips_holder_vehicle_idx" ON "trips" USING btree ("bea_holder_id","vehicle_id","datetime") WHERE vehicle_id is not null;