import type { NewcomerAnswers } from '@shared/imports/newcomers';
import { fileWithAnswers } from '@/lib/file-with-answers';

/** A file's name, and its contents when it was chosen. */
export type ChosenFile = {
  name: string;
  contents: Blob;
  /** The id of the waiting file that it is. */
  waiting?: string | undefined;
};

/** The body that sends a file, and its headers: the file as it is, or JSON with answers about its new drivers and vehicles. */
export async function sentFile(
  { contents }: ChosenFile,
  newcomers: NewcomerAnswers | undefined,
): Promise<{ body: Blob; headers: Record<string, string> }> {
  return newcomers ? fileWithAnswers(contents, 'newcomers', newcomers) : { body: contents, headers: {} };
}
