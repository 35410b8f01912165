ALTER TABLE "lodgements" ADD CONSTRAINT "lodgements_holder_id_key" UNIQUE("bea_holder_id","id");--> statement-breakpoint
CREATE TABLE "lodged_documents" (
	"bea_holder_id" text NOT NULL,
	"lodgement_id" text NOT NULL,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "lodged_documents_bea_holder_id_lodgement_id_name_pk" PRIMARY KEY("bea_holder_id","lodgement_id","name")
);
--> statement-breakpoint
ALTER TABLE "lodged_documents" ADD CONSTRAINT "lodged_documents_bea_holder_id_bea_holders_id_fk" FOREIGN KEY ("bea_holder_id") REFERENCES "public"."bea_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lodged_documents" ADD CONSTRAINT "lodged_documents_lodgement_fk" FOREIGN KEY ("bea_holder_id","lodgement_id") REFERENCES "public"."lodgements"("bea_holder_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
SELECT isolate_by_holder('lodged_documents');--> statement-breakpoint
-- Of kept documents, too, a row is never changed, and goes only where its holder is forgotten.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.bea_holder_id = current_setting('app.forgotten_holder', true) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;--> statement-breakpoint
ALTER FUNCTION refuse_audit_change() RENAME TO refuse_change;--> statement-breakpoint
CREATE TRIGGER lodged_documents_append_only BEFORE UPDATE OR DELETE ON "lodged_documents"
FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER lodged_documents_never_emptied BEFORE TRUNCATE ON "lodged_documents"
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
