import type { Readable } from 'node:stream';
import type { SnapshotCall } from '../../lib/database/snapshot';
import { NotFoundError } from '../../lib/errors';
import { queryPart } from '../../lib/spreadsheets/query-csv';
import { renderZip, textPart } from '../../lib/spreadsheets/zip';
import { activityQuery } from '../activity/activity.repository';
import { readReportPreferences } from '../deliveries/preferences/preferences.service';
import { findHolder } from '../holders/holders.repository';
import { tripRecordsQuery } from '../records/records.repository';
import { allDriversQuery, allRecipientsQuery } from './data-export.repository';

const jsonPart = (name: string, value: unknown) => textPart(name, `${JSON.stringify(value, null, 2)}\n`);

/**
 * Everything that is stored of a holder as one ZIP of CSV and JSON files. Rows stream from the database to the reader;
 * none are collected in memory.
 * @returns the file, to be read within the snapshot
 */
export async function renderDataExport(call: SnapshotCall): Promise<Readable> {
  const { db, holderId, now } = call;
  const holder = await findHolder(db, holderId);
  if (!holder) throw new NotFoundError();
  return renderZip(
    [
      jsonPart('profile.json', holder),
      jsonPart('preferences.json', await readReportPreferences(call)),
      queryPart(call, 'drivers.csv', allDriversQuery(db, holderId)),
      queryPart(call, 'trips.csv', tripRecordsQuery(db, holderId)),
      queryPart(call, 'recipients.csv', allRecipientsQuery(db, holderId)),
      queryPart(call, 'activity.csv', activityQuery(db, holderId)),
    ],
    now,
  );
}
