import type { SuburbMatch } from '@shared/places/place-table';
import type { SuburbFinding } from '@shared/places/suburb-lookup-state';
import { clsx } from 'clsx';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '@/components/ui/form/field';
import { ListBox, useListBox } from '@/components/ui/form/list-box';
import { TextInput } from '@/components/ui/form/text-input';
import type { SuburbLookupState } from './use-suburb-lookup';

/** The message for a suburb without a match, which is accepted anyway (docs/product/log-trip.md#places). */
const remarks: Partial<Record<SuburbFinding['kind'], string>> = {
  none: 'No suburb of this name was found. Check its spelling, or type the postcode yourself.',
  unavailable: 'The list of suburbs could not be loaded. Please type the postcode yourself.',
};

type SuburbFieldProps = {
  registration: UseFormRegisterReturn<'suburb'>;
  error: string | undefined;
  lookup: SuburbLookupState;
  /** Called when Enter was pressed and nothing is left to choose, to move the focus on. */
  onEntered: (finding: SuburbFinding | undefined) => void;
};

export function SuburbField({ registration, error, lookup, onEntered }: SuburbFieldProps) {
  const titleId = useId();
  const { choices, finding } = lookup;
  const { box, input, list } = useSuburbList(lookup, onEntered);

  return (
    <>
      <Field
        label="Suburb"
        required
        error={error}
        warning={lookup.refusal ?? (finding && remarks[finding.kind])}
        className="contents [&>*]:col-start-1 [&>div]:row-start-2 [&>label]:row-start-1 [&>p]:col-span-full [&>p]:row-start-3"
      >
        <TextInput
          {...registration}
          {...box.field}
          ref={(element) => {
            registration.ref(element);
            input.current = element;
          }}
          autoCapitalize="words"
          enterKeyHint="next"
          onChange={(event) => {
            void registration.onChange(event);
            box.setActive(-1);
            lookup.typed();
          }}
          onBlur={(event) => {
            void registration.onBlur(event);
            box.setActive(-1);
            void lookup.settle();
          }}
        />
      </Field>
      <div ref={list} className="col-span-full row-start-5">
        <LookupStatus id={titleId} lookup={lookup} />
        <ListBox
          box={box}
          aria-labelledby={titleId}
          keyOf={({ name, state, postcode }) => `${name} ${state} ${postcode}`}
          labelOf={({ name }) => name}
          detailOf={({ state, postcode }) => `${state ?? 'Your trips'} ${postcode}`}
          className="max-h-[clamp(8rem,50dvh_-_6rem,17.5rem)]"
        />
        {choices && choices.total > choices.matches.length && (
          <p className="mt-1 text-sm text-muted">
            {choices.matches.length} of {choices.total} shown. Type more of the name to see fewer.
          </p>
        )}
      </div>
    </>
  );
}

/** The list of the places that a suburb may mean: Enter takes the best of them. */
function useSuburbList(lookup: SuburbLookupState, onEntered: SuburbFieldProps['onEntered']) {
  const { choices, finding } = lookup;
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);

  async function enter() {
    const settled = await lookup.settle();
    if (settled?.kind === 'several') lookup.openList();
    else onEntered(settled);
  }

  const box = useListBox({
    items: choices?.matches ?? [],
    onChoose(match: SuburbMatch) {
      lookup.choose(match);
      onEntered({ kind: 'one', match });
    },
    onClose: lookup.closeList,
    onOtherKey({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) {
      if (key === 'Enter' && currentTarget.value.trim() !== '') void enter();
      else if (key === 'ArrowDown' && finding?.kind === 'several') lookup.openList();
      else return false;
      return true;
    },
  });

  // the list is scrolled above a phone's keyboard, unless the focus has moved on
  const { setActive } = box;
  useEffect(() => {
    const isHere = choices !== undefined && document.activeElement === input.current;
    setActive((current) => (isHere ? Math.max(current, 0) : -1));
    if (isHere) for (const element of [list, input]) element.current?.scrollIntoView({ block: 'nearest' });
  }, [choices, setActive]);

  return { box, input, list };
}

function LookupStatus({ id, lookup }: { id: string; lookup: SuburbLookupState }) {
  const { choices, nearby, ownMatch, farKm } = lookup;
  return (
    <p
      id={id}
      role="status"
      className={clsx(
        'text-sm',
        choices ? 'mt-3 font-medium' : (nearby.length > 0 || ownMatch || farKm) && 'mt-1 text-muted',
      )}
    >
      {statusText(lookup)}
    </p>
  );
}

function statusText({ choices, nearby, ownMatch, farKm, finding }: SuburbLookupState) {
  if (choices?.total === 1) return 'Is it this place?';
  if (choices) return choices.question ?? 'Multiple matches found - Select the correct location:';
  if (nearby.length > 0) return 'Or nearby:';
  if (ownMatch) return `${ownMatch.displayName} ${ownMatch.postcode}, from your trips`;
  return farKm && finding?.kind === 'one' && `${finding.match.displayName} is ${farKm} km from your trips`;
}
