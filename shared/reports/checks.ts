import * as z from 'zod/mini';
import { TRIP_KINDS } from '../trips/trip-kinds';
import { tripSchema } from '../trips/trips';

/** Something to look at before a report is lodged (docs/product/reports.md#checks). */
export const findingSchema = z.strictObject({
  kind: z.enum([
    'nil',
    'quarters',
    'unlike-before',
    'postcode',
    'outside-queensland',
    'duplicate',
    'before-start',
    'after-end',
    'vehicle-dates',
    'no-dates',
    'licence-expired',
    'licence-double',
    'long-wait',
    'future',
    'idle-driver',
    'idle-vehicle',
    'number-form',
  ]),
  title: z.string(),
  detail: z.string(),
  /** The filters that show its trips in Trip History; as in GET /api/trips. */
  trips: z.nullable(
    z.strictObject({
      startDate: z.string(),
      endDate: z.string(),
      postcode: z.optional(z.string()),
      search: z.optional(z.string()),
      waiting: z.optional(z.string()),
      kind: z.optional(z.enum(TRIP_KINDS)),
    }),
  ),
  /** The first of its trips, to be fixed. */
  examples: z.array(tripSchema),
  /** Links to fix it, with the id of the driver or vehicle to open there; where the label is a number, `of` says whose. */
  fixes: z.array(
    z.strictObject({
      opens: z.enum(['driver', 'vehicle', 'profile']),
      id: z.nullable(z.string()),
      label: z.string(),
      of: z.optional(z.string()),
    }),
  ),
});
export type Finding = z.infer<typeof findingSchema>;

/** GET /api/checks/readiness: all trips of a period, and those of them that need a look (docs/product/reports.md#readiness). */
export const readinessSchema = z.strictObject({ tripCount: z.number(), toLookAt: z.number() });
export type Readiness = z.infer<typeof readinessSchema>;

/** GET /api/checks: the findings of a period, at most MAX_FINDINGS of a kind; `left` counts those beyond. */
export const checksSchema = z.strictObject({
  findings: z.array(findingSchema),
  left: z.number(),
  /** The suburbs of a quarter whose area is unconfirmed (docs/product/reports.md#areas). */
  placesToConfirm: z.number(),
  /** The first of them, each with the area that is proposed, if any is. */
  firstPlaces: z.array(
    z.strictObject({ postcode: z.string(), suburb: z.string(), area: z.nullable(z.string()) }),
  ),
  ...readinessSchema.shape,
});
export type Checks = z.infer<typeof checksSchema>;

/** Whether what was found may be wrong. How TMR's numbers look is known in part only, so an odd one is a remark (docs/regulator.md#numbers). */
export const isProblem = ({ kind }: Pick<Finding, 'kind'>): boolean => kind !== 'number-form';

export const problemsOf = (findings: readonly Finding[]): Finding[] => findings.filter(isProblem);

export const MAX_FINDINGS = 50;
export const MAX_EXAMPLES = 3;
