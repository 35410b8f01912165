import type { RosterAnswers, RosterPreview } from '@shared/imports/rosters';
import { useRef, useState } from 'react';
import { messageOf } from '@/lib/api-client';
import { useAskBeforeLeaving } from '@/lib/hooks/use-window-event';
import { randomUuid } from '@/lib/random-uuid';
import { readChosenFile } from '@/lib/read-chosen-file';
import { type ChosenFile, type RosterReading, usePreviewRoster } from './api';

const FAILED = 'Failed to read the file';

/** A sheet that someone chooses, and what the server says about it. Each answer reads it again at once. */
export function useRosterFile() {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [checked, setChecked] = useState<{ preview: RosterPreview; key: string } | null>(null);
  const [fault, setFault] = useState<string>();
  const check = usePreviewRoster();
  /** The last reading that was asked for: an earlier one may be answered after it. */
  const last = useRef<RosterReading>(undefined);
  useAskBeforeLeaving(file !== null && checked !== null);

  async function read(chosen: ChosenFile, reading: RosterReading = {}) {
    last.current = reading;
    setFault(undefined);
    try {
      const preview = await check.mutateAsync({ file: chosen, reading });
      if (last.current === reading) setChecked({ preview, key: randomUuid() });
    } catch (error) {
      if (last.current === reading) setFault(messageOf(error, FAILED));
    }
  }

  async function choose(picked: File) {
    setChecked(null);
    setFile(null);
    const { contents, fault } = await readChosenFile(picked);
    if (!contents) return setFault(fault ?? FAILED);
    const chosen = { name: picked.name, contents };
    setFile(chosen);
    await read(chosen);
  }

  /** Reads the file another way, with the answers that were given so far. */
  function change(other: RosterReading) {
    if (!file || !checked) return;
    const { of, sheet, columns, answers } = checked.preview;
    const asked = last.current?.answers ?? answers;
    void read(file, { of: of ?? undefined, sheet, columns, ...other, answers: other.answers ?? asked });
  }
  const answer = (given: RosterAnswers) =>
    change({ answers: { ...checked?.preview.answers, ...last.current?.answers, ...given } });

  return { file, checked, fault, isChecking: check.isPending, choose, change, answer };
}
