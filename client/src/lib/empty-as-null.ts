import * as z from 'zod/mini';

/** The schema of a field that may be left empty: an empty text is null. */
export const emptyAsNull = <S extends z.core.$ZodType<unknown, string | null | undefined>>(schema: S) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text): string | null | undefined => text || null),
    ),
    schema,
  );
