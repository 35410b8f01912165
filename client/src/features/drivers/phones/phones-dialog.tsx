import type { Driver } from '@shared/drivers';
import { HOUR_MS } from '@shared/durations';
import { PHONE_CODE_HOURS, PHONES_A_CODE } from '@shared/limits';
import { brisbaneDay, formatDateTime } from '@shared/periods';
import type { PhoneCode as Code, Phone } from '@shared/phones';
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
import { lastUsedText, phoneOf } from './phones-text';

type PhonesDialogProps = { driver: Driver; onClose: () => void };

/** The code of a driver's own phone, and the phones that there are (docs/product/phones.md#codes). */
export function PhonesDialog({ driver, onClose }: PhonesDialogProps) {
  const phones = usePhones(driver.id);
  const [isAsked, setAsked] = useState(false);
  const [ending, setEnding] = useState<Phone>();
  useNewPhone(driver, phones);
  const hasNone = phones.isFetchedAfterMount && phones.data?.length === 0;
  const code = usePhoneCode(driver.id, isAsked || hasNone);
  const phonesLeft = code.data ? PHONES_A_CODE - countTakers(code.data, phones.data) : 0;
  const isGood = phonesLeft > 0 && Date.parse(code.data?.expiresAt ?? '') > now().getTime();
  const shown = isGood ? code.data : undefined;
  const isUsedUp = code.data && phonesLeft <= 0;

  return (
    <Dialog
      title={phoneOf(driver)}
      description="It logs trips and shifts of this driver, and nothing else."
      onClose={onClose}
    >
      <div className="mt-4 flex flex-col gap-6">
        {shown && (
          <PhoneCode
            code={shown}
            phonesLeft={phonesLeft}
            isRenewing={code.isFetching}
            onRenew={() => void code.refetch()}
          />
        )}
        {!shown && !isUsedUp && (isAsked || hasNone) && (
          <QueryState query={code} failed="The code could not be made" skeleton={<CodeSkeleton />} />
        )}
        <QueryState
          query={phones}
          failed="The phones could not be loaded"
          skeleton={<SkeletonGroup label="Loading the phones" bars={['h-11']} />}
        />
        {phones.data && phones.data.length > 0 && (
          <ul aria-label="Phones" className="divide-y divide-line border-y border-line">
            {phones.data.map((phone) => (
              <PhoneRow key={phone.id} phone={phone} onEnd={() => setEnding(phone)} />
            ))}
          </ul>
        )}
        {!shown && (isUsedUp || !isAsked) && phones.data && phones.data.length > 0 && (
          <Button
            icon={Plus}
            className="self-start"
            pending={code.isFetching}
            pendingLabel="Making a code..."
            onClick={() => {
              setAsked(true);
              if (isUsedUp) void code.refetch();
            }}
          >
            Add another phone
          </Button>
        )}
      </div>
      {ending && (
        <EndPhone
          driver={driver}
          phone={ending}
          onEnded={() => {
            setAsked(false);
            setEnding(undefined);
          }}
          onClose={() => setEnding(undefined)}
        />
      )}
    </Dialog>
  );
}

/** How many phones have taken a code. */
function countTakers({ expiresAt }: Code, phones: readonly Phone[] = []): number {
  const madeAt = Date.parse(expiresAt) - PHONE_CODE_HOURS * HOUR_MS;
  return phones.filter(({ createdAt }) => Date.parse(createdAt) >= madeAt).length;
}

/** Says which phone has taken the code that the office is looking at. */
function useNewPhone(driver: Driver, { data, isFetchedAfterMount }: ReturnType<typeof usePhones>) {
  const { refetch } = useDriversPhones();
  const known = useRef<readonly string[]>(undefined);
  const sayNew = useEffectEvent((phones: readonly Phone[]) => {
    const added = known.current && phones.find(({ id }) => !known.current?.includes(id));
    known.current = phones.map(({ id }) => id);
    if (!added) return;
    toast({ title: `${phoneOf(driver)} is ready`, description: added.name });
    void refetch();
  });
  useEffect(() => {
    if (data && isFetchedAfterMount) sayNew(data);
  }, [data, isFetchedAfterMount]);
}

const CodeSkeleton = () => (
  <SkeletonGroup label="Making a code" bars={['h-5', 'size-52 mx-auto', 'h-11', 'h-11']} />
);

function PhoneRow({ phone, onEnd }: { phone: Phone; onEnd: () => void }) {
  const used = lastUsedText(phone.lastUsedAt, brisbaneDay(now()));
  const added = `added ${formatDateTime(new Date(phone.createdAt))}`;
  return (
    <li className="flex items-center justify-between gap-x-2 py-2">
      <div className="min-w-0">
        <Clipped tall lines={2} className="font-medium">
          {phone.name}
        </Clipped>
        <p className="text-sm text-muted">
          {added}, {used}
        </p>
      </div>
      <Button
        variant="ghost"
        className="-mr-2 shrink-0 px-2!"
        aria-label={`End: ${phone.name}, ${added}`}
        onClick={onEnd}
      >
        End
      </Button>
    </li>
  );
}

type EndPhoneProps = { driver: Driver; phone: Phone; onEnded: () => void; onClose: () => void };

function EndPhone({ driver, phone, onEnded, onClose }: EndPhoneProps) {
  const { mutateAsync } = useEndPhone(driver.id);
  return (
    <ConfirmAction
      title={`End ${phoneOf(driver)}?`}
      description={
        <>
          <p className="font-medium wrap-anywhere text-ink">
            {phone.name}, added {formatDateTime(new Date(phone.createdAt))}
          </p>
          <p className="mt-2">
            The code ends with it. Trips and shifts that still wait on the phone come to you, in the Drivers
            tab.
          </p>
        </>
      }
      confirmLabel="End"
      pendingLabel="Ending..."
      action={() => mutateAsync(phone)}
      done={`${phone.name} is no longer ${phoneOf(driver)}`}
      failed="Failed to end the phone"
      onDone={onEnded}
      onClose={onClose}
    />
  );
}
