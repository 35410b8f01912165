import { ChevronRight } from 'lucide-react';
import type { ComponentProps } from 'react';

type FoldedProps = ComponentProps<'details'> & { summary: string };

/** Content that is not needed at first, below a line that opens it. */
export const Folded = ({ summary, children, ...props }: FoldedProps) => (
  <details {...props}>
    <summary className="flex min-h-11 items-center gap-1 text-sm font-medium text-brand [[open]>&>svg]:rotate-90">
      <ChevronRight className="size-4" />
      {summary}
    </summary>
    {children}
  </details>
);
