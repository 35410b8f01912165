import type { BeaHolder, User } from '@shared/holders';
import type { ReactNode } from 'react';
import { PageHeader } from '@/components/ui/page-header';
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
        description={
          <span className="block max-sm:min-h-10">
            {user ? `Signed in as ${personOf(user)}.` : 'Signed in.'}
          </span>
        }
      />
      <div className="grid items-start gap-4 sm:gap-6 lg:grid-cols-2">
        {pictures}
        <div className="lg:col-span-2">
          <AccountCard holder={holder} onSaved={onHolderChanged} />
        </div>
        <div className="space-y-4 empty:hidden sm:space-y-6 lg:col-span-2">{signIn}</div>
      </div>
    </>
  );
}
