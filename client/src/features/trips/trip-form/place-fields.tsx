import type { SuburbMatch } from '@shared/places/place-table';
import { clsx } from 'clsx';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { TextInput } from '@/components/ui/form/text-input';
import { SuburbField } from './suburb-field';
import type { TripForm } from './trip-form';
import type { SuburbLookupState } from './use-suburb-lookup';

/** A name has a place or two; the few that have more are told apart by their state, which can be typed. */
const PLACES_OFFERED = 6;

export function PlaceFields({ form, lookup }: { form: TripForm; lookup: SuburbLookupState }) {
  const { errors } = form.formState;
  return (
    <div
      className={clsx(
        'grid grid-cols-[minmax(0,1fr)_6rem] gap-x-3 sm:grid-cols-[minmax(0,1fr)_8rem] sm:gap-x-4',
        // side by side
        errors.suburb && errors.postcode && '[&_.text-danger]:row-start-3 [&_.text-danger]:max-w-[49%]',
      )}
    >
      <SuburbField
        registration={form.register('suburb')}
        error={errors.suburb?.message}
        lookup={lookup}
        onEntered={(finding) => {
          const isFilled = finding?.kind === 'one' || (finding?.kind === 'several' && finding.likely);
          form.setFocus(isFilled ? 'waitingTime' : 'postcode');
        }}
      />
      <Field
        label="Postcode"
        required
        error={errors.postcode?.message}
        warning={
          lookup.isMismatch && 'This is not a postcode of the suburb. Check both before you log the trip.'
        }
        className="contents [&>*]:col-start-2 [&>div]:row-start-2 [&>label]:row-start-1 [&>p]:col-span-full [&>p]:col-start-1 [&>p]:row-start-4 [&>.text-danger]:justify-self-end [&>.text-danger]:text-right"
      >
        <TextInput
          {...form.register('postcode', { onChange: lookup.typedPostcode })}
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
        />
      </Field>
      {!lookup.choices && lookup.nearby.length > 0 && (
        <PlaceButtons label="Other places" places={lookup.nearby} form={form} lookup={lookup}>
          {(place) => `${place.name} ${place.state ?? ''} ${place.postcode}`}
        </PlaceButtons>
      )}
      {lookup.rightPlaces.length > 0 && (
        <PlaceButtons label="Corrections" places={lookup.rightPlaces} form={form} lookup={lookup}>
          {({ name, displayName, state, postcode }) =>
            ['Use', postcode, displayName !== name && `(${state})`].filter(Boolean).join(' ')
          }
        </PlaceButtons>
      )}
    </div>
  );
}

type PlaceButtonsProps = {
  label: string;
  places: readonly SuburbMatch[];
  form: TripForm;
  lookup: SuburbLookupState;
  children: (place: SuburbMatch) => string;
};

/** Places to choose with one tap. */
function PlaceButtons({ label, places, form, lookup, children: textOf }: PlaceButtonsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; these buttons fill two
    <div
      role="group"
      aria-label={label}
      // on a phone one row, so that the fields below stay in view
      className="col-span-full row-start-6 mt-2 flex gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-0.5 max-sm:*:shrink-0 sm:flex-wrap"
    >
      {places.slice(0, PLACES_OFFERED).map((place) => (
        <Button
          key={place.displayName + place.postcode}
          onMouseDown={(event) => event.preventDefault()} // the focus stays in the field
          onClick={({ detail }) => {
            lookup.choose(place);
            const isByKeyboard = detail === 0;
            if (isByKeyboard) form.setFocus('postcode');
          }}
        >
          {textOf(place)}
        </Button>
      ))}
    </div>
  );
}
