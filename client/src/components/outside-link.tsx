import { ExternalLink } from 'lucide-react';

/** A link to a page that is not of the app, in a window of its own. */
export const OutsideLink = ({ href, children }: { href: string; children: string }) => (
  <a
    href={href}
    target="_blank"
    rel="noreferrer"
    className="mr-3 inline-flex min-h-11 items-center gap-1 font-medium whitespace-nowrap text-brand underline underline-offset-4 pointer-fine:min-h-6"
  >
    {children}
    <ExternalLink aria-hidden="true" className="size-4" />
    <span className="sr-only"> (opens in a new window)</span>
  </a>
);
