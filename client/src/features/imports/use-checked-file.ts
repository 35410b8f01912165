import type { ImportPreview } from '@shared/imports/imports';
import { use, useEffect, useState } from 'react';
import { messageOf } from '@/lib/api-client';
import { DraftOwner } from '@/lib/drafts/use-form-draft';
import { useAskBeforeLeaving } from '@/lib/hooks/use-window-event';
import { randomUuid } from '@/lib/random-uuid';
import { readChosenFile } from '@/lib/read-chosen-file';
import { type ChosenFile, type FileReading, usePreviewImport } from './api';

const FAILED = 'Failed to read the file';

/** The last preview, with the idempotency key of its import. */
type Checked = { preview: ImportPreview; key: string };

/** A file that was answered for and not imported yet outlives a look at another screen; closing the page asks first. */
let halfDone: { owner: string; file: ChosenFile; checked: Checked } | undefined;

/** A file that someone chooses to import, and what the server says about it. */
export function useCheckedFile() {
  const owner = use(DraftOwner);
  const [left] = useState(() => (halfDone?.owner === owner ? halfDone : undefined));
  const [file, setFile] = useState<ChosenFile | null>(left?.file ?? null);
  const [checked, setChecked] = useState<Checked | null>(left?.checked ?? null);
  const [fault, setFault] = useState<string>();
  const check = usePreviewImport();

  useEffect(() => {
    halfDone = file && checked ? { owner, file, checked } : undefined;
  }, [owner, file, checked]);
  useAskBeforeLeaving(file !== null && checked !== null);

  function forget() {
    setChecked(null);
    setFile(null);
  }

  async function read(chosen: ChosenFile, reading: FileReading = {}) {
    setFault(undefined);
    try {
      setChecked({ preview: await check.mutateAsync({ file: chosen, reading }), key: randomUuid() });
    } catch (error) {
      setChecked(null);
      setFault(messageOf(error, FAILED));
    }
  }

  async function choose(picked: File) {
    forget();
    const { contents, fault } = await readChosenFile(picked);
    if (!contents) return setFault(fault ?? FAILED);
    const chosen = { name: picked.name, contents };
    setFile(chosen);
    await read(chosen);
  }

  return { file, checked, fault, isChecking: check.isPending, choose, read, forget };
}
