import type { RecentSuburb } from '@shared/trips/trips';
import { clsx } from 'clsx';
import { useWatch } from 'react-hook-form';
import { useRecentSuburbs } from '../api';
import type { TripForm } from '../trip-form/trip-form';

type RecentSuburbsProps = {
  form: TripForm;
  /** Called with the place and its button. */
  onChoose: (place: RecentSuburb, button: HTMLButtonElement) => void;
  className?: string;
};

/** The suburbs of the latest trips as buttons that fill in the place. */
export function RecentSuburbs({ form, onChoose, className }: RecentSuburbsProps) {
  const { data: places } = useRecentSuburbs();
  const chosen = useWatch({ control: form.control, name: ['suburb', 'postcode'] }).join(' ');

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; these buttons fill two
    <div
      role="group"
      aria-label="Recent suburbs"
      className={clsx('flex min-h-11 gap-2 lg:min-h-22 lg:content-start xl:max-2xl:min-h-34', className)}
    >
      {places?.length === 0 && (
        <p className="self-center text-sm text-muted">Suburbs you log will be offered here.</p>
      )}
      {places?.map((place) => {
        const label = `${place.suburb} ${place.postcode}`;
        const isChosen = label === chosen;
        const isAmbiguous = places.some(
          (other) => other.suburb === place.suburb && other.postcode !== place.postcode,
        );
        return (
          <button
            key={label}
            type="button"
            aria-label={label}
            aria-pressed={isChosen}
            // leaving the suburb field would look up what stands in it
            onMouseDown={(event) => event.preventDefault()}
            onClick={(event) => onChoose(place, event.currentTarget)}
            className={clsx(
              'min-h-11 max-w-64 shrink-0 truncate rounded-full border px-4 transition-colors pointer-fine:min-h-10',
              isChosen
                ? 'border-brand bg-brand-soft font-medium text-brand forced-colors:bg-brand forced-colors:text-brand-ink forced-color-adjust-none'
                : 'border-line-strong bg-surface hover:bg-sunken',
            )}
          >
            {isAmbiguous ? label : place.suburb}
          </button>
        );
      })}
    </div>
  );
}
