CREATE TABLE "import_layouts" (
	"id" text DEFAULT gen_random_uuid()::text NOT NULL,
	"bea_holder_id" text NOT NULL,
	"name" varchar(100) NOT NULL,
	"of" text NOT NULL,
	"headings_hash" text NOT NULL,
	"headings" jsonb NOT NULL,
	"reading" jsonb NOT NULL,
	"user_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "import_layouts_bea_holder_id_id_pk" PRIMARY KEY("bea_holder_id","id")
);
--> statement-breakpoint
ALTER TABLE "trip_imports" ADD COLUMN "of" text DEFAULT 'trips' NOT NULL;--> statement-breakpoint
ALTER TABLE "trip_imports" ADD COLUMN "change_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "trip_imports" ADD COLUMN "driver_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "trip_imports" ADD COLUMN "vehicle_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "trip_imports" ADD COLUMN "layout_id" text;--> statement-breakpoint
ALTER TABLE "import_layouts" ADD CONSTRAINT "import_layouts_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_layouts" ADD CONSTRAINT "import_layouts_bea_holder_id_user_id_users_bea_holder_id_id_fk" FOREIGN KEY ("bea_holder_id","user_id") REFERENCES "public"."users"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "import_layouts_headings_key" ON "import_layouts" USING btree ("bea_holder_id","of","headings_hash");