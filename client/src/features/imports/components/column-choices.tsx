import { countOf } from '@shared/figures';
import type { ImportColumns, ImportPreview } from '@shared/imports';
import { type TripFieldName, tripField, tripFieldNames } from '@shared/trips/trip-fields';
import { useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import type { LeftOutColumn } from '../typed/pasted-cells';

type ColumnChoicesProps = {
  preview: ImportPreview;
  disabled: boolean;
  onChange: (columns: ImportColumns) => void;
};

const columnChoice = ({ name, example }: { name: string; example: string }): string =>
  `${name}${example && ` (${example.slice(0, 30)})`}`;

export function ColumnChoices({ preview, disabled, onChange }: ColumnChoicesProps) {
  const { headings, columns, missing } = preview;
  return (
    <details open={missing.length > 0} className="rounded-md border border-line">
      <summary className="cursor-pointer px-3 py-3 font-medium">Columns of the file</summary>
      <div className="grid grid-cols-1 items-start gap-4 px-3 pb-4 sm:grid-cols-2 lg:grid-cols-3">
        {tripFieldNames.map((field) => (
          <Field key={field} label={`Column for ${tripField(field).label}`}>
            <Select
              value={columns[field] ?? ''}
              disabled={disabled}
              onChange={({ target }) => {
                const { [field]: _, ...others } = columns;
                onChange(target.value === '' ? others : { ...others, [field]: Number(target.value) });
              }}
              none="Not in the file"
              choices={headings.map(({ name, example }, index) => ({
                value: index,
                label: columnChoice({ name: name || `Column ${index + 1}`, example }),
              }))}
            />
          </Field>
        ))}
      </div>
    </details>
  );
}

type LeftOutColumnsProps = {
  columns: readonly LeftOutColumn[];
  fields: readonly TripFieldName[];
  onFill: (columns: ImportColumns) => void;
  onLeaveOut: () => void;
};

export function LeftOutColumns({ columns, fields, onFill, onLeaveOut }: LeftOutColumnsProps) {
  const [chosen, setChosen] = useState<ImportColumns>({});
  const names = columns.map(({ name }) => name).join(', ');
  const [were, theyAre] = columns.length === 1 ? ['was', 'it is'] : ['were', 'they are'];
  const fieldOf = (column: number) => fields.find((field) => chosen[field] === column) ?? '';

  function choose(column: number, field: string) {
    const others = Object.entries(chosen).filter(([name, other]) => name !== field && other !== column);
    setChosen(Object.fromEntries(field ? [...others, [field, column]] : others));
  }

  return (
    <Alert
      variant="due"
      title={`${countOf(columns.length, 'column')} ${were} left out: ${names}.${fields.length > 0 ? ` Choose what ${theyAre}.` : ''}`}
    >
      <div className="mt-2 flex flex-wrap items-end gap-3 text-ink">
        {fields.length > 0 && (
          <>
            {columns.map((one) => (
              <Field key={one.column} label={columnChoice(one)}>
                <Select
                  value={fieldOf(one.column)}
                  onChange={({ target }) => choose(one.column, target.value)}
                  none="Leave out"
                  choices={fields.map((field) => ({ value: field, label: tripField(field).label }))}
                />
              </Field>
            ))}
            <Button disabled={Object.keys(chosen).length === 0} onClick={() => onFill(chosen)}>
              Fill in
            </Button>
          </>
        )}
        <Button onClick={onLeaveOut}>Leave {columns.length === 1 ? 'it' : 'them'} out</Button>
      </div>
    </Alert>
  );
}
