import type { ImportPreview, TripImport } from '@shared/imports/imports';
import { NO_NEWCOMERS } from '@shared/imports/newcomers';
import { NOW } from './data';

/** What the server says of a file: nothing, but for what is given. */
export const buildPreview = ({ counts, ...overrides }: PreviewParts = {}): ImportPreview => ({
  sheets: [],
  sheet: 0,
  refusal: null,
  notes: [],
  headings: [],
  columns: {},
  unread: [],
  words: [],
  tooManyWords: [],
  columnFaults: [],
  notTrips: 0,
  missing: [],
  questions: [],
  answers: {},
  counts: { problem: 0, differs: 0, ready: 0, repeated: 0, stored: 0, ...counts },
  newcomers: NO_NEWCOMERS,
  layout: null,
  gone: { count: 0, from: '', to: '', trips: [] },
  lodged: [],
  rows: [],
  rowsLeftOut: 0,
  ...overrides,
});
type PreviewParts = Omit<Partial<ImportPreview>, 'counts'> & { counts?: Partial<ImportPreview['counts']> };

export const buildImport = (overrides: Partial<TripImport> = {}): TripImport => ({
  id: '00000000-0000-4000-b000-000000000001',
  of: 'trips',
  fileName: 'old.csv',
  tripCount: 1,
  changeCount: 0,
  driverCount: 0,
  vehicleCount: 0,
  importedBy: 'Mary Smith',
  createdAt: NOW,
  undoneAt: null,
  ...overrides,
});
