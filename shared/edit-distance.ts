/** How many letters are put in, left out or replaced between two texts; more than `most` is any number above it. */
export function editDistance(one: string, other: string, most: number): number {
  let before = Uint8Array.from({ length: other.length + 1 }, (_, at) => at);
  let now = new Uint8Array(other.length + 1);
  for (let row = 1; row <= one.length; row += 1) {
    let least = row;
    now[0] = row;
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = (before[at - 1] ?? 0) + Number(one[row - 1] !== other[at - 1]);
      const distance = Math.min(replaced, (before[at] ?? 0) + 1, (now[at - 1] ?? 0) + 1);
      now[at] = distance;
      if (distance < least) least = distance;
    }
    if (least > most) return most + 1;
    [before, now] = [now, before];
  }
  return before.at(-1) ?? 0;
}
