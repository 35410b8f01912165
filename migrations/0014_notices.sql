ALTER TABLE "contact_changes" DROP CONSTRAINT "contact_changes_token_unique";--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD COLUMN "notice" jsonb;--> statement-breakpoint
ALTER TABLE "contact_changes" DROP COLUMN "token_hash";