import type { TripImport } from '@shared/imports/imports';
import type { Roster, RosterColumns } from '@shared/imports/roster-fields';
import type { RosterAnswers, RosterPreview } from '@shared/imports/rosters';
import { useMutation } from '@tanstack/react-query';
import { driversAndFigures } from '@/features/dated/api';
import { pathOf, request } from '@/lib/api-client';
import { fileWithAnswers } from '@/lib/file-with-answers';

/** A file's name, and its contents when it was chosen. */
export type ChosenFile = { name: string; contents: Blob };

/** How a sheet is to be read. Without `of` and `columns` its headings say them. */
export type RosterReading = {
  of?: Roster | undefined;
  sheet?: number | undefined;
  columns?: RosterColumns | undefined;
  answers?: RosterAnswers | undefined;
};

/** Longer answers do not fit into an address. */
const MAX_ADDRESS = 2000;

async function sent({ contents }: ChosenFile, { of, sheet, columns, answers }: RosterReading) {
  const query = { of, sheet, columns: columns && JSON.stringify(columns) };
  const text = answers && JSON.stringify(answers);
  if (answers && text && text.length > MAX_ADDRESS)
    return { query, ...(await fileWithAnswers(contents, 'answers', answers)) };
  return { query: { ...query, answers: text }, body: contents, headers: {} };
}

export const usePreviewRoster = () =>
  useMutation({
    mutationFn: async ({ file, reading }: { file: ChosenFile; reading: RosterReading }) => {
      const { query, body, headers } = await sent(file, reading);
      return request<RosterPreview>('POST', pathOf(['/api/drivers/sheet/preview', query]), body, { headers });
    },
  });

const importsKey = ['/api/imports'];
const meta = { invalidates: [importsKey, ...driversAndFigures], evenIfFailed: true };

/** Stores what the preview said. Retries with the same key store once. */
export const useStoreRoster = () =>
  useMutation({
    mutationFn: async ({ file, preview, key }: { file: ChosenFile; preview: RosterPreview; key: string }) => {
      const { of, sheet, columns, answers, counts } = preview;
      const { query, body, headers } = await sent(file, { of: of ?? undefined, sheet, columns, answers });
      const confirmed = { ...query, fileName: file.name, newCount: counts.new, changeCount: counts.differs };
      return request<TripImport>('POST', pathOf(['/api/drivers/sheet', confirmed]), body, {
        headers: { ...headers, 'Idempotency-Key': key },
      });
    },
    meta,
  });

export const useUndoRoster = () =>
  useMutation({
    mutationFn: (id: string) => request<TripImport & { kept: string[] }>('POST', `/api/imports/${id}/undo`),
    meta,
  });
