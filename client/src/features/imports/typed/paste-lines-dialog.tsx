import { countOf } from '@shared/figures';
import { useState } from 'react';
import { useLeaving } from '@/components/edit-dialog';
import { Dialog, FormActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/form/field';
import { TextArea } from '@/components/ui/form/text-input';
import type { Known } from './check-cells';
import { readLines } from './pasted-lines';
import { newRow, type TypedRow } from './typed-row';

type PasteLinesDialogProps = {
  initial: string;
  known: Known;
  /** @returns whether the grid took them */
  onRows: (rows: readonly TypedRow[]) => boolean;
  onClose: () => void;
};

export function PasteLinesDialog({ initial, known, onRows, onClose }: PasteLinesDialogProps) {
  const [text, setText] = useState(initial);
  const [result, setResult] = useState('');
  const { leave, question } = useLeaving({ isTyped: () => text.trim() !== '', forget: () => {} }, onClose);

  function makeRows() {
    const { rows, leftOver } = readLines(text, known);
    const made = countOf(rows.length, 'row');
    if (rows.length === 0)
      return setResult('No trip was found in these lines. A line needs a place, or a time and a driver.');
    if (!onRows(rows.map(newRow)))
      return setResult(`The grid has no room for ${made}. Log what it holds first.`);
    if (leftOver.length === 0) return onClose();
    setText(leftOver.join('\n'));
    setResult(`${made} made. The lines that are left have no trip in them.`);
  }

  return (
    <>
      {question}
      <Dialog onClose={leave} title="Paste lines">
        <form
          className="mt-4 space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            makeRows();
          }}
        >
          <Field
            label="Lines"
            hint="One trip a line, such as “Toowong 10:15 Amy 5 min”. A message thread will do."
          >
            <TextArea value={text} rows={8} autoFocus onChange={({ target }) => setText(target.value)} />
          </Field>
          <p role="status" className="text-sm text-muted empty:hidden">
            {result}
          </p>
          <FormActions
            submitLabel="Make rows"
            pendingLabel="Make rows"
            pending={false}
            cancelLabel="Close"
            onCancel={leave}
          />
        </form>
      </Dialog>
    </>
  );
}
