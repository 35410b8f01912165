-- Whatever a query of the service asks for, it sees and stores rows only of the holder that `app.holder` names for its transaction:
-- with '*' of every holder, with nothing of none. The owner of the tables is not bound, so that migrations and pg_dump see every row.
-- See docs/decisions/0012-row-level-security.md, also for why the condition is compared with 0.
CREATE FUNCTION isolate_by_holder(tenants regclass, holder name DEFAULT 'bea_holder_id') RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', tenants);
  -- the setting is null where it is '*': then each row is compared with itself
  EXECUTE format(
    'CREATE POLICY own_holder ON %1$s USING ((
       %2$I IS NOT DISTINCT FROM coalesce((SELECT nullif(coalesce(current_setting(''app.holder'', true), ''''), ''*'')), %2$I)
     )::integer <> 0)',
    tenants, holder
  );
END
$$;--> statement-breakpoint
SELECT isolate_by_holder('bea_holders', 'id');--> statement-breakpoint
SELECT isolate_by_holder('users');--> statement-breakpoint
SELECT isolate_by_holder('uploads');--> statement-breakpoint
SELECT isolate_by_holder('drivers');--> statement-breakpoint
SELECT isolate_by_holder('trips');--> statement-breakpoint
SELECT isolate_by_holder('trip_imports');--> statement-breakpoint
SELECT isolate_by_holder('trip_location_totals');--> statement-breakpoint
SELECT isolate_by_holder('trip_day_totals');--> statement-breakpoint
SELECT isolate_by_holder('trip_driver_totals');--> statement-breakpoint
SELECT isolate_by_holder('idempotency_keys');--> statement-breakpoint
SELECT isolate_by_holder('lodgements');--> statement-breakpoint
SELECT isolate_by_holder('report_preferences');--> statement-breakpoint
SELECT isolate_by_holder('email_settings');--> statement-breakpoint
SELECT isolate_by_holder('report_deliveries');--> statement-breakpoint
SELECT isolate_by_holder('audit_events');--> statement-breakpoint
SELECT isolate_by_holder('devices');--> statement-breakpoint
SELECT isolate_by_holder('passkeys');--> statement-breakpoint
SELECT isolate_by_holder('sign_in_codes');--> statement-breakpoint
SELECT isolate_by_holder('contact_changes');
