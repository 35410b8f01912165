import { formatCount } from '@shared/figures';
import type { ImportPreview } from '@shared/imports/imports';
import type { TripFieldName } from '@shared/trips/trip-fields';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { columnName } from './column-words';

type ColumnFaultsProps = {
  preview: ImportPreview;
  disabled: boolean;
  onLeaveOut: (field: TripFieldName) => void;
};

/** Columns that are why nearly no row can be imported, each to be left out. */
export const ColumnFaults = ({ preview, disabled, onLeaveOut }: ColumnFaultsProps) =>
  preview.columnFaults.map(({ field, rows, of, example }) => (
    <Alert
      key={field}
      variant="due"
      title={`“${columnName(preview, field)}” is a problem in ${rows === of ? 'every row' : `${formatCount(rows)} of ${formatCount(of)} rows`}`}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="wrap-anywhere">{example}.</p>
        <Button disabled={disabled} onClick={() => onLeaveOut(field)}>
          Leave this column out
        </Button>
      </div>
    </Alert>
  ));
