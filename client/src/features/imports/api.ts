import type {
  ImportAnswers,
  ImportColumns,
  ImportPreview,
  PreviewTyped,
  StoreTyped,
  TripImport,
  UndoneImport,
} from '@shared/imports/imports';
import type { NewcomerAnswers } from '@shared/imports/newcomers';
import type { TouchedReport } from '@shared/reports/lodged-changes';
import { useMutation, useQuery } from '@tanstack/react-query';
import { pathOf, request } from '@/lib/api-client';
import { queryKeys, tripsAndFigures } from '@/lib/query-keys';
import { layoutsKey } from './layouts/api';
import { type ChosenFile, sentFile } from './sent-file';

const importsKey = ['/api/imports'];

export const useImports = () => useQuery<TripImport[]>({ queryKey: importsKey });

/** How a file is to be read. Without `columns` the server finds them by their headings. */
export type FileReading = {
  sheet?: number;
  columns?: ImportColumns;
  answers?: ImportAnswers;
  /** Reads the file as if it were the first of its headings. */
  layout?: 'ignore' | undefined;
  newcomers?: NewcomerAnswers | undefined;
  /** What suburbs are corrected to, by how the file writes them. */
  suburbs?: Readonly<Record<string, string>> | undefined;
};

const readingQuery = ({ sheet, columns, answers, layout, suburbs }: FileReading) => ({
  sheet,
  columns: columns && JSON.stringify(columns),
  answers: answers && JSON.stringify(answers),
  layout,
  suburbs: suburbs && JSON.stringify(suburbs),
});

export const usePreviewImport = () =>
  useMutation({
    mutationFn: async ({ file, reading }: { file: ChosenFile; reading: FileReading }) => {
      const { body, headers } = await sentFile(file, reading.newcomers);
      const path = pathOf(['/api/imports/preview', readingQuery(reading)]);
      return request<ImportPreview>('POST', path, body, { headers });
    },
  });

export const usePreviewTyped = () =>
  useMutation({
    mutationFn: (typed: PreviewTyped) => request<ImportPreview>('POST', '/api/imports/typed/preview', typed),
  });

const meta = { invalidates: [importsKey, ...tripsAndFigures], evenIfFailed: true };

/** A file may bring drivers and vehicles. */
const withDrivers = {
  ...meta,
  invalidates: [...meta.invalidates, layoutsKey, queryKeys.drivers, queryKeys.vehicles],
};

export type ConfirmedImport = {
  file: ChosenFile;
  reading: FileReading;
  /** How many trips, as the preview called them ready, and how many that are stored are changed. */
  tripCount: number;
  changeCount: number;
  key: string;
};

/** Imports the ready rows of the preview. Retries with the same key import once (docs/product/log-trip.md#idempotency). */
export const useConfirmImport = () =>
  useMutation({
    mutationFn: async ({ file, reading, tripCount, changeCount, key }: ConfirmedImport) => {
      const { body, headers } = await sentFile(file, reading.newcomers);
      const { name: fileName, waiting } = file;
      const query = { fileName, ...readingQuery(reading), tripCount, changeCount, waiting };
      return request<TripImport>('POST', pathOf([...importsKey, query]), body, {
        headers: { ...headers, 'Idempotency-Key': key },
      });
    },
    meta: withDrivers,
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
  useMutation({
    mutationFn: (id: string) => request<UndoneImport>('POST', `/api/imports/${id}/undo`),
    meta: withDrivers,
  });
