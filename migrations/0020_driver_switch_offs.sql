CREATE TABLE "driver_switch_offs" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"bea_holder_id" text NOT NULL,
	"driver_id" text NOT NULL,
	"switched_off_at" timestamp with time zone NOT NULL,
	"switched_on_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "driver_switch_offs" ADD CONSTRAINT "driver_switch_offs_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "driver_switch_offs" ADD CONSTRAINT "driver_switch_offs_driver_fk" FOREIGN KEY ("bea_holder_id","driver_id") REFERENCES "public"."drivers"("bea_holder_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "driver_switch_offs_driver_idx" ON "driver_switch_offs" USING btree ("bea_holder_id","driver_id");--> statement-breakpoint
CREATE UNIQUE INDEX "driver_switch_offs_open_key" ON "driver_switch_offs" USING btree ("bea_holder_id","driver_id") WHERE switched_on_at is null;--> statement-breakpoint
SELECT isolate_by_holder('driver_switch_offs');--> statement-breakpoint
-- Drivers that are off now: since the last change that switched them off, else since their row changed last.
INSERT INTO "driver_switch_offs" ("bea_holder_id", "driver_id", "switched_off_at")
SELECT "drivers"."bea_holder_id", "drivers"."id", coalesce("switched_off"."at", "drivers"."updated_at")
FROM "drivers" LEFT JOIN (
  SELECT "bea_holder_id", "entity_id", max("at") AS "at" FROM "audit_events"
  WHERE "entity" = 'driver' AND "changes" #>> '{isActive,to}' = 'false' GROUP BY 1, 2
) "switched_off" ON "switched_off"."bea_holder_id" = "drivers"."bea_holder_id" AND "switched_off"."entity_id" = "drivers"."id"
WHERE NOT "drivers"."is_active";
