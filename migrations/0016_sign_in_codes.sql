DROP INDEX "sign_in_codes_account_idx";--> statement-breakpoint
CREATE INDEX "bea_holders_number_idx" ON "bea_holders" USING btree (lower(regexp_replace("bea_number", '\s', '', 'g')));--> statement-breakpoint
ALTER TABLE "sign_in_codes" ADD CONSTRAINT "sign_in_codes_account_unique" UNIQUE("account_hash","browser_hash","purpose");