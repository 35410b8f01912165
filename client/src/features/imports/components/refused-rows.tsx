import { countOf } from '@shared/figures';
import type { ImportPreview } from '@shared/imports/imports';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import type { Draft } from '../file-answers';
import { countNewcomers } from '../newcomers/newcomer-answers';
import { newcomersInWords } from '../newcomers/newcomers-card';
import { fixableRows } from './correct-rows';

const list = (parts: readonly string[]) => new Intl.ListFormat('en-AU').format(parts);

type RefusedRowsProps = {
  preview: ImportPreview;
  draft: Draft;
  disabled: boolean;
  onCorrect: () => void;
};

/** The rows that cannot be imported, what they need, and what comes first. The grid that fixes them knows stored drivers only, so new ones are imported before. */
export function RefusedRows({ preview, draft, disabled, onCorrect }: RefusedRowsProps) {
  const { counts, needs = [], suburbs } = preview;
  const { problem, ready } = counts;
  const fixable = fixableRows(preview).length;
  const waiting = countNewcomers(preview.newcomers, draft.newcomers);
  const isLater = waiting.drivers + waiting.vehicles > 0;
  const areAsked = (suburbs?.misspelt.length ?? 0) > 0;
  const questions = [
    ...(areAsked ? ['say which suburb is meant'] : []),
    ...(waiting.open > 0
      ? [
          `answer for ${newcomersInWords({ drivers: waiting.openDrivers, vehicles: waiting.openVehicles })} below`,
        ]
      : []),
  ];
  const isLeft = needs.some(({ of }) => of === 'other' || (of === 'suburb' && !areAsked));
  const canFixHere = fixable > 0 && !isLater && waiting.open === 0;

  function whatComesFirst(): string {
    if (questions.length > 0)
      return `First ${list(questions)}.${isLeft ? ' What is still wrong then can be fixed here.' : ''}`;
    if (isLater && fixable > 0 && ready > 0) return 'Import the rest first. Then you can fix them here.';
    return `${canFixHere ? 'Fix them here, or fix' : 'Fix'} the file and choose it again${ready > 0 ? ', or import the rest without them' : ''}.`;
  }

  return (
    <Alert variant="due" title={`${countOf(problem, 'row')} cannot be imported`}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p>
          {needs.length > 0 &&
            `To be settled: ${list(needs.map(({ label, rows }) => `${label.toLowerCase()} in ${countOf(rows, 'row')}`))}. `}
          {whatComesFirst()}
        </p>
        {canFixHere && (
          <Button
            variant={ready === 0 && questions.length === 0 ? 'primary' : 'secondary'}
            disabled={disabled}
            onClick={onCorrect}
          >
            Fix {countOf(fixable, 'row')} here
          </Button>
        )}
      </div>
    </Alert>
  );
}
