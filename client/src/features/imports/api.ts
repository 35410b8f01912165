import type { ImportColumns, ImportPreview, TripImport } from '@shared/imports';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { download, request } from '@/lib/api-client';
import { queryKeys } from '@/lib/query-keys';

const importsKey = ['/api/imports'] as const;

/** A file's contents when it was chosen: browsers do not read a file that was edited since. */
export type ChosenFile = { name: string; contents: Blob };

/** The holder's imports, the latest first. */
export function useImports() {
  return useQuery<TripImport[]>({ queryKey: importsKey });
}

/** Previews an import. Without `columns` the server finds them by their headings. */
export function usePreviewImport() {
  return useMutation({
    mutationFn: ({ file, columns }: { file: ChosenFile; columns: ImportColumns | undefined }) => {
      const query = columns ? `?${new URLSearchParams({ columns: JSON.stringify(columns) })}` : '';
      return request<ImportPreview>('POST', `/api/imports/preview${query}`, file.contents);
    },
  });
}

/** Imports the ready rows of the preview. Retries with the same key import once (docs/product.md#idempotency). */
export function useConfirmImport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ file, preview, key }: { file: ChosenFile; preview: ImportPreview; key: string }) => {
      const query = new URLSearchParams({
        fileName: file.name,
        columns: JSON.stringify(preview.columns),
        tripCount: String(preview.counts.ready),
      });
      const headers = { 'Idempotency-Key': key };
      return request<TripImport>('POST', `/api/imports?${query}`, file.contents, { headers });
    },
    onSettled: () => tellOfImports(queryClient),
  });
}

/** Deletes the trips of an import. */
export function useUndoImport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request<TripImport>('POST', `/api/imports/${id}/undo`),
    onSettled: () => tellOfImports(queryClient),
  });
}

/** Downloads a template to fill in. */
export function useTemplateDownload() {
  return useMutation({
    mutationFn: (format: 'excel' | 'csv') =>
      download(
        'GET',
        `/api/imports/template?format=${format}`,
        format === 'csv' ? 'trips-template.csv' : 'trips-template.xlsx',
      ),
  });
}

function tellOfImports(queryClient: QueryClient): void {
  for (const queryKey of [importsKey, queryKeys.trips, queryKeys.statistics, queryKeys.topLocations]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}
