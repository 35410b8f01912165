import { LENGTHS } from '@shared/limits';
import { Plus } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/form/text-field';
import { useFormDraft } from '@/lib/hooks/use-form-draft';
import { toast, toastOutcome } from '@/lib/toast';
import { useAddRecipient } from './api';

/** Adds a recipient, by the button or by Enter. An address that is half typed is there again after another screen. */
export function AddRecipientForm() {
  const form = useForm({ defaultValues: { email: '' } });
  const draft = useFormDraft(form, { thing: 'recipient-new' });
  const { mutateAsync, isPending } = useAddRecipient();

  async function add({ email }: { email: string }) {
    if (isPending) return;
    const address = email.trim();
    if (!address.includes('@')) {
      toast({ title: 'Error', description: 'Please enter a valid email address', variant: 'destructive' });
      return;
    }
    const adding = mutateAsync(address);
    if (!(await toastOutcome(adding, 'Email recipient added successfully', 'Failed to add email recipient')))
      return;
    form.reset();
    draft.forget();
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(add)} className="mt-4 flex flex-wrap items-end gap-3">
      <TextField
        form={form}
        name="email"
        label="Add recipient"
        fieldClass="min-w-60 grow"
        type="email"
        inputMode="email"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={LENGTHS.email}
      />
      <Button type="submit" icon={Plus} pending={isPending} pendingLabel="Adding...">
        Add Recipient
      </Button>
    </form>
  );
}
