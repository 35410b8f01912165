import type { MailContent } from './mail-content';

/** Renders a mail as plain text. */
export function renderMailText(mail: MailContent): string {
  const paragraphs = [
    `${mail.entityName}\n${mail.kicker}: ${mail.heading}`,
    ...mail.paragraphs,
    mail.code ?? '',
    mail.figures.map(({ label, value, unit }) => `${label}: ${value}${unit ? ` ${unit}` : ''}`).join('\n'),
    mail.attachmentNames.length > 0 ? `Attached: ${mail.attachmentNames.join(', ')}` : '',
    mail.action ? `${mail.action.label}: ${mail.action.url}` : '',
    mail.notice ?? '',
    `--\n${mail.why}${mail.unsubscribe ? `\n${mail.unsubscribe.label}: ${mail.unsubscribe.url}` : ''}`,
  ];
  return `${paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')}\n`;
}
