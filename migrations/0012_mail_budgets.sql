ALTER TABLE "report_deliveries" ADD COLUMN "tried_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "report_deliveries_tried_idx" ON "report_deliveries" USING btree ("tried_at");--> statement-breakpoint
UPDATE "report_deliveries" SET "tried_at" = "sent_at" WHERE "sent_at" > now() - interval '1 day';
