SELECT isolate_by_holder('shifts');--> statement-breakpoint
SELECT isolate_by_holder('tmr_requests');--> statement-breakpoint
SELECT isolate_by_holder('calendar_addresses');
