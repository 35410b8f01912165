import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

type OptionProps = {
  id: string;
  isActive: boolean;
  /** Whether the field has its value; undefined in a list that fills in nothing before it is chosen from. */
  isChosen?: boolean | undefined;
  onChoose: () => void;
  className?: string;
  children: ReactNode;
};

/** A line of the list below a text field; the active one is scrolled into view. */
export function Option({ id, isActive, isChosen, onChoose, className, children }: OptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the text field, which handles the keys
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={isChosen ?? isActive}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()} // the focus stays in the text field
      onClick={onChoose}
      className={clsx(
        'flex min-h-11 cursor-pointer items-center px-3',
        isActive
          ? 'bg-brand-soft text-brand forced-colors:bg-brand forced-colors:text-brand-ink forced-color-adjust-none'
          : 'hover:bg-sunken',
        className,
      )}
    >
      {isChosen && <Check className="-mr-2 size-4 shrink-0 text-brand" />}
      {children}
    </div>
  );
}
