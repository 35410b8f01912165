-- a restore of a backup from before has made it: its rows are held in the transaction that stores them
CREATE TABLE IF NOT EXISTS "mail_hold" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_hold_one_row" CHECK ("mail_hold"."only")
);
--> statement-breakpoint
ALTER TABLE "bea_holders" ADD COLUMN "demo_until" timestamp with time zone;