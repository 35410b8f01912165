import { countOf, formatCount } from '@shared/figures';
import { Children, type ReactNode, type Ref } from 'react';
import { DateField } from '@/components/date-field/date-field';
import { Folded } from '@/components/ui/folded';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { TextInput } from '@/components/ui/form/text-input';

/** A choice of what becomes of a newcomer. */
export type Choice = { value: string; label: string };

type RowFrameProps = {
  isTable: boolean;
  /** What folds the list's row: "Amy Nguyen, 400012". */
  summary: string;
  rows: number;
  isOpen: boolean;
  /** Cells of the table, or fields. */
  children: ReactNode;
  choice: ReactNode;
};

const cell = 'px-1.5 py-1.5 align-top first:pl-3 last:pr-3';

/** A row of the table, or a part of the list that folds. */
export const RowFrame = ({ isTable, summary, rows, isOpen, children, choice }: RowFrameProps) =>
  isTable ? (
    <tr className="border-t border-line">
      {children}
      <td key="rows" className={`${cell} py-3.5 text-right`}>
        {formatCount(rows)}
      </td>
      <td key="choice" className={`${cell} w-44`}>
        {choice}
      </td>
    </tr>
  ) : (
    <li>
      <Folded summary={`${summary}, ${countOf(rows, 'row')}`} open={isOpen} className="wrap-anywhere">
        <div className="grid grid-cols-1 items-start gap-3 pb-4 sm:grid-cols-2">
          {children}
          {choice}
        </div>
      </Folded>
    </li>
  );

type CellsProps = { isTable: boolean; children: ReactNode };

/** Each field a cell of its own in the table. */
export const InCells = ({ isTable, children }: CellsProps) =>
  isTable ? Children.map(children, (child) => child && <td className={cell}>{child}</td>) : children;

/** Words in place of the fields. */
export const Merged = ({ isTable, columns, children }: CellsProps & { columns: number }) =>
  isTable ? (
    <td colSpan={columns} className={`${cell} py-3.5 wrap-anywhere`}>
      {children}
    </td>
  ) : (
    <div className="text-sm wrap-anywhere">{children}</div>
  );

/** What a table says in its headings stays for screen readers only. */
const hiddenLabel = '[&>label]:sr-only [&>div]:mt-0';
const labelled = (label: string, of: string, isTable: boolean) =>
  isTable ? { label: `${label}, ${of}`, className: hiddenLabel } : { label };

type FieldOfProps = {
  label: string;
  /** Whose it is, as the file has it. */
  of: string;
  isTable: boolean;
  disabled: boolean;
};

type TextOfProps = FieldOfProps & {
  value: string | undefined;
  onChange: (value: string) => void;
  error?: string | undefined;
  warning?: string | false | undefined;
  note?: string | undefined;
  list?: string;
};

/** Enter sends nothing: a row is no form. */
export function TextOf(props: TextOfProps) {
  const { label, of, isTable, value = '', onChange, error, warning, note, ...input } = props;
  return (
    <Field {...labelled(label, of, isTable)} {...{ error, warning, note }}>
      <TextInput
        {...input}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}

type DayOfProps = FieldOfProps & {
  value: string | undefined;
  firstTrip: string;
  onChange: (day: string) => void;
};

/** A first day: proposed as that of the first trip until it is another. */
export const DayOf = ({ label, of, isTable, value, firstTrip, disabled, onChange }: DayOfProps) => (
  <fieldset disabled={disabled} className="min-w-0">
    <DateField
      {...labelled(label, of, isTable)}
      value={value ?? firstTrip}
      onChange={onChange}
      note={value === undefined || value === firstTrip ? 'Proposed: first trip' : undefined}
    />
  </fieldset>
);

type ChoiceOfProps = FieldOfProps & {
  value: string;
  none?: string | undefined;
  choices: readonly Choice[];
  onChange: (value: string) => void;
  error?: string | undefined;
  ref?: Ref<HTMLSelectElement>;
};

export const ChoiceOf = ({ label, of, isTable, value, onChange, error, ...select }: ChoiceOfProps) => (
  <Field {...labelled(label, of, isTable)} error={error}>
    <Select {...select} value={value} onChange={({ target }) => onChange(target.value)} />
  </Field>
);
