import { useState } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { Checkbox } from '@/components/ui/form/checkbox';
import { paletteKeys } from './palette-keys';
import { hasSingleKeys, switchSingleKeys } from './single-keys';

type Key = { keys: string; does: string };

const EVERYWHERE: readonly Key[] = [
  { keys: paletteKeys(), does: 'Search, jump or make a report' },
  { keys: 'F8', does: 'Go to the latest message' },
  { keys: 'Esc', does: 'Close a dialog, a list or an open trip' },
];

const SINGLE: readonly Key[] = [
  { keys: 'N', does: 'New trip' },
  { keys: '/', does: 'Search' },
  { keys: 'G then L', does: 'Go to Log Trip' },
  { keys: 'G then D', does: 'Go to Drivers' },
  { keys: 'G then H', does: 'Go to Trip History' },
  { keys: 'G then R', does: 'Go to Reports' },
  { keys: 'G then S', does: 'Go to Settings' },
  { keys: 'G then P', does: 'Go to Profile' },
  { keys: '?', does: 'Show these keys' },
];

const IN_PLACE: readonly Key[] = [
  { keys: '← →', does: 'Move between tabs' },
  { keys: '↑ ↓', does: 'In a suburb list: choose a match' },
  { keys: '↑ ↓', does: 'In an open trip: next or previous trip' },
  { keys: 'Enter', does: 'Take the match, or log the trip' },
];

const IN_THE_GRID: readonly Key[] = [
  { keys: 'Enter', does: 'Go to the next row, to its time if driver and date are suggested' },
  { keys: 'Arrows', does: 'Go from cell to cell' },
  { keys: 'Alt ↓', does: 'Go to the choices below a cell' },
  { keys: 'Ctrl D', does: 'Copy the cell above' },
  { keys: 'Ctrl Z', does: 'Undo; Ctrl Y does it again' },
  { keys: 'Ctrl Enter', does: 'Log all rows' },
];

const IN_THE_WEEK: readonly Key[] = [
  { keys: '=', does: 'Copy the day before, and go on' },
  { keys: '"', does: 'Copy the driver above, and go down' },
  { keys: 'Tab, Enter', does: 'Go along the days, and to the next driver' },
];

export const KeysDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog onClose={onClose} title="Keyboard shortcuts">
    <SingleKeys />
    <KeyList title="Everywhere" keys={EVERYWHERE} />
    <KeyList title="In forms and lists" keys={IN_PLACE} />
    <KeyList title="Log several" keys={IN_THE_GRID} />
    <KeyList title="Enter a week" keys={IN_THE_WEEK} />
  </Dialog>
);

function SingleKeys() {
  const [isOn, setOn] = useState(hasSingleKeys);
  return (
    <>
      <Checkbox
        className="mt-4"
        label="Use single keys on this device"
        checked={isOn}
        onChange={({ target }) => {
          switchSingleKeys(target.checked);
          setOn(target.checked);
        }}
      />
      {isOn && <KeyList title="Single keys" keys={SINGLE} />}
    </>
  );
}

const KeyList = ({ title, keys: listed }: { title: string; keys: readonly Key[] }) => (
  <>
    <h3 className="mt-4 text-sm text-muted">{title}</h3>
    <dl className="mt-1 grid grid-cols-[6rem_1fr] items-baseline gap-x-3 gap-y-3">
      {listed.map(({ keys, does }) => (
        <div key={does} className="contents">
          <dt className="flex gap-1 text-sm">
            {keys.split(' ').map((key) =>
              key === 'then' ? (
                key
              ) : (
                <kbd
                  key={key}
                  className="min-w-7 rounded-sm border border-line-strong bg-sunken px-1.5 text-center font-sans"
                >
                  {key}
                </kbd>
              ),
            )}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </>
);
