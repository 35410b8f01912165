import { use } from 'react';
import { type Auth, AuthContext } from './auth-provider';

/** Who is signed in, and how to change that. @throws outside an AuthProvider */
export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}
