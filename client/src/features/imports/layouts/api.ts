import type { Layout, RenameLayout } from '@shared/imports/layouts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '@/lib/api-client';
import { queryKeys } from '@/lib/query-keys';

export const layoutsKey = ['/api/imports/layouts'];
const meta = { awaits: [layoutsKey], invalidates: [queryKeys.activity], evenIfFailed: true };

export const useLayouts = () => useQuery<Layout[]>({ queryKey: layoutsKey, staleTime: 0 });

export const useRenameLayout = () =>
  useMutation({
    mutationFn: ({ id, ...named }: RenameLayout & { id: string }) =>
      request<Layout>('PUT', `/api/imports/layouts/${id}`, named),
    meta,
  });

/** The next file with these headings is asked about as the first was. */
export const useForgetLayout = () =>
  useMutation({
    mutationFn: ({ id }: { id: string }) => request<void>('DELETE', `/api/imports/layouts/${id}`),
    meta,
  });
