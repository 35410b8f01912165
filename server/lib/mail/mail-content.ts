export type Figure = { label: string; value: string; unit?: string };

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
  figures: Figure[];
  attachmentNames: string[];
  action: { label: string; url: string } | null;
  notice: string | null;
  /** Why the reader gets it. */
  why: string;
  /** Null for a notice and a code, which no one can stop. */
  unsubscribe: { label: string; url: string } | null;
};
