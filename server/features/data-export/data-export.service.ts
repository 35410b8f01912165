import type { Readable } from 'node:stream';
import type { Snapshot } from '../../lib/database/snapshot';
import { NotFoundError } from '../../lib/errors';
import { queryPart } from '../../lib/spreadsheets/query-csv';
import { renderZip, textPart } from '../../lib/spreadsheets/zip';
import { activityQuery } from '../activity/activity.repository';
import { findReportPreferences } from '../deliveries/preferences/preferences.repository';
import { findHolder } from '../holders/holders.repository';
import { tripRecordsQuery } from '../records/records.repository';
import { allDriversQuery, allRecipientsQuery } from './data-export.repository';

const jsonPart = (name: string, value: unknown) => textPart(name, `${JSON.stringify(value, null, 2)}\n`);

/**
 * Everything that is stored of a holder as one ZIP of CSV and JSON files. Rows go from the database to the reader as fast
 * as that takes them; none are gathered.
 * @returns the file, to be read within the snapshot
 */
export async function renderDataExport(snapshot: Snapshot, holderId: string, now: Date): Promise<Readable> {
  const holder = await findHolder(snapshot.db, holderId);
  if (!holder) throw new NotFoundError();
  return renderZip(
    [
      jsonPart('profile.json', holder),
      jsonPart('preferences.json', await findReportPreferences(snapshot.db, holderId)),
      queryPart(snapshot, 'drivers.csv', allDriversQuery(snapshot.db, holderId)),
      queryPart(snapshot, 'trips.csv', tripRecordsQuery(snapshot.db, holderId)),
      queryPart(snapshot, 'recipients.csv', allRecipientsQuery(snapshot.db, holderId)),
      queryPart(snapshot, 'activity.csv', activityQuery(snapshot.db, holderId)),
    ],
    now,
  );
}
