import { escapeHtml } from '../html/plain-page';
import type { Mail } from './mailer';

export type MailFigure = { label: string; value: string; unit?: string };

/** A mail with every string as it is shown, so that its text and its HTML say the same. */
export type MailContent = {
  subject: string;
  /** Shown by mail programs next to the subject. */
  preview: string;
  /** Whom the mail comes from, above the heading. */
  entityName: string;
  kicker: string;
  heading: string;
  paragraphs: string[];
  /** Digits to type, below the paragraphs. */
  code?: string;
  figures?: MailFigure[];
  attachmentNames?: string[];
  action: { label: string; url: string } | null;
  notice: string | null;
  /** Why the reader gets it. */
  why: string;
  /** Absent from notices and codes, which have no unsubscribe link. */
  unsubscribe?: { label: string; url: string } | null;
};

export const renderMail = (content: MailContent, envelope: Omit<Mail, 'subject' | 'text' | 'html'>) => ({
  ...envelope,
  subject: content.subject,
  text: renderMailText(content),
  html: renderMailHtml(content, envelope.logo !== undefined),
});

export function renderMailText(mail: MailContent): string {
  const figures = mail.figures?.map(
    ({ label, value, unit }) => `${label}: ${value}${unit ? ` ${unit}` : ''}`,
  );
  const paragraphs = [
    `${mail.entityName}\n${mail.kicker}: ${mail.heading}`,
    ...mail.paragraphs,
    mail.code,
    figures?.join('\n'),
    mail.attachmentNames?.length && `Attached: ${mail.attachmentNames.join(', ')}`,
    mail.action && `${mail.action.label}: ${mail.action.url}`,
    mail.notice,
    `--\n${mail.why}${mail.unsubscribe ? `\n${mail.unsubscribe.label}: ${mail.unsubscribe.url}` : ''}`,
  ];
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`;
}

/** The colours by role (docs/product/app.md#look); dark ones apply where the mail program prefers a dark scheme. */
const light = {
  ground: '#f4f7f9',
  surface: '#ffffff',
  ink: '#14212b',
  muted: '#52626f',
  line: '#d5dde3',
  brand: '#0b4f6c',
  brandInk: '#ffffff',
};
const dark: typeof light = {
  ground: '#0e161c',
  surface: '#17222b',
  ink: '#e7eef3',
  muted: '#a3b3bf',
  line: '#2d3c47',
  brand: '#7cc4e4',
  brandInk: '#08202c',
};

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const textStyle = (colour: string, size: number, line: number, more = '') =>
  `margin:0;${FONT};color:${colour};font-size:${size}px;line-height:${line}px;${more}`;

/** Renders a mail as HTML: inline styles and one column of tables, which every mail program supports. Dark colours cannot be inline. */
export function renderMailHtml(mail: MailContent, hasLogo: boolean): string {
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(mail.subject)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
.ground { background: ${dark.ground} !important; }
.surface { background: ${dark.surface} !important; border-color: ${dark.line} !important; }
.ink { color: ${dark.ink} !important; }
.muted { color: ${dark.muted} !important; }
.brand { color: ${dark.brand} !important; }
.line { border-color: ${dark.line} !important; }
.button { background: ${dark.brand} !important; color: ${dark.brandInk} !important; }
.logo { background: #ffffff; border-radius: 4px; padding: 4px; }
}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${light.ground};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(mail.preview)}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:${light.ground}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="surface" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:${light.surface};border:1px solid ${light.line};border-radius:8px;border-collapse:separate">
<tr><td style="padding:24px 24px 0">
${hasLogo ? logo(mail.entityName) : wordmark()}
<p class="muted" style="${textStyle(light.muted, 14, 20, 'padding-top:24px')}">${escapeHtml(mail.entityName)} · ${escapeHtml(mail.kicker)}</p>
<h1 class="ink" style="${textStyle(light.ink, 24, 32, 'font-weight:600;padding-top:4px')}">${escapeHtml(mail.heading)}</h1>
${mail.paragraphs.map((paragraph) => `<p class="ink" style="${textStyle(light.ink, 16, 24, 'padding-top:16px')}">${escapeHtml(paragraph)}</p>`).join('\n')}
</td></tr>
${mail.code ? code(mail.code) : ''}
${mail.figures?.length ? `<tr><td style="padding:20px 24px 0">${figures(mail.figures)}</td></tr>` : ''}
<tr><td style="padding:0 24px 24px">
${mail.attachmentNames?.length ? `<p class="ink" style="${textStyle(light.ink, 16, 24, 'padding-top:20px')}"><strong>Attached:</strong> ${mail.attachmentNames.map(escapeHtml).join(', ')}</p>` : ''}
${mail.action ? button(mail.action) : ''}
${mail.notice ? `<p class="muted" style="${textStyle(light.muted, 14, 20, 'padding-top:20px')}">${escapeHtml(mail.notice)}</p>` : ''}
</td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td style="padding:16px 24px 0">
<p class="muted" style="${textStyle(light.muted, 13, 20, 'overflow-wrap:anywhere')}">${escapeHtml(mail.why)}</p>
${mail.unsubscribe ? unsubscribe(mail.unsubscribe) : ''}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const logo = (entityName: string) =>
  `<img class="logo" src="cid:logo" alt="${escapeHtml(entityName)}" height="56" style="display:block;height:56px;width:auto;max-width:240px;border:0">`;

const wordmark = () =>
  `<p class="brand" style="${textStyle(light.brand, 18, 24, 'font-weight:700')}">Trip Log</p>`;

/** A code in two halves, easy to read and type; copied it has no space. */
function code(digits: string): string {
  const half = digits.length / 2;
  return `<tr><td style="padding:20px 24px 0"><p class="ink line" style="${textStyle(light.ink, 32, 40, `padding:12px 0;text-align:center;font-weight:700;letter-spacing:2px;font-variant-numeric:tabular-nums;border:1px solid ${light.line};border-radius:8px`)}">${digits.slice(0, half)}<span style="padding-left:12px">${digits.slice(half)}</span></p></td></tr>`;
}

const unsubscribe = ({ label, url }: { label: string; url: string }) =>
  `<p style="${textStyle(light.muted, 13, 20, 'padding-top:4px')}"><a class="brand" href="${escapeHtml(url)}" style="color:${light.brand}">${escapeHtml(label)}</a></p>`;

function figures(figures: MailFigure[]): string {
  const rows = figures.map(
    ({ label, value, unit }) => `<tr>
<td class="muted line" style="${textStyle(light.muted, 16, 24, `padding:10px 0;border-top:1px solid ${light.line}`)}">${escapeHtml(label)}</td>
<td class="ink line" align="right" style="${textStyle(light.ink, 18, 24, `padding:10px 0 10px 16px;border-top:1px solid ${light.line};font-weight:600;font-variant-numeric:tabular-nums;overflow-wrap:anywhere`)}">${escapeHtml(value)}${unit ? `&nbsp;${escapeHtml(unit)}` : ''}</td>
</tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">${rows.join('\n')}</table>`;
}

const button = ({ label, url }: { label: string; url: string }) =>
  `<p style="margin:0;padding-top:24px"><a class="button" href="${escapeHtml(url)}" style="display:inline-block;${FONT};font-size:16px;line-height:24px;font-weight:600;color:${light.brandInk};background:${light.brand};border-radius:8px;padding:10px 20px;text-decoration:none">${escapeHtml(label)}</a></p>`;
