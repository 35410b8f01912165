import type { CreatedToken, CreateToken, Token } from '@shared/api/tokens';
import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '@/lib/api-client';
import { queryKeys } from '@/lib/query-keys';

const tokensKey = ['/api/tokens'];
const meta = { awaits: [tokensKey], invalidates: [queryKeys.toDo], evenIfFailed: true };

/** Programs use them meanwhile: whoever comes back from a terminal sees the last use. */
export const useTokens = () =>
  useQuery<Token[]>({ queryKey: tokensKey, staleTime: 0, refetchOnWindowFocus: true });

export const useCreateToken = () =>
  useMutation({
    mutationFn: (token: CreateToken) => request<CreatedToken>('POST', '/api/tokens', token),
    meta,
    // the only answer with the token: it leaves the memory with its dialog
    gcTime: 0,
  });

export const useRevokeToken = () =>
  useMutation({
    mutationFn: ({ id }: Token) => request<void>('DELETE', `/api/tokens/${id}`),
    meta,
  });
