import type { PhoneSession } from '@shared/holders';
import { useEffect, useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { failingQuietly, lazyPart } from '@/components/ui/lazy-part';
import { InstallInvitation } from '@/features/app-shell/install-invitation';
import { othersText, readOthers } from '@/features/auth/others-waiting';
import { useOutbox } from '@/features/outbox/outbox';
import { ownerOf } from '@/features/outbox/owner';
import { isRefusedRecord, type WaitingRecord } from '@/features/outbox/waiting-record';
import { LeftOpenShifts, OpenShift } from '@/features/shifts/open-shifts';
import { ShiftButton } from '@/features/shifts/shift-button';
import type { ShownShift } from '@/features/shifts/use-open-shifts';
import { LogTripTab } from '@/features/trips/log-trip/log-trip-tab';
import { OnPhone } from '@/lib/hooks/use-on-phone';
import { CONTENT_ID, SkipLink } from '../keys/content-focus';
import { SessionFrame } from '../session-frame';
import { usePageTitle } from '../use-page-title';
import { DriverHeader } from './driver-header';

const RefusedShifts = lazyPart(
  () => import('@/features/shifts/refused-shifts').then((file) => file.RefusedShifts),
  { Failed: failingQuietly('The shifts that were not accepted could not be loaded.') },
);

const ShiftDialog = lazyPart(
  () => import('@/features/shifts/shift-dialog').then((file) => file.ShiftDialog),
  { Failed: failingQuietly('The shift could not be opened.') },
);

/** The app on a driver's own phone: Log Trip for that driver, and nothing else (docs/product/phones.md#what-a-phone-may-do). */
export function DriverApp({ phone }: { phone: PhoneSession }) {
  const [hasLogged, setLogged] = useState(false);
  const [opened, setOpened] = useState<ShownShift>();
  // its dialog is a form, which must not be in the form of the trip
  const [shift] = useState(() => ({
    Button: ShiftButton,
    Open: ({ driverId }: { driverId: string }) => <OpenShift driverId={driverId} onOpen={setOpened} />,
    LeftOpen: LeftOpenShifts,
  }));
  usePageTitle('Log Trip');
  return (
    <OnPhone value>
      <SessionFrame user={phone}>
        <SkipLink />
        <DriverHeader phone={phone} />
        <main id={CONTENT_ID} className="mx-auto max-w-page px-4 py-4 sm:py-6">
          <RefusedHere />
          <OthersWaiting phone={phone} />
          <LogTripTab
            holderId={ownerOf(phone)}
            entityExpires={null}
            onAddDrivers={undefined}
            onLogged={() => setLogged(true)}
            shift={shift}
            side={null}
          />
          {hasLogged && <InstallInvitation />}
          {opened && <ShiftDialog shown={opened} onClose={() => setOpened(undefined)} />}
        </main>
      </SessionFrame>
    </OnPhone>
  );
}

/** The phone neither shows nor sends them. */
function OthersWaiting({ phone }: { phone: PhoneSession }) {
  const [others, setOthers] = useState<WaitingRecord[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, because nothing is added to them here
  useEffect(() => void readOthers(phone).then(setOthers, () => {}), []);
  return (
    others.length > 0 && (
      <Alert variant="due" className="mb-4" title={`${othersText(others)} on this phone`}>
        Someone of the office can send what waits. End it under “This phone” first, and have them sign in
        here.
      </Alert>
    )
  );
}

/** The office corrects refused shifts in Hours. */
const RefusedHere = () => useOutbox().shifts.some(isRefusedRecord) && <RefusedShifts />;
