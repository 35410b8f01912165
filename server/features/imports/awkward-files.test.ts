/** What a person expects of files as spreadsheet programs and people make them: each is previewed, and imported as it says. */
import { randomUUID } from 'node:crypto';
import type { ImportPreview } from '@shared/imports/imports';
import { trips } from '@shared/tables/trips';
import { and, eq, isNotNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { AwkwardFile, ExpectedPreview } from '../../test/awkward-files/awkward-file';
import { COLUMN_FILES } from '../../test/awkward-files/column-files';
import { DATE_FILES } from '../../test/awkward-files/date-files';
import { DAY_ORDER_FILES } from '../../test/awkward-files/day-order-files';
import { PLACE_FILES } from '../../test/awkward-files/place-files';
import { ROW_FILES } from '../../test/awkward-files/row-files';
import { TABLE_FILES } from '../../test/awkward-files/table-files';
import { TEXT_FILES } from '../../test/awkward-files/text-files';
import { WORKBOOK_FILES } from '../../test/awkward-files/workbook-files';
import { insertDriver, insertTrip } from '../../test/builders';
import { createTestApp } from '../../test/http/create-test-app';

const testApp = createTestApp();

const FILES = [
  ...TABLE_FILES,
  ...TEXT_FILES,
  ...COLUMN_FILES,
  ...DAY_ORDER_FILES,
  ...DATE_FILES,
  ...ROW_FILES,
  ...PLACE_FILES,
  ...WORKBOOK_FILES,
];

const DRIVERS = [
  ['Amy', 'Young', 'DA-1'],
  ['Bob', 'Brown', '0012345'],
  ['Zoë', 'Núñez', 'DA-2'],
  ['Dan', 'Dee', '00777'],
  ['Eve', 'Ely', '0777'],
  ['Sam', 'Twin', 'DA-3'],
  ['Sam', 'Twin', 'DA-4'],
] as const;

/** A holder with these drivers, and one trip of Amy's. */
async function operator() {
  const signedIn = await testApp.signIn();
  const stored = [];
  for (const [firstName, lastName, driverAuthorityLicense] of DRIVERS) {
    const names = { firstName, lastName, driverAuthorityLicense };
    stored.push(await insertDriver(testApp.db, signedIn.holderId, names));
  }
  const [amy] = stored;
  if (amy) await insertTrip(testApp.db, amy, { datetime: '2026-10-29T23:00:00Z' });
  return signedIn;
}

const json = (value: object | undefined) => value && JSON.stringify(value);

const NO_TIME = 'No column has the time: each trip is stored at 00:00';

/** The preview as a person sees it. Files of days alone expect what is said of them only where they are about times. */
function shown(preview: ImportPreview, expected: ExpectedPreview): ExpectedPreview {
  const { sheets, sheet, refusal, missing, questions, answers } = preview;
  const notes = preview.notes.filter((note) => note !== NO_TIME || expected.notes?.includes(note));
  const rows = [...preview.rows].sort((a, b) => a.number - b.number);
  return {
    sheets: sheets.map((name, at) => (at === sheet && sheets.length > 1 ? `* ${name}` : name)),
    ...(refusal !== null && { refusal }),
    notes,
    missing,
    asks: questions.map(({ name, text, reason, choices }) => [
      text,
      reason,
      ...choices.map(({ value, label }) => (answers[name] === value ? `* ${label}` : label)),
    ]),
    rows: rows.flatMap(({ number, status, summary, remarks }) => [
      `${number} ${status}: ${summary}`,
      ...remarks.map(({ kind, text }) => `  ${kind}: ${text}`),
    ]),
  };
}

test.each(FILES.map((file) => [file.name, file] as const))('%s', async (_, awkward: AwkwardFile) => {
  const { agent, holderId } = await operator();
  const { expected } = awkward;
  const file = Buffer.from(
    typeof awkward.file === 'function' ? await awkward.file() : (awkward.file as string),
  );
  const ask = (path: string, query: object) =>
    agent
      .post(path)
      .query(query)
      .set('Content-Type', 'text/csv')
      .set('Idempotency-Key', randomUUID())
      .send(file);
  const asked = { sheet: awkward.sheet, columns: json(awkward.columns), answers: json(awkward.answers) };

  const { status, body } = await ask('/api/imports/preview', asked);
  if (expected.refused) {
    expect([status, body.message]).toEqual([400, expected.refused]);
    return;
  }
  expect(status, body.message).toBe(200);
  const preview: ImportPreview = body;
  const { refused: _r, ...usual } = { sheets: [], notes: [], missing: [], asks: [], rows: [], ...expected };
  const only = usual.sheets.length === 1 ? usual.sheets.map((name) => name.replace('* ', '')) : usual.sheets;
  expect(shown(preview, usual)).toEqual({ ...usual, sheets: only });
  for (const [one, count] of Object.entries(preview.counts))
    expect(preview.rows.filter((row) => row.status === one).length, one).toBe(count);

  // what the preview says is what an import does
  const { columns, answers, sheet, counts, questions } = preview;
  const tripCount = counts.ready || 1;
  const confirmed = { fileName: 'a.csv', tripCount, sheet, columns: json(columns), answers: json(answers) };
  const imported = await ask('/api/imports', confirmed);
  const isOpen = questions.some(
    ({ name }) => answers[name] === undefined && (name !== 'blankWaits' || columns.waitingTime === undefined),
  );
  const isNew = preview.newcomers.drivers.length + preview.newcomers.vehicles.length > 0;
  const isRead = !isNew && preview.refusal === null && preview.missing.length === 0 && !isOpen;
  expect(imported.status).toBe(!isRead ? 400 : counts.ready > 0 ? 201 : 409);
  if (isOpen)
    expect(imported.body.message).toMatch(/^Which day is| is … | Read (it|them)\? |^What does a trip/);
  const stored = await testApp.db
    .select()
    .from(trips)
    .where(and(eq(trips.beaHolderId, holderId), isNotNull(trips.importId)));
  expect(stored).toHaveLength(isNew ? 0 : counts.ready);
});
