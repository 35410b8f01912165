-- Full-width digits, a long s and other forms of a character give the key of the plain one. Dropping the column drops its index;
-- PostgreSQL 14 to 16 cannot change the expression in place.
ALTER TABLE "bea_holders" DROP COLUMN "number_key";--> statement-breakpoint
ALTER TABLE "bea_holders" ADD COLUMN "number_key" text GENERATED ALWAYS AS (lower(regexp_replace(normalize(bea_number, NFKC), '\s', '', 'g'))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "bea_holders_number_idx" ON "bea_holders" USING btree ("number_key");
