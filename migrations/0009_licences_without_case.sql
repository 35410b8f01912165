-- A driver's authorisation is unique within a holder whatever its case. Where several drivers of a holder already differ only in
-- that, the oldest is covered by the index; the others keep their licence as it is and are marked, until it is changed: then
-- it must be unique. Nothing is deleted or renamed, and the migration cannot fail on what is stored.
DROP INDEX "drivers_holder_licence_key";--> statement-breakpoint
ALTER TABLE "drivers" ADD COLUMN "licence_clash" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "drivers" "younger" SET "licence_clash" = true WHERE "deleted_at" IS NULL AND EXISTS (
  SELECT FROM "drivers" "older"
  WHERE "older"."bea_holder_id" = "younger"."bea_holder_id" AND "older"."deleted_at" IS NULL
    AND lower("older"."driver_authority_license") = lower("younger"."driver_authority_license")
    AND ("older"."created_at", "older"."id") < ("younger"."created_at", "younger"."id"));--> statement-breakpoint
CREATE UNIQUE INDEX "drivers_holder_licence_key" ON "drivers" USING btree ("bea_holder_id",lower("driver_authority_license")) WHERE deleted_at is null and not licence_clash;
