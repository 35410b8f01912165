/**
 * Puts text on the clipboard.
 * @throws where the browser refuses, as it does on pages that came without TLS from another machine
 */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
