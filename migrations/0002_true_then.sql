CREATE TABLE "check_looks" (
	"id" text DEFAULT gen_random_uuid()::text NOT NULL,
	"bea_holder_id" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" text,
	"looked_at" timestamp with time zone NOT NULL,
	"found" integer NOT NULL,
	CONSTRAINT "check_looks_bea_holder_id_id_pk" PRIMARY KEY("bea_holder_id","id")
);
--> statement-breakpoint
ALTER TABLE "trips" ALTER COLUMN "waiting_time" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "dated_facts" ADD COLUMN "is_assumed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "drivers" ADD COLUMN "is_subcontracted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "trip_day_totals" ADD COLUMN "unknown_waits" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "trip_driver_totals" ADD COLUMN "unknown_waits" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "trip_location_totals" ADD COLUMN "unknown_waits" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "vehicles" ADD COLUMN "is_substitute_taxi" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "vehicles" ADD COLUMN "entered_with" text;--> statement-breakpoint
ALTER TABLE "check_looks" ADD CONSTRAINT "check_looks_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_looks" ADD CONSTRAINT "check_looks_bea_holder_id_user_id_users_bea_holder_id_id_fk" FOREIGN KEY ("bea_holder_id","user_id") REFERENCES "public"."users"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "check_looks_subject_idx" ON "check_looks" USING btree ("bea_holder_id","subject","looked_at");--> statement-breakpoint
-- who has "substitute taxi" in the driver's form has said so
UPDATE "vehicles" SET "is_substitute_taxi" = true FROM "drivers" WHERE "drivers"."bea_holder_id" = "vehicles"."bea_holder_id"
  AND "drivers"."vehicle_id" = "vehicles"."id" AND lower("drivers"."booked_hire_service_license") = 'substitute taxi';--> statement-breakpoint
DROP FUNCTION IF EXISTS add_to_totals(text, text, text, text, text, timestamptz, integer, integer);
