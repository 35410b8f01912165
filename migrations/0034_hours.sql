CREATE TABLE "calendar_addresses" (
	"bea_holder_id" text PRIMARY KEY NOT NULL,
	"secret_sha256" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tmr_requests" (
	"id" text DEFAULT gen_random_uuid()::text NOT NULL,
	"bea_holder_id" text NOT NULL,
	"reference" varchar(100),
	"asked" varchar(2000),
	"received_on" date NOT NULL,
	"due_on" date NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"driver_ids" jsonb,
	"vehicle_ids" jsonb,
	"answered_on" date,
	"user_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "tmr_requests_bea_holder_id_id_pk" PRIMARY KEY("bea_holder_id","id")
);
--> statement-breakpoint
CREATE TABLE "shifts" (
	"id" text DEFAULT gen_random_uuid()::text NOT NULL,
	"bea_holder_id" text NOT NULL,
	"driver_id" text NOT NULL,
	"vehicle_id" text,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"note" varchar(500),
	"request_key" text,
	"request_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "shifts_bea_holder_id_id_pk" PRIMARY KEY("bea_holder_id","id")
);
--> statement-breakpoint
ALTER TABLE "bea_holders" ADD COLUMN "authorisation_expires" date;--> statement-breakpoint
ALTER TABLE "report_preferences" ADD COLUMN "remind_six_weeks" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "report_preferences" ADD COLUMN "remind_four_weeks" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "report_preferences" ADD COLUMN "remind_one_week" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "drivers" ADD COLUMN "authorisation_expires" date;--> statement-breakpoint
ALTER TABLE "calendar_addresses" ADD CONSTRAINT "calendar_addresses_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tmr_requests" ADD CONSTRAINT "tmr_requests_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tmr_requests" ADD CONSTRAINT "tmr_requests_bea_holder_id_user_id_users_bea_holder_id_id_fk" FOREIGN KEY ("bea_holder_id","user_id") REFERENCES "public"."users"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_driver_fk" FOREIGN KEY ("bea_holder_id","driver_id") REFERENCES "public"."drivers"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_vehicle_fk" FOREIGN KEY ("bea_holder_id","vehicle_id") REFERENCES "public"."vehicles"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tmr_requests_due_idx" ON "tmr_requests" USING btree ("bea_holder_id","due_on") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "shifts_holder_starts_idx" ON "shifts" USING btree ("bea_holder_id","starts_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "shifts_driver_idx" ON "shifts" USING btree ("bea_holder_id","driver_id","starts_at");--> statement-breakpoint
CREATE INDEX "shifts_vehicle_idx" ON "shifts" USING btree ("bea_holder_id","vehicle_id");--> statement-breakpoint
CREATE INDEX "shifts_open_idx" ON "shifts" USING btree ("bea_holder_id") WHERE ends_at is null and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "shifts_request_key" ON "shifts" USING btree ("bea_holder_id","request_key") WHERE request_key is not null;