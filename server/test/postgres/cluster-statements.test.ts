import { expect, test } from 'vitest';
import { clusterRefusal } from './cluster-statements';

const REGISTRATION = '(select registration from vehicles where vehicles.id = trips.vehicle_id)';

test.each([
  `select id, ${REGISTRATION} from "trips" where "bea_holder_id" = $1 for update`,
  `select trips.id from "trips" inner join "drivers" on drivers.id = trips.driver_id
   where trips."bea_holder_id" = $1 for key share of trips`,
  `update "trips" set "notes" = $1 where "bea_holder_id" = $2 returning "id", ${REGISTRATION}`,
  `insert into "trips" ("id") values ($1) returning ${REGISTRATION}`,
  `update "drivers" set "id" = $1, "bea_holder_id" = $2, "version" = $3 where "drivers"."bea_holder_id" = $4`,
])('a cluster refuses: %s', (statement) => {
  expect(clusterRefusal(statement)).toBeDefined();
});

test.each([
  `select "id" from "trips" where "bea_holder_id" = $1 order by "id" for update`,
  `select id, ${REGISTRATION} from "trips" where "bea_holder_id" = $1`,
  `insert into "trips" ("id") select id from jsonb_to_recordset($1) as t (id text) returning null`,
  `delete from "trips" where "bea_holder_id" = $1 returning "id"`,
  `update "drivers" set "version" = $1 where "drivers"."bea_holder_id" = $2`,
  // this table stays on the coordinator
  `select "id" from "report_deliveries" where exists (select from "users") for update skip locked`,
])('a cluster takes: %s', (statement) => {
  expect(clusterRefusal(statement)).toBeUndefined();
});
