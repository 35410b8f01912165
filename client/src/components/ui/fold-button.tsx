import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

type FoldButtonProps = {
  isOpen: boolean;
  /** The id of what it opens. */
  controls: string;
  label: string;
  className?: string;
  onToggle: () => void;
  /** Stands before the label. */
  children?: ReactNode;
};

/** Opens what is folded below it. */
export const FoldButton = ({ isOpen, controls, label, className, onToggle, children }: FoldButtonProps) => (
  <button
    type="button"
    aria-expanded={isOpen}
    aria-controls={controls}
    onClick={onToggle}
    className={clsx('flex min-h-11 items-center rounded-sm text-left text-sm', className)}
  >
    {children}
    <span className="flex shrink-0 items-center gap-1 font-medium text-brand">
      {label}
      <ChevronDown className={clsx('size-4 transition-transform', isOpen && 'rotate-180')} />
    </span>
  </button>
);
