import type { ImportPreview } from '@shared/imports/imports';
import type { WaitingFile } from '@shared/imports/waiting-files';
import { useCallback, useState } from 'react';
import { messageOf } from '@/lib/api-client';
import { keepHalfDone } from '@/lib/drafts/half-done';
import { randomUuid } from '@/lib/random-uuid';
import { readChosenFile } from '@/lib/read-chosen-file';
import { type FileReading, usePreviewImport } from './api';
import { type Draft, draftOf } from './file-answers';
import type { ChosenFile } from './sent-file';
import { useFetchWaiting } from './waiting/api';

const FAILED = 'Failed to read the file';

/** The last preview, what was chosen since, and the idempotency key of its import. */
type Checked = { preview: ImportPreview; draft: Draft; key: string; layout: FileReading['layout'] };

const halfDone = keepHalfDone<{ file: ChosenFile; checked: Checked }>();

/** A file that someone chooses to import, and what the server says about it. */
export function useCheckedFile() {
  const left = halfDone.useLeft();
  const [file, setFile] = useState<ChosenFile | null>(left?.file ?? null);
  const [checked, setChecked] = useState<Checked | null>(left?.checked ?? null);
  const [fault, setFault] = useState<string>();
  const check = usePreviewImport();
  const fetching = useFetchWaiting();

  halfDone.useKept(file && checked ? { file, checked } : undefined);

  function forget() {
    setChecked(null);
    setFile(null);
  }

  /** Where it fails, an earlier preview stays, with all that was typed. */
  async function read(chosen: ChosenFile, reading: FileReading = {}) {
    setFault(undefined);
    try {
      const preview = await check.mutateAsync({ file: chosen, reading });
      setChecked((before) => ({
        preview,
        draft: { ...draftOf(preview), updates: before?.draft.updates ?? true },
        key: randomUuid(),
        layout: reading.layout,
      }));
    } catch (error) {
      setFault(messageOf(error, FAILED));
    }
  }

  /** @param waiting the id of the waiting file that it is */
  async function choose(picked: File, waiting?: string) {
    forget();
    const { contents, fault } = await readChosenFile(picked);
    if (!contents) return setFault(fault ?? FAILED);
    const chosen = { name: picked.name, contents, waiting };
    setFile(chosen);
    await read(chosen);
  }

  /** Reads a file that a program sent, as if it had been chosen. */
  async function open(waiting: WaitingFile) {
    setFault(undefined);
    try {
      await choose(await fetching.mutateAsync(waiting), waiting.id);
    } catch (error) {
      setFault(messageOf(error, FAILED));
    }
  }

  /** Another import than was tried before gets another key. */
  const change = useCallback(
    (update: (draft: Draft) => Draft) =>
      setChecked((before) => before && { ...before, draft: update(before.draft), key: randomUuid() }),
    [],
  );

  return {
    file,
    checked,
    fault,
    isChecking: check.isPending || fetching.isPending,
    choose,
    open,
    read,
    change,
    forget,
  };
}
