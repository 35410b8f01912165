import * as z from 'zod/mini';

const FINDING_KINDS = ['nil', 'quarters', 'postcode', 'duplicate', 'idle-driver'] as const;

/** Something to look at before a report is lodged (docs/product.md#checks). */
export const findingSchema = z.strictObject({
  kind: z.enum(FINDING_KINDS),
  title: z.string(),
  detail: z.string(),
  /** The filters that show its trips in Trip History; as in GET /api/trips. */
  trips: z.nullable(
    z.strictObject({
      startDate: z.string(),
      endDate: z.string(),
      postcode: z.optional(z.string()),
      search: z.optional(z.string()),
    }),
  ),
});
export type Finding = z.infer<typeof findingSchema>;

/** GET /api/checks: the findings of a period, at most MAX_FINDINGS of a kind; `left` counts those beyond. */
export const checksSchema = z.strictObject({ findings: z.array(findingSchema), left: z.number() });
export type Checks = z.infer<typeof checksSchema>;

export const MAX_FINDINGS = 50;
