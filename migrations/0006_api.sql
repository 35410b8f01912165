CREATE TABLE "api_tokens" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"bea_holder_id" text NOT NULL,
	"name" varchar(100) NOT NULL,
	"scope" text NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_on" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "api_tokens_token_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "pushed_trips" (
	"bea_holder_id" text NOT NULL,
	"reference_key" text NOT NULL,
	"trip_id" text NOT NULL,
	"sent" jsonb NOT NULL,
	"changed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pushed_trips_bea_holder_id_reference_key_pk" PRIMARY KEY("bea_holder_id","reference_key")
);
--> statement-breakpoint
CREATE TABLE "waiting_files" (
	"id" text DEFAULT gen_random_uuid()::text NOT NULL,
	"bea_holder_id" text NOT NULL,
	"layout_id" text NOT NULL,
	"file_name" varchar(255) NOT NULL,
	"file" "bytea" NOT NULL,
	"rows" integer NOT NULL,
	"reasons" jsonb NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waiting_files_bea_holder_id_id_pk" PRIMARY KEY("bea_holder_id","id"),
	CONSTRAINT "waiting_files_name_unique" UNIQUE("bea_holder_id","layout_id","file_name")
);
--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "token" text;--> statement-breakpoint
ALTER TABLE "audit_events" ALTER COLUMN "token" SET DEFAULT nullif(current_setting('app.token', true), '');--> statement-breakpoint
ALTER TABLE "trip_imports" ADD COLUMN "token" text;--> statement-breakpoint
ALTER TABLE "trip_imports" ALTER COLUMN "token" SET DEFAULT nullif(current_setting('app.token', true), '');--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pushed_trips" ADD CONSTRAINT "pushed_trips_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pushed_trips" ADD CONSTRAINT "pushed_trips_trip_fk" FOREIGN KEY ("bea_holder_id","trip_id") REFERENCES "public"."trips"("bea_holder_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_files" ADD CONSTRAINT "waiting_files_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_files" ADD CONSTRAINT "waiting_files_layout_fk" FOREIGN KEY ("bea_holder_id","layout_id") REFERENCES "public"."import_layouts"("bea_holder_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_tokens_holder_idx" ON "api_tokens" USING btree ("bea_holder_id");--> statement-breakpoint
CREATE INDEX "pushed_trips_trip_idx" ON "pushed_trips" USING btree ("bea_holder_id","trip_id");