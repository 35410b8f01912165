import { useState } from 'react';
import * as z from 'zod/mini';
import { onDevice } from './storage/storage';

/** Something that is copied into the portal: its name among the others, and the figure that a tick is good for. */
export type Tickable = { name: string; figure: string | number };

/** The figures that were ticked, by name. */
const ticksSchema = z.record(z.string(), z.union([z.string(), z.number()]));
type Ticks = z.infer<typeof ticksSchema>;

/** The ticks of copied figures, remembered on this device under `key`; a change of a figure removes its tick (docs/product/reports.md#f5320). */
export function useTicks(key: string) {
  const [ticks, setTicks] = useState<Ticks>(() => onDevice.readAs(key, ticksSchema) ?? {});

  const change = (update: (before: Ticks) => Ticks) =>
    setTicks((before) => {
      const after = update(before);
      if (Object.keys(after).length > 0) onDevice.write(key, JSON.stringify(after));
      else onDevice.remove(key);
      return after;
    });

  return {
    isTicked: ({ name, figure }: Tickable) => ticks[name] === figure,
    tick: (things: readonly Tickable[]) =>
      change((before) => ({
        ...before,
        ...Object.fromEntries(things.map(({ name, figure }) => [name, figure])),
      })),
    untick: (things: readonly Tickable[]) => {
      const names = new Set(things.map(({ name }) => name));
      change((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !names.has(name))));
    },
  };
}
