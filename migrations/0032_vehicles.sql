CREATE TABLE "area_places" (
	"bea_holder_id" text NOT NULL,
	"postcode" varchar(10) NOT NULL,
	"suburb_key" text DEFAULT '' NOT NULL,
	"area" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "area_places_bea_holder_id_postcode_suburb_key_pk" PRIMARY KEY("bea_holder_id","postcode","suburb_key")
);
--> statement-breakpoint
CREATE TABLE "dated_facts" (
	"id" text DEFAULT gen_random_uuid()::text NOT NULL,
	"bea_holder_id" text NOT NULL,
	"driver_id" text,
	"vehicle_id" text,
	"fact" text NOT NULL,
	"value" jsonb NOT NULL,
	"first_day" date,
	"last_day" date,
	"recorded_at" timestamp with time zone NOT NULL,
	"user_id" text,
	CONSTRAINT "dated_facts_bea_holder_id_id_pk" PRIMARY KEY("bea_holder_id","id")
);
--> statement-breakpoint
CREATE TABLE "vehicles" (
	"id" text DEFAULT gen_random_uuid()::text NOT NULL,
	"bea_holder_id" text NOT NULL,
	"registration" varchar(20) NOT NULL,
	"description" varchar(100),
	"is_subcontracted" boolean DEFAULT false NOT NULL,
	"notes" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "vehicles_bea_holder_id_id_pk" PRIMARY KEY("bea_holder_id","id")
);
--> statement-breakpoint
DROP INDEX "lodgements_period_key";--> statement-breakpoint
ALTER TABLE "lodgements" ADD COLUMN "amends_id" text;--> statement-breakpoint
ALTER TABLE "lodgements" ADD COLUMN "amend_reason" varchar(500);--> statement-breakpoint
ALTER TABLE "drivers" ADD COLUMN "vehicle_id" text;--> statement-breakpoint
ALTER TABLE "trips" ADD COLUMN "vehicle_id" text;--> statement-breakpoint
ALTER TABLE "trips" ADD COLUMN "kind" text DEFAULT 'booked' NOT NULL;--> statement-breakpoint
ALTER TABLE "area_places" ADD CONSTRAINT "area_places_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dated_facts" ADD CONSTRAINT "dated_facts_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dated_facts" ADD CONSTRAINT "dated_facts_driver_fk" FOREIGN KEY ("bea_holder_id","driver_id") REFERENCES "public"."drivers"("bea_holder_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dated_facts" ADD CONSTRAINT "dated_facts_vehicle_fk" FOREIGN KEY ("bea_holder_id","vehicle_id") REFERENCES "public"."vehicles"("bea_holder_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dated_facts" ADD CONSTRAINT "dated_facts_bea_holder_id_user_id_users_bea_holder_id_id_fk" FOREIGN KEY ("bea_holder_id","user_id") REFERENCES "public"."users"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicles" ADD CONSTRAINT "vehicles_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dated_facts_driver_idx" ON "dated_facts" USING btree ("bea_holder_id","driver_id");--> statement-breakpoint
CREATE INDEX "dated_facts_vehicle_idx" ON "dated_facts" USING btree ("bea_holder_id","vehicle_id");--> statement-breakpoint
CREATE INDEX "vehicles_holder_registration_idx" ON "vehicles" USING btree ("bea_holder_id","registration");--> statement-breakpoint
ALTER TABLE "lodgements" ADD CONSTRAINT "lodgements_amends_fk" FOREIGN KEY ("bea_holder_id","amends_id") REFERENCES "public"."lodgements"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drivers" ADD CONSTRAINT "drivers_vehicle_fk" FOREIGN KEY ("bea_holder_id","vehicle_id") REFERENCES "public"."vehicles"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trips" ADD CONSTRAINT "trips_vehicle_fk" FOREIGN KEY ("bea_holder_id","vehicle_id") REFERENCES "public"."vehicles"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "lodgements_amends_key" ON "lodgements" USING btree ("bea_holder_id","amends_id") WHERE withdrawn_at is null and amends_id is not null;--> statement-breakpoint
CREATE INDEX "drivers_vehicle_idx" ON "drivers" USING btree ("bea_holder_id","vehicle_id");--> statement-breakpoint
CREATE INDEX "trips_holder_not_booked_idx" ON "trips" USING btree ("bea_holder_id","datetime") WHERE deleted_at is null and kind <> 'booked';--> statement-breakpoint
CREATE UNIQUE INDEX "lodgements_period_key" ON "lodgements" USING btree ("bea_holder_id","report","period") WHERE withdrawn_at is null and amends_id is null;