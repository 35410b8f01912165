import type { SuburbMatch } from '@shared/places/place-table';
import type { SuburbFinding } from '@shared/places/suburb-lookup-state';
import { brief, farText } from '@shared/trips/reading/remarks';
import { clsx } from 'clsx';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '@/components/ui/form/field';
import { ListBox, useListBox } from '@/components/ui/form/list-box';
import { TextInput } from '@/components/ui/form/text-input';
import type { SuburbLookupState } from './use-suburb-lookup';

type SuburbFieldProps = {
  registration: UseFormRegisterReturn<'suburb'>;
  error: string | undefined;
  lookup: SuburbLookupState;
  /** Called when Enter was pressed and nothing is left to choose, to move the focus on. */
  onEntered: (finding: SuburbFinding | undefined) => void;
};

export function SuburbField({ registration, error, lookup, onEntered }: SuburbFieldProps) {
  const titleId = useId();
  const { choices, chosen, closedMatches } = lookup;
  const { box, input, list } = useSuburbList(lookup, onEntered);

  return (
    <>
      <Field
        label="Suburb"
        required
        error={error}
        warning={doubtOf(lookup)}
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
            onceReleased(() => void lookup.settle());
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
          isChosen={(match) => match === chosen}
          className="max-h-[clamp(8rem,50dvh_-_6rem,17.5rem)]"
        />
        {choices && choices.total > choices.matches.length && (
          <p className="mt-1 text-sm text-muted">
            {choices.matches.length} of {choices.total} shown.{' '}
            {choices.question ? 'Type the name of any other.' : 'Type more of the name to see fewer.'}
          </p>
        )}
        {closedMatches !== undefined && (
          <button
            type="button"
            className="-mb-2 min-h-11 text-sm font-medium text-brand underline underline-offset-4 pointer-fine:mb-0 pointer-fine:min-h-6"
            onClick={() => {
              lookup.openList();
              input.current?.focus();
            }}
          >
            Show all {closedMatches} matches
          </button>
        )}
      </div>
    </>
  );
}

/** What is said of a suburb that the form takes as it is typed, or will not take. */
function doubtOf({ suburb, objection, finding, isUnknown, choices }: SuburbLookupState): string | undefined {
  // it is the heading of the list
  if (objection) return choices?.question === objection ? undefined : objection;
  if (finding?.kind === 'unavailable')
    return 'The list of suburbs could not be loaded. Please type the postcode yourself.';
  if (isUnknown && !choices) return `No suburb called "${brief(suburb)}". It is stored as you typed it.`;
  // it is accepted anyway (docs/product/log-trip.md#places)
  return finding?.kind === 'none'
    ? `No suburb called "${brief(suburb)}". Check the spelling or type the postcode.`
    : undefined;
}

/** Waits until a mouse or finger that is down is up: what moves under it would miss the tap. */
function onceReleased(run: () => void): void {
  if (document.querySelector(':active'))
    window.addEventListener('mouseup', () => setTimeout(run), { once: true, capture: true });
  else run();
}

/** The list of the places that a suburb may mean: Enter takes the active one. */
function useSuburbList(lookup: SuburbLookupState, onEntered: SuburbFieldProps['onEntered']) {
  const { choices, chosen, finding } = lookup;
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);

  async function enter() {
    const isFresh = !finding;
    const settled = await lookup.settle();
    if (settled?.kind === 'several' && (isFresh || !chosen)) {
      lookup.openList();
      box.setActive(0);
    } else if (settled?.kind !== 'none' || !settled.why) onEntered(settled);
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

  // the list is scrolled above a phone's keyboard, unless the focus has moved on; one that opened by itself has no place that Enter takes
  const { setActive } = box;
  const hasChosen = chosen !== undefined;
  useEffect(() => {
    const isHere = choices !== undefined && document.activeElement === input.current;
    setActive((current) => (isHere ? Math.max(current, hasChosen ? 0 : -1) : -1));
    if (isHere) for (const element of [list, input]) element.current?.scrollIntoView({ block: 'nearest' });
  }, [choices, hasChosen, setActive]);

  useClosedElsewhere(choices !== undefined && chosen !== undefined, lookup.closeList, [input, list]);
  return { box, input, list };
}

/** Closes a list once the focus is in another field: it would push that one off a phone's screen. */
function useClosedElsewhere(
  canClose: boolean,
  close: () => void,
  parts: readonly { current: HTMLElement | null }[],
) {
  const closeElsewhere = useEffectEvent(() => {
    const { activeElement } = document;
    const isElsewhere = activeElement?.matches('a, button, input, select, textarea') ?? false;
    if (isElsewhere && !parts.some(({ current }) => current?.contains(activeElement))) close();
  });
  useLayoutEffect(() => {
    if (!canClose) return;
    closeElsewhere();
    const listening = new AbortController();
    const { signal } = listening;
    // a button that is pressed must not move before it is let go
    const onFocus = ({ target }: FocusEvent) => {
      if ((target as Element).matches(':focus-visible')) closeElsewhere();
    };
    document.addEventListener('focusin', onFocus, { signal });
    document.addEventListener('click', closeElsewhere, { signal });
    return () => listening.abort();
  }, [canClose]);
}

function LookupStatus({ id, lookup }: { id: string; lookup: SuburbLookupState }) {
  const text = statusText(lookup);
  return (
    <p
      id={id}
      role="status"
      className={clsx(
        'text-sm',
        text && (lookup.choices ? 'mt-3 font-medium' : 'mt-1'),
        text && !lookup.choices && (lookup.farKm ? 'text-due' : 'text-muted'),
      )}
    >
      {text}
    </p>
  );
}

function statusText({ choices, chosen, nearby, ownMatch, farKm, finding }: SuburbLookupState) {
  const isFar = farKm !== undefined && finding !== undefined;
  const placed = finding?.kind === 'one' ? finding.match : chosen;
  const far = isFar && placed && farText(placed.displayName, farKm);
  if (choices) {
    const heading = choices.question ?? 'Multiple matches found - Select the correct location:';
    return choices.total === 1 ? 'Is it this place?' : far ? `${far}. ${heading}` : heading;
  }
  if (nearby.length > 0) return 'Or nearby:';
  if (ownMatch) return `${ownMatch.displayName} ${ownMatch.postcode}, from your trips`;
  return far;
}
