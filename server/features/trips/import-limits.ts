import { MAX_IMPORT_BYTES } from '@shared/limits';
import * as z from 'zod/mini';
import { ValidationError } from '../../lib/errors';
import {
  fileSchema,
  fileTooLarge,
  spreadsheetBody,
  spreadsheetOrJsonBody,
} from '../../lib/http/spreadsheet-body';
import { type Budget, HOUR } from '../../lib/throttle';
import { MAX_MEGABYTES, type WorkKind } from '../../lib/work/kinds';

/** By holder, previews and imports together: a file for each month of ten years, with a second preview of each. */
export const importBudget: Budget = { name: 'imports', most: 400, seconds: HOUR, what: 'imports' };

/** A spreadsheet may take all the memory of its process, so two are not read at once. */
export const importWork: WorkKind = {
  name: 'import',
  seconds: 60,
  megabytes: MAX_MEGABYTES,
  atOnce: 1,
  endsSpares: true,
  refusal: () => new ValidationError('The file takes too long to read. Split it'),
};

/** @throws ValidationError for other text: Node leaves out what is no Base64; AppError 413 for a larger file than the other body may be */
function fromBase64(text: string): Buffer {
  const file = Buffer.from(text, 'base64');
  const padding = /={0,2}$/.exec(text)?.[0].length ?? 0;
  if (text === '') throw new ValidationError('The file is empty');
  if (text.length % 4 > 0 || file.length !== (text.length / 4) * 3 - padding)
    throw new ValidationError('The file must be in Base64');
  if (file.length > MAX_IMPORT_BYTES) throw fileTooLarge(MAX_IMPORT_BYTES);
  return file;
}

/** A route whose body is a spreadsheet, or JSON that has it in Base64 next to answers. */
export const spreadsheetOrJson = <Json extends z.ZodMiniType<{ file: string }>>(json: Json) => ({
  before: spreadsheetOrJsonBody(MAX_IMPORT_BYTES),
  body: z.union([
    z.pipe(
      fileSchema,
      z.transform((file) => ({ file })),
    ),
    z.pipe(
      json,
      z.transform(({ file, ...answers }) => ({ ...answers, file: fromBase64(file) })),
    ),
  ]),
  work: importWork,
  budget: importBudget,
});

/** A route whose body is a spreadsheet. Mount it before the middleware that refuses all but JSON. */
export const spreadsheetUpload = {
  before: spreadsheetBody(MAX_IMPORT_BYTES),
  body: fileSchema,
  work: importWork,
  budget: importBudget,
};
