import type { ReactNode } from 'react';

export type Column<Row, Sort extends string = string> = {
  /** The heading, and on a phone the name next to the value. */
  header: string;
  /** Null for no value: a dash in the table, no line in the card. */
  cell: (row: Row) => ReactNode;
  /** Figures are right-aligned. */
  numeric?: boolean;
  /** Can have several lines: in a card it is below its heading. */
  long?: boolean;
  /** Left out while a row is open next to the table, but for paper. */
  minor?: boolean;
  /** Omitted from a card whose first line contains it. */
  inCardTitle?: boolean;
  /** The sort that the heading selects; absent if rows cannot be sorted by this column. */
  sort?: Sort;
};

/** The order of the rows. A phone shows no headings: offer the choice elsewhere. */
export type Sorting<Sort extends string> = {
  sort: Sort;
  order: 'asc' | 'desc';
  onSort: (sort: Sort) => void;
};

/** The keys of the selected rows. */
export type Selection<Row> = {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  /** "Select trip: Toowong 4066, 31/12/2026 14:05". */
  rowLabel: (row: Row) => string;
  /** "Select all trips on this page". */
  allLabel: string;
};

export type DataTableProps<Row, Sort extends string> = {
  /** The name of the table for screen readers. */
  caption: string;
  columns: readonly Column<Row, Sort>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The first line of a row's card on a phone, which identifies the row. */
  cardTitle: (row: Row) => ReactNode;
  /** Buttons at the end of a row. */
  actions?: (row: Row) => ReactNode;
  /** Dims the rows while newer ones are loading. */
  busy?: boolean;
  sorting?: Sorting<Sort>;
  /** Puts a checkbox before each row. */
  selection?: Selection<Row>;
  /** A click opens a row next to the table; `opened` is the key of the open one, or empty. The keyboard needs a button among the actions. */
  opening?: { opened: string; onOpen: (row: Row) => void } | undefined;
  /** The columns need the width of a desk, or of paper: below 1,024 px there are cards. */
  isBroad?: boolean;
};
