import type { BeaHolder, User } from '@shared/holders';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Clipped } from '@/components/ui/clipped';
import { PageHeader } from '@/components/ui/page-header';
import { oneAfterAnother } from '@/components/ui/states/skeleton';
import { useAuth } from '@/features/auth/auth-provider';
import { ConnectionsCard } from '@/features/connections/connections-card';
import { passkeysArePossible } from '@/features/passkeys/passkeys-are-possible';
import { PasskeysCard } from '@/features/passkeys/passkeys-card';
import { devicesKey, peopleKey } from '@/features/people/api';
import { PeopleCard } from '@/features/people/people-card';
import { CompanyLogoCard, ProfilePictureCard } from '@/features/pictures/picture-cards';
import { AccountCard } from '@/features/profile/account-card';
import { useNamedPart } from '@/lib/hooks/use-named-part';
import { useLogout } from '../use-logout';

const USER = ['/api/auth/user'];

const personOf = ({ firstName, lastName, email }: User) =>
  `${[firstName, lastName].filter(Boolean).join(' ')} (${email})`;

export function ProfileTab({ holder }: { holder: BeaHolder }) {
  const { refreshHolder } = useAuth();
  const client = useQueryClient();
  const { data: user } = useQuery<User>({ queryKey: USER });
  const logout = useLogout();
  // another contact email is a person's email, and may sign others out
  const readPeopleAgain = () => {
    for (const queryKey of [USER, peopleKey, devicesKey]) void client.invalidateQueries({ queryKey });
    return refreshHolder();
  };
  useNamedPart();
  return (
    <>
      <PageHeader
        title="Profile Settings"
        offline="You're offline. Changes need the internet."
        description={
          <Clipped lines={2} className="max-w-none! max-sm:min-h-10">
            {user ? `Signed in as ${personOf(user)}.` : 'Signed in.'}
          </Clipped>
        }
      />
      <div className="grid grid-cols-1 gap-4 sm:gap-6 lg:grid-cols-2">
        <div className="lg:col-span-2">
          <AccountCard holder={holder} onSaved={readPeopleAgain} />
        </div>
        <ProfilePictureCard profilePictureUrl={holder.profilePictureUrl} onSaved={refreshHolder} />
        <CompanyLogoCard
          logoUrl={holder.logoUrl}
          replaceVerb="Change"
          hint="PNG, JPG or SVG, max 5MB."
          path="/api/profile/logo"
          onSaved={refreshHolder}
        />
        <div className={clsx('space-y-4 empty:hidden sm:space-y-6 lg:col-span-2', oneAfterAnother)}>
          {passkeysArePossible() && <PasskeysCard />}
          <PeopleCard holder={holder} onLogout={logout} />
          <ConnectionsCard />
        </div>
      </div>
    </>
  );
}
