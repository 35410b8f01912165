-- A holder as the version before vehicles (migrations up to 0031) stored it.
insert into bea_holders (id, bea_number, holder_name, company_name, contact_email, contact_phone, created_at, updated_at)
values ('h', '123456', 'Mary Smith', 'Smith Cars Pty Ltd', 'mary@example.com', '07 3000 0000', '2025-06-30T02:00:00Z', '2025-06-30T02:00:00Z');

insert into drivers (id, bea_holder_id, driver_authority_license, booked_hire_service_license, vehicle_registration_number, first_name, last_name,
  start_date, end_date, is_active, created_at, updated_at, deleted_at)
select id, 'h', number, licence, plate, name, 'Young', start::timestamptz, finish::timestamptz, active, '2025-06-30T02:00:00Z', coalesce(gone::timestamptz, '2025-06-30T02:00:00Z'), gone::timestamptz
from (values
  -- a car each, with one licence text
  ('amy', 'DA-1', 'BH-1', '111AAA', 'Amy', '2025-06-30T14:00:00Z', null, true, null),
  ('ben', 'DA-2', 'BH-2', '222BBB', 'Ben', '2025-06-30T14:00:00Z', null, true, null),
  -- one registration with two licence texts
  ('cat', 'DA-3', 'BH-3', '333CCC', 'Cat', '2025-09-30T14:00:00Z', null, true, null),
  ('dan', 'DA-4', 'BH-4', '333CCC', 'Dan', '2026-01-31T14:00:00Z', '2026-05-14T14:00:00Z', true, null),
  -- switched off over the end of a quarter and on again; switched off for good
  ('eve', 'DA-5', 'BH-5', '444DDD', 'Eve', '2025-06-30T14:00:00Z', null, true, null),
  ('fay', 'DA-6', 'BH-6', '555EEE', 'Fay', '2025-06-30T14:00:00Z', null, false, null),
  -- deleted with trips, and deleted before the last quarters
  ('gus', 'DA-7', 'BH-7', '666FFF', 'Gus', '2025-06-30T14:00:00Z', null, true, '2026-03-05T02:00:00Z'),
  ('hal', 'DA-8', 'BH-8', '777GGG', 'Hal', '2025-06-30T14:00:00Z', null, true, '2025-08-05T02:00:00Z')
) as driver (id, number, licence, plate, name, start, finish, active, gone);

insert into driver_switch_offs (id, bea_holder_id, driver_id, switched_off_at, switched_on_at) values
  ('eve-off', 'h', 'eve', '2026-02-10T02:00:00Z', '2026-04-20T02:00:00Z'),
  ('fay-off', 'h', 'fay', '2026-08-05T02:00:00Z', null);

-- A trip of each driver in each of four quarters, as far as it was there.
insert into trips (id, bea_holder_id, driver_id, driver_authority_license, postcode, suburb, waiting_time, duration, datetime, notes, created_at, updated_at)
select driver.id || '-' || quarter, 'h', driver.id, driver_authority_license, postcode, suburb, 2 + quarter, quarter * 5,
  at::timestamptz, 'Trip ' || quarter, at::timestamptz, at::timestamptz
from drivers driver, (values
  (1, '2025-08-01T02:00:00Z', '4066', 'Toowong'), (2, '2026-02-01T02:00:00Z', '4101', 'West End'),
  (3, '2026-05-01T02:00:00Z', '4067', 'St Lucia'), (4, '2026-08-01T02:00:00Z', '4066', 'TOOWONG')
) as place (quarter, at, postcode, suburb)
where driver.bea_holder_id = 'h' and at::timestamptz between start_date and coalesce(deleted_at, 'infinity');
update trips set deleted_at = '2026-05-02T02:00:00Z' where bea_holder_id = 'h' and id = 'ben-3';

-- The quarter to the end of June, lodged.
insert into lodgements (id, bea_holder_id, report, period, lodged_on, figures, pdf_sha256, created_at) values ('lodged', 'h', 'quarterly', 'Q4-2026', '2026-07-20',
  '{"drivers": [{"name": "Amy Young", "endDate": null, "startDate": "2025-07-01", "driverAuthorityLicense": "DA-1", "bookedHireServiceLicense": "BH-1", "vehicleRegistrationNumber": "111AAA"}, {"name": "Ben Young", "endDate": null, "startDate": "2025-07-01", "driverAuthorityLicense": "DA-2", "bookedHireServiceLicense": "BH-2", "vehicleRegistrationNumber": "222BBB"}, {"name": "Cat Young", "endDate": null, "startDate": "2025-10-01", "driverAuthorityLicense": "DA-3", "bookedHireServiceLicense": "BH-3", "vehicleRegistrationNumber": "333CCC"}, {"name": "Dan Young", "endDate": "2026-05-15", "startDate": "2026-02-01", "driverAuthorityLicense": "DA-4", "bookedHireServiceLicense": "BH-4", "vehicleRegistrationNumber": "333CCC"}, {"name": "Eve Young", "endDate": null, "startDate": "2025-07-01", "driverAuthorityLicense": "DA-5", "bookedHireServiceLicense": "BH-5", "vehicleRegistrationNumber": "444DDD"}, {"name": "Fay Young", "endDate": null, "startDate": "2025-07-01", "driverAuthorityLicense": "DA-6", "bookedHireServiceLicense": "BH-6", "vehicleRegistrationNumber": "555EEE"}], "locations": [{"suburb": "St Lucia", "postcode": "4067", "tripCount": 5, "waitingTotal": 25}], "tripCount": 5, "waitingTotal": 25}', 'f8ba2e1e3fd4ffa5e0215068d541efed68f0d092cd2cb591767e11352b63f86e', '2026-11-21T02:00:00Z');
