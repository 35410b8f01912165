import { setImmediate } from 'node:timers/promises';

/**
 * Makes reading one of reading many: what is asked for in one turn of the event loop is read at its end, at once. Nothing is kept, so an
 * answer is never older than its question.
 * @param read answers by key; where it fails, all who asked together fail
 */
export function readTogether<Key, Row>(
  read: (keys: Key[]) => Promise<Map<Key, Row>>,
): (key: Key) => Promise<Row | undefined> {
  let group: { keys: Set<Key>; rows: Promise<Map<Key, Row>> } | undefined;
  function begin() {
    const keys = new Set<Key>();
    const rows = setImmediate().then(() => {
      group = undefined;
      return read([...keys]);
    });
    return { keys, rows };
  }
  return async (key) => {
    group ??= begin();
    const { keys, rows } = group;
    keys.add(key);
    return (await rows).get(key);
  };
}
