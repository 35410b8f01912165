/** The second file of a layout asks nothing: files as programs and people make them, each answered, imported and looked at again. */
import type { ImportAnswers, ImportPreview } from '@shared/imports/imports';
import { WORD_MEANINGS } from '@shared/trips/reading/column-words';
import { expect, test } from 'vitest';
import { COLUMN_FILES } from '../../../test/awkward-files/column-files';
import { DATE_FILES } from '../../../test/awkward-files/date-files';
import { DAY_ORDER_FILES } from '../../../test/awkward-files/day-order-files';
import { ROW_FILES } from '../../../test/awkward-files/row-files';
import { TABLE_FILES } from '../../../test/awkward-files/table-files';
import { TEXT_FILES } from '../../../test/awkward-files/text-files';
import { WORKBOOK_FILES } from '../../../test/awkward-files/workbook-files';
import { createTestApp } from '../../../test/http/create-test-app';
import { asked, holderWithFiles } from '../../../test/spreadsheets/holder-with-files';

const testApp = createTestApp();

const FILES = [
  ...TABLE_FILES,
  ...TEXT_FILES,
  ...COLUMN_FILES,
  ...DAY_ORDER_FILES,
  ...DATE_FILES,
  ...ROW_FILES,
  ...WORKBOOK_FILES,
].filter(({ expected }) => !expected.refused && !expected.refusal && (expected.asks ?? []).length > 0);

/** Its dates fit neither order, so that none is used without being asked. */
const ASKED_AGAIN: Record<string, string[]> = { 'dates of both orders': ['dateOrder'] };

/** Answers what a preview asks: as is likely, else the first choice. */
function answered({ questions, answers, words }: ImportPreview): ImportAnswers {
  const open = questions.filter(({ name }) => answers[name] === undefined);
  const meant = words
    .filter(({ becomes }) => becomes === null)
    .map(({ field, word }) => [field, { [word]: WORD_MEANINGS[field][0] }] as const);
  return {
    ...answers,
    ...Object.fromEntries(open.map(({ name, likely, choices }) => [name, likely ?? choices[0]?.value])),
    ...(meant.length > 0 && { words: Object.fromEntries(meant) }),
  };
}

test.each(FILES.map((file) => [file.name, file] as const))('%s', async (_, awkward) => {
  const { preview, bring, layouts } = await holderWithFiles(testApp);
  const file = Buffer.from(
    typeof awkward.file === 'function' ? await awkward.file() : (awkward.file as string),
  );
  const chosen = awkward.sheet === undefined ? {} : { sheet: awkward.sheet };
  let seen = await preview(file, { ...chosen, answers: awkward.answers });
  for (let round = 0; round < 5 && asked(seen).length > 0; round += 1)
    seen = await preview(file, { ...chosen, columns: seen.columns, answers: answered(seen) });
  expect(asked(seen)).toEqual([]);
  await bring(file, { ...chosen, columns: seen.columns, answers: seen.answers });
  const again = await preview(file);
  expect(asked(again)).toEqual(ASKED_AGAIN[awkward.name] ?? []);
  if (asked(again).length === 0) expect(again.answers).toEqual(seen.answers);
  expect([again.columns, again.sheet]).toEqual([seen.columns, seen.sheet]);
  expect((await layouts())[0]?.remembered.length).toBeGreaterThan(0);
});
