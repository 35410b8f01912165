CREATE TABLE "audit_events" (
	"id" text DEFAULT gen_random_uuid()::text NOT NULL,
	"bea_holder_id" text NOT NULL,
	"user_id" text,
	"at" timestamp with time zone NOT NULL,
	"entity" text NOT NULL,
	"entity_id" text NOT NULL,
	"action" text NOT NULL,
	"changes" jsonb NOT NULL,
	CONSTRAINT "audit_events_bea_holder_id_id_pk" PRIMARY KEY("bea_holder_id","id")
);
--> statement-breakpoint
CREATE TABLE "bea_holders" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"bea_number" varchar(50) NOT NULL,
	"number_key" text GENERATED ALWAYS AS (lower(regexp_replace(normalize(bea_number, NFKC), '\s', '', 'g'))) STORED NOT NULL,
	"holder_name" varchar(255) NOT NULL,
	"company_name" varchar(255) NOT NULL,
	"trading_name" varchar(255),
	"contact_person" varchar(255),
	"contact_email" varchar(255) NOT NULL,
	"contact_phone" varchar(50) NOT NULL,
	"logo_url" varchar(500),
	"profile_picture_url" varchar(500),
	"is_active" boolean DEFAULT true NOT NULL,
	"contact_verified_at" timestamp with time zone,
	"authorisation_expires" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "bea_holders_beaNumber_unique" UNIQUE("bea_number")
);
--> statement-breakpoint
CREATE TABLE "calendar_addresses" (
	"bea_holder_id" text PRIMARY KEY NOT NULL,
	"secret_sha256" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "claims" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"bea_number" varchar(50) NOT NULL,
	"email" varchar(255) NOT NULL,
	"details" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "claims_number_email_unique" UNIQUE("bea_number","email")
);
--> statement-breakpoint
CREATE TABLE "contact_changes" (
	"id" text DEFAULT gen_random_uuid()::text NOT NULL,
	"bea_holder_id" text NOT NULL,
	"old_email" varchar(255) NOT NULL,
	"new_email" varchar(255) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undo_until" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "contact_changes_bea_holder_id_id_pk" PRIMARY KEY("bea_holder_id","id")
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"bea_holder_id" text NOT NULL,
	"user_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"name" varchar(100) NOT NULL,
	"address" varchar(45) NOT NULL,
	"trusted_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "devices_token_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"challenge" text NOT NULL,
	"user_id" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"bea_holder_id" text NOT NULL,
	"user_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"is_synced" boolean NOT NULL,
	"is_backed_up" boolean NOT NULL,
	"name" varchar(100) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "session" (
	"sid" text PRIMARY KEY NOT NULL,
	"sess" text NOT NULL,
	"expire" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_codes" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"purpose" text NOT NULL,
	"account_hash" text NOT NULL,
	"browser_hash" text NOT NULL,
	"bea_holder_id" text,
	"login" jsonb,
	"email" varchar(255) NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sign_in_codes_account_unique" UNIQUE("account_hash","browser_hash","purpose")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"key" text NOT NULL,
	"bea_holder_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone,
	CONSTRAINT "uploads_bea_holder_id_key_pk" PRIMARY KEY("bea_holder_id","key")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text DEFAULT gen_random_uuid()::text NOT NULL,
	"bea_holder_id" text NOT NULL,
	"email" varchar(255) NOT NULL,
	"first_name" varchar(255),
	"last_name" varchar(255),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_bea_holder_id_id_pk" PRIMARY KEY("bea_holder_id","id"),
	CONSTRAINT "users_holder_email_unique" UNIQUE("bea_holder_id","email")
);
--> statement-breakpoint
CREATE TABLE "email_settings" (
	"id" text DEFAULT gen_random_uuid()::text NOT NULL,
	"bea_holder_id" text NOT NULL,
	"email" varchar(255) NOT NULL,
	"quarterly_reports" boolean DEFAULT true NOT NULL,
	"annual_reports" boolean DEFAULT true NOT NULL,
	"detailed_breakdown" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"bounces" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "email_settings_bea_holder_id_id_pk" PRIMARY KEY("bea_holder_id","id")
);
--> statement-breakpoint
CREATE TABLE "lodged_documents" (
	"bea_holder_id" text NOT NULL,
	"lodgement_id" text NOT NULL,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "lodged_documents_bea_holder_id_lodgement_id_name_pk" PRIMARY KEY("bea_holder_id","lodgement_id","name")
);
--> statement-breakpoint
CREATE TABLE "lodgements" (
	"id" text DEFAULT gen_random_uuid()::text NOT NULL,
	"bea_holder_id" text NOT NULL,
	"report" text NOT NULL,
	"period" text NOT NULL,
	"lodged_on" date NOT NULL,
	"reference" varchar(100),
	"figures" jsonb NOT NULL,
	"pdf_sha256" text NOT NULL,
	"user_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"amends_id" text,
	"amend_reason" varchar(500),
	CONSTRAINT "lodgements_bea_holder_id_id_pk" PRIMARY KEY("bea_holder_id","id")
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
	"notice" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"lease_until" timestamp with time zone,
	"tried_at" timestamp with time zone,
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
	"send_reminders" boolean DEFAULT true NOT NULL,
	"remind_six_weeks" boolean DEFAULT true NOT NULL,
	"remind_four_weeks" boolean DEFAULT true NOT NULL,
	"remind_one_week" boolean DEFAULT true NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "driver_switch_offs" (
	"id" text DEFAULT gen_random_uuid()::text NOT NULL,
	"bea_holder_id" text NOT NULL,
	"driver_id" text NOT NULL,
	"switched_off_at" timestamp with time zone NOT NULL,
	"switched_on_at" timestamp with time zone,
	CONSTRAINT "driver_switch_offs_bea_holder_id_id_pk" PRIMARY KEY("bea_holder_id","id")
);
--> statement-breakpoint
CREATE TABLE "drivers" (
	"id" text DEFAULT gen_random_uuid()::text NOT NULL,
	"bea_holder_id" text NOT NULL,
	"driver_authority_license" varchar(100) NOT NULL,
	"booked_hire_service_license" varchar(100) NOT NULL,
	"vehicle_registration_number" varchar(20) NOT NULL,
	"vehicle_id" text,
	"first_name" varchar(100),
	"last_name" varchar(100),
	"start_date" timestamp with time zone NOT NULL,
	"end_date" timestamp with time zone,
	"is_active" boolean DEFAULT true NOT NULL,
	"authorisation_expires" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "drivers_bea_holder_id_id_pk" PRIMARY KEY("bea_holder_id","id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"bea_holder_id" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"trip_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_bea_holder_id_key_pk" PRIMARY KEY("bea_holder_id","key")
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
	"id" text DEFAULT gen_random_uuid()::text NOT NULL,
	"bea_holder_id" text NOT NULL,
	"user_id" text,
	"file_name" varchar(255) NOT NULL,
	"trip_count" integer NOT NULL,
	"request_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "trip_imports_bea_holder_id_id_pk" PRIMARY KEY("bea_holder_id","id")
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
CREATE TABLE "trips" (
	"id" text DEFAULT gen_random_uuid()::text NOT NULL,
	"bea_holder_id" text NOT NULL,
	"driver_id" text NOT NULL,
	"driver_authority_license" varchar(100) NOT NULL,
	"postcode" varchar(10) NOT NULL,
	"suburb" varchar(255) NOT NULL,
	"suburb_key" text GENERATED ALWAYS AS (normalize(translate(lower(btrim(regexp_replace(normalize(suburb, NFC), '[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'))), 'ς', 'σ'), NFC)) STORED NOT NULL,
	"waiting_time" integer NOT NULL,
	"duration" integer,
	"datetime" timestamp with time zone DEFAULT now() NOT NULL,
	"booking_reference" varchar(50),
	"vehicle_id" text,
	"kind" text DEFAULT 'booked' NOT NULL,
	"notes" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	"deleted_by" text,
	"import_id" text,
	CONSTRAINT "trips_bea_holder_id_id_pk" PRIMARY KEY("bea_holder_id","id")
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
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_bea_holder_id_user_id_users_bea_holder_id_id_fk" FOREIGN KEY ("bea_holder_id","user_id") REFERENCES "public"."users"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_addresses" ADD CONSTRAINT "calendar_addresses_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_changes" ADD CONSTRAINT "contact_changes_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_bea_holder_id_user_id_users_bea_holder_id_id_fk" FOREIGN KEY ("bea_holder_id","user_id") REFERENCES "public"."users"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_bea_holder_id_user_id_users_bea_holder_id_id_fk" FOREIGN KEY ("bea_holder_id","user_id") REFERENCES "public"."users"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_codes" ADD CONSTRAINT "sign_in_codes_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_settings" ADD CONSTRAINT "email_settings_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lodged_documents" ADD CONSTRAINT "lodged_documents_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lodged_documents" ADD CONSTRAINT "lodged_documents_lodgement_fk" FOREIGN KEY ("bea_holder_id","lodgement_id") REFERENCES "public"."lodgements"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lodgements" ADD CONSTRAINT "lodgements_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lodgements" ADD CONSTRAINT "lodgements_bea_holder_id_user_id_users_bea_holder_id_id_fk" FOREIGN KEY ("bea_holder_id","user_id") REFERENCES "public"."users"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lodgements" ADD CONSTRAINT "lodgements_amends_fk" FOREIGN KEY ("bea_holder_id","amends_id") REFERENCES "public"."lodgements"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD CONSTRAINT "report_deliveries_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_preferences" ADD CONSTRAINT "report_preferences_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tmr_requests" ADD CONSTRAINT "tmr_requests_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tmr_requests" ADD CONSTRAINT "tmr_requests_bea_holder_id_user_id_users_bea_holder_id_id_fk" FOREIGN KEY ("bea_holder_id","user_id") REFERENCES "public"."users"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "area_places" ADD CONSTRAINT "area_places_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dated_facts" ADD CONSTRAINT "dated_facts_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dated_facts" ADD CONSTRAINT "dated_facts_driver_fk" FOREIGN KEY ("bea_holder_id","driver_id") REFERENCES "public"."drivers"("bea_holder_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dated_facts" ADD CONSTRAINT "dated_facts_vehicle_fk" FOREIGN KEY ("bea_holder_id","vehicle_id") REFERENCES "public"."vehicles"("bea_holder_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dated_facts" ADD CONSTRAINT "dated_facts_bea_holder_id_user_id_users_bea_holder_id_id_fk" FOREIGN KEY ("bea_holder_id","user_id") REFERENCES "public"."users"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "driver_switch_offs" ADD CONSTRAINT "driver_switch_offs_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "driver_switch_offs" ADD CONSTRAINT "driver_switch_offs_driver_fk" FOREIGN KEY ("bea_holder_id","driver_id") REFERENCES "public"."drivers"("bea_holder_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drivers" ADD CONSTRAINT "drivers_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drivers" ADD CONSTRAINT "drivers_vehicle_fk" FOREIGN KEY ("bea_holder_id","vehicle_id") REFERENCES "public"."vehicles"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_trip_fk" FOREIGN KEY ("bea_holder_id","trip_id") REFERENCES "public"."trips"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_driver_fk" FOREIGN KEY ("bea_holder_id","driver_id") REFERENCES "public"."drivers"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_vehicle_fk" FOREIGN KEY ("bea_holder_id","vehicle_id") REFERENCES "public"."vehicles"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trip_day_totals" ADD CONSTRAINT "trip_day_totals_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trip_driver_totals" ADD CONSTRAINT "trip_driver_totals_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trip_imports" ADD CONSTRAINT "trip_imports_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trip_imports" ADD CONSTRAINT "trip_imports_bea_holder_id_user_id_users_bea_holder_id_id_fk" FOREIGN KEY ("bea_holder_id","user_id") REFERENCES "public"."users"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trip_location_totals" ADD CONSTRAINT "trip_location_totals_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trips" ADD CONSTRAINT "trips_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trips" ADD CONSTRAINT "trips_bea_holder_id_deleted_by_users_bea_holder_id_id_fk" FOREIGN KEY ("bea_holder_id","deleted_by") REFERENCES "public"."users"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trips" ADD CONSTRAINT "trips_import_fk" FOREIGN KEY ("bea_holder_id","import_id") REFERENCES "public"."trip_imports"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trips" ADD CONSTRAINT "trips_driver_fk" FOREIGN KEY ("bea_holder_id","driver_id") REFERENCES "public"."drivers"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trips" ADD CONSTRAINT "trips_vehicle_fk" FOREIGN KEY ("bea_holder_id","vehicle_id") REFERENCES "public"."vehicles"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicles" ADD CONSTRAINT "vehicles_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_events_holder_at_idx" ON "audit_events" USING btree ("bea_holder_id","at");--> statement-breakpoint
CREATE INDEX "audit_events_entity_idx" ON "audit_events" USING btree ("bea_holder_id","entity_id");--> statement-breakpoint
CREATE INDEX "bea_holders_number_idx" ON "bea_holders" USING btree ("number_key");--> statement-breakpoint
CREATE INDEX "devices_holder_idx" ON "devices" USING btree ("bea_holder_id");--> statement-breakpoint
CREATE INDEX "passkey_challenges_expires_idx" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_holder_idx" ON "passkeys" USING btree ("bea_holder_id");--> statement-breakpoint
CREATE INDEX "session_expire_idx" ON "session" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "session_holder_idx" ON "session" USING btree ((sess::json ->> 'holderId'));--> statement-breakpoint
CREATE INDEX "sign_in_codes_expires_idx" ON "sign_in_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "uploads_expires_idx" ON "uploads" USING btree ("bea_holder_id","expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "email_settings_holder_email_key" ON "email_settings" USING btree ("bea_holder_id",lower(email));--> statement-breakpoint
CREATE UNIQUE INDEX "lodgements_period_key" ON "lodgements" USING btree ("bea_holder_id","report","period") WHERE withdrawn_at is null and amends_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "lodgements_amends_key" ON "lodgements" USING btree ("bea_holder_id","amends_id") WHERE withdrawn_at is null and amends_id is not null;--> statement-breakpoint
CREATE INDEX "report_deliveries_due_idx" ON "report_deliveries" USING btree ("next_attempt_at") WHERE state in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "report_deliveries_tried_idx" ON "report_deliveries" USING btree ("tried_at");--> statement-breakpoint
CREATE INDEX "report_deliveries_holder_idx" ON "report_deliveries" USING btree ("bea_holder_id","created_at");--> statement-breakpoint
CREATE INDEX "tmr_requests_due_idx" ON "tmr_requests" USING btree ("bea_holder_id","due_on") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "dated_facts_driver_idx" ON "dated_facts" USING btree ("bea_holder_id","driver_id");--> statement-breakpoint
CREATE INDEX "dated_facts_vehicle_idx" ON "dated_facts" USING btree ("bea_holder_id","vehicle_id");--> statement-breakpoint
CREATE INDEX "driver_switch_offs_driver_idx" ON "driver_switch_offs" USING btree ("bea_holder_id","driver_id");--> statement-breakpoint
CREATE UNIQUE INDEX "driver_switch_offs_open_key" ON "driver_switch_offs" USING btree ("bea_holder_id","driver_id") WHERE switched_on_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "drivers_holder_licence_key" ON "drivers" USING btree ("bea_holder_id",lower("driver_authority_license")) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "drivers_vehicle_idx" ON "drivers" USING btree ("bea_holder_id","vehicle_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_trip_idx" ON "idempotency_keys" USING btree ("bea_holder_id","trip_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_idx" ON "idempotency_keys" USING btree ("bea_holder_id","created_at");--> statement-breakpoint
CREATE INDEX "shifts_holder_starts_idx" ON "shifts" USING btree ("bea_holder_id","starts_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "shifts_driver_idx" ON "shifts" USING btree ("bea_holder_id","driver_id","starts_at");--> statement-breakpoint
CREATE INDEX "shifts_vehicle_idx" ON "shifts" USING btree ("bea_holder_id","vehicle_id");--> statement-breakpoint
CREATE INDEX "shifts_open_idx" ON "shifts" USING btree ("bea_holder_id") WHERE ends_at is null and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "shifts_request_key" ON "shifts" USING btree ("bea_holder_id","request_key") WHERE request_key is not null;--> statement-breakpoint
CREATE INDEX "trip_imports_holder_idx" ON "trip_imports" USING btree ("bea_holder_id","created_at");--> statement-breakpoint
CREATE INDEX "trips_holder_datetime_idx" ON "trips" USING btree ("bea_holder_id","datetime","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "trips_holder_postcode_idx" ON "trips" USING btree ("bea_holder_id","postcode","datetime","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "trips_holder_suburb_idx" ON "trips" USING btree ("bea_holder_id","suburb_key","datetime","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "trips_holder_waiting_idx" ON "trips" USING btree ("bea_holder_id","waiting_time","datetime","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "trips_holder_reference_idx" ON "trips" USING btree ("bea_holder_id",lower("booking_reference") text_pattern_ops) WHERE deleted_at is null and booking_reference is not null;--> statement-breakpoint
CREATE INDEX "trips_holder_driver_idx" ON "trips" USING btree ("bea_holder_id","driver_id","datetime");--> statement-breakpoint
CREATE INDEX "trips_holder_vehicle_idx" ON "trips" USING btree ("bea_holder_id","vehicle_id","datetime") WHERE vehicle_id is not null;--> statement-breakpoint
CREATE INDEX "trips_holder_not_booked_idx" ON "trips" USING btree ("bea_holder_id","datetime") WHERE deleted_at is null and kind <> 'booked';--> statement-breakpoint
CREATE INDEX "trips_holder_deleted_idx" ON "trips" USING btree ("bea_holder_id","deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "trips_import_idx" ON "trips" USING btree ("bea_holder_id","import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE INDEX "vehicles_holder_registration_idx" ON "vehicles" USING btree ("bea_holder_id","registration");--> statement-breakpoint
-- Written by hand: Drizzle cannot say it. A key is stored before its trip, in the same transaction, so PostgreSQL looks for the trip at its end.
ALTER TABLE "idempotency_keys" ALTER CONSTRAINT "idempotency_keys_trip_fk" DEFERRABLE INITIALLY DEFERRED;
