import { type ErrorAnswer, errorAnswerSchema } from '@shared/errors';

/** An answer other than 2xx. Its text is "status: body", or the status text where the body is empty (spec §8). */
export class ApiError extends Error {
  /** The sentence the server meant for people, if the answer had one. */
  readonly serverMessage: string | undefined;
  /** What is wrong, by field. */
  readonly details: ErrorAnswer['details'];

  constructor(
    readonly status: number,
    body: string,
    statusText = '',
  ) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    const answer = errorAnswerSchema.safeParse(parseJson(body));
    this.serverMessage = answer.data?.message;
    this.details = answer.data?.details;
  }
}

/** The request never got an answer. */
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

type RequestOptions = { headers?: Record<string, string>; signal?: AbortSignal };

/**
 * Calls the server with the session's cookie. `payload` is sent as JSON where there is one, a file as it is.
 * @throws ApiError for an answer other than 2xx; NetworkError without an answer, also when `signal` is one that timed out;
 * AbortError when `signal` was aborted
 */
export async function send(
  method: Method,
  path: string,
  payload?: unknown,
  { headers, signal }: RequestOptions = {},
): Promise<Response> {
  const isFile = payload instanceof Blob;
  const hasPayload = payload !== undefined;
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
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
  return response;
}

function throwNetworkError(cause: unknown): never {
  throw cause instanceof Error && cause.name === 'AbortError' ? cause : new NetworkError(cause);
}

/** How long an answer is waited for: where reception is poor, a connection can hang for minutes before it breaks. */
const ANSWER_WITHIN_MS = 30_000;

/**
 * Like send, and reads the JSON of the answer; an answer without content is undefined.
 * @param options.answerWithinMs how long the whole may take; a file is sent for as long as it takes
 */
export async function request<Answer>(
  method: Method,
  path: string,
  payload?: unknown,
  {
    signal,
    answerWithinMs = ANSWER_WITHIN_MS,
    ...options
  }: RequestOptions & { answerWithinMs?: number } = {},
): Promise<Answer> {
  const signals = signal ? [signal] : [];
  if (!(payload instanceof Blob)) signals.push(AbortSignal.timeout(answerWithinMs));
  const response = await send(method, path, payload, { ...options, signal: AbortSignal.any(signals) });
  if (response.status === 204) return undefined as Answer;
  const text = await response.text().catch(throwNetworkError);
  return JSON.parse(text);
}

/**
 * Calls the server and lets the browser save what it answers as `fileName`.
 * @param noReport what went wrong when a PDF was asked for and something else came, such as a captive portal's page
 */
export async function download(
  method: Method,
  path: string,
  fileName: string,
  payload?: unknown,
  noReport = 'Failed to generate report',
): Promise<void> {
  const response = await send(method, path, payload);
  const file = await response.blob();
  if (fileName.endsWith('.pdf') && file.type !== 'application/pdf') throw new Error(noReport);
  saveFile(file, fileName);
}

/** Lets the browser save `blob` as `fileName`. */
export function saveFile(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Some browsers read the address only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** What to tell people about a failure: the server's or the client's own sentence, else `fallback` (spec §8). */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.serverMessage ?? fallback;
  return error instanceof NetworkError ? error.message : fallback;
}
