import { MAX_IMPORT_BYTES } from '@shared/limits';

/** Reads a chosen file at once: browsers do not read a file that was edited since. @returns nothing where it cannot be read */
export async function readChosenFile(file: File): Promise<{ contents?: Blob; fault?: string }> {
  if (file.size > MAX_IMPORT_BYTES) return { fault: 'The file is larger than 10 MB. Split it' };
  const contents = await file.arrayBuffer().catch(() => undefined);
  return contents ? { contents: new Blob([contents]) } : {};
}
