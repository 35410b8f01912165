import { countOf } from '@shared/figures';
import type { ImportPreview } from '@shared/imports/imports';
import { NextBar } from '@/components/next-bar';
import { Button } from '@/components/ui/button';
import { useTurn } from '@/lib/hooks/use-download';
import { type Draft, isComplete, isLeftOpen, isReadOtherwise } from '../file-answers';
import { countNewcomers } from '../newcomers/newcomer-answers';
import { newcomersInWords } from '../newcomers/newcomers-card';
import { WorkProgress } from './work-progress';

type ImportBarProps = {
  preview: ImportPreview;
  draft: Draft;
  isChecking: boolean;
  isImporting: boolean;
  onCheck: () => void;
  onImport: () => void;
  /** Leads to the drivers and vehicles that wait for an answer. */
  onAnswer: () => void;
};

/** The button for what comes next. */
export function ImportBar(props: ImportBarProps) {
  const { preview, draft, isChecking, isImporting, onCheck, onImport, onAnswer } = props;
  const { counts, missing } = preview;
  const isBusy = isChecking || isImporting;
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const words = importWords(preview, draft);
  const turn = useTurn(
    isBusy,
    isChecking ? `Checking ${rows > 0 ? countOf(rows, 'row') : 'the rows'}` : words.doing,
  );
  const isOpen = missing.length > 0 || isLeftOpen(preview);
  const isStale = isReadOtherwise(preview, draft);
  const waiting = countNewcomers(preview.newcomers, draft.newcomers);

  const next =
    isOpen || isStale
      ? {
          label: isOpen ? 'Check the rows' : 'Check the rows again',
          note: isOpen ? '' : 'Your changes count once the rows are checked again.',
          onClick: onCheck,
          isOff: !isStale || (missing.length === 0 && !isComplete(preview, draft)),
        }
      : waiting.open > 0
        ? {
            label: `Answer for ${newcomersInWords({ drivers: waiting.openDrivers, vehicles: waiting.openVehicles })}`,
            note: '',
            onClick: onAnswer,
            isOff: false,
          }
        : words.label
          ? { label: words.label, note: leftOutText(preview, draft), onClick: onImport, isOff: false }
          : null;
  if (!next && !isBusy) return null;
  return (
    <NextBar>
      {next && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            variant="primary"
            className="max-sm:w-full"
            disabled={next.isOff}
            pending={isBusy}
            pendingLabel={isImporting ? 'Importing...' : 'Checking...'}
            onClick={next.onClick}
          >
            {next.label}
          </Button>
          {next.note && <p className="text-sm text-muted">{next.note}</p>}
        </div>
      )}
      <WorkProgress words={isBusy ? turn : null} />
    </NextBar>
  );
}

/** What an import does, for its button and while it goes on; no label where there is nothing to do. */
function importWords({ counts, newcomers }: ImportPreview, draft: Draft) {
  const added = newcomersInWords(countNewcomers(newcomers, draft.newcomers));
  const updated = draft.updates ? counts.differs : 0;
  const trips = counts.ready > 0 && countOf(counts.ready, 'trip');
  const label = trips
    ? [added && `add ${added},`, added && 'and', `import ${trips}`, updated > 0 && `and update ${updated}`]
    : updated > 0
      ? [added && `add ${added},`, added && 'and', `update ${countOf(updated, 'trip')}`]
      : [];
  const text = label.filter(Boolean).join(' ');
  return {
    label: text.charAt(0).toUpperCase() + text.slice(1),
    doing: `Importing ${[trips, added, updated > 0 && `${updated} corrected`].filter(Boolean).join(', ')}`,
  };
}

const list = (parts: string[]) => new Intl.ListFormat('en-AU').format(parts);

function leftOutText({ notTrips, counts }: ImportPreview, { updates }: Draft): string {
  const { problem, repeated, stored, differs } = counts;
  const left = updates ? 0 : differs;
  const parts = [
    problem > 0 && `${countOf(problem, 'row')} with ${problem === 1 ? 'a problem' : 'problems'}`,
    repeated > 0 && countOf(repeated, 'repeated row'),
    stored > 0 && `${countOf(stored, 'row')} already stored`,
    left > 0 && `${countOf(left, 'row')} that ${left === 1 ? 'differs' : 'differ'}`,
    notTrips > 0 && `${countOf(notTrips, 'row')} that ${notTrips === 1 ? 'is no trip' : 'are no trips'}`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return '';
  return `${list(parts)} ${problem + repeated + stored + left + notTrips === 1 ? 'is' : 'are'} left out.`;
}
