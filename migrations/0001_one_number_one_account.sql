DROP INDEX "bea_holders_number_idx";--> statement-breakpoint
ALTER TABLE "bea_holders" ADD COLUMN "account_key" text GENERATED ALWAYS AS (coalesce(substring(regexp_replace(lower(regexp_replace(normalize(bea_number, NFKC), '\s', '', 'g')), '[!-/:-@\[-`{-~]', '', 'g') from '^(?:bea)?(?:no|number)?([0-9]+)$'), lower(regexp_replace(normalize(bea_number, NFKC), '\s', '', 'g')))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "bea_holders" ADD COLUMN "own_spelling" varchar(50) DEFAULT '' NOT NULL;--> statement-breakpoint
-- of holders that already share a number, the oldest has it, and each other one has its own spelling
UPDATE "bea_holders" SET "own_spelling" = "bea_number" WHERE EXISTS (
  SELECT FROM "bea_holders" "first" WHERE "first"."account_key" = "bea_holders"."account_key"
  AND ("first"."created_at", "first"."id") < ("bea_holders"."created_at", "bea_holders"."id")
);--> statement-breakpoint
ALTER TABLE "bea_holders" ADD CONSTRAINT "bea_holders_account_unique" UNIQUE("account_key","own_spelling");