CREATE TABLE "idempotency_keys" (
	"bea_holder_id" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"trip_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_bea_holder_id_key_pk" PRIMARY KEY("bea_holder_id","key")
);
--> statement-breakpoint
CREATE TABLE "lodgements" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"bea_holder_id" text NOT NULL,
	"report" text NOT NULL,
	"period" text NOT NULL,
	"lodged_on" date NOT NULL,
	"reference" varchar(100),
	"figures" jsonb NOT NULL,
	"pdf_sha256" text NOT NULL,
	"user_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "report_deliveries" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"bea_holder_id" text NOT NULL,
	"kind" text NOT NULL,
	"period" text NOT NULL,
	"recipient" varchar(255) NOT NULL,
	"repeat" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"message_id" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"lease_until" timestamp with time zone,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "report_deliveries_once_key" UNIQUE("bea_holder_id","kind","period","recipient","repeat")
);
--> statement-breakpoint
CREATE TABLE "report_preferences" (
	"bea_holder_id" text PRIMARY KEY NOT NULL,
	"send_quarterly" boolean DEFAULT true NOT NULL,
	"send_annual" boolean DEFAULT true NOT NULL,
	"detailed_breakdown" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trip_day_totals" (
	"bea_holder_id" text NOT NULL,
	"day" date NOT NULL,
	"trip_count" integer NOT NULL,
	"waiting_total" bigint NOT NULL,
	CONSTRAINT "trip_day_totals_bea_holder_id_day_pk" PRIMARY KEY("bea_holder_id","day")
);
--> statement-breakpoint
CREATE TABLE "trip_driver_totals" (
	"bea_holder_id" text NOT NULL,
	"driver_id" text NOT NULL,
	"driver_authority_license" text NOT NULL,
	"trip_count" integer NOT NULL,
	"waiting_total" bigint NOT NULL,
	CONSTRAINT "trip_driver_totals_bea_holder_id_driver_id_driver_authority_license_pk" PRIMARY KEY("bea_holder_id","driver_id","driver_authority_license")
);
--> statement-breakpoint
CREATE TABLE "trip_imports" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"bea_holder_id" text NOT NULL,
	"user_id" text,
	"file_name" varchar(255) NOT NULL,
	"trip_count" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "trip_location_totals" (
	"bea_holder_id" text NOT NULL,
	"postcode" text NOT NULL,
	"suburb_key" text NOT NULL,
	"trip_count" integer NOT NULL,
	"waiting_total" bigint NOT NULL,
	CONSTRAINT "trip_location_totals_bea_holder_id_postcode_suburb_key_pk" PRIMARY KEY("bea_holder_id","postcode","suburb_key")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"key" text PRIMARY KEY NOT NULL,
	"bea_holder_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone
);
--> statement-breakpoint
DROP INDEX "trips_holder_driver_idx";--> statement-breakpoint
ALTER TABLE "email_settings" ADD COLUMN "bounces" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "trips" ADD COLUMN "import_id" text;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_trip_id_trips_id_fk" FOREIGN KEY ("trip_id") REFERENCES "public"."trips"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lodgements" ADD CONSTRAINT "lodgements_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lodgements" ADD CONSTRAINT "lodgements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD CONSTRAINT "report_deliveries_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_preferences" ADD CONSTRAINT "report_preferences_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trip_day_totals" ADD CONSTRAINT "trip_day_totals_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trip_driver_totals" ADD CONSTRAINT "trip_driver_totals_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trip_imports" ADD CONSTRAINT "trip_imports_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trip_imports" ADD CONSTRAINT "trip_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trip_location_totals" ADD CONSTRAINT "trip_location_totals_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_idx" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "lodgements_period_key" ON "lodgements" USING btree ("bea_holder_id","report","period") WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "report_deliveries_due_idx" ON "report_deliveries" USING btree ("next_attempt_at") WHERE state in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "report_deliveries_holder_idx" ON "report_deliveries" USING btree ("bea_holder_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "trip_imports_holder_idx" ON "trip_imports" USING btree ("bea_holder_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "uploads_expires_idx" ON "uploads" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "trips" ADD CONSTRAINT "trips_import_id_trip_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."trip_imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "trips_holder_suburb_idx" ON "trips" USING btree ("bea_holder_id","suburb_key","postcode","datetime" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "trips_holder_waiting_idx" ON "trips" USING btree ("bea_holder_id","waiting_time","datetime" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "trips_holder_deleted_idx" ON "trips" USING btree ("bea_holder_id","deleted_at" DESC NULLS LAST) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "trips_import_idx" ON "trips" USING btree ("import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE INDEX "trips_holder_driver_idx" ON "trips" USING btree ("bea_holder_id","driver_id","datetime" DESC NULLS LAST);