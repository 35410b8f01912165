import { useState } from 'react';

type VersionedRow = { id: string; version: number };

/** The version of a row that its form shows; once the form has changed its history, that of the row as it is stored now. */
export function useSeen(row: VersionedRow | null, rows: readonly VersionedRow[] | undefined) {
  const [isNewest, setNewest] = useState(false);
  const newest = rows?.find(({ id }) => id === row?.id)?.version;
  return { version: isNewest ? newest : row?.version, seeNow: () => setNewest(true) };
}
