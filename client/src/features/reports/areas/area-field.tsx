import type { AreaPlace } from '@shared/areas/areas';
import { lodgedWarningText } from '@shared/reports/lodged-changes';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { ListBox, useListBox } from '@/components/ui/form/list-box';
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

/** The area of a place: Enter takes it, or the one that was found by typing. One in doubt is chosen, so its field is empty. */
export function AreaField({ place, choices, hintId, onChoose, onStep }: AreaFieldProps) {
  const id = useId();
  const area = place.isDoubtful ? null : place.area;
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<string>();
  const matches = !isOpen ? [] : typed === undefined ? choices : matchingAreas(choices, typed);
  /** Another area than the one that it has changes what lodged reports say. */
  const warning = isOpen && lodgedWarningText(place.lodged.map((period) => ({ period, trips: 0 })));
  const isUnknown = isOpen && matches.length === 0;
  const box = useListBox({
    items: matches,
    isOpen,
    onChoose: ({ area }) => choose(area),
    onClose: close,
    onOtherKey({ key, altKey }: KeyboardEvent) {
      const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : undefined;
      if (step && !isOpen && !altKey) onStep(step);
      else if (key === 'Enter' && !isOpen && area) choose(area);
      else if (step || key === 'Enter') open();
      else return false;
      return true;
    },
  });

  function open() {
    setOpen(true);
    const current = choices.findIndex((choice) => choice.area === area);
    box.setActive(Math.max(0, current));
  }

  function close() {
    setOpen(false);
    setTyped(undefined);
  }

  function choose(area: string) {
    close();
    onChoose(area);
  }

  return (
    <div className="relative min-w-0">
      <div className="relative">
        <TextInput
          {...box.field}
          className="pr-8"
          aria-label={`Area of ${placeKey(place)}`}
          aria-describedby={warning ? `${hintId} ${id}-lodged` : hintId}
          aria-invalid={isUnknown || undefined}
          enterKeyHint="next"
          placeholder="Choose an area"
          value={typed ?? area ?? ''}
          onFocus={({ target }) => target.select()}
          onClick={() => !isOpen && open()}
          onChange={({ target }) => {
            setTyped(target.value);
            setOpen(true);
            box.setActive(0);
          }}
          onBlur={close}
        />
        <ChevronDown className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted" />
      </div>
      {warning && (
        <p id={`${id}-lodged`} className="mt-1 text-sm text-due">
          {warning}
        </p>
      )}
      <ListBox
        box={box}
        aria-label={`Areas for ${placeKey(place)}`}
        keyOf={({ area }) => area}
        labelOf={({ area }) => area}
        detailOf={({ region, area }) => (region === area ? '' : region)}
        className="absolute top-full left-0 z-10 max-h-60 w-max max-w-[min(26rem,100vw-4rem)] min-w-full"
      />
      {isUnknown && (
        <p role="status" className="mt-1 text-sm text-due">
          No area of this name
        </p>
      )}
    </div>
  );
}
