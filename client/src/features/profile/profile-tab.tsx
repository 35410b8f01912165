import type { BeaHolder, User } from '@shared/holders';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Clipped } from '@/components/ui/clipped';
import { PageHeader } from '@/components/ui/page-header';
import { oneAfterAnother } from '@/components/ui/states/skeleton';
import { useUser } from './api';
import { AccountCard } from './components/account-card';

type ProfileTabProps = {
  holder: BeaHolder;
  /** Reads the holder again wherever they are shown. */
  onHolderChanged: () => Promise<void>;
  /** The cards of the holder's pictures. */
  pictures: ReactNode;
  /** The cards about signing in. */
  signIn: ReactNode;
};

const personOf = ({ firstName, lastName, email }: User) =>
  `${[firstName, lastName].filter(Boolean).join(' ')} (${email})`;

/** Who the holder is: pictures and account. */
export function ProfileTab({ holder, onHolderChanged, pictures, signIn }: ProfileTabProps) {
  const { data: user } = useUser();
  return (
    <>
      <PageHeader
        title="Profile Settings"
        offline="Offline: changes need the network."
        description={
          <Clipped className="max-w-none! max-sm:min-h-10 max-sm:[&_.line-clamp-3]:line-clamp-2">
            {user ? `Signed in as ${personOf(user)}.` : 'Signed in.'}
          </Clipped>
        }
      />
      <div className="grid grid-cols-1 items-start gap-4 sm:gap-6 lg:grid-cols-2">
        {pictures}
        <div className="lg:col-span-2">
          <AccountCard holder={holder} onSaved={onHolderChanged} />
        </div>
        <div className={clsx('space-y-4 empty:hidden sm:space-y-6 lg:col-span-2', oneAfterAnother)}>
          {signIn}
        </div>
      </div>
    </>
  );
}
