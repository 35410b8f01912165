import { LENGTHS } from '@shared/limits';
import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { TextInput } from '@/components/ui/text-input';
import { toast, toastOutcome } from '@/lib/toast';
import { useAddRecipient } from '../api';

/** Adds a recipient, by the button or by Enter. */
export function AddRecipientForm() {
  const [email, setEmail] = useState('');
  const { mutateAsync, isPending } = useAddRecipient();

  async function add(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    const address = email.trim();
    if (!address.includes('@')) {
      toast({ title: 'Error', description: 'Please enter a valid email address', variant: 'destructive' });
      return;
    }
    const adding = mutateAsync(address);
    if (await toastOutcome(adding, 'Email recipient added successfully', 'Failed to add email recipient'))
      setEmail('');
  }

  return (
    <form noValidate onSubmit={add} className="mt-4 flex flex-wrap items-end gap-3">
      <Field label="Add recipient" className="min-w-60 grow">
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="off"
          enterKeyHint="done"
          maxLength={LENGTHS.email}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
      </Field>
      <Button type="submit" icon={Plus} pending={isPending} pendingLabel="Adding...">
        Add Recipient
      </Button>
    </form>
  );
}
