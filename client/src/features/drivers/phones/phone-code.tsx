import { countOf } from '@shared/figures';
import { PHONES_A_CODE } from '@shared/limits';
import { formatDateTime } from '@shared/periods';
import type { PhoneCode as Code } from '@shared/phones';
import { Copy } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { TextInput } from '@/components/ui/form/text-input';
import { failingQuietly, lazyPart } from '@/components/ui/lazy-part';
import { Skeleton } from '@/components/ui/states/skeleton';
import { copyText } from '@/lib/copy-text';

const QrCode = lazyPart(() => import('./qr-code').then((file) => file.QrCode), {
  skeleton: <Skeleton className="size-52" />,
  Failed: failingQuietly('The QR code could not be loaded. Type the code instead.'),
});

type PhoneCodeProps = {
  code: Code;
  /** How many more phones can take it. */
  phonesLeft: number;
  isRenewing: boolean;
  onRenew: () => void;
};

/** A code that makes a browser a driver's phone: to scan, to type, and to send. */
export const PhoneCode = ({
  code: { url, code, expiresAt },
  phonesLeft,
  isRenewing,
  onRenew,
}: PhoneCodeProps) => (
  <div className="space-y-4">
    <p>
      Scan this with the phone's camera. Or open Trip Log on the phone, choose “I drive for someone” and type
      the code.
    </p>
    <div className="flex min-h-52 justify-center">
      <QrCode text={url} label="QR code with the address" />
    </div>
    <Field label="Code">
      <TextInput
        readOnly
        value={`${code.slice(0, 4)} ${code.slice(4)}`}
        className="text-center text-xl! font-semibold tracking-widest tabular-nums"
        onFocus={({ target }) => target.select()}
      />
    </Field>
    <div className="flex items-end gap-3">
      <Field label="Address" className="min-w-0 grow">
        <TextInput readOnly value={url} onFocus={({ target }) => target.select()} />
      </Field>
      <Button
        icon={Copy}
        onClick={() =>
          void copyText(url, {
            done: 'Send it to the driver alone: it opens their trips.',
            failed: 'Please select the address and copy it.',
          })
        }
      >
        Copy
      </Button>
    </div>
    <div>
      <p className="text-sm text-muted">
        Works on {phonesLeft === PHONES_A_CODE ? 'up to ' : ''}
        {countOf(phonesLeft, phonesLeft === PHONES_A_CODE ? 'phone' : 'more phone')}, until{' '}
        {formatDateTime(new Date(expiresAt))}. A new code ends this one.
      </p>
      <Button className="mt-2" pending={isRenewing} pendingLabel="Making..." onClick={onRenew}>
        New code
      </Button>
    </div>
  </div>
);
