import { MAX_IMAGE_BYTES } from '@shared/limits';
import { IMAGE_TOO_LARGE, NOT_AN_IMAGE } from '@shared/pictures/pictures';
import type { UploadAnswer } from '@shared/pictures/uploads';
import { ApiError, NetworkError, request } from '@/lib/api-client';

/** How long to wait before each new try after a network fault, in milliseconds (spec §9). */
const RETRY_DELAYS = [0, 1000, 3000, 5000];

type UploadOptions = {
  /** Told how much of the file has gone, from 0 to 1. */
  onProgress: (sent: number) => void;
  /** Cancels the upload. */
  signal: AbortSignal;
};

/** What is wrong with a file that shall become a picture (spec §5, Picture upload); undefined when nothing is. */
export function pictureFault(file: File): string | undefined {
  if (!file.type.startsWith('image/')) return NOT_AN_IMAGE;
  return file.size > MAX_IMAGE_BYTES ? IMAGE_TOO_LARGE : undefined;
}

/**
 * Uploads a picture to where the server says.
 * @returns the address to save it by
 * @throws ApiError when it is refused; NetworkError when it cannot be sent; AbortError when it is cancelled
 */
export function uploadPicture(picture: Blob, { onProgress, signal }: UploadOptions): Promise<string> {
  return withRetries(async () => {
    onProgress(0);
    const { uploadURL } = await request<UploadAnswer>('POST', '/api/objects/upload', undefined, { signal });
    if (!uploadURL) throw new Error('Failed to get upload URL');
    await put(uploadURL, picture, { onProgress, signal });
    return uploadURL.split('?', 1)[0] ?? uploadURL;
  }, signal);
}

/**
 * Tries again after network faults, and after nothing else.
 * @param attempt is made from the start each time
 */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  signal: AbortSignal,
  delays: readonly number[] = RETRY_DELAYS,
): Promise<Result> {
  for (const delay of delays) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      await pause(delay, signal);
    }
  }
  return attempt();
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** What our own server answers; a bucket answers XML, which is for nobody's eyes. */
const jsonOf = (call: XMLHttpRequest): string | undefined =>
  call.getResponseHeader('Content-Type')?.startsWith('application/json') ? call.responseText : undefined;

/** By XMLHttpRequest: fetch cannot say how far it is. */
function put(address: string, body: Blob, { onProgress, signal }: UploadOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const call = new XMLHttpRequest();
    const abort = () => call.abort();
    call.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    call.onload = () => {
      if (call.status >= 200 && call.status < 300) resolve();
      else reject(new ApiError(call.status, jsonOf(call) ?? 'Failed to upload file'));
    };
    call.onerror = () => reject(new NetworkError(undefined));
    call.onabort = () => reject(signal.reason);
    call.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    call.open('PUT', address);
    call.setRequestHeader('Content-Type', body.type);
    call.send(body);
  });
}
