ALTER TABLE "users" DROP CONSTRAINT "users_email_unique";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "bea_holder_id" text;--> statement-breakpoint
-- Whoever signed in for several holders stays with the one whose contact they are, else the one they acted for first;
-- with the others they are stored anew at their next sign-in.
UPDATE "users" SET "bea_holder_id" = coalesce(
  (SELECT h."id" FROM "bea_holders" h WHERE lower(h."contact_email") = "users"."email" ORDER BY h."created_at", h."id" LIMIT 1),
  (SELECT e."bea_holder_id" FROM "audit_events" e WHERE e."user_id" = "users"."id" ORDER BY e."at" LIMIT 1)
);--> statement-breakpoint
DELETE FROM "users" WHERE "bea_holder_id" IS NULL;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "bea_holder_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_holder_email_unique" UNIQUE("bea_holder_id","email");
