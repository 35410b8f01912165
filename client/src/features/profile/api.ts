import type { BeaHolder, User, Verification } from '@shared/holders';
import type { ChangeProfile, VerifyContactEmail } from '@shared/profile';
import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '@/lib/api-client';

/** The person who signed in. */
export const useUser = () => useQuery<User>({ queryKey: ['/api/auth/user'] });

/** Saves the profile; the server may ask for the code that it sent to a new contact email, and then has stored nothing. */
export function useSaveProfile() {
  return useMutation({
    mutationFn: (profile: ChangeProfile) =>
      request<BeaHolder | { verification: Verification }>('PUT', '/api/profile', profile),
  });
}

/** Saves a profile with the code that was sent to its new contact email. */
export function useProveContactEmail() {
  return useMutation({
    mutationFn: (proof: VerifyContactEmail) =>
      request<BeaHolder>('POST', '/api/profile/contact-email/verify', proof),
  });
}
