import { countOf } from '@shared/figures';
import { formatDay } from '@shared/periods';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { mondayOf } from '@/lib/spans';
import { dayHeading } from './week-days';
import type { CellRead } from './week-remarks';

type OtherWeeksProps = {
  cells: readonly { day: string }[];
  monday: string;
  onMonday: (monday: string) => void;
};

/** Leads to the other weeks in which something is typed: a sheet may have several. */
export function OtherWeeks({ cells, monday, onMonday }: OtherWeeksProps) {
  const counts = new Map<string, number>();
  for (const { day } of cells) counts.set(mondayOf(day), (counts.get(mondayOf(day)) ?? 0) + 1);
  const others = [...counts].filter(([of]) => of !== monday).toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (others.length === 0) return null;
  return (
    <Alert className="mb-4" title={`Hours to save are in ${countOf(counts.size, 'week')}.`}>
      <p>All of them are saved together. Show the week of:</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {others.map(([of, count]) => (
          <Button key={of} onClick={() => onMonday(of)}>
            {formatDay(of)} ({count})
          </Button>
        ))}
      </div>
    </Alert>
  );
}

type DriverQuestionProps = {
  name: string;
  count: number;
  choices: readonly { value: string; label: string }[];
  onChoose: (driverId: string) => void;
  onLeave: () => void;
};

/** Asks whom a name of a sheet means. */
export const DriverQuestion = ({ name, count, choices, onChoose, onLeave }: DriverQuestionProps) => (
  <Alert variant="due" className="mb-4" title={name === '' ? 'Whose hours are these?' : `Who is "${name}"?`}>
    <p>The answer counts for {countOf(count, 'day')} with hours.</p>
    <div className="mt-2 flex flex-wrap items-end gap-2 text-ink">
      <Field label="Driver">
        <Select
          value=""
          none="Select a driver"
          choices={choices}
          onChange={({ target }) => onChoose(target.value)}
        />
      </Field>
      <Button variant="ghost" onClick={onLeave}>
        Leave {count === 1 ? 'it' : 'them'} out
      </Button>
    </div>
  </Alert>
);

const SHOWN = 8;

/** Leads to each cell to be fixed. */
export const CellFaults = ({ wrong, onGo }: { wrong: readonly CellRead[]; onGo: (of: CellRead) => void }) => (
  <Alert variant="destructive" className="mb-4" title={`${countOf(wrong.length, 'cell')} to fix`}>
    <ul className="mt-1 flex flex-wrap gap-x-6">
      {wrong.slice(0, SHOWN).map((of) => (
        <li key={`${of.cell.driverId} ${of.cell.day}`}>
          <button
            type="button"
            className="min-h-11 text-left underline pointer-fine:min-h-6"
            onClick={() => onGo(of)}
          >
            {[of.driver.firstName, of.driver.lastName].filter(Boolean).join(' ')}, {dayHeading(of.cell.day)}
          </button>
          : {of.cell.text}
        </li>
      ))}
    </ul>
    {wrong.length > SHOWN && <p>And {wrong.length - SHOWN} more.</p>}
  </Alert>
);
