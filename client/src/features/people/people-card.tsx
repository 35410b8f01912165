import type { Device } from '@shared/devices';
import type { BeaHolder } from '@shared/holders';
import type { People, Person } from '@shared/people';
import { Trash2, UserPlus } from 'lucide-react';
import { useRowDialog } from '@/components/row-list';
import { Alert } from '@/components/ui/alert';
import { Badge } from '@/components/ui/badge';
import { Button, IconButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { QueryState } from '@/components/ui/states/query-state';
import { ListSkeleton, SkeletonGroup } from '@/components/ui/states/skeleton';
import { brisbaneNote } from '@/lib/clock';
import { useDevices, usePeople } from './api';
import { type Leaving, PersonDevices, SignOutDialog, TwoLines } from './person-devices';
import { AddPersonDialog, nameOf, RemovePersonDialog } from './person-dialogs';

type PeopleCardProps = { holder: BeaHolder; onLogout: () => Promise<void> };

/** Who may sign in for the holder, each with their devices (docs/product/people.md). */
export function PeopleCard({ holder, onLogout }: PeopleCardProps) {
  const people = usePeople();
  const devices = useDevices();
  const { dialog, open, close } = useRowDialog();
  const signOut = (leaving: Leaving) => open(<SignOutDialog {...{ leaving, onLogout }} onClose={close} />);
  const hasOthers = devices.data?.some(({ isThisDevice }) => !isThisDevice);

  return (
    <Card
      id="people"
      title="People"
      description={`They may sign in, each with their own email, and all may do the same.${brisbaneNote() ? ' Times are in Brisbane time.' : ''}`}
      actions={
        <>
          {people.data && (
            <Button
              icon={UserPlus}
              onClick={() => open(<AddPersonDialog {...{ holder, ...people.data }} onClose={close} />)}
            >
              Add a person
            </Button>
          )}
          {hasOthers && <Button onClick={() => signOut('others')}>Sign out everywhere else</Button>}
        </>
      }
    >
      <QueryState
        query={people}
        failed="The people could not be loaded"
        skeleton={<ListSkeleton label="Loading people" />}
      />
      {people.data && !people.isError && (
        <PeopleList
          {...people.data}
          // no one signs in to a demo
          signInCodes={people.data.signInCodes || holder.demoUntil !== null}
          devices={devices.data}
          onSignOut={signOut}
          onRemove={(person) => open(<RemovePersonDialog person={person} onClose={close} />)}
        />
      )}
      {!people.isError && (
        <QueryState
          query={devices}
          failed="The devices could not be loaded"
          skeleton={people.data ? <SkeletonGroup label="Loading devices" bars={['h-11']} /> : null}
        />
      )}
      {dialog}
    </Card>
  );
}

type PeopleListProps = People & {
  devices: Device[] | undefined;
  onSignOut: (device: Device) => void;
  onRemove: (person: Person) => void;
};

const PeopleList = ({ signInCodes, people, devices, onSignOut, onRemove }: PeopleListProps) => (
  <>
    {!signInCodes && (
      <Alert variant="due" title="Sign-in codes are off" className="mb-4">
        Anyone who knows the BEA number and one of these emails can sign in.
      </Alert>
    )}
    <ul aria-label="People" className="divide-y divide-line border-y border-line">
      {people.map((person) => (
        <li key={person.id} className="py-2">
          <PersonLine person={person} onRemove={() => onRemove(person)} />
          <PersonDevices
            person={person}
            devices={devices?.filter(({ userId }) => userId === person.id)}
            onSignOut={onSignOut}
          />
        </li>
      ))}
    </ul>
  </>
);

const PersonLine = ({ person, onRemove }: { person: Person; onRemove: () => void }) => (
  <div className="flex items-start justify-between gap-x-4">
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        <TwoLines>{nameOf(person)}</TwoLines>
        <span>
          {person.isContact && <Badge>Contact</Badge>}
          {person.isYou && <Badge tone="success">You</Badge>}
        </span>
      </div>
      {person.name && (
        <div className="text-sm text-muted">
          <TwoLines>{person.email}</TwoLines>
        </div>
      )}
    </div>
    {!person.isContact && (
      <IconButton
        icon={Trash2}
        tone="danger"
        className="-mt-2"
        label={`Remove person: ${nameOf(person)}`}
        onClick={onRemove}
      />
    )}
  </div>
);
