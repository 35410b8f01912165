import type * as z from 'zod/mini';

/** Values under keys in one of the browser's stores, which may be switched off or full: the app then works without it. */
function openStore(area: 'localStorage' | 'sessionStorage') {
  function attempt<Value>(action: (store: Storage) => Value): Value | null {
    try {
      return action(globalThis[area]);
    } catch {
      return null;
    }
  }
  return {
    read: (key: string): string | null => attempt((store) => store.getItem(key)),
    /** A value written as JSON; null if no value fits the schema. */
    readAs: <Value>(key: string, schema: z.ZodMiniType<Value>): Value | null =>
      attempt((store) => schema.safeParse(JSON.parse(store.getItem(key) ?? 'null')).data ?? null),
    write: (key: string, value: string): void => void attempt((store) => store.setItem(key, value)),
    remove: (...keys: string[]): void => {
      for (const key of keys) attempt((store) => store.removeItem(key));
    },
    clear: (): void => void attempt((store) => store.clear()),
    keys: (): string[] => attempt((store) => Object.keys(store)) ?? [],
  };
}

/** Stays on the device until it is removed. */
export const onDevice = openStore('localStorage');

/** Ends with the browser's tab; survives a reload. */
export const inTab = openStore('sessionStorage');

/** The browser's database gives no answer (browser-database.ts). It is named here, so that the login screen knows it without that code. */
export class DatabaseSilent extends Error {
  constructor() {
    super(
      "This browser's storage does not answer. Nothing was changed: try again in a moment, or reload the page.",
    );
    this.name = 'DatabaseSilent';
  }
}

/** The IndexedDB database of kept-answers.ts. It is named here, so that the login screen can delete it without that code. */
export const KEPT_ANSWERS = 'kept-answers';

export function forgetKeptAnswers(): void {
  try {
    indexedDB.deleteDatabase(KEPT_ANSWERS);
  } catch {
    // a browser without it has kept nothing
  }
}
