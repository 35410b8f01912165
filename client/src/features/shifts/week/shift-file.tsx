import type { ShiftSheet } from '@shared/shifts/shifts';
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { readChosenFile } from '@/lib/read-chosen-file';
import { toast, toastError } from '@/lib/toast';
import { useReadShifts } from '../api';

const FAILED = 'Failed to read the file';

/** Reads the hours of a CSV file or a workbook into the grid; of several sheets one is chosen. */
export function ShiftFile({ onSheet }: { onSheet: (sheet: ShiftSheet) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const { mutateAsync, isPending } = useReadShifts();
  const [choosing, setChoosing] = useState<{ file: Blob; sheet: ShiftSheet }>();

  async function read(file: Blob, sheet?: number) {
    setChoosing(undefined);
    try {
      const found = await mutateAsync({ file, sheet });
      if (found.sheets.length > 1 && sheet === undefined) setChoosing({ file, sheet: found });
      else take(found);
    } catch (error) {
      toastError(error, FAILED);
    }
  }

  function take(sheet: ShiftSheet) {
    if (sheet.refusal) toast({ title: FAILED, description: `${sheet.refusal}.`, variant: 'destructive' });
    else if (sheet.rows.length === 0) toast({ title: 'The file has no rows', variant: 'destructive' });
    else onSheet(sheet);
  }

  async function choose(picked: File | undefined) {
    if (!picked) return;
    const { contents, fault } = await readChosenFile(picked);
    if (contents) await read(contents);
    else toast({ title: FAILED, ...(fault && { description: `${fault}.` }), variant: 'destructive' });
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.xlsx,text/csv"
        className="sr-only"
        tabIndex={-1}
        aria-label="File with hours"
        onChange={({ target }) => {
          void choose(target.files?.[0]);
          // the same file can be chosen again
          target.value = '';
        }}
      />
      <Button
        variant="ghost"
        icon={FileUp}
        pending={isPending}
        pendingLabel="Reading..."
        onClick={() => input.current?.click()}
      >
        From a file
      </Button>
      {choosing && (
        <Dialog title="Which sheet has the hours?" onClose={() => setChoosing(undefined)}>
          <div className="mt-4 grid gap-2">
            {choosing.sheet.sheets.map((name, index) => (
              <Button key={name} onClick={() => void read(choosing.file, index)}>
                {name}
              </Button>
            ))}
          </div>
        </Dialog>
      )}
    </>
  );
}
