import type { NewcomerAnswers } from '@shared/imports/newcomers';

/** A file's name, and its contents when it was chosen. */
export type ChosenFile = { name: string; contents: Blob };

/** The browser's own reader does not hold up the page while it works. */
const inBase64 = (contents: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(contents);
  });

/** The body that sends a file, and its headers: the file as it is, or JSON with answers about its new drivers and vehicles. */
export async function sentFile(
  { contents }: ChosenFile,
  newcomers: NewcomerAnswers | undefined,
): Promise<{ body: Blob; headers: Record<string, string> }> {
  if (!newcomers) return { body: contents, headers: {} };
  const parts = ['{"file":"', await inBase64(contents), '","newcomers":', JSON.stringify(newcomers), '}'];
  return { body: new Blob(parts), headers: { 'Content-Type': 'application/json' } };
}
