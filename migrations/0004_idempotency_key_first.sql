-- A key is claimed before its trip is stored, in the same transaction: the reference is looked at when that ends.
ALTER TABLE idempotency_keys ALTER CONSTRAINT idempotency_keys_trip_id_trips_id_fk DEFERRABLE INITIALLY DEFERRED;
