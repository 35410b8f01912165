import { type RosterFieldName, rosterFields } from '@shared/imports/roster-fields';
import type { RosterPreview } from '@shared/imports/rosters';
import { columnChoice } from '@/components/grid/left-out-columns';
import { Folded } from '@/components/ui/folded';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import type { RosterReading } from './api';

type RosterColumnsProps = {
  preview: RosterPreview;
  isOpen: boolean;
  disabled: boolean;
  onChange: (reading: RosterReading) => void;
};

const headingText = (name: string, column: number): string => name || `Column ${column + 1}`;

/** The columns of a sheet: which field takes each, and those that no field takes. */
export function RosterColumnChoices({ preview, isOpen, disabled, onChange }: RosterColumnsProps) {
  const { of, columns, headings, unread } = preview;
  if (!of) return null;
  const fields = Object.entries(rosterFields(of)) as [RosterFieldName, { label: string }][];
  return (
    <>
      {unread.length > 0 && (
        <p className="text-sm text-muted wrap-anywhere">
          Not read: {unread.map((column) => headingText(headings[column]?.name ?? '', column)).join(', ')}.
        </p>
      )}
      <Folded summary="Columns of the file" open={isOpen} className="rounded-md border border-line px-3">
        <div className="grid grid-cols-1 items-start gap-4 pb-4 sm:grid-cols-2 lg:grid-cols-3">
          {fields.map(([field, { label }]) => (
            <Field key={field} label={`Column for ${label}`}>
              <Select
                value={columns[field] ?? ''}
                disabled={disabled}
                onChange={({ target }) => {
                  const { [field]: _, ...rest } = columns;
                  onChange({
                    columns: target.value === '' ? rest : { ...rest, [field]: Number(target.value) },
                  });
                }}
                none="Not in the file"
                choices={headings.map(({ name, example }, index) => ({
                  value: index,
                  label: columnChoice({ name: headingText(name, index), example }),
                }))}
              />
            </Field>
          ))}
        </div>
      </Folded>
    </>
  );
}
