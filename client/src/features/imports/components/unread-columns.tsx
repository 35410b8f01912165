import { countOf } from '@shared/figures';
import type { ImportColumns, ImportPreview } from '@shared/imports/imports';
import { tripField, tripFieldNames } from '@shared/trips/trip-fields';
import { LeftOutColumns } from '@/components/grid/left-out-columns';
import { Folded } from '@/components/ui/folded';
import { headingText } from './column-choices';

type UnreadColumnsProps = {
  preview: ImportPreview;
  leftOut: readonly (number | undefined)[];
  onLeaveOut: (columns: readonly number[]) => void;
  onChange: (columns: ImportColumns) => void;
};

/** Whether there is a guess at what a column is that no field takes: then it is asked about. */
export const hasGuess = ({ guesses }: ImportPreview, leftOut: readonly (number | undefined)[]): boolean =>
  Object.values(guesses ?? {}).some((column) => !leftOut.includes(column));

/** The columns that no field takes, until someone leaves them out. They are folded unless there is a guess; where a field that is needed lacks its column, only a guess helps. */
export function UnreadColumns({ preview, leftOut, onLeaveOut, onChange }: UnreadColumnsProps) {
  const unread = preview.unread
    .filter((column) => !leftOut.includes(column))
    .map((column) => {
      const { name = '', example = '' } = preview.headings[column] ?? {};
      return { column, name: headingText(name, column), example };
    });
  const all = unread.map(({ column }) => column);
  const isGuessed = hasGuess(preview, leftOut);
  if (preview.refusal !== null || unread.length === 0 || (preview.missing.length > 0 && !isGuessed))
    return null;
  const columns = (
    <LeftOutColumns
      key={unread.map(({ name }) => name).join()}
      columns={unread}
      guesses={preview.guesses ?? {}}
      labelOf={(field) => tripField(field).label}
      fields={tripFieldNames.filter((field) => preview.columns[field] === undefined)}
      onFill={(chosen) => {
        const filled = Object.values(chosen);
        onLeaveOut(all.filter((column) => !filled.includes(column)));
        onChange({ ...preview.columns, ...chosen });
      }}
      onLeaveOut={() => onLeaveOut(all)}
    />
  );
  if (isGuessed) return columns;
  const names = unread.map(({ name }) => name).join(', ');
  return (
    <Folded
      summary={`${countOf(unread.length, 'column')} ${unread.length === 1 ? 'is' : 'are'} not read: ${names}`}
      className="wrap-anywhere"
    >
      {columns}
    </Folded>
  );
}
