import { zodResolver } from '@hookform/resolvers/zod';
import type { BeaHolder } from '@shared/holders';
import { LENGTHS } from '@shared/limits';
import { addPersonSchema, type People, type Person } from '@shared/people';
import { useForm } from 'react-hook-form';
import { EditDialog } from '@/components/edit-dialog';
import { DeleteDialog } from '@/components/row-list';
import { TextField } from '@/components/ui/form/text-field';
import { useAddPerson, useRemovePerson } from './api';

export const nameOf = ({ name, email }: Person): string => name ?? email;

type AddPersonDialogProps = Pick<People, 'signInCodes'> & { holder: BeaHolder; onClose: () => void };

export function AddPersonDialog({ holder: { beaNumber }, signInCodes, onClose }: AddPersonDialogProps) {
  const form = useForm({ resolver: zodResolver(addPersonSchema), defaultValues: { name: '', email: '' } });
  const { mutateAsync } = useAddPerson();
  return (
    <EditDialog
      title="Add a person"
      description={`They sign in with the BEA number ${beaNumber} and their own email${signInCodes ? ', to which a code is sent' : ''}, and may do all that you may.`}
      what="person"
      form={form}
      draft={{ thing: 'person-new' }}
      save={(person) => mutateAsync(person)}
      done={(person) => ({ title: `${nameOf(person)} may sign in now` })}
      failed="Failed to add the person"
      submitLabel="Add person"
      pendingLabel="Adding..."
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label="Full Name"
        required
        autoComplete="off"
        autoCapitalize="words"
        maxLength={LENGTHS.holderName}
      />
      <TextField
        form={form}
        name="email"
        label="Email"
        required
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={LENGTHS.email}
      />
    </EditDialog>
  );
}

export function RemovePersonDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { mutateAsync } = useRemovePerson();
  return (
    <DeleteDialog
      title={`Are you sure you want to remove ${person.isYou ? 'yourself' : 'this person'}?`}
      name={nameOf(person)}
      confirmLabel={person.isYou ? 'Remove yourself' : 'Remove person'}
      pendingLabel="Removing..."
      done={`${nameOf(person)} was removed`}
      failed="Failed to remove the person"
      action={() => mutateAsync(person)}
      onClose={onClose}
    >
      <p>
        {person.isYou
          ? 'You will be signed out on all your devices at once, and your passkeys are removed.'
          : 'They will be signed out on all their devices at once, and their passkeys are removed.'}
      </p>
      <p>
        {person.isYou
          ? 'What you did keeps your name. Someone who may still sign in can add you again.'
          : 'What they did keeps their name. You can add them again at any time.'}
      </p>
    </DeleteDialog>
  );
}
