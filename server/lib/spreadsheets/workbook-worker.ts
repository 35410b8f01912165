/** The thread that reads one workbook: posts its sheets, rows in batches, and at the end why it was refused, if it was. */
import { parentPort, workerData } from 'node:worker_threads';
import { keepRows, type SheetChoice, SpreadsheetError, type SpreadsheetRow } from './rows';
import { parseWorkbook } from './workbook-parser';
import type { WorkbookJob, WorkbookMessage } from './workbook-reader';

/** Small enough that the server's thread takes a batch in a few milliseconds. */
const BATCH_ROWS = 250;
/** Many cells can share one text of a workbook; each becomes a copy when it is posted. */
const MAX_CHARACTERS = 32_000_000;

const { file, maxRows, sheet }: WorkbookJob = workerData;
const post = (message: WorkbookMessage) => parentPort?.postMessage(message);
let batch: SpreadsheetRow[] = [];
let characters = 0;
const row = keepRows(maxRows, (kept) => {
  for (const cell of kept.cells) characters += cell.length;
  if (characters > MAX_CHARACTERS) throw new SpreadsheetError('The workbook has too much text. Split it');
  if (batch.push(kept) < BATCH_ROWS) return;
  post({ rows: batch });
  batch = [];
});

const choice = (found: SheetChoice) => post({ choice: found });

parseWorkbook(Buffer.from(file.buffer, file.byteOffset, file.byteLength), sheet, { choice, row }).then(
  () => {
    post({ rows: batch });
    post({ refused: null });
  },
  (error: unknown) => {
    if (!(error instanceof SpreadsheetError)) throw error;
    post({ refused: error.message });
  },
);
