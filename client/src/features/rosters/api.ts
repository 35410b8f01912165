import type { TripImport } from '@shared/imports/imports';
import type { Roster, RosterColumns } from '@shared/imports/roster-fields';
import type { RosterAnswers, RosterPreview } from '@shared/imports/rosters';
import { useMutation } from '@tanstack/react-query';
import { driversAndFigures } from '@/features/dated/api';
import { pathOf, request } from '@/lib/api-client';
import { fileWithAnswers } from '@/lib/file-with-answers';
import { queryKeys } from '@/lib/query-keys';

/** A file's name, and its contents when it was chosen. */
export type ChosenFile = { name: string; contents: Blob };

/** How a sheet is to be read. Without `of` and `columns` its headings say them. */
export type RosterReading = {
  of?: Roster | undefined;
  sheet?: number | undefined;
  columns?: RosterColumns | undefined;
  answers?: RosterAnswers | undefined;
  /** Reads the file as if it were the first of its headings. */
  layout?: 'ignore' | undefined;
};

/** Longer answers do not fit into an address. */
const MAX_ADDRESS = 2000;

async function sent({ contents }: ChosenFile, { of, sheet, columns, answers, layout }: RosterReading) {
  const query = { of, sheet, layout, columns: columns && JSON.stringify(columns) };
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

export type ConfirmedRoster = {
  file: ChosenFile;
  preview: RosterPreview;
  key: string;
  layout: RosterReading['layout'];
};

/** Stores what the preview said. Retries with the same key store once. */
export const useStoreRoster = () =>
  useMutation({
    mutationFn: async ({ file, preview, key, layout }: ConfirmedRoster) => {
      const { of, sheet, columns, answers, counts } = preview;
      const { query, body, headers } = await sent(file, {
        of: of ?? undefined,
        sheet,
        columns,
        answers,
        layout,
      });
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

/** The next sheet with these headings is asked about as the first was. */
export const useForgetSheetLayout = () =>
  useMutation({
    mutationFn: (id: string) => request<void>('DELETE', `/api/imports/layouts/${id}`),
    meta: { invalidates: [['/api/imports/layouts'], queryKeys.activity], evenIfFailed: true },
  });
