import { type Driver, driverName } from '@shared/drivers';
import { brisbaneDay, formatDateTime } from '@shared/periods';
import type { Phone } from '@shared/phones';
import { Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Clipped } from '@/components/ui/clipped';
import { ConfirmAction, Dialog } from '@/components/ui/dialog';
import { QueryState } from '@/components/ui/states/query-state';
import { SkeletonGroup } from '@/components/ui/states/skeleton';
import { now } from '@/lib/clock';
import { toast } from '@/lib/toast';
import { useDriversPhones, useEndPhone, usePhoneCode, usePhones } from './api';
import { PhoneCode } from './phone-code';
import { phoneDetails, phoneNames, phoneOf } from './phones-text';

type PhonesDialogProps = { driver: Driver; onClose: () => void };

/** The code of a driver's own phone, and the phones that there are (docs/product/phones.md#codes). */
export function PhonesDialog({ driver, onClose }: PhonesDialogProps) {
  const query = usePhones(driver.id);
  const { phones = [], code: inForce = null } = query.data ?? {};
  const [ending, setEnding] = useState<Phone>();
  // after "End" there is no code until another is asked for
  const [hasEnded, setEnded] = useState(false);
  useNewPhone(driver, query);
  const hasNothing = query.isFetchedAfterMount && query.isSuccess && phones.length === 0 && !inForce;
  const code = usePhoneCode(driver.id, hasNothing && !hasEnded);
  // what the server has ended is not shown
  const shown = inForce && code.data?.expiresAt === inForce.expiresAt ? code.data : undefined;
  const names = phoneNames(phones);
  const makeCode = () => void code.refetch();

  return (
    <Dialog
      title={phoneOf(driver)}
      description="It logs trips and shifts of this driver, and nothing else."
      onClose={onClose}
    >
      <div className="mt-4 flex flex-col gap-6">
        {shown && inForce && (
          <PhoneCode
            code={shown}
            phonesLeft={inForce.phonesLeft}
            isRenewing={code.isFetching}
            onRenew={makeCode}
          />
        )}
        {!shown && code.isFetching && <CodeSkeleton />}
        {!shown && code.isError && !code.isFetching && (
          <QueryState query={code} failed="The code could not be made" />
        )}
        <QueryState
          query={query}
          failed="The phones could not be loaded"
          skeleton={<SkeletonGroup label="Loading the phones" bars={['h-11']} />}
        />
        {phones.length > 0 && (
          <ul aria-label="Phones" className="divide-y divide-line border-y border-line">
            {phones.map((phone) => (
              <PhoneRow
                key={phone.id}
                phone={phone}
                name={names.get(phone.id) ?? phone.name}
                onEnd={() => setEnding(phone)}
              />
            ))}
          </ul>
        )}
        {!shown && query.data && !code.isFetching && !code.isError && (
          <div className="space-y-2">
            {inForce && (
              <p className="text-sm text-muted">
                A code that is not shown here works until {formatDateTime(new Date(inForce.expiresAt))}.
                Another one ends it.
              </p>
            )}
            <Button icon={Plus} onClick={makeCode}>
              {phones.length > 0 ? 'Add another phone' : 'New code'}
            </Button>
          </div>
        )}
      </div>
      {ending && (
        <EndPhone
          driver={driver}
          phone={ending}
          name={names.get(ending.id) ?? ending.name}
          onEnd={() => setEnded(true)}
          onClose={() => setEnding(undefined)}
        />
      )}
    </Dialog>
  );
}

/** Says which phone has taken the code that the office is looking at. */
function useNewPhone(driver: Driver, { data, isFetchedAfterMount }: ReturnType<typeof usePhones>) {
  const { refetch } = useDriversPhones();
  const known = useRef<readonly string[]>(undefined);
  const sayNew = useEffectEvent((phones: readonly Phone[]) => {
    const added = known.current && phones.find(({ id }) => !known.current?.includes(id));
    known.current = phones.map(({ id }) => id);
    if (!added) return;
    toast({ title: `${phoneOf(driver)} is ready`, description: phoneNames(phones).get(added.id) });
    void refetch();
  });
  useEffect(() => {
    if (data && isFetchedAfterMount) sayNew(data.phones);
  }, [data, isFetchedAfterMount]);
}

const CodeSkeleton = () => (
  <SkeletonGroup label="Making a code" bars={['h-5', 'size-52 mx-auto', 'h-11', 'h-11']} />
);

type PhoneRowProps = { phone: Phone; name: string; onEnd: () => void };

const PhoneRow = ({ phone, name, onEnd }: PhoneRowProps) => (
  <li className="flex items-center justify-between gap-x-2 py-2">
    <div className="min-w-0">
      <Clipped tall lines={2} className="font-medium">
        {name}
      </Clipped>
      <p className="text-sm text-muted first-letter:uppercase">{phoneDetails(phone, brisbaneDay(now()))}</p>
    </div>
    <Button
      variant="ghost"
      className="-mr-2 shrink-0 px-2!"
      aria-label={`End: ${name}, ${phoneDetails(phone, brisbaneDay(now()))}`}
      onClick={onEnd}
    >
      End
    </Button>
  </li>
);

type EndPhoneProps = { driver: Driver; phone: Phone; name: string; onEnd: () => void; onClose: () => void };

function EndPhone({ driver, phone, name, onEnd, onClose }: EndPhoneProps) {
  const { mutateAsync } = useEndPhone(driver.id);
  return (
    <ConfirmAction
      title={`End ${phoneOf(driver)}?`}
      description={
        <>
          <p className="font-medium wrap-anywhere text-ink">
            {name}, {phoneDetails(phone, brisbaneDay(now()))}
          </p>
          <p className="mt-2">
            It logs nothing for <bdi>{driverName(driver)}</bdi> any more, and a code that is still good ends
            with it. Trips and shifts that wait on it come to you, in the Drivers tab.
          </p>
        </>
      }
      confirmLabel="End"
      pendingLabel="Ending..."
      action={() => {
        onEnd();
        return mutateAsync(phone);
      }}
      done={`${name} is no longer ${phoneOf(driver)}`}
      failed="Failed to end the phone"
      onClose={onClose}
    />
  );
}
