import type { BeaHolder, User } from '@shared/holders';
import type { UpdateProfile } from '@shared/profile';
import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '@/lib/api-client';

/** The person who signed in. */
export const useUser = () => useQuery<User>({ queryKey: ['/api/auth/user'] });

export function useSaveProfile() {
  return useMutation({
    mutationFn: (profile: UpdateProfile) => request<BeaHolder>('PUT', '/api/profile', profile),
  });
}
