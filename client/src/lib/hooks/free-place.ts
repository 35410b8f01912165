type Edges = { top: number; bottom: number };
export type Box = Edges & { left: number; right: number };

/** Whether one box covers any of the other. */
export const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** A DOMRect's own properties are none, so that it cannot be spread. */
const moved = ({ left, right, top, bottom }: Box, by: number): Box => ({
  left,
  right,
  top: top + by,
  bottom: bottom + by,
});

/**
 * The way up (negative) or down that a floating box has to go to cover nothing that is needed, in pixels.
 * @param screen the part of the page that is in view
 * @param needed the most important first: where there is not room for all, the last may be covered
 */
export function shiftOutOfTheWay(box: Box, screen: Edges, needed: readonly Box[]): number {
  for (let count = needed.length; count >= 0; count -= 1) {
    const kept = needed.slice(0, count);
    const [nearest] = kept
      .flatMap(({ top, bottom }) => [top - box.bottom, bottom - box.top])
      .concat(0, screen.top - box.top, screen.bottom - box.bottom)
      .filter((by) => box.top + by >= screen.top && box.bottom + by <= screen.bottom)
      .filter((by) => !kept.some((other) => overlap(moved(box, by), other)))
      .sort((one, other) => Math.abs(one) - Math.abs(other));
    if (nearest !== undefined) return nearest;
  }
  return 0;
}
