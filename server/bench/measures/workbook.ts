import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import ExcelJS from 'exceljs';
import { exportTripsQuery } from '../../features/trips/trip-list.repository';
import { type ExportedTrip, TRIP_COLUMNS } from '../../features/trips/trips.view-model';
import type { Running } from '../../test/processes';
import { fillHolder } from '../fill';
import { type Installation, signIn } from '../installation';
import { withPeakMemory } from '../memory';

const SLOW_BYTES_PER_SECOND = 1_000_000;

/**
 * Measures the export of all trips of the holder EXPORT as a workbook: milliseconds to the first and the last byte, and of the same rows written
 * by exceljs's stream from memory; the growth in MB of a server that did nothing before, for a reader as fast as possible and for one of 1 MB/s.
 */
export async function measureWorkbook({ db, start }: Installation, tripCount: number) {
  const { holder } = await fillHolder(db, 'EXPORT', tripCount);
  const measure = async (bytesPerSecond?: number) => {
    const server = await start();
    try {
      const headers = await signIn(server, 'EXPORT');
      return await withPeakMemory(server, () => download(server, headers, bytesPerSecond));
    } finally {
      await server.stop();
    }
  };
  const quick = await measure();
  const slow = await measure(SLOW_BYTES_PER_SECOND);
  const everything = { search: '', postcode: 'all', sort: 'datetime', order: 'desc' } as const;
  const { select } = await exportTripsQuery(db, holder.id, everything);
  return {
    ...quick.result,
    exceljsMs: await writeWithExceljs(await select),
    memoryMb: quick.growth,
    slowMemoryMb: slow.growth,
  };
}

async function download(
  { url }: Running,
  headers: Record<string, string>,
  bytesPerSecond = Number.POSITIVE_INFINITY,
) {
  const started = performance.now();
  const [response]: IncomingMessage[] = await once(get(`${url}/api/export/trips`, { headers }), 'response');
  if (response?.statusCode !== 200) throw new Error(`Export: ${response?.statusCode}`);
  let firstByteMs = 0;
  for await (const chunk of response) {
    firstByteMs ||= performance.now() - started;
    if (Number.isFinite(bytesPerSecond)) await pause((chunk.length / bytesPerSecond) * 1000);
  }
  return { firstByteMs, totalMs: performance.now() - started };
}

/** @returns milliseconds */
async function writeWithExceljs(trips: readonly ExportedTrip[]): Promise<number> {
  const started = performance.now();
  const stream = new Writable({ write: (_chunk, _encoding, done) => done() });
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true });
  const sheet = workbook.addWorksheet('Trips', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = TRIP_COLUMNS.map(({ header, width, format }) => ({
    header,
    width,
    ...(format === 'dateTime' && { style: { numFmt: 'dd/mm/yyyy hh:mm' } }),
  }));
  for (const trip of trips) sheet.addRow(TRIP_COLUMNS.map(({ value }) => value(trip))).commit();
  sheet.commit();
  await workbook.commit();
  return performance.now() - started;
}
