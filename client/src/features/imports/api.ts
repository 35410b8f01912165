import type {
  ImportAnswers,
  ImportColumns,
  ImportPreview,
  PreviewTyped,
  StoreTyped,
  TripImport,
} from '@shared/imports/imports';
import type { TouchedReport } from '@shared/reports/lodged-changes';
import { useMutation, useQuery } from '@tanstack/react-query';
import { pathOf, request } from '@/lib/api-client';
import { tripsAndFigures } from '@/lib/query-keys';

const importsKey = ['/api/imports'];

/** A file's name, and its contents when it was chosen. */
export type ChosenFile = { name: string; contents: Blob };

export const useImports = () => useQuery<TripImport[]>({ queryKey: importsKey });

/** How a file is to be read. Without `columns` the server finds them by their headings. */
export type FileReading = { sheet?: number; columns?: ImportColumns; answers?: ImportAnswers };

const readingQuery = ({ sheet, columns, answers }: FileReading) => ({
  sheet,
  columns: columns && JSON.stringify(columns),
  answers: answers && JSON.stringify(answers),
});

export const usePreviewImport = () =>
  useMutation({
    mutationFn: ({ file, reading }: { file: ChosenFile; reading: FileReading }) =>
      request<ImportPreview>('POST', pathOf(['/api/imports/preview', readingQuery(reading)]), file.contents),
  });

export const usePreviewTyped = () =>
  useMutation({
    mutationFn: (typed: PreviewTyped) => request<ImportPreview>('POST', '/api/imports/typed/preview', typed),
  });

const meta = { invalidates: [importsKey, ...tripsAndFigures], evenIfFailed: true };

/** Imports the ready rows of the preview. Retries with the same key import once (docs/product/log-trip.md#idempotency). */
export const useConfirmImport = () =>
  useMutation({
    mutationFn: ({ file, preview, key }: { file: ChosenFile; preview: ImportPreview; key: string }) => {
      const query = { fileName: file.name, ...readingQuery(preview), tripCount: preview.counts.ready };
      const headers = { 'Idempotency-Key': key };
      return request<TripImport>('POST', pathOf([...importsKey, query]), file.contents, { headers });
    },
    meta,
  });

export const useStoreTyped = () =>
  useMutation({
    mutationFn: ({ key, typed }: { key: string; typed: StoreTyped }) =>
      request<TripImport>('POST', '/api/imports/typed', typed, { headers: { 'Idempotency-Key': key } }),
    meta,
  });

/** The lodged reports that undoing an import changes; asked each time, because they depend on its trips and on the lodgements. */
export const useLodgedByImport = (id: string) =>
  useQuery<TouchedReport[]>({ queryKey: [...importsKey, id, 'lodged'], gcTime: 0 });

export const useUndoImport = () =>
  useMutation({ mutationFn: (id: string) => request<TripImport>('POST', `/api/imports/${id}/undo`), meta });
