import { onTestFinished } from 'vitest';

type Shift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
};

/** Counts from now on what moves by itself. @returns what has moved, once what is under way is drawn */
export function watchShifts(): () => Promise<string[]> {
  const shifts: string[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
      for (const { node, previousRect: from, currentRect: to } of hadRecentInput ? [] : sources)
        shifts.push(
          `${value.toFixed(4)}: ${node?.textContent?.trim().slice(0, 100)} from ${from.x},${from.y} to ${to.x},${to.y}`,
        );
  });
  observer.observe({ type: 'layout-shift' });
  onTestFinished(() => observer.disconnect());
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return async () => {
    await nextFrame();
    await nextFrame();
    return [...shifts];
  };
}
