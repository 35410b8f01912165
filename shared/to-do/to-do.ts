import * as z from 'zod/mini';
import type { Period } from '../reports/report-periods';
import { ENTRY_KINDS } from './dated-entries';

const TO_DO_KINDS = [
  'waited-on-phones',
  'waiting-files',
  'shifts-left-open',
  'report-asked',
  'report-changed',
  ...ENTRY_KINDS,
  'token-expires',
  'token-maker-removed',
  'assumed',
  'areas',
] as const;

export const toDoSchema = z.strictObject({
  kind: z.enum(TO_DO_KINDS),
  title: z.string(),
  /** The last day on which it is on time or in force. */
  due: z.optional(z.string()),
  /** Of how many things it is made up. */
  count: z.optional(z.number()),
  /** Opens the place in the app where it is settled. */
  href: z.string(),
});
export type ToDo = z.infer<typeof toDoSchema>;

/** GET /api/to-do: most urgent first (docs/product/to-do.md#to-do). */
export const toDoListSchema = z.array(toDoSchema);

/** Reports opened at a period, and scrolled to its report. */
export const reportsPath = (periodKey: string) => `/?tab=reports&period=${periodKey}&part=report`;

/** "Q1 (Jul–Sep 2026)", "The year 2025-2026". */
export const periodName = ({ kind, label }: Pick<Period, 'kind' | 'label'>): string =>
  kind === 'annual' ? `The year ${label}` : label;

/** "Have you lodged Q1 (Jul–Sep 2026)?", "Have you lodged the year 2025-2026?". */
export const askedText = (period: Pick<Period, 'kind' | 'label'>): string =>
  `Have you lodged ${periodName(period).replace(/^The/, 'the')}?`;
