import type { ExportTripsQuery } from '@shared/trips/trips';
import { pathOf, send } from '@/lib/api-client';

type ExportProgress = {
  /** Called with the number of bytes received; the total is not known. */
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
};

/**
 * Downloads the trips that match the filters, or those that are named.
 * @throws ApiError or NetworkError when it is refused; Error when the download breaks off; AbortError when `signal` fires
 */
export async function fetchTripsExport(
  query: ExportTripsQuery,
  { onProgress, signal }: ExportProgress,
): Promise<Blob> {
  const { body } = await send('GET', pathOf(['/api/export/trips', query]), undefined, { signal });
  if (!body) throw new Error('Export failed');
  let bytes = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, stream) {
      bytes += chunk.length;
      onProgress(bytes);
      stream.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(counted)).blob();
}
