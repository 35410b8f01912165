CREATE TABLE "phone_codes" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"bea_holder_id" text NOT NULL,
	"driver_id" text NOT NULL,
	"code_hash" text NOT NULL,
	"phones_left" integer NOT NULL,
	"made_on_phone" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "phone_codes_code_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "held_records" (
	"bea_holder_id" text NOT NULL,
	"key" text NOT NULL,
	"driver_id" text NOT NULL,
	"trip" jsonb,
	"shift" jsonb,
	"changes" jsonb,
	"logged_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "held_records_bea_holder_id_key_pk" PRIMARY KEY("bea_holder_id","key")
);
--> statement-breakpoint
ALTER TABLE "devices" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "driver_id" text;--> statement-breakpoint
ALTER TABLE "audit_events" ALTER COLUMN "driver_id" SET DEFAULT nullif(current_setting('app.driver', true), '');--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "driver_id" text;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "phone_codes" ADD CONSTRAINT "phone_codes_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_records" ADD CONSTRAINT "held_records_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_records" ADD CONSTRAINT "held_records_driver_fk" FOREIGN KEY ("bea_holder_id","driver_id") REFERENCES "public"."drivers"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "phone_codes_driver_idx" ON "phone_codes" USING btree ("bea_holder_id","driver_id");--> statement-breakpoint
CREATE INDEX "held_records_driver_idx" ON "held_records" USING btree ("bea_holder_id","driver_id");--> statement-breakpoint
-- of the people of before, only the one with the contact email could sign in
UPDATE "users" SET "removed_at" = now() FROM "bea_holders" WHERE "bea_holders"."id" = "users"."bea_holder_id" AND lower("bea_holders"."contact_email") <> "users"."email";--> statement-breakpoint
-- the contact is one of the people, also of a holder that nobody has signed in to yet
INSERT INTO "users" ("id", "bea_holder_id", "email", "first_name", "last_name")
SELECT gen_random_uuid()::text, "id", lower("contact_email"), split_part(name, ' ', 1), nullif(btrim(substr(name, length(split_part(name, ' ', 1)) + 1)), '')
FROM (SELECT *, coalesce(nullif(btrim("contact_person"), ''), btrim("holder_name")) AS name FROM "bea_holders") AS holders
ON CONFLICT ("bea_holder_id", "email") DO NOTHING;
