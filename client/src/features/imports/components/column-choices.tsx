import type { ImportColumns, ImportPreview } from '@shared/imports';
import { tripField, tripFieldNames } from '@shared/trips/trip-fields';
import { columnChoice } from '@/components/grid/left-out-columns';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';

type ColumnChoicesProps = {
  preview: ImportPreview;
  disabled: boolean;
  onChange: (columns: ImportColumns) => void;
};

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
