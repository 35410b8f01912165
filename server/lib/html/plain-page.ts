const ENTITIES: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' };

/** Escapes text for HTML and XML, for quoted attributes too. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&${ENTITIES[character]};`);

/** A page behind a link of a mail, for someone without a session. @param body HTML */
export function page(heading: string, body: string): string {
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(heading)} – Trip Log</title>
<link rel="stylesheet" href="unsubscribe/style.css">
</head>
<body>
<main>
<p class="brand">Trip Log</p>
<h1>${escapeHtml(heading)}</h1>
${body}
</main>
</body>
</html>
`;
}

export const htmlPage = (status: number, content: string) => ({
  type: 'html',
  content,
  status,
  headers: { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' },
});

/** The page's style, served as a file: the content security policy allows no inline style. */
export const PAGE_STYLE = `:root { color-scheme: light dark; --canvas: #e3f0f8; --surface: #fff; --ink: #14212b; --brand: #0b4f6c; --brand-ink: #fff; --line: #d5dde3; }
@media (prefers-color-scheme: dark) {
  :root { --canvas: #0c2230; --surface: #17222b; --ink: #e7eef3; --brand: #7cc4e4; --brand-ink: #08202c; --line: #2d3c47; }
}
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--canvas); color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; }
main { box-sizing: border-box; width: min(30rem, 100% - 2rem); margin: 2rem 0; padding: 2rem 1.5rem; background: var(--surface); border: 1px solid var(--line); border-radius: 0.5rem; overflow-wrap: anywhere; }
.brand { margin: 0 0 1.5rem; font-weight: 700; color: var(--brand); }
h1 { margin: 0 0 0.5rem; font-size: 1.25rem; line-height: 1.75rem; }
p { margin: 0 0 1.5rem; }
form { margin: 0; }
button { min-height: 44px; padding: 0 1rem; font: inherit; font-weight: 500; color: var(--brand-ink); background: var(--brand); border: 0; border-radius: 0.5rem; cursor: pointer; }
button:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px; }
`;
