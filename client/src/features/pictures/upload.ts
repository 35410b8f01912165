import { MAX_IMAGE_BYTES } from '@shared/limits';
import { IMAGE_TOO_LARGE, NOT_AN_IMAGE } from '@shared/pictures/pictures';
import type { UploadAnswer } from '@shared/pictures/uploads';
import { ApiError, NetworkError, request } from '@/lib/api-client';

/** The delay before each retry after a network fault, in milliseconds (docs/product/profile.md#uploads). */
const RETRY_DELAYS = [0, 1000, 3000, 5000];

type UploadOptions = { onProgress: (sent: number) => void; signal: AbortSignal };

/** Why a file is not accepted as a picture (docs/product/profile.md#uploads); undefined when it is. */
export function pictureFault(file: File): string | undefined {
  if (!file.type.startsWith('image/')) return NOT_AN_IMAGE;
  return file.size > MAX_IMAGE_BYTES ? IMAGE_TOO_LARGE : undefined;
}

/** `onProgress` gets the share sent, 0 to 1. @throws ApiError, NetworkError; AbortError when cancelled */
export const uploadPicture = (picture: Blob, { onProgress, signal }: UploadOptions): Promise<string> =>
  withRetries(async () => {
    onProgress(0);
    const announced = { contentType: picture.type, size: picture.size };
    const answer = await request<UploadAnswer>('POST', '/api/objects/upload', announced, { signal });
    const { uploadURL, headers } = answer;
    if (!uploadURL) throw new Error('Failed to get upload URL');
    await put(uploadURL, picture, { onProgress, signal, headers });
    return uploadURL.split('?', 1)[0] ?? uploadURL;
  }, signal);

export async function withRetries<Result>(attempt: () => Promise<Result>, signal: AbortSignal) {
  for (const delay of RETRY_DELAYS) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      await pause(delay, signal);
    }
  }
  return attempt();
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** An error response of our server; a bucket's is XML, which people should not see. */
const jsonOf = (call: XMLHttpRequest): string | undefined =>
  call.getResponseHeader('Content-Type')?.startsWith('application/json') ? call.responseText : undefined;

/** XMLHttpRequest, because fetch reports no progress. */
function put(address: string, body: Blob, options: UploadOptions & Pick<UploadAnswer, 'headers'>) {
  const { onProgress, signal, headers = {} } = options;
  return new Promise<void>((resolve, reject) => {
    signal.throwIfAborted();
    const call = new XMLHttpRequest();
    call.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    call.onload = () => {
      if (call.status >= 200 && call.status < 300) resolve();
      else reject(new ApiError(call.status, jsonOf(call) ?? 'Failed to upload file'));
    };
    call.onerror = () => reject(new NetworkError(undefined));
    call.onabort = () => reject(signal.reason);
    // once it has ended, it ignores the call
    signal.addEventListener('abort', () => call.abort(), { once: true });
    call.open('PUT', address);
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
    call.send(body);
  });
}
