import { countOf } from '@shared/figures';
import type { ImportPreview } from '@shared/imports/imports';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import type { Draft } from '../file-answers';

type MisspeltSuburbsProps = {
  preview: ImportPreview;
  draft: Draft;
  disabled: boolean;
  onChange: (change: (draft: Draft) => Draft) => void;
};

/** Suburbs that nobody knows, or that may be several, each corrected in all its rows by one press; a second press takes that back. */
export function MisspeltSuburbs({ preview, draft, disabled, onChange }: MisspeltSuburbsProps) {
  const misspelt = preview.suburbs?.misspelt ?? [];
  if (misspelt.length === 0) return null;

  const choose = (typed: string, place: string) =>
    onChange((before) => {
      const { [typed]: now, ...others } = before.suburbs;
      return { ...before, suburbs: now === place ? others : { ...others, [typed]: place } };
    });

  return (
    <Alert variant="due" title="Which suburb is meant?">
      <ul className="mt-1 space-y-2">
        {misspelt.map(({ typed, rows, offered }) => (
          <li key={typed} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="wrap-anywhere">
              {typed} in {countOf(rows, 'row')}: did you mean
            </span>
            {offered.map((place) => (
              <Button
                key={place}
                disabled={disabled}
                aria-pressed={draft.suburbs[typed] === place}
                aria-label={`${place} in place of ${typed}`}
                className="aria-pressed:bg-brand-soft aria-pressed:border-brand!"
                onClick={() => choose(typed, place)}
              >
                {place}
                {draft.suburbs[typed] === place ? '' : '?'}
              </Button>
            ))}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
