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
    <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-x-3 sm:grid-cols-[minmax(0,1fr)_8rem] sm:gap-x-4">
      <SuburbField
        registration={form.register('suburb')}
        error={errors.suburb?.message}
        lookup={lookup}
        onEntered={(finding) => form.setFocus(finding?.kind === 'one' ? 'waitingTime' : 'postcode')}
      />
      <Field
        label="Postcode"
        required
        error={errors.postcode?.message}
        warning={
          lookup.isMismatch && 'This is not a postcode of the suburb. Check both before you log the trip.'
        }
        className="contents [&>*]:col-start-2 [&>div]:row-start-2 [&>label]:row-start-1 [&>p]:col-span-full [&>p]:col-start-1 [&>p]:row-start-4"
      >
        <TextInput
          {...form.register('postcode', { onChange: lookup.typedPostcode })}
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
        />
      </Field>
      {lookup.rightPlaces.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; these buttons fill two
        <div
          role="group"
          aria-label="Corrections"
          className="col-span-full row-start-6 mt-2 flex flex-wrap gap-2"
        >
          {lookup.rightPlaces.slice(0, PLACES_OFFERED).map((place) => (
            <Button
              key={place.displayName + place.postcode}
              onMouseDown={(event) => event.preventDefault()} // the focus stays in the field
              onClick={({ detail }) => {
                lookup.choose(place);
                const isByKeyboard = detail === 0;
                if (isByKeyboard) form.setFocus('postcode');
              }}
            >
              Use {!lookup.isMismatch && `${place.name} `}
              {place.postcode}
              {place.displayName !== place.name && ` (${place.state})`}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
