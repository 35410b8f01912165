import { countOf, formatCount } from '@shared/figures';
import type { ImportPreview } from '@shared/imports/imports';
import { WORD_LABELS, WORD_MEANINGS, type WordField } from '@shared/trips/reading/column-words';
import type { TripFieldName } from '@shared/trips/trip-fields';
import { Alert } from '@/components/ui/alert';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/form/select';
import { type Meanings, wordKey } from '../file-answers';
import { headingText } from './column-choices';

/** The heading of the column that a field is read from. */
export function columnName({ headings, columns }: ImportPreview, field: TripFieldName): string {
  const column = columns[field] ?? 0;
  return headingText(headings[column]?.name ?? '', column);
}

type ColumnWordsProps = {
  preview: ImportPreview;
  field: WordField;
  meanings: Meanings;
  disabled: boolean;
  onChoose: (meanings: Meanings) => void;
  onLeaveOut: (field: WordField) => void;
};

/** The words of a column of states or kinds, and what each becomes: those that are not known first. */
export function ColumnWords(props: ColumnWordsProps) {
  const { preview, field, meanings, disabled, onChoose, onLeaveOut } = props;
  const words = preview.words
    .filter((word) => word.field === field)
    .toSorted((a, b) => Number(a.isKnown) - Number(b.isKnown));
  if (words.length === 0) return null;
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="font-medium wrap-anywhere">Words under “{columnName(preview, field)}”</legend>
      <p className="text-sm text-muted">Rows that are not a trip are left out.</p>
      <table className="mt-2 w-full rounded-md border border-line text-left text-sm sm:max-w-form">
        <thead className="bg-sunken text-muted">
          <tr>
            <th scope="col" className="px-2 py-2 font-medium sm:px-3">
              Word
            </th>
            <th scope="col" className="px-2 py-2 text-right font-medium max-sm:hidden">
              Rows
            </th>
            <th scope="col" className="w-36 py-2 font-medium sm:w-56 sm:px-3">
              Becomes
            </th>
          </tr>
        </thead>
        <tbody>
          {words.map((one) => (
            <tr key={one.word} className="border-t border-line">
              <th scope="row" className="px-2 py-1 font-normal wrap-anywhere sm:px-3">
                {one.word || '(blank)'} {!one.isKnown && <Badge tone="due">Not known</Badge>}
                <span className="block text-muted sm:hidden">{countOf(one.rows, 'row')}</span>
              </th>
              <td className="px-2 py-1 text-right tabular-nums max-sm:hidden">{formatCount(one.rows)}</td>
              <td className="w-36 min-w-36 py-1 pr-2 sm:px-3">
                <Select
                  aria-label={`${one.word || '(blank)'} becomes`}
                  value={meanings.get(wordKey(one)) ?? ''}
                  className={meanings.has(wordKey(one)) ? undefined : 'border-due!'}
                  none={one.becomes === null ? 'Choose' : undefined}
                  choices={WORD_MEANINGS[field].map((value) => ({ value, label: WORD_LABELS[value] }))}
                  onChange={({ target }) => {
                    const chosen = new Map(meanings);
                    chosen.delete(wordKey(one));
                    const meaning = WORD_MEANINGS[field].find((value) => value === target.value);
                    onChoose(meaning ? chosen.set(wordKey(one), meaning) : chosen);
                  }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button className="mt-2 max-sm:w-full" onClick={() => onLeaveOut(field)}>
        Leave this column out
      </Button>
    </fieldset>
  );
}

type TooManyWordsProps = Pick<ColumnWordsProps, 'preview' | 'disabled' | 'onLeaveOut'>;

/** Columns whose words are neither states nor kinds. */
export const TooManyWords = ({ preview, disabled, onLeaveOut }: TooManyWordsProps) =>
  preview.tooManyWords.map((field) => (
    <Alert key={field} variant="due" title={`“${columnName(preview, field)}” has too many different words`}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        They are {field === 'status' ? 'no states' : 'no kinds'} of trips. Leave this column out, or choose
        another below.
        <Button disabled={disabled} onClick={() => onLeaveOut(field)}>
          Leave this column out
        </Button>
      </div>
    </Alert>
  ));
