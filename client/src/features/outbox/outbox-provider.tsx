import { type Driver, driverName } from '@shared/drivers';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useMemo, useState } from 'react';
import { now } from '@/lib/clock';
import { useAskBeforeLeaving } from '@/lib/hooks/use-window-event';
import { queryKeys, tripsAndFigures } from '@/lib/query-keys';
import { type OpenWaitingTrip, type Outbox, OutboxContext } from './outbox';
import {
  addRecord,
  changeRecord,
  hasDatabase,
  isSilent,
  OUTBOX,
  watchRecords,
  watchSilence,
} from './outbox-records';
import { OutboxSender, type OutboxSenderProps, type Sending } from './outbox-sender';
import { ownerOf } from './owner';
import { sendAtOnce } from './send-waiting';
import {
  deleteRecord,
  editRecord,
  isOnDevice,
  isSendable,
  isSettled,
  isShift,
  isTrip,
  newChange,
  newRecord,
  type WaitingRecord,
} from './waiting-record';

/** The lists are read again this long after a trip was sent, in milliseconds: not after each of many. */
const READ_AGAIN_AFTER_MS = 400;

/** Background Sync, where a browser has it: it sends what waits after the app was closed. */
async function askForBackgroundSync() {
  const registration: ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } } =
    await navigator.serviceWorker.ready;
  await registration.sync?.register(OUTBOX);
}

type Records = readonly WaitingRecord[] | undefined;

/** Has the lists and figures read again once something was sent. */
function useReadAgain(records: Records, canSave: boolean | undefined, { isSending }: Sending) {
  const queryClient = useQueryClient();
  // another tab or the service worker may have sent it
  const stored = records?.flatMap(({ stored, storedAt }) => (stored ? [stored.id + storedAt] : [])).join();
  const [read, setRead] = useState<string>();
  // this page's lists have all records sent before it opened; without a database there are none
  if (read === undefined && (stored !== undefined || canSave === false)) setRead(stored ?? '');
  useEffect(() => {
    // on a slow line reading would compete with sending
    if (stored === undefined || stored === read || isSending) return;
    const timer = setTimeout(() => {
      setRead(stored);
      for (const queryKey of tripsAndFigures) void queryClient.invalidateQueries({ queryKey });
    }, READ_AGAIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [queryClient, stored, read, isSending]);
}

/** Asks the browser to keep what waits, and to send it after the app was closed. */
function useKeepWaiting(isHeldUp: boolean | undefined) {
  useEffect(() => {
    if (!isHeldUp) return;
    void navigator.storage?.persist?.();
    void askForBackgroundSync().catch(() => {});
  }, [isHeldUp]);
}

type OutboxProviderProps = Pick<OutboxSenderProps, 'user' | 'onSessionEnd'> & {
  /** Shows what was opened. */
  OpenTrip: ComponentType<OpenWaitingTrip & { onClose: () => void }>;
  children: ReactNode;
};

/** Saves and sends the trips and shifts of one holder, or of a driver's own phone. A new `user` object means a new session: what waited for one is sent. */
export function OutboxProvider({ user, onSessionEnd, OpenTrip, children }: OutboxProviderProps) {
  const owner = ownerOf(user);
  const queryClient = useQueryClient();
  const [records, setRecords] = useState<readonly WaitingRecord[]>();
  const [canSave, setCanSave] = useState<boolean>();
  const [isStorageSilent, setSilent] = useState(isSilent);
  const [sending, setSending] = useState<Sending>({ isSending: false, isOffline: !navigator.onLine });
  const [opened, open] = useState<OpenWaitingTrip>();
  const [changes, setChanges] = useState(0);

  useEffect(() => watchRecords(owner, setRecords), [owner]);

  useEffect(() => {
    const look = () => void hasDatabase().then(setCanSave);
    look();
    return watchSilence((hasFallen) => {
      setSilent(hasFallen);
      if (!hasFallen) setChanges((count) => count + 1);
      look();
    });
  }, []);

  useReadAgain(records, canSave, sending);

  useKeepWaiting(sending.isOffline && records?.some(isSendable));
  useAskBeforeLeaving(records?.some((record) => !isOnDevice(record) && !isSettled(record)) ?? false);

  const outbox = useMemo<Outbox>(() => {
    function nameOf(driverId: string) {
      const drivers = queryClient.getQueryData<Driver[]>(queryKeys.drivers);
      const driver = drivers?.find(({ id }) => id === driverId);
      return driver && driverName(driver);
    }
    async function change(order: number, next: (record: WaitingRecord) => WaitingRecord | undefined) {
      let isThere = false;
      await changeRecord(order, (record) => {
        isThere = !record.gone;
        return isThere ? next(record) : record;
      });
      if (!isThere) throw new Error('It was sent, and is changed in Trip History or Hours');
      setChanges((count) => count + 1);
    }
    const remove = (order: number) => change(order, deleteRecord);
    return {
      records: records ?? [],
      trips: records?.filter(isTrip) ?? [],
      shifts: records?.filter(isShift) ?? [],
      canSave,
      isStorageSilent,
      sending,
      async log(input, stored) {
        const { driverId } = input.shift ?? input.trip;
        const record =
          stored && input.shift
            ? newChange(owner, stored, input.shift, now())
            : newRecord(owner, { ...input, driverName: nameOf(driverId) ?? '' }, now());
        const order = await addRecord(record);
        const isOnDisk = isOnDevice({ order });
        setCanSave(isOnDisk);
        // waiting records are sent first, if they can be read
        const isFirst = !records?.some((one) => isSendable(one) && !(isSilent() && isOnDevice(one)));
        const isSent = !isOnDisk && isFirst && (await sendAtOnce(owner, order));
        setChanges((count) => count + 1);
        return {
          order,
          // the browser may know newer than the last request found
          isWaiting: sending.isOffline || !navigator.onLine,
          isSaved: isOnDisk || isSent,
          takeBack: () => remove(order),
        };
      },
      edit: (order, input) =>
        change(order, (record) => {
          const { driverId } = input.shift ?? input.trip;
          return editRecord(record, { ...input, driverName: nameOf(driverId) ?? record.driverName });
        }),
      remove,
      discard: (order) => change(order, () => undefined),
      open,
    };
  }, [records, canSave, isStorageSilent, sending, owner, queryClient]);

  return (
    <OutboxContext value={outbox}>
      {children}
      <OutboxSender {...{ user, changes, onSessionEnd }} onChange={setSending} />
      {opened && <OpenTrip {...opened} onClose={() => open(undefined)} />}
    </OutboxContext>
  );
}
