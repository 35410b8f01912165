import { clsx } from 'clsx';
import { X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '@/components/ui/button';
import { useNow } from '@/lib/clock';
import { activeFilters, NO_FILTERS, presetsAt, type TripHistoryFilters } from './trip-filters';

type FilterProps = {
  filters: TripHistoryFilters;
  onChange: (changed: Partial<TripHistoryFilters>) => void;
};

const pill = 'min-h-11 max-w-full rounded-full border text-sm transition-colors pointer-fine:min-h-8';

function Pill({ className, ...props }: ComponentProps<'button'>) {
  return <button type="button" {...props} className={clsx(pill, className)} />;
}

/** The periods that people ask for most; the chosen one is pressed, and pressed again it is none. */
export function PeriodPresets({ filters, onChange }: FilterProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; these buttons fill two
    <div role="group" aria-label="Periods" className="flex flex-wrap gap-2 print:hidden">
      {presetsAt(useNow()).map(({ label, ...days }) => {
        const isChosen = filters.startDate === days.startDate && filters.endDate === days.endDate;
        return (
          <Pill
            key={label}
            aria-pressed={isChosen}
            onClick={() => onChange(isChosen ? { startDate: '', endDate: '' } : days)}
            className={clsx(
              'px-3',
              isChosen
                ? 'border-brand bg-brand-soft font-medium text-brand forced-colors:bg-brand forced-colors:text-brand-ink forced-color-adjust-none'
                : 'border-line-strong bg-surface hover:bg-sunken',
            )}
          >
            {label}
          </Pill>
        );
      })}
    </div>
  );
}

/** The filters that are set, each with a way to take it off, and all of them with one. */
export function FilterChips({ filters, onChange, onClear }: FilterProps & { onClear: () => void }) {
  const active = activeFilters(filters);
  if (active.length === 0) return null;
  return (
    <ul aria-label="Filters that are set" className="flex flex-wrap items-center gap-2 print:hidden">
      {active.map(({ name, text }) => (
        <li key={name} className="max-w-full">
          <Pill
            onClick={() => onChange({ [name]: NO_FILTERS[name] })}
            className="flex items-center gap-1.5 border-transparent bg-brand-soft pr-2 pl-3 text-brand hover:border-brand forced-colors:border"
          >
            <span className="sr-only">Remove the filter </span>
            <bdi className="min-w-0 truncate">{text}</bdi>
            <X className="size-4 shrink-0" />
          </Pill>
        </li>
      ))}
      <li>
        <Button variant="ghost" className="px-2 text-sm pointer-fine:min-h-8" onClick={onClear}>
          Clear filters
        </Button>
      </li>
    </ul>
  );
}
