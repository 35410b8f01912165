import { useQueryClient } from '@tanstack/react-query';
import { useAuth } from '@/features/auth/auth-provider';
import { holdingQueries } from '@/lib/query-client';

/** @returns signs out, and throws when that fails; no query is sent meanwhile */
export function useLogout(): () => Promise<void> {
  const { logout } = useAuth();
  const client = useQueryClient();
  return () => holdingQueries(client, logout);
}
