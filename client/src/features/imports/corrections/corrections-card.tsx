import { countOf } from '@shared/figures';
import type { ImportPreview } from '@shared/imports/imports';
import { formatDateTime, formatDay } from '@shared/periods';
import { Link } from 'wouter';
import { Card } from '@/components/ui/card';
import { Folded } from '@/components/ui/folded';
import { Checkbox } from '@/components/ui/form/checkbox';

type CorrectionsCardProps = {
  preview: ImportPreview;
  updates: boolean;
  disabled: boolean;
  onChange: (updates: boolean) => void;
};

/** What a file says otherwise than an earlier one: trips that differ, to be updated or left, and trips that it does not have. */
export function CorrectionsCard({ preview, updates, disabled, onChange }: CorrectionsCardProps) {
  const { counts, gone } = preview;
  if (counts.differs === 0 && gone.count === 0) return null;
  return (
    <Card title="Compared with what is stored">
      {counts.differs > 0 && (
        <>
          <Checkbox
            label={`Update ${countOf(counts.differs, 'trip')} that ${counts.differs === 1 ? 'differs' : 'differ'}`}
            checked={updates}
            disabled={disabled}
            onChange={({ target }) => onChange(target.checked)}
          />
          <p className="text-sm text-muted">
            {updates
              ? 'The rows above say what changes. What the file has no column for stays as it is.'
              : `${counts.differs === 1 ? 'It stays' : 'They stay'} as stored. The rows above say what differs.`}
          </p>
        </>
      )}
      {gone.count > 0 && <GoneTrips gone={gone} />}
    </Card>
  );
}

function GoneTrips({ gone: { count, from, to, trips } }: Pick<ImportPreview, 'gone'>) {
  return (
    <Folded
      summary={`${countOf(count, 'trip')} of earlier files ${count === 1 ? 'is' : 'are'} not in this one`}
    >
      <div className="space-y-2 pb-2 text-sm">
        <p className="text-muted">
          {count === 1 ? 'It is' : 'They are'} still stored, and nothing happens to{' '}
          {count === 1 ? 'it' : 'them'}.
        </p>
        <ul aria-label="Trips that are not in this file" className="space-y-1">
          {trips.map(({ id, datetime, summary }) => (
            <li key={id} className="wrap-anywhere">
              <Link href={`/?tab=history&trip=${id}`} className="text-brand underline">
                {formatDateTime(new Date(datetime))}
              </Link>{' '}
              {summary}
            </li>
          ))}
        </ul>
        {trips.length < count && <p>{countOf(count - trips.length, 'more trip')}, not shown.</p>}
        <Link
          href={`/?tab=history&startDate=${from}&endDate=${to}`}
          className="inline-block py-2 text-brand underline"
        >
          Trip History from {formatDay(from)} to {formatDay(to)}
        </Link>
      </div>
    </Folded>
  );
}
