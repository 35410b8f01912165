import { setImmediate } from 'node:timers/promises';

/** Reads together what is asked for in one turn of the event loop, and keeps nothing. Where `read` fails, all fail. */
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
