import { countOf } from '@shared/figures';
import { useState } from 'react';
import { useLeaving } from '@/components/edit-dialog';
import { parseCells } from '@/components/grid/pasted-cells';
import { Dialog, FormActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/form/field';
import { TextArea } from '@/components/ui/form/text-input';
import type { TripRowContext } from './check-cells';
import { readLines } from './pasted-lines';
import { newRow, type TypedRow } from './typed-row';

type PasteLinesDialogProps = {
  initial: string;
  known: TripRowContext;
  /** @returns whether the grid took them */
  onRows: (rows: readonly TypedRow[]) => boolean;
  /** Takes the cells of a spreadsheet. @returns whether the grid took them */
  onCells: (cells: readonly string[][]) => boolean;
  onClose: () => void;
};

const noRoom = (rows: string) => `The grid has no room for ${rows}. Log what it holds first.`;

export function PasteLinesDialog({ initial, known, onRows, onCells, onClose }: PasteLinesDialogProps) {
  const [text, setText] = useState(initial);
  const [result, setResult] = useState('');
  const { leave, question } = useLeaving({ isTyped: () => text.trim() !== '', forget: () => {} }, onClose);

  function addRows() {
    if (text.includes('\t')) {
      const cells = parseCells(text).filter((row) => row.some(Boolean));
      return onCells(cells) ? onClose() : setResult(noRoom(countOf(cells.length, 'row')));
    }
    const { rows, leftOver } = readLines(text, known);
    const added = countOf(rows.length, 'row');
    if (rows.length === 0)
      return setResult(
        `${leftOver.length === 1 ? 'This line is' : `These ${countOf(leftOver.length, 'line')} are`} not clear. A line needs a suburb, or a time and a driver, and one way to read it.`,
      );
    if (!onRows(rows.map(newRow))) return setResult(noRoom(added));
    if (leftOver.length === 0) return onClose();
    setText(leftOver.join('\n'));
    setResult(
      `${added} added. The ${leftOver.length === 1 ? 'line below is' : 'lines below are'} not clear.`,
    );
  }

  return (
    <>
      {question}
      <Dialog onClose={leave} title="Paste lines">
        <form
          className="mt-4 space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            addRows();
          }}
        >
          <Field
            label="Lines"
            hint="One trip a line, such as “Toowong 10:15 Amy 5 min”. A message thread or cells of a spreadsheet will do."
          >
            <TextArea
              className="min-h-48"
              value={text}
              autoFocus
              onChange={({ target }) => setText(target.value)}
            />
          </Field>
          <p role="status" className="text-sm text-muted empty:hidden">
            {result}
          </p>
          <FormActions
            submitLabel="Add rows"
            pendingLabel="Add rows"
            pending={false}
            cancelLabel="Close"
            onCancel={leave}
          />
        </form>
      </Dialog>
    </>
  );
}
