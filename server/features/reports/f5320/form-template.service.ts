import { readFile } from 'node:fs/promises';
import { formatCount } from '@shared/figures';
import { safeParse } from 'zod/mini';
import { AppError } from '../../../lib/errors';
import { FormError, listFields, openForm } from '../../../lib/pdf/form';
import { formMapPath } from '../../../lib/pdf/form-map-path';
import type { AnnualReport } from '../annual/annual.view-model';
import { renderF5320 } from './f5320.pdf';
import { type FormMap, fieldsOf, formMapSchema } from './f5320.view-model';

/** Reads the map of a form's fields. @throws FormError whose message names every fault of the file */
export async function readFormMap(path: string): Promise<FormMap> {
  const text = (await read(path, 'its map of fields')).toString('utf8');
  const { data, error } = safeParse(formMapSchema, parseJson(text));
  if (data) return data;
  const faults = error.issues.map((issue) => `  ${issue.path.join('.') || 'the map'}: ${issue.message}`);
  throw new FormError(`its map of fields is not valid:\n${faults.join('\n')}`);
}

/** Every field of a form, and the fields of its map that the form lacks or that take no text. */
export async function checkForm(pdf: Uint8Array, map?: FormMap) {
  const fields = listFields(await openForm(pdf));
  const kinds = new Map(fields.map(({ name, kind }) => [name, kind]));
  const named = map ? fieldsOf(map) : [];
  return {
    fields,
    missing: named.filter((name) => !kinds.has(name)),
    noText: named.filter((name) => kinds.has(name) && kinds.get(name) !== 'text'),
  };
}

/** More than Queensland has; each is two fields, which take memory until the form is saved. */
const MAX_ROWS = 4500;

/** Fills form F5320: our own, or the template at `templatePath`. @throws AppError for a faulty template, or a form that would be too long */
export async function filledForm(
  report: AnnualReport,
  { logo, templatePath }: { logo?: Buffer; templatePath?: string },
): Promise<Uint8Array> {
  const { postcodes, suburbs } = report.sections;
  const rows = postcodes.rows.length + suburbs.rows.length;
  if (rows > MAX_ROWS) {
    const message = `The form has room for ${formatCount(MAX_ROWS)} postcodes and suburbs, and this year has ${formatCount(rows)}. Download the annual report instead.`;
    throw new AppError(422, 'form-too-long', message);
  }
  try {
    const template = templatePath
      ? { pdf: await read(templatePath, 'it'), map: await readFormMap(formMapPath(templatePath)) }
      : undefined;
    return await renderF5320(report, { logo, template });
  } catch (error) {
    if (!(error instanceof FormError)) throw error;
    const message = `The form template cannot be filled: ${error.message}`;
    // where the template lies is for the log
    const cause = new Error(`${templatePath}: ${error.message}`, { cause: error.cause });
    throw Object.assign(new AppError(500, 'form-template', message), { cause });
  }
}

async function read(path: string, what: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new FormError(`${what} cannot be read`, { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FormError('its map of fields is not JSON');
  }
}
