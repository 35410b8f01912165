import { type ComponentProps, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useFormDraft } from '@/lib/drafts/use-form-draft';
import { applyServerErrors } from '@/lib/server-errors';
import { type ToastOptions, toastError, toastOutcome } from '@/lib/toast';
import { ChangedMeanwhileActions, useChangedMeanwhile } from './changed-meanwhile';
import { DraftNotice, useLeaving } from './form-draft';
import { Dialog, FormActions } from './ui/dialog';

type EditDialogProps<Values extends FieldValues, Output, Result> = Pick<
  ComponentProps<typeof Dialog>,
  'title' | 'description' | 'onClose' | 'children'
> &
  Pick<ComponentProps<typeof FormActions>, 'submitLabel' | 'pendingLabel'> & {
    form: UseFormReturn<Values, unknown, Output>;
    /** What is edited, by which its draft is found: see useFormDraft. */
    draft: Parameters<typeof useFormDraft<Values>>[1];
    /** What others may change meanwhile. */
    what: ComponentProps<typeof ChangedMeanwhileActions>['what'];
    /** @param version the version that the change is made to */
    save: (values: Output, version: number | undefined) => Promise<Result>;
    /** The toast of a success: its title, or what is made of the result. */
    done: string | ((result: Result) => ToastOptions);
    /** The toast of a failure for which the server gives no reason. */
    failed: string;
    /** The form's names of fields that the server names differently. */
    renamed?: Record<string, Path<Values>>;
  };

/** A form in a dialog: it keeps a draft, shows faults on the fields, and lets people choose where someone changed the same meanwhile. */
export function EditDialog<Values extends FieldValues, Output, Result>({
  form,
  draft: draftOptions,
  what,
  save,
  done,
  failed,
  renamed,
  submitLabel,
  pendingLabel,
  onClose,
  children,
  ...dialog
}: EditDialogProps<Values, Output, Result>) {
  const [pending, setPending] = useState(false);
  const draft = useFormDraft(form, draftOptions);
  const meanwhile = useChangedMeanwhile(draft.version);
  const { leave, question } = useLeaving(draft, onClose);

  async function submit(values: Output) {
    if (pending) return;
    setPending(true);
    const isSaved = await toastOutcome(save(values, meanwhile.version), done, (error) => {
      if (!meanwhile.show(error) && !applyServerErrors(form, error, renamed)) toastError(error, failed);
    });
    setPending(false);
    if (isSaved) finish();
  }

  function finish() {
    draft.forget();
    onClose();
  }

  return (
    <>
      {/* first, so that it is the first to close, and the focus goes back to where it was before both */}
      {question}
      <Dialog {...dialog} onClose={leave}>
        <DraftNotice draft={draft} className="mt-4" />
        <form noValidate onSubmit={form.handleSubmit(submit)} className="mt-4 space-y-4">
          {children}
          {meanwhile.states ? (
            <ChangedMeanwhileActions
              what={what}
              states={meanwhile.states}
              pending={pending}
              onKeepTheirs={finish}
            />
          ) : (
            <FormActions {...{ submitLabel, pendingLabel, pending }} onCancel={leave} />
          )}
        </form>
      </Dialog>
    </>
  );
}
