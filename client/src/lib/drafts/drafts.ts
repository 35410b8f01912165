import { DAY_MS } from '@shared/durations';
import * as z from 'zod/mini';
import { now } from '../clock';
import { randomUuid } from '../random-uuid';
import { inTab, onDevice, type Store } from '../storage';

const PREFIX = 'draft:';
const KEPT_FOR_MS = 7 * DAY_MS;
const MAX_LENGTH = 5000;

const draftSchema = z.object({
  keptAt: z.number(),
  version: z.optional(z.number()),
  fields: z.record(z.string(), z.unknown()),
});

/** What was typed into a form that showed `version`, and when it was last changed, in milliseconds since 1970. */
export type Draft = {
  fields: Record<string, unknown>;
  version?: number | undefined;
  keptAt?: number | undefined;
};

/** A holder's form: whose draft it is, and of what. Neither has a colon. */
export type DraftPlace = { owner: string; thing: string };

const isTooLong = (value: unknown) => typeof value === 'string' && value.length > MAX_LENGTH;

/** The fields of a draft that a form can take: those that it has, of the kind that it `filled` in, and not too long. */
export const fieldsThatFit = (fields: Draft['fields'], filled: Record<string, unknown>) =>
  Object.entries(fields).filter(
    ([name, value]) =>
      Object.hasOwn(filled, name) && typeof value === typeof (filled[name] ?? '') && !isTooLong(value),
  );

/** The drafts of one tab (docs/product/app.md#drafts). Without `locks` it cannot tell whether another is open, and has its own alone. */
export function openDrafts(store: Store, tab: string, locks: Pick<LockManager, 'request'> | undefined) {
  let isHeld = false;
  const keyOf = ({ owner, thing }: DraftPlace, ofTab = tab) => `${PREFIX}${owner}:${thing}:${ofTab}`;

  function read(key: string) {
    const draft = store.readAs(key, draftSchema);
    if (draft && now().getTime() < draft.keptAt + KEPT_FOR_MS) return draft;
    store.remove(key);
    return undefined;
  }

  /** As long as the tab is open, no other takes its drafts: a lock ends with its tab, however that ends. */
  function holdTab() {
    if (isHeld) return;
    isHeld = true;
    locks?.request(PREFIX + tab, () => new Promise(() => {})).catch(() => {});
  }

  return {
    /** Keeps a draft, changed just now unless it says when; one without fields is removed. */
    keep(place: DraftPlace, { fields, version, keptAt = now().getTime() }: Draft): void {
      if (Object.keys(fields).length > 0) {
        holdTab();
        store.write(keyOf(place), JSON.stringify({ keptAt, version, fields }));
      } else store.remove(keyOf(place));
    },
    /** The tab's own draft, from before the page was loaded again. */
    read: (place: DraftPlace): Draft | undefined => read(keyOf(place)),
    /** Hands over a closed tab's newest draft. `take` returns whether it is now the caller's to keep. */
    async adopt(place: DraftPlace, take: (draft: Draft) => boolean): Promise<void> {
      const others = store
        .keys()
        .filter((key) => key.startsWith(PREFIX))
        .map((key) => ({ key, keptAt: read(key)?.keptAt }))
        .filter(({ key, keptAt }) => keptAt && key.startsWith(keyOf(place, '')) && key !== keyOf(place))
        .sort((one, other) => (other.keptAt ?? 0) - (one.keptAt ?? 0));
      for (const { key } of others) {
        const lock = PREFIX + key.slice(keyOf(place, '').length);
        const isDone = await locks?.request(lock, { ifAvailable: true }, (free) => {
          const draft = free && read(key);
          if (!draft) return false;
          if (take(draft)) store.remove(key);
          return true;
        });
        if (isDone) return;
      }
    },
    forget: (owner: string): void =>
      store.remove(...store.keys().filter((key) => key.startsWith(`${PREFIX}${owner}:`))),
  };
}

const TAB_KEY = 'draftTab';

/** A name for this tab that outlives a reload. It is out of sight while the page is open, so that a copy of the tab gets another. */
function nameOfTab(): string {
  const name = inTab.read(TAB_KEY) ?? randomUuid();
  const hide = () => inTab.remove(TAB_KEY);
  hide();
  window.addEventListener('pageshow', hide);
  window.addEventListener('pagehide', () => inTab.write(TAB_KEY, name));
  return name;
}

/** Pages over plain http, as from an office's own server, have none. */
const locks = (globalThis.navigator as { locks?: LockManager } | undefined)?.locks;

export const drafts = locks ? openDrafts(onDevice, nameOfTab(), locks) : openDrafts(inTab, '', undefined);
