import { startSiblingThread } from '../processes/spawn-sibling';
import { type SheetChoice, SpreadsheetError, type SpreadsheetRow } from './rows';

export type WorkbookJob = { file: Uint8Array; maxRows: number; sheet: number };
export type WorkbookMessage =
  | { choice: SheetChoice }
  | { rows: SpreadsheetRow[] }
  | { refused: string | null };

/** `refusal`: why the sheet cannot be read, in words; then it has no rows. */
export type WorkbookSheet = SheetChoice & { rows: SpreadsheetRow[]; refusal: string | null };

const MAX_HEAP_MB = 160;
const TIMEOUT_MS = 15_000;

let previous: Promise<unknown> = Promise.resolve();

/**
 * Reads a visible sheet of a workbook in a worker thread, which a hostile file cannot leave: it has a limit of
 * memory and of time (docs/decisions/0004-workbooks.md). One workbook is read at a time, so that the memory is one's.
 * @param maxRows the most rows that are read, empty ones left out
 * @param sheet from 0
 * @throws SpreadsheetError for a file that is damaged, no workbook, too large or too slow to read; where the workbook has other
 *   sheets that might be read, it is the refusal of this one
 */
export function readWorkbook(file: Buffer, maxRows: number, sheet: number): Promise<WorkbookSheet> {
  const reading = previous.then(() => readInWorker({ file, maxRows, sheet }));
  previous = reading.catch(() => undefined);
  return reading;
}

async function readInWorker(workerData: WorkbookJob): Promise<WorkbookSheet> {
  const resourceLimits = { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 16 };
  const worker = await startSiblingThread(import.meta.url, 'workbook-worker', { workerData, resourceLimits });
  const rows: SpreadsheetRow[] = [];
  let choice: SheetChoice = { sheets: [], sheet: workerData.sheet, countsFrom1904: false };
  return new Promise((resolve, reject) => {
    const refuse = (message: string) => {
      if (choice.sheets.length > 1) resolve({ ...choice, rows: [], refusal: message });
      else reject(new SpreadsheetError(message));
    };
    const timer = setTimeout(() => {
      refuse('The workbook takes too long to read. Split it, or save it as CSV');
      void worker.terminate();
    }, TIMEOUT_MS);
    worker.on('message', (message: WorkbookMessage) => {
      if ('choice' in message) choice = message.choice;
      else if ('rows' in message) rows.push(...message.rows);
      else if (message.refused) refuse(message.refused);
      else resolve({ ...choice, rows, refusal: null });
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        refuse('The workbook is too large. Split it, or save it as CSV');
      else reject(error);
    });
    worker.on('exit', () => {
      clearTimeout(timer);
      reject(new Error('The thread that reads a workbook ended without an answer'));
    });
  });
}
