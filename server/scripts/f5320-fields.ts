import { readFile } from 'node:fs/promises';
import { FORM_VALUES } from '../features/reports/f5320/f5320.view-model';
import { checkForm, readFormMap } from '../features/reports/f5320/form-template.service';
import { FormError } from '../lib/pdf/form';

const usage = `Lists the form fields of a PDF, and checks a map of them:

  npm run f5320:fields -- form.pdf [form.map.json]

A map names the field for each value, and the fields of the rows with their number as {row}:

  {
    "fields": { "companyName": "Entity", "totalTrips": "Total" },
    "postcodes": { "rows": 20, "place": "Postcode {row}", "trips": "Trips {row}" },
    "suburbs": { "rows": 20, "place": "Suburb {row}", "trips": "Suburb trips {row}" }
  }

Values: ${Object.keys(FORM_VALUES).join(', ')}.
Rows that the form has no room for follow on their own sheets.`;

async function main([pdfPath, mapPath]: string[]): Promise<number> {
  if (!pdfPath) {
    console.error(usage);
    return 1;
  }
  const map = mapPath ? await readFormMap(mapPath) : undefined;
  const { fields, missing, noText } = await checkForm(await readFile(pdfPath), map);
  for (const { name, kind, value } of fields) console.log([kind, name, value].join('\t').trimEnd());
  console.log(`${fields.length} fields`);
  for (const name of missing) console.error(`The map names “${name}”, which the form lacks.`);
  for (const name of noText) console.error(`The map names “${name}”, which takes no text.`);
  if (!map) return 0;
  const isFit = missing.length + noText.length === 0;
  console.log(isFit ? 'The map fits the form.' : 'The map does not fit the form.');
  return isFit ? 0 : 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isExpected = error instanceof FormError || (error instanceof Error && 'code' in error);
  if (!isExpected) throw error;
  console.error(error instanceof FormError ? `The form cannot be used: ${error.message}` : error.message);
  process.exitCode = 1;
}
