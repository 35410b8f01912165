import { countOf } from '@shared/figures';
import { useState } from 'react';
import { Alert } from '../ui/alert';
import { Button } from '../ui/button';
import { Field } from '../ui/form/field';
import { Select } from '../ui/form/select';
import type { LeftOutColumn, PastedColumns } from './pasted-cells';

/** How a select names a column of a file or of pasted cells. */
export const columnChoice = ({ name, example }: { name: string; example: string }): string =>
  `${name}${example && ` (${example.slice(0, 30)})`}`;

type LeftOutColumnsProps<Name extends string> = {
  columns: readonly LeftOutColumn[];
  fields: readonly Name[];
  /** What they may be, by what is in them. */
  guesses: PastedColumns<Name>;
  labelOf: (field: Name) => string;
  onFill: (columns: PastedColumns<Name>) => void;
  onLeaveOut: () => void;
};

export function LeftOutColumns<Name extends string>(props: LeftOutColumnsProps<Name>) {
  const { columns, fields, guesses, labelOf, onFill, onLeaveOut } = props;
  const [chosen, setChosen] = useState(guesses);
  const names = columns.map(({ name }) => name).join(', ');
  const isOne = columns.length === 1;
  const fieldOf = (column: number) => fields.find((field) => chosen[field] === column) ?? '';

  function choose(column: number, field: string) {
    const others = Object.entries(chosen).filter(([name, other]) => name !== field && other !== column);
    setChosen(Object.fromEntries(field ? [...others, [field, column]] : others) as PastedColumns<Name>);
  }

  return (
    <Alert
      variant="due"
      title={
        fields.length === 0
          ? `${countOf(columns.length, 'column')} ${isOne ? 'was' : 'were'} left out: ${names}.`
          : `What ${isOne ? 'is this column' : 'are these columns'}?`
      }
    >
      {Object.keys(guesses).length > 0 && (
        <p>We filled in our guess. Change what is wrong, then press Fill in.</p>
      )}
      <div className="mt-2 flex flex-wrap items-end gap-3 text-ink">
        {fields.length > 0 && (
          <>
            {columns.map((one) => (
              <Field key={one.column} label={columnChoice(one)}>
                <Select
                  value={fieldOf(one.column)}
                  onChange={({ target }) => choose(one.column, target.value)}
                  none="Leave out"
                  choices={fields.map((field) => ({ value: field, label: labelOf(field) }))}
                />
              </Field>
            ))}
            <Button disabled={Object.keys(chosen).length === 0} onClick={() => onFill(chosen)}>
              Fill in
            </Button>
          </>
        )}
        <Button onClick={onLeaveOut}>Leave {isOne ? 'it' : 'them'} out</Button>
      </div>
    </Alert>
  );
}
