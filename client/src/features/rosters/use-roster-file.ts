import type { RosterAnswers, RosterPreview } from '@shared/imports/rosters';
import { useRef, useState } from 'react';
import { messageOf } from '@/lib/api-client';
import { keepHalfDone } from '@/lib/drafts/half-done';
import { randomUuid } from '@/lib/random-uuid';
import { readChosenFile } from '@/lib/read-chosen-file';
import { type ChosenFile, type RosterReading, usePreviewRoster } from './api';

const FAILED = 'Failed to read the file';

/** The last preview, the idempotency key of its import, and whether the sheet was read afresh. */
type Checked = { preview: RosterPreview; key: string; layout: RosterReading['layout'] };

const halfDone = keepHalfDone<{ file: ChosenFile; checked: Checked }>();

/** A sheet that someone chooses, and what the server says about it. Each answer reads it again at once. */
export function useRosterFile() {
  const left = halfDone.useLeft();
  const [file, setFile] = useState<ChosenFile | null>(left?.file ?? null);
  const [checked, setChecked] = useState<Checked | null>(left?.checked ?? null);
  const [fault, setFault] = useState<string>();
  const check = usePreviewRoster();
  /** The last reading that was asked for: an earlier one may be answered after it. */
  const last = useRef<RosterReading>(undefined);
  halfDone.useKept(file && checked ? { file, checked } : undefined);

  function forget() {
    halfDone.drop();
    setChecked(null);
    setFile(null);
  }

  async function read(chosen: ChosenFile, reading: RosterReading = {}) {
    last.current = reading;
    setFault(undefined);
    try {
      const preview = await check.mutateAsync({ file: chosen, reading });
      if (last.current === reading) setChecked({ preview, key: randomUuid(), layout: reading.layout });
    } catch (error) {
      if (last.current === reading) setFault(messageOf(error, FAILED));
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

  /** Reads the file another way, with the answers that were given so far. */
  function change(other: RosterReading) {
    if (!file || !checked) return;
    const { of, sheet, columns, answers } = checked.preview;
    const asked = last.current?.answers ?? answers;
    const { layout } = checked;
    void read(file, {
      of: of ?? undefined,
      sheet,
      columns,
      layout,
      ...other,
      answers: other.answers ?? asked,
    });
  }
  /** Reads the file as the first of its headings. */
  function readAfresh() {
    if (file && checked) void read(file, { sheet: checked.preview.sheet, layout: 'ignore' });
  }
  const checkAgain = () => file && void read(file, last.current);
  const answer = (given: RosterAnswers) =>
    change({ answers: { ...checked?.preview.answers, ...last.current?.answers, ...given } });

  return {
    ...{ file, checked, fault, isChecking: check.isPending },
    ...{ choose, change, answer, readAfresh, checkAgain, forget },
  };
}
