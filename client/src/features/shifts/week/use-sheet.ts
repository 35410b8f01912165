import type { Driver } from '@shared/drivers';
import type { ImportAnswers } from '@shared/imports/imports';
import { askAboutDates } from '@shared/reading/ask-about-dates';
import type { SheetRow } from '@shared/shifts/reading/find-columns';
import { readShiftTable, type ShiftTable } from '@shared/shifts/reading/table';
import type { TimesAnswers } from '@shared/shifts/reading/times';
import { driversMeant, mergeCells, sheetCells, type WeekCell } from '@shared/shifts/reading/week-sheet';
import { type SheetQuestion, weekOfSheet } from '@shared/shifts/reading/weeks';
import { useState } from 'react';
import { now } from '@/lib/clock';
import type { WeekKnown } from './week-remarks';

/** A table on its way into the week. */
type Arrived = {
  table: ShiftTable;
  countsFrom1904: boolean;
  answers: ImportAnswers & { week?: string };
  /** The server's notes on its file. */
  notes: readonly string[];
};

type UseSheet = { known: WeekKnown; monday: string; onCells: (cells: readonly WeekCell[]) => void };

/** What is asked about a sheet, and said of it: tables with headings, from a file or copied, come into the week once their dates are clear. */
export function useSheet({ known, monday, onCells }: UseSheet) {
  const [asked, setAsked] = useState<Arrived & { question: SheetQuestion }>();
  const [notes, setNotes] = useState<readonly string[]>([]);
  const [unnamed, setUnnamed] = useState<ReadonlyMap<string, readonly Omit<WeekCell, 'driverId'>[]>>(
    new Map(),
  );
  const [times, setTimes] = useState<TimesAnswers>({});

  function settle(arrived: Arrived) {
    const { table, countsFrom1904, answers: given } = arrived;
    const { questions, answers, reading, ...read } = askAboutDates(table.dates, countsFrom1904, given, now());
    const open = questions.find(({ name }) => answers[name] === undefined);
    if (open) return setAsked({ ...arrived, question: open });
    const week = table.week && weekOfSheet(table.week, reading, now(), monday, given.week);
    if (week && 'question' in week) return setAsked({ ...arrived, question: week.question });
    setAsked(undefined);
    // another sheet may mean "9-5" otherwise
    setTimes({});
    // what was not asked is said
    const taken = questions.flatMap(({ name, text, choices }) => {
      const label = given[name] ? undefined : choices.find(({ value }) => value === answers[name])?.label;
      return label ? `${text} ${label}` : [];
    });
    const placed = sheetCells(table, { ...reading, ...week }, known);
    setNotes([
      ...arrived.notes,
      ...read.notes,
      ...taken,
      ...(week ? [week.note] : []),
      ...table.notes,
      ...placed.notes,
    ]);
    setUnnamed(placed.unnamed);
    onCells(placed.cells);
  }

  function nameDriver(name: string, driverId: string) {
    onCells(mergeCells((unnamed.get(name) ?? []).map((cell) => ({ ...cell, driverId }))));
    leaveOut(name);
  }
  const leaveOut = (name: string) => setUnnamed(new Map([...unnamed].filter(([other]) => other !== name)));

  const [[name = '', waiting = []] = []] = unnamed;
  return {
    /** The question about the dates of a table that waits for its answer. */
    question: asked?.question,
    answer(value: string) {
      if (asked) settle({ ...asked, answers: { ...asked.answers, [asked.question.name]: value } });
    },
    leave: () => setAsked(undefined),
    /** The question whom a name of the sheet means, if one is open. */
    driver: unnamed.size > 0 && {
      name,
      count: waiting.length,
      choices: driversMeant(name, known.drivers satisfies readonly Driver[]),
      onChoose: (driverId: string) => nameDriver(name, driverId),
      onLeave: () => leaveOut(name),
    },
    /** @returns whether the rows have headings */
    take(rows: readonly SheetRow[], of: Partial<Pick<Arrived, 'notes' | 'countsFrom1904'>> = {}): boolean {
      const table = readShiftTable(rows);
      if (table?.refusal) setNotes([`This table is not understood: ${table.refusal}`]);
      else if (table) settle({ countsFrom1904: false, answers: {}, notes: [], ...of, table });
      return table !== undefined;
    },
    notes,
    setNotes,
    /** How times such as "9-5" are meant. */
    times,
    setTimes,
  };
}
