import { type ErrorAnswer, errorAnswerSchema, RECENT_SIGN_IN_NEEDED } from '@shared/errors';
import { now } from './clock';
import { noteServerTime } from './device-clock';
import { DatabaseSilent } from './storage/storage';

/** A page, as a proxy or a hotel's network sends in the server's place. */
const isPage = (body: string) => /^\s*</.test(body);

/** A response other than 2xx. Its message is "status: body", or the status text if the body is empty; words for a page (docs/product/rules.md#errors). */
export class ApiError extends Error {
  readonly serverMessage: string | undefined;
  readonly code: ErrorAnswer['code'] | undefined;
  readonly details: ErrorAnswer['details'];
  /** The server's answer, if it was JSON. */
  readonly answer: unknown;

  /** @param retryAfterMs how long the server asks to wait before another try, in milliseconds */
  constructor(
    readonly status: number,
    body: string,
    statusText = '',
    readonly retryAfterMs = 0,
  ) {
    super(
      isPage(body)
        ? `Something between this device and Trip Log answered in its place (${status}). Please try again in a moment.`
        : `${status}: ${body || statusText}`,
    );
    this.name = 'ApiError';
    this.answer = parseJson(body);
    const { data } = errorAnswerSchema.safeParse(this.answer);
    this.serverMessage = data?.message;
    this.code = data?.code;
    this.details = data?.details;
  }
}

/** Whether an error asks for a sign-in of just now, for which the app opens a dialog. */
export const needsRecentSignIn = (error: unknown): boolean =>
  error instanceof ApiError && error.code === RECENT_SIGN_IN_NEEDED;

/** The request got no response. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super(
      navigator.onLine
        ? 'The server cannot be reached. Nothing was lost: please try again in a moment.'
        : 'You appear to be offline. Nothing was lost: try again when you have reception.',
      { cause },
    );
    this.name = 'NetworkError';
  }
}

/** Whether the server itself has refused: a network that wants its own sign-in answers with pages. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && error.code !== undefined;

/** Whether a retry may help: there was no response, the server failed, or someone else answered. */
export const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && !isRefusal(error));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The path of parts: ['/api/trips', id] is /api/trips/{id}. An object at the end becomes the query string, without its empty values. */
export function pathOf(parts: readonly unknown[]): string {
  const query = parts.at(-1);
  if (typeof query !== 'object' || !query) return parts.join('/');
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return `${pathOf(parts.slice(0, -1))}?${new URLSearchParams(given)}`;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

type RequestOptions = {
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal;
  /** The timeout of the whole; uploads are not limited. */
  answerWithinMs?: number;
};

/**
 * Sends a request with the session's cookie. `payload` is sent as JSON, a Blob as it is.
 * @throws ApiError for all but 2xx; NetworkError without a response in time; AbortError by an aborted `signal`
 */
export async function send(
  method: Method,
  path: string,
  payload?: unknown,
  { headers, signal }: Omit<RequestOptions, 'answerWithinMs'> = {},
): Promise<Response> {
  const isFile = payload instanceof Blob;
  const hasPayload = payload !== undefined;
  const sentAt = now().getTime();
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: {
      ...(hasPayload && { 'Content-Type': isFile ? 'application/octet-stream' : 'application/json' }),
      ...headers,
    },
    body: isFile ? payload : hasPayload ? JSON.stringify(payload) : undefined,
    signal,
  }).catch(throwNetworkError);
  noteServerTime(response, sentAt, now().getTime());
  if (response.ok) return response;
  const retryAfterMs = 1000 * (Number(response.headers.get('Retry-After')) || 0);
  throw new ApiError(response.status, await response.text(), response.statusText, retryAfterMs);
}

function throwNetworkError(cause: unknown): never {
  throw cause instanceof Error && cause.name === 'AbortError' ? cause : new NetworkError(cause);
}

/** The timeout of a request, in milliseconds: with poor reception a connection can hang for minutes before it breaks. */
const ANSWER_WITHIN_MS = 30_000;

/** Sends a request and parses the JSON response; undefined for a response without content. */
export async function request<Answer>(
  method: Method,
  path: string,
  payload?: unknown,
  { headers, signal, answerWithinMs = ANSWER_WITHIN_MS }: RequestOptions = {},
): Promise<Answer> {
  const signals = signal ? [signal] : [];
  if (!(payload instanceof Blob)) signals.push(AbortSignal.timeout(answerWithinMs));
  const response = await send(method, path, payload, { headers, signal: AbortSignal.any(signals) });
  if (response.status === 204) return undefined as Answer;
  return JSON.parse(await response.text().catch(throwNetworkError));
}

/** The message to show for an error: the server's or the client's own, else `fallback` (docs/product/rules.md#errors). */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.serverMessage ?? fallback;
  return error instanceof NetworkError || error instanceof DatabaseSilent ? error.message : fallback;
}
