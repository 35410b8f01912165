import type { ReactNode } from 'react';
import { buttonClass } from '@/components/ui/button';

/** A section that an address can name: "Log a trip" is #log-a-trip. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = idOf(title);
  return (
    <section aria-labelledby={`${id}-title`} id={id} className="mt-8 scroll-mt-4">
      <h2 id={`${id}-title`} className="text-lg font-semibold">
        {title}
      </h2>
      <div className="mt-2 space-y-3">{children}</div>
    </section>
  );
}

export const idOf = (title: string) => title.toLowerCase().replaceAll(' ', '-');

/** Text as it is sent, whole: a long line is broken where it has to be. */
export const Lines = ({ children }: { children: string }) => (
  <pre className="rounded-md border border-line bg-sunken p-3 text-sm whitespace-pre-wrap wrap-anywhere sm:pr-24">
    {children}
  </pre>
);

/** What a terminal takes. @param props.for what it does, which tells the buttons apart */
export const Command = ({ for: what, children }: { for: string; children: string }) => (
  <div className="relative">
    <Lines>{children}</Lines>
    {/* client/public/copy-lines.js shows it */}
    <button
      type="button"
      hidden
      aria-live="polite"
      className={buttonClass('ghost', 'absolute top-0.5 right-0.5 -outline-offset-2 max-sm:hidden!')}
    >
      Copy<span className="sr-only"> the command that {what}</span>
    </button>
  </div>
);

export const Code = ({ children }: { children: ReactNode }) => (
  <code className="text-sm wrap-anywhere">{children}</code>
);

type TermsProps = { title: string; terms: readonly (readonly [term: string, meaning: ReactNode])[] };

/** Words of the API and what they mean, side by side where there is room. */
export const Terms = ({ title, terms }: TermsProps) => (
  <>
    <h3 className="font-semibold">{title}</h3>
    <dl className="border-t border-line">
      {terms.map(([term, meaning]) => (
        <div
          key={term}
          className="break-inside-avoid gap-4 border-b border-line py-2 text-sm sm:flex print:flex"
        >
          <dt className="sm:w-84 sm:shrink-0 print:w-84 print:shrink-0">
            <Code>{term}</Code>
          </dt>
          <dd className="min-w-0">{meaning}</dd>
        </div>
      ))}
    </dl>
  </>
);
