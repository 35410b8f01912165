import { Link } from 'wouter';

type FigureLinkProps = {
  href: string;
  /** What the figure counts, with the figure. */
  label: string;
  children: string;
};

/** A figure that shows its trips. */
export const FigureLink = ({ href, label, children }: FigureLinkProps) => (
  <Link
    href={href}
    aria-label={label}
    className="font-medium underline decoration-line-strong underline-offset-4 hover:text-brand"
  >
    {children}
  </Link>
);
