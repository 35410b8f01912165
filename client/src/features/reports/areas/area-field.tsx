import type { AreaPlace } from '@shared/areas/areas';
import { lodgedWarningText } from '@shared/reports/lodged-changes';
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { Option } from '@/components/ui/form/option';
import { TextInput } from '@/components/ui/form/text-input';
import { type AreaChoice, matchingAreas, placeKey } from './area-choices';

type AreaFieldProps = {
  place: AreaPlace;
  choices: readonly AreaChoice[];
  /** The id of the text that says what the keys do. */
  hintId: string;
  onChoose: (area: string) => void;
  /** An arrow key leads to another place, as long as no list is open. */
  onStep: (step: 1 | -1) => void;
};

/** The area of a place: Enter takes it, or the one that was found by typing. */
export function AreaField({ place, choices, hintId, onChoose, onStep }: AreaFieldProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(0);
  const matches = !isOpen ? [] : typed === undefined ? choices : matchingAreas(choices, typed);
  /** Another area than the one that it has changes what lodged reports say. */
  const warning = lodgedWarningText(place.lodged.map((period) => ({ period, trips: 0 })));
  const optionId = (index: number) => `${id}-${index}`;

  function open() {
    setOpen(true);
    setActive(
      Math.max(
        0,
        choices.findIndex(({ area }) => area === place.area),
      ),
    );
  }

  function close() {
    setOpen(false);
    setTyped(undefined);
  }

  function choose(area: string) {
    close();
    onChoose(area);
  }

  function enter() {
    const chosen = isOpen ? matches[active]?.area : place.area;
    if (chosen) choose(chosen);
    else open();
  }

  function arrow(step: 1 | -1, isWithAlt: boolean) {
    if (isOpen) setActive((active + step + matches.length) % Math.max(1, matches.length));
    else if (isWithAlt) open();
    else onStep(step);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key, altKey } = event;
    if (key === 'Enter') enter();
    else if (key === 'ArrowDown') arrow(1, altKey);
    else if (key === 'ArrowUp') arrow(-1, altKey);
    else if (key === 'Escape' && isOpen) close();
    else return;
    event.preventDefault();
  }

  return (
    <div className="relative min-w-0">
      <div className="relative">
        <TextInput
          className="pr-8"
          role="combobox"
          aria-label={`Area of ${placeKey(place)}`}
          aria-describedby={isOpen && warning ? `${hintId} ${id}-lodged` : hintId}
          aria-autocomplete="list"
          aria-expanded={matches.length > 0}
          aria-controls={matches.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={matches[active] && optionId(active)}
          aria-invalid={isOpen && matches.length === 0 ? true : undefined}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
          placeholder="Choose an area"
          value={typed ?? place.area ?? ''}
          onFocus={({ target }) => target.select()}
          onClick={() => !isOpen && open()}
          onChange={({ target }) => {
            setTyped(target.value);
            setOpen(true);
            setActive(0);
          }}
          onBlur={close}
          onKeyDown={onKeyDown}
        />
        <ChevronDown className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted" />
      </div>
      {isOpen && warning && (
        <p id={`${id}-lodged`} className="mt-1 text-sm text-due">
          {warning}
        </p>
      )}
      {matches.length > 0 && (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={`Areas for ${placeKey(place)}`}
          data-keep-clear
          className="absolute top-full left-0 z-10 mt-1 max-h-60 w-max max-w-[min(26rem,100vw-4rem)] min-w-full divide-y divide-line overflow-y-auto rounded-md border border-line-strong bg-surface"
        >
          {matches.map(({ region, area }, index) => (
            <Option
              key={area}
              id={optionId(index)}
              isActive={index === active}
              onChoose={() => choose(area)}
              className="justify-between gap-4"
            >
              <span>{area}</span>
              <span className={clsx('text-right text-sm', index !== active && 'text-muted')}>{region}</span>
            </Option>
          ))}
        </div>
      )}
      {isOpen && matches.length === 0 && (
        <p role="status" className="mt-1 text-sm text-due">
          No area of this name
        </p>
      )}
    </div>
  );
}
