import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import ExcelJS from 'exceljs';
import { exportTripsQuery } from '../features/trips/trip-list.repository';
import { type ExportedTrip, TRIP_COLUMNS } from '../features/trips/trips.view-model';
import type { Db } from '../lib/database/db';

const SLOW_BYTES_PER_SECOND = 1_000_000;
const MB = 1024 * 1024;

export type WorkbookFigures = {
  trips: number;
  fileMb: number;
  firstByteMs: number;
  /** From the request to the last byte, and the same rows written by exceljs's stream from memory. */
  totalMs: number;
  exceljsMs: number;
  /** Above what the server used before; for a reader without a limit and for one of 1 MB/s. */
  memoryMb: number;
  slowMemoryMb: number;
};

/**
 * Measures the export of all trips of a holder as a workbook.
 * @param server a running server and its process
 * @param headers of a session of the holder
 */
export async function measureWorkbook(
  db: Db,
  holderId: string,
  server: { url: string; pid: number },
  headers: Record<string, string>,
): Promise<WorkbookFigures> {
  const idle = await residentMemory(server.pid);
  const quick = await download(server, headers);
  await pause(1000);
  const slow = await download(server, headers, SLOW_BYTES_PER_SECOND);
  const { select } = await exportTripsQuery(db, holderId, {
    search: '',
    postcode: 'all',
    sort: 'datetime',
    order: 'desc',
  });
  const trips = await select;
  return {
    trips: trips.length,
    fileMb: quick.bytes / MB,
    firstByteMs: quick.firstByteMs,
    totalMs: quick.totalMs,
    exceljsMs: await writeWithExceljs(trips),
    memoryMb: (quick.peak - idle) / MB,
    slowMemoryMb: (slow.peak - idle) / MB,
  };
}

async function residentMemory(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) * 1024;
}

async function download(
  { url, pid }: { url: string; pid: number },
  headers: Record<string, string>,
  bytesPerSecond?: number,
) {
  const started = performance.now();
  const [response] = (await once(get(`${url}/api/export/trips`, { headers }), 'response')) as [
    IncomingMessage,
  ];
  if (response.statusCode !== 200) throw new Error(`Export: ${response.statusCode}`);
  let peak = 0;
  let isDone = false;
  const watching = (async () => {
    while (!isDone) {
      peak = Math.max(peak, await residentMemory(pid));
      await pause(50);
    }
  })();
  let bytes = 0;
  let firstByteMs = 0;
  for await (const chunk of response) {
    firstByteMs ||= performance.now() - started;
    bytes += chunk.length;
    if (bytesPerSecond) await pause((chunk.length / bytesPerSecond) * 1000);
  }
  const totalMs = performance.now() - started;
  isDone = true;
  await watching;
  return { bytes, firstByteMs, totalMs, peak };
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
