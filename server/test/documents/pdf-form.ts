import { getDocumentProxy } from 'unpdf';

type Annotation = { subtype?: string; fieldName?: string; fieldValue?: unknown; alternativeText?: string };

/** The form fields of a PDF as pdf.js reads them: their values by their names. */
export async function readFormFields(file: Uint8Array): Promise<Record<string, string>> {
  const document = await getDocumentProxy(new Uint8Array(file));
  const fields: Record<string, string> = {};
  for (let number = 1; number <= document.numPages; number += 1) {
    const annotations = (await (await document.getPage(number)).getAnnotations()) as Annotation[];
    for (const { subtype, fieldName, fieldValue } of annotations) {
      if (subtype === 'Widget' && fieldName) fields[fieldName] = String(fieldValue ?? '');
    }
  }
  return fields;
}
