import { useState } from 'react';
import * as z from 'zod/mini';
import { onDevice } from '@/lib/storage';

/** The trips that each row had when it was ticked: a tick is good for that figure only. */
type Ticks = Readonly<Record<string, number>>;
const ticksSchema = z.record(z.string(), z.number());

export type Row = { place: string; tripCount: number };
export type TickedRows = ReturnType<typeof useTicks>;

/** The ticks of a period's rows, which this device remembers under `key` (docs/product.md#f5320). */
export function useTicks(key: string) {
  const storeKey = `f5320-ticks-${key}`;
  const [ticks, setTicks] = useState<Ticks>(() => onDevice.readAs(storeKey, ticksSchema) ?? {});

  function save(changed: Ticks) {
    setTicks(changed);
    if (Object.keys(changed).length > 0) onDevice.write(storeKey, JSON.stringify(changed));
    else onDevice.remove(storeKey);
  }

  return {
    isTicked: ({ place, tripCount }: Row) => ticks[place] === tripCount,
    tick: ({ place, tripCount }: Row) => save({ ...ticks, [place]: tripCount }),
    untick: (rows: readonly Row[]) => {
      const places = new Set(rows.map(({ place }) => place));
      save(Object.fromEntries(Object.entries(ticks).filter(([place]) => !places.has(place))));
    },
  };
}
