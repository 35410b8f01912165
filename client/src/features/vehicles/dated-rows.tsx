import { brisbaneDay } from '@shared/periods';
import { LICENCE_KINDS, type LicenceKind } from '@shared/vehicles/dated-facts';
import { LICENCE_LABELS } from '@shared/vehicles/vehicles';
import { Check, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { type FieldError, get, type UseFormReturn, useController } from 'react-hook-form';
import { DateField } from '@/components/date-field/date-field';
import { Button, IconButton } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { pair } from '@/components/ui/form/pair';
import { Select } from '@/components/ui/form/select';
import { TextInput } from '@/components/ui/form/text-input';
import { now } from '@/lib/clock';
import {
  emptyLicence,
  emptySpan,
  type LicenceFields,
  type VehicleChange,
  type VehicleFormFields,
} from './vehicle-form';

export type VehicleForm = UseFormReturn<VehicleFormFields, unknown, VehicleChange>;

const KIND_CHOICES = LICENCE_KINDS.map((value) => ({ value, label: LICENCE_LABELS[value] }));

/** The rows of a list in the vehicle's form: what changes one, adds one and removes one, and what is wrong with each field. */
function useRows<Name extends 'availability' | 'licences'>(form: VehicleForm, name: Name) {
  const { field } = useController({ control: form.control, name });
  type Row = VehicleFormFields[Name][number];
  const rows = field.value as Row[];
  const set = (next: Row[]) => field.onChange(next);
  return {
    rows,
    add: (row: Row) => set([...rows, row]),
    remove: (index: number) => set(rows.toSpliced(index, 1)),
    /** What someone changes is entered. */
    change: (index: number, changes: Partial<Row>) =>
      set(rows.with(index, { ...(rows[index] as Row), isAssumed: false, ...changes })),
    faultOf: (index: number, key: keyof Row) =>
      (get(form.formState.errors, `${name}.${index}.${String(key)}`) as FieldError | undefined)?.message,
    fault: (form.formState.errors[name] as FieldError | undefined)?.message,
  };
}

type RowProps = { title: string; onRemove: () => void; children: ReactNode };

/** One of several alike, with a way to remove it. */
const Row = ({ title, onRemove, children }: RowProps) => (
  <fieldset className="border-line max-sm:border-t max-sm:pt-2 sm:rounded-md sm:border sm:p-3">
    <legend className="sr-only">{title}</legend>
    <div className="-mt-1 mb-2 flex min-h-8 items-center justify-between">
      <p aria-hidden="true" className="text-sm font-medium text-muted">
        {title}
      </p>
      <IconButton
        icon={Trash2}
        tone="danger"
        label={`Remove ${title.toLowerCase()}`}
        onClick={onRemove}
        className="-mr-2"
      />
    </div>
    {children}
  </fieldset>
);

/** The times at which a vehicle is available: one pair of dates, or several. */
export function AvailabilityFields({ form }: { form: VehicleForm }) {
  const { rows, add, remove, change, faultOf, fault } = useRows(form, 'availability');
  const several = rows.length > 1;
  return (
    <div className="space-y-3">
      {rows.map((row, index) => {
        const dates = (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else to be told apart by
          <div key={index}>
            <div className={pair}>
              <DateField
                label="Available From"
                required
                value={row.from}
                error={faultOf(index, 'from')}
                onChange={(from) => change(index, { from })}
              />
              <DateField
                label="Available To"
                value={row.to}
                error={faultOf(index, 'to')}
                onChange={(to) => change(index, { to })}
              />
            </div>
            {row.isAssumed && <Assumed onConfirm={() => change(index, {})} />}
          </div>
        );
        if (!several) return dates;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else to be told apart by
          <Row key={index} title={`Period ${index + 1}`} onRemove={() => remove(index)}>
            {dates}
          </Row>
        );
      })}
      {fault && <p className="text-sm text-danger">{fault}</p>}
      <Button variant="ghost" icon={Plus} className="-ml-4" onClick={() => add(emptySpan())}>
        Add another period
      </Button>
    </div>
  );
}

/** The licences of a vehicle, one after the other. */
export function LicencesFields({ form }: { form: VehicleForm }) {
  const { rows, add, remove, change, faultOf } = useRows(form, 'licences');
  const several = rows.length > 1;
  const titleOf = (index: number) => (several ? `Licence ${index + 1}` : 'Licence');
  return (
    <div className="space-y-3">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else to be told apart by
        <Row key={index} title={titleOf(index)} onRemove={() => remove(index)}>
          <OneLicence
            licence={row}
            faultOf={(key) => faultOf(index, key)}
            onChange={(changes) => change(index, changes)}
          />
          {row.isAssumed && <Assumed onConfirm={() => change(index, {})} />}
        </Row>
      ))}
      {rows.length === 0 && <p className="text-sm text-due">Without a licence, reports say “Not known”.</p>}
      <Button
        variant="ghost"
        icon={Plus}
        className="-ml-4"
        onClick={() => add({ ...emptyLicence(brisbaneDay(now())), kind: rows.at(-1)?.kind ?? 'booked-hire' })}
      >
        Add licence
      </Button>
    </div>
  );
}

/** Says that nobody said the days above it, and takes them for right. */
const Assumed = ({ onConfirm }: { onConfirm: () => void }) => (
  <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 text-sm text-due">
    <p>Assumed: nobody has said these days.</p>
    <Button variant="ghost" icon={Check} className="-mx-4" onClick={onConfirm}>
      They are right
    </Button>
  </div>
);

type OneLicenceProps = {
  numberHint?: string;
  licence: LicenceFields;
  faultOf: (key: keyof LicenceFields) => string | undefined;
  onChange: (changes: Partial<LicenceFields>) => void;
};

export const OneLicence = ({ numberHint, licence, faultOf, onChange }: OneLicenceProps) => (
  <div className="space-y-4">
    <Field label="Licence Number" hint={numberHint} required error={faultOf('number')}>
      <TextInput
        value={licence.number}
        autoComplete="off"
        autoCapitalize="characters"
        onChange={({ target }) => onChange({ number: target.value })}
      />
    </Field>
    <Field label="Licence Type" required error={faultOf('kind')}>
      <Select
        value={licence.kind}
        choices={KIND_CHOICES}
        className="max-[22rem]:pr-7 max-[22rem]:pl-2"
        onChange={({ target }) => onChange({ kind: target.value as LicenceKind })}
      />
    </Field>
    <div className={pair}>
      <DateField
        label="From"
        required
        value={licence.from}
        error={faultOf('from')}
        onChange={(from) => onChange({ from })}
      />
      <DateField
        label="Expires"
        value={licence.expires}
        error={faultOf('expires')}
        onChange={(expires) => onChange({ expires })}
      />
    </div>
  </div>
);
