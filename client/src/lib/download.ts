import { type Method, send } from './api-client';

/** Has the browser save the response as `fileName`. @param noReport the error where a page came in place of a PDF */
export async function download(
  method: Method,
  path: string,
  fileName: string,
  { payload, noReport = 'Failed to generate report' }: { payload?: unknown; noReport?: string } = {},
): Promise<void> {
  const response = await send(method, path, payload);
  const file = await response.blob();
  if (fileName.endsWith('.pdf') && file.type !== 'application/pdf') throw new Error(noReport);
  saveFile(file, fileName);
}

export function saveFile(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // some browsers read the address only after the click was handled
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
