import type { Driver } from '@shared/drivers';
import type { ImportAnswers } from '@shared/imports';
import { askAboutDates } from '@shared/reading/ask-about-dates';
import type { SheetRow } from '@shared/shifts/reading/find-columns';
import type { ShiftField } from '@shared/shifts/reading/headings';
import { readShiftTable, type ShiftTable } from '@shared/shifts/reading/table';
import type { TimesAnswers } from '@shared/shifts/reading/times';
import { type SheetQuestion, weekOfSheet } from '@shared/shifts/reading/weeks';
import { useCallback, useState } from 'react';
import type { Pasted } from '@/components/grid/pasted-cells';
import { now } from '@/lib/clock';
import { pastedTable } from './pasted-table';

type Put = (read: Pasted<ShiftField>, index: number) => void;

/** A table on its way into the grid, from a row on. */
type Arrived = {
  table: ShiftTable;
  index: number;
  countsFrom1904: boolean;
  answers: ImportAnswers & { week?: string };
  /** The server's notes on its file. */
  notes: readonly string[];
};

/** What is asked about a sheet, and said of it: tables with headings, from a file or copied, come into the grid once their dates are clear. */
export function useSheet(drivers: readonly Driver[]) {
  const [asked, setAsked] = useState<Arrived & { question: SheetQuestion }>();
  const [notes, setNotes] = useState<readonly string[]>([]);
  const [times, setTimes] = useState<TimesAnswers>({});

  const settle = useCallback(
    (arrived: Arrived, put: Put) => {
      const { table, index, countsFrom1904, answers: given } = arrived;
      const { questions, answers, reading, ...read } = askAboutDates(
        table.dates,
        countsFrom1904,
        given,
        now(),
      );
      const open = questions.find(({ name }) => answers[name] === undefined);
      if (open) return setAsked({ ...arrived, question: open });
      const week = table.week && weekOfSheet(table.week, reading, now(), given.week);
      if (week && 'question' in week) return setAsked({ ...arrived, question: week.question });
      setAsked(undefined);
      // another sheet may mean "9-5" otherwise
      setTimes({});
      // what was not asked is said
      const taken = questions.flatMap(({ name, text, choices }) => {
        const label = given[name] ? undefined : choices.find(({ value }) => value === answers[name])?.label;
        return label ? `${text} ${label}` : [];
      });
      setNotes([...arrived.notes, ...read.notes, ...taken, ...(week ? [week.note] : []), ...table.notes]);
      put(pastedTable(table, { ...reading, ...week }, drivers), index);
    },
    [drivers],
  );

  /** @returns whether the rows have headings */
  const take = useCallback(
    (rows: readonly SheetRow[], put: Put, at: Pick<Arrived, 'index'> & Partial<Arrived>): boolean => {
      const table = readShiftTable(rows);
      if (table?.refusal) setNotes([`This table is not understood: ${table.refusal}`]);
      else if (table) settle({ countsFrom1904: false, answers: {}, notes: [], ...at, table }, put);
      return table !== undefined;
    },
    [settle],
  );

  return {
    /** The question about the dates of a table that waits for its answer. */
    question: asked?.question,
    answer(value: string, put: Put) {
      if (asked) settle({ ...asked, answers: { ...asked.answers, [asked.question.name]: value } }, put);
    },
    leave: () => setAsked(undefined),
    take,
    notes,
    setNotes,
    /** How times such as "9-5" are meant. */
    times,
    setTimes,
  };
}
