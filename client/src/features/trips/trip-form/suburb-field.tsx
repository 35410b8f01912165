import type { SuburbMatch } from '@shared/places/own-suburbs';
import { clsx } from 'clsx';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '@/components/ui/form/field';
import { Option } from '@/components/ui/form/option';
import { TextInput } from '@/components/ui/form/text-input';
import type { SuburbFinding, SuburbLookupState } from './use-suburb-lookup';

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
  const id = useId();
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { choices, finding, others, isNearby, ownMatch } = lookup;
  const optionId = (index: number) => `${id}-${index}`;

  // Enter takes the best match; the list is scrolled above a phone's keyboard, unless the focus has moved on
  useEffect(() => {
    const isHere = choices !== undefined && document.activeElement === input.current;
    setActive((current) => (isHere ? Math.max(current, 0) : -1));
    if (isHere) for (const element of [list, input]) element.current?.scrollIntoView({ block: 'nearest' });
  }, [choices]);

  function choose(match: SuburbMatch) {
    lookup.choose(match);
    onEntered({ kind: 'one', match });
  }

  async function enter() {
    const settled = await lookup.settle();
    if (settled?.kind === 'several' && !settled.likely) lookup.openList();
    else onEntered(settled);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const match = choices?.matches[active];
    if (event.key === 'Enter' && event.currentTarget.value.trim() !== '') {
      event.preventDefault();
      if (match) choose(match);
      else void enter();
    } else if (choices && event.key === 'Escape') {
      event.preventDefault();
      lookup.closeList();
    } else if (choices && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      const count = choices.matches.length;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(active < 0 && step < 0 ? count - 1 : (active + step + count) % count);
    } else if (!choices && finding?.kind === 'several' && event.key === 'ArrowDown') {
      event.preventDefault();
      lookup.openList();
    }
  }

  return (
    <>
      <Field
        label="Suburb"
        required
        error={error}
        warning={finding && remarks[finding.kind]}
        className="contents [&>*]:col-start-1 [&>div]:row-start-2 [&>label]:row-start-1 [&>p]:col-span-full [&>p]:row-start-3"
      >
        <TextInput
          {...registration}
          ref={(element) => {
            registration.ref(element);
            input.current = element;
          }}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={choices !== undefined}
          aria-controls={choices && `${id}-list`}
          aria-activedescendant={choices && active >= 0 ? optionId(active) : undefined}
          autoComplete="off"
          autoCapitalize="words"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
          onChange={(event) => {
            void registration.onChange(event);
            setActive(-1);
            lookup.typed(event.target.value);
          }}
          onBlur={(event) => {
            void registration.onBlur(event);
            setActive(-1);
            void lookup.settle();
          }}
          onKeyDown={onKeyDown}
        />
      </Field>
      <div className="col-span-full row-start-5">
        <p
          id={`${id}-title`}
          role="status"
          className={clsx(
            'text-sm',
            choices ? 'mt-3 font-medium' : (others.length > 0 || ownMatch) && 'mt-1 text-muted',
          )}
        >
          {choices || (others.length > 0 && !isNearby)
            ? 'Multiple matches found - Select the correct location:'
            : others.length > 0
              ? 'Or nearby:'
              : ownMatch && `${ownMatch.displayName} ${ownMatch.postcode}, from your trips`}
        </p>
        {choices && (
          <div
            ref={list}
            id={`${id}-list`}
            role="listbox"
            data-keep-clear
            aria-labelledby={`${id}-title`}
            className="mt-1 max-h-[clamp(8rem,50dvh_-_6rem,17.5rem)] divide-y divide-line overflow-y-auto rounded-md border border-line-strong bg-surface"
          >
            {choices.matches.map((match, index) => (
              <Option
                key={`${match.name} ${match.state} ${match.postcode}`}
                id={optionId(index)}
                isActive={index === active}
                onChoose={() => choose(match)}
                className="justify-between gap-4"
              >
                <span>{match.name}</span>
                <span className={clsx('shrink-0 text-sm', index !== active && 'text-muted')}>
                  {match.state ?? 'Your trips'} {match.postcode}
                </span>
              </Option>
            ))}
          </div>
        )}
        {choices && choices.total > choices.matches.length && (
          <p className="mt-1 text-sm text-muted">
            {choices.matches.length} of {choices.total} shown. Type more of the name to see fewer.
          </p>
        )}
      </div>
    </>
  );
}
