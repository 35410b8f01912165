import type { Login, LoginAnswer, Verification } from '@shared/holders';
import { request } from '@/lib/api-client';

/** The server's answer to who has to enter the code of an email first. */
export type CodeNeeded = { verification: Verification };

/**
 * Signs in by details.
 * @param silent no one is there to read an email: without a trusted device the server refuses
 * @throws ApiError or NetworkError when the server refuses or cannot be reached
 */
export const sendLogin = (login: Login, silent: boolean): Promise<LoginAnswer | CodeNeeded> =>
  request('POST', '/api/auth/login', { ...login, silent });
