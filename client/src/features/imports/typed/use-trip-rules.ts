import { MAX_TYPED_ROWS } from '@shared/imports/imports';
import { brisbaneDay } from '@shared/periods';
import { guessColumns } from '@shared/trips/reading/guess-columns';
import { useMemo } from 'react';
import type { GridRules } from '@/components/grid/grid-state';
import type { PastedColumns } from '@/components/grid/pasted-cells';
import { remarksOn } from './cell-words';
import {
  checkRow,
  knowingPlaces,
  settleCell,
  settleRow,
  TIME_IN_FILE,
  type TripRowContext,
} from './check-cells';
import { readPasted, withPasted } from './pasted-cells';
import { type Cells, TYPED_FIELDS, type TypedField, type TypedRow, tripRows, withCell } from './typed-row';

/** Whether text that was copied has lines of words with a time, instead of cells. */
const isThread = (text: string) =>
  !text.includes('\t') &&
  /[\p{L}] [^\r\n]{0,200}\d{1,2}[:.]\d{2}|\d{1,2}[:.]\d{2}[^\r\n]{0,200} \p{L}/u.test(text);

const EXAMPLE: Partial<Cells> = {
  driver: 'Amy',
  date: 'Fri',
  time: '810',
  suburb: 'toowong',
};
const BLANK: Partial<Cells> = { waitingTime: '0' };
const BLANK_IN_FILE: Partial<Cells> = { ...BLANK, time: TIME_IN_FILE };

/** The meaning of typed trips' cells. @param onLines takes copied lines that are no cells */
export const useTripRules = (
  known: TripRowContext,
  onLines: (text: string) => void,
): GridRules<TypedField, TypedRow> =>
  useMemo(
    () => ({
      rows: tripRows,
      example: EXAMPLE,
      blank: known.isOfFile ? BLANK_IN_FILE : BLANK,
      firstTyped: 'time',
      remarksOf: (row) => remarksOn(checkRow(row, known).findings),
      settleCell: (row, field, rows) => settleCell(row, field, knowingPlaces(rows, known)),
      settleRow: (row) => settleRow(row, known),
      withCell,
      // a suburb brings its postcode along
      after: (field) => TYPED_FIELDS[TYPED_FIELDS.indexOf(field) + (field === 'suburb' ? 2 : 1)],
      readPasted,
      withPasted,
      guessColumns: (columns, fields) =>
        guessColumns(columns, fields, {
          ...known,
          vehicles: known.vehicles ?? [],
          today: brisbaneDay(known.now),
        }) as PastedColumns<TypedField>,
      tooMany: (rows) =>
        `A grid holds ${MAX_TYPED_ROWS} rows, and this would be ${rows}. Nothing was pasted. Past trips come from a file: Import trips`,
      takeLines(text) {
        const isTaken = isThread(text);
        if (isTaken) onLines(text);
        return isTaken;
      },
    }),
    [known, onLines],
  );
