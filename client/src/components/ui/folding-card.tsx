import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { Card } from './card';

type FoldingCardProps = Pick<ComponentProps<typeof Card>, 'id' | 'description' | 'className'> & {
  title: string;
  /** Whether only a phone frames it. */
  isBare?: boolean;
  /** Shown next to the heading on a phone, also while the card is folded. */
  note?: ReactNode;
  children: ReactNode;
};

/** A card that is only its heading on a phone, until it is opened: what is in it is neither drawn nor read before. */
export function FoldingCard({ isBare, note, ...card }: FoldingCardProps) {
  const { id, title, description, children } = card;
  const hasRoom = useMediaQuery('print, (min-width: 40rem)');
  const [isOpen, setOpen] = useState(false);
  if (hasRoom) return isBare ? children : <Card isPart {...card} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: an address that names it leads the focus here
    <section
      id={id}
      onFocus={({ target, currentTarget }) => target === currentTarget && setOpen(true)}
      className="scroll-mt-4 rounded-md border border-line bg-surface"
    >
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-12 w-full items-center justify-between gap-1 py-2.5 pr-3 pl-4 text-left font-semibold"
        >
          {title}
          <span className="flex shrink-0 items-center gap-1 font-normal text-muted">
            {note}
            <ChevronDown className={clsx('size-5 shrink-0', isOpen && 'rotate-180')} />
          </span>
        </button>
      </h3>
      {isOpen && (
        <div className={clsx('space-y-4', isBare ? 'px-2 pb-2' : 'px-4 pb-4')}>
          {description && <div className="text-sm text-muted">{description}</div>}
          <div>{children}</div>
        </div>
      )}
    </section>
  );
}
