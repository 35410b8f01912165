import type { SuburbMatch } from '@shared/places/place-table';
import type { RecentSuburb } from '@shared/trips/trips';
import { clsx } from 'clsx';
import { LocateFixed } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useRecentSuburbs } from '@/features/places/use-recent-suburbs';
import { toast } from '@/lib/toast';
import type { TripForm } from '../trip-form/trip-form';

type RecentSuburbsProps = {
  form: TripForm;
  onChoose: (place: RecentSuburb, button: HTMLButtonElement) => void;
  /** Called with the suburbs around the device, the nearest first. */
  onLocated: (places: SuburbMatch[], button: HTMLButtonElement) => void;
  className?: string;
};

const chipClass =
  'min-h-11 max-w-64 shrink-0 truncate rounded-full border px-4 transition-colors pointer-fine:min-h-10';

/** Fills in the suburb where the device is. It is asked for only when this is tapped. */
function UseMyLocation({ onLocated, isAlone }: Pick<RecentSuburbsProps, 'onLocated'> & { isAlone: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  async function locate(button: HTMLButtonElement) {
    setIsAsking(true);
    const { findSuburbsHere } = await import('./my-location');
    const found = await findSuburbsHere();
    setIsAsking(false);
    if (typeof found === 'string') toast({ title: found, variant: 'destructive' });
    else onLocated(found, button);
  }
  const label = isAsking ? 'Finding your suburb…' : 'Use my location';
  return (
    <button
      type="button"
      disabled={isAsking}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => void locate(event.currentTarget)}
      // on a phone and in three columns the room is the suburbs'
      data-tooltip={label}
      className={clsx(
        chipClass,
        'flex items-center gap-2 border-line-strong bg-surface hover:bg-sunken',
        !isAlone && 'max-sm:px-3.5 xl:max-2xl:px-3.5',
      )}
    >
      <LocateFixed
        className={clsx('size-4 shrink-0', isAsking && 'max-sm:animate-pulse xl:max-2xl:animate-pulse')}
      />
      <span className={clsx(!isAlone && 'max-sm:sr-only xl:max-2xl:sr-only')}>{label}</span>
    </button>
  );
}

/** Fills in a suburb of an earlier trip with one tap. */
export function RecentSuburbs({ form, onChoose, onLocated, className }: RecentSuburbsProps) {
  const { data: places, isPending } = useRecentSuburbs();
  const [suburb, postcode] = useWatch({ control: form.control, name: ['suburb', 'postcode'] });
  const chosen = `${suburb} ${postcode}`;
  const row = useRef<HTMLDivElement>(null);
  const isNext = suburb === '';
  const first = places?.[0];
  // the next trip begins where the row does: the suburb just logged is there
  useEffect(() => {
    if (isNext && first) row.current?.scrollTo({ left: 0 });
  }, [isNext, first]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; these buttons fill two
    <div
      ref={row}
      role="group"
      aria-label="Recent suburbs"
      className={clsx('flex min-h-11 gap-2 lg:min-h-22 lg:content-start xl:max-2xl:min-h-34', className)}
    >
      {'geolocation' in navigator && (
        <UseMyLocation onLocated={onLocated} isAlone={!isPending && !places?.length} />
      )}
      {places?.length === 0 && (
        <p className="self-center text-sm text-muted max-sm:sr-only lg:basis-full">
          Suburbs you log will be offered here.
        </p>
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
            // leaving the suburb field would look up its text
            onMouseDown={(event) => event.preventDefault()}
            onClick={(event) => onChoose(place, event.currentTarget)}
            className={clsx(
              chipClass,
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
