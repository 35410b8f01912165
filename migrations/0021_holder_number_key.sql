DROP INDEX "bea_holders_number_idx";--> statement-breakpoint
ALTER TABLE "bea_holders" ADD COLUMN "number_key" text GENERATED ALWAYS AS (lower(regexp_replace(bea_number, '\s', '', 'g'))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "bea_holders_number_idx" ON "bea_holders" USING btree ("number_key");