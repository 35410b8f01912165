import { type ChangedMeanwhile, changedMeanwhileSchema } from '@shared/errors';
import { fieldLabel, valueText } from '@shared/field-text';
import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '@/lib/api-client';
import { type FormDraft, useFormDraft } from '@/lib/drafts/use-form-draft';
import { useIsWide } from '@/lib/hooks/use-media-query';
import { useSubmitAfter } from '@/lib/hooks/use-submit-after';
import { applyServerErrors } from '@/lib/server-errors';
import { type ToastOptions, toastError, toastOutcome } from '@/lib/toast';
import { Alert } from './ui/alert';
import { Button } from './ui/button';
import { ConfirmDialog, Dialog, FormActions } from './ui/dialog';

type EditDialogProps<Values extends FieldValues, Output, Result> = Pick<
  ComponentProps<typeof Dialog>,
  'title' | 'description' | 'onClose' | 'children'
> &
  Pick<ComponentProps<typeof FormActions>, 'submitLabel' | 'submitVariant' | 'pendingLabel'> & {
    form: UseFormReturn<Values, unknown, Output>;
    draft: Parameters<typeof useFormDraft<Values>>[1];
    what: string;
    /** What the form was opened with, where it sends only a part of it: others' changes of the rest are shown too. */
    seen?: object;
    /** @param version the version that the change is made to */
    save: (values: Output, version: number | undefined) => Promise<Result>;
    /** What a toast says; without it, what `onSaved` opens says it. */
    done?: string | ((result: Result) => ToastOptions);
    failed: string;
    renamed?: Parameters<typeof applyServerErrors<Values>>[2];
    /** Called once it is saved, and the dialog closed. */
    onSaved?: ((result: Result) => void) | undefined;
    /** Other actions than saving: below the fields, and on a desk next to Cancel. */
    actions?: ReactNode;
    /** The promise that the form waits for before it is submitted, unless it says false. */
    wait?: () => Promise<boolean> | undefined;
  };

/** A form in a dialog: it keeps a draft, shows faults on the fields, and lets people choose where someone changed the same meanwhile. */
export function EditDialog<Values extends FieldValues, Output, Result>(
  props: EditDialogProps<Values, Output, Result>,
) {
  const { form, what, save, done, failed, renamed } = props;
  const { title, description, submitLabel, submitVariant, pendingLabel, actions, onClose, children } = props;
  const isWide = useIsWide();
  const [pending, setPending] = useState(false);
  const draft = useFormDraft(form, props.draft);
  const meanwhile = useChangedMeanwhile(draft.version);
  const { leave, question } = useLeaving(draft, onClose);

  async function submit(values: Output) {
    if (pending) return;
    setPending(true);
    const saving = save(values, meanwhile.version);
    const isSaved = await toastOutcome(saving, done, (error) => {
      if (!meanwhile.show(error) && !applyServerErrors(form, error, renamed)) toastError(error, failed);
    });
    setPending(false);
    if (!isSaved) return;
    finish();
    props.onSaved?.(await saving);
  }

  function waitPending() {
    const awaited = props.wait?.();
    if (awaited) setPending(true);
    return awaited?.finally(() => setPending(false));
  }

  const submitOnce = useSubmitAfter(waitPending, form.handleSubmit(submit));

  function finish() {
    draft.forget();
    onClose();
  }

  return (
    <>
      {/* first, so that it is the first to close, and the focus goes back to where it was before both */}
      {question}
      <Dialog {...{ title, description }} onClose={leave}>
        <DraftNotice draft={draft} className="mt-4" />
        <form noValidate onSubmit={submitOnce} className="mt-4 space-y-4">
          {children}
          {!isWide && actions}
          {meanwhile.states ? (
            <ChangedMeanwhileActions
              what={what}
              seen={props.seen}
              states={meanwhile.states}
              pending={pending}
              onKeepTheirs={finish}
            />
          ) : (
            <FormActions
              {...{ submitLabel, submitVariant, pendingLabel, pending }}
              others={isWide && actions}
              onCancel={leave}
            />
          )}
        </form>
      </Dialog>
    </>
  );
}

/** Changes by others since the version `seen`, from which the form was filled. */
export function useChangedMeanwhile(seen: number | undefined) {
  const [states, setStates] = useState<ChangedMeanwhile>();
  return {
    states,
    /** To be sent with the change: what is saved over a state that was shown replaces that one. */
    version: states?.stored.version ?? seen,
    /** Shows both states where an error has them. @returns whether it does */
    show(error: unknown): boolean {
      const { data } = changedMeanwhileSchema.safeParse(error instanceof ApiError ? error.answer : undefined);
      if (data) setStates(data);
      return data !== undefined;
    },
    forget: () => setStates(undefined),
  };
}

type ChangedMeanwhileProps = {
  what: string;
  seen?: object | undefined;
  states: ChangedMeanwhile;
  pending: boolean;
  onKeepTheirs: () => void;
};

/** Fields of a row that say nothing to people. */
const UNNAMED = new Set(['id', 'beaHolderId', 'driverId', 'vehicleId', 'createdAt', 'updatedAt', 'version']);

/** Stands in place of a form's buttons when someone else has changed what the form changes, and lets people choose. */
export function ChangedMeanwhileActions({
  what,
  seen,
  states,
  pending,
  onKeepTheirs,
}: ChangedMeanwhileProps) {
  const differing = Object.entries({ ...seen, ...states.sent })
    .map(([field, value]) => ({
      field,
      mine: valueText(field, value),
      theirs: valueText(field, states.stored[field]),
    }))
    .filter(
      ({ field, mine, theirs }) =>
        mine !== theirs && (field in states.sent ? field !== 'driverId' : !UNNAMED.has(field)),
    )
    .map((row) => (row.field in states.sent ? row : { ...row, mine: 'Not changed' }));
  const shown = useRef<HTMLDivElement>(null);
  // a phone shows only the buttons below it
  useEffect(() => {
    shown.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <>
      <div ref={shown}>
        <Alert variant="due" title={`Someone else changed this ${what}`}>
          <table className="mt-2 w-full text-left">
            <thead>
              <tr>
                <th scope="col">
                  <span className="sr-only">Field</span>
                </th>
                <th scope="col">Stored now</th>
                <th scope="col">Yours</th>
              </tr>
            </thead>
            <tbody>
              {differing.map(({ field, mine, theirs }) => (
                <tr key={field} className="align-top">
                  <th scope="row" className="pr-3 font-normal">
                    {fieldLabel(field)}
                  </th>
                  <td className="pr-3 wrap-anywhere">{theirs}</td>
                  <td className="wrap-anywhere">{mine}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Alert>
      </div>
      <FormActions
        submitLabel="Save mine"
        pendingLabel="Saving..."
        pending={pending}
        cancelLabel="Keep what is stored"
        onCancel={onKeepTheirs}
      />
    </>
  );
}

type DraftNoticeProps = { draft: Pick<FormDraft, 'isRestored' | 'startOver'>; className?: string };

/** Says that a form shows what was typed before it was opened, and offers what is stored; nothing where it shows that. */
export const DraftNotice = ({ draft, className }: DraftNoticeProps) =>
  draft.isRestored && (
    <div
      role="status"
      className={clsx(
        'flex items-center justify-between gap-4 rounded-md border border-line bg-brand-soft px-3 text-sm',
        className,
      )}
    >
      <p className="py-2">What you typed before is here again.</p>
      <Button variant="ghost" className="-mr-3 shrink-0" onClick={draft.startOver}>
        Start over
      </Button>
    </div>
  );

/** The way out of a form that asks before it discards what was typed (docs/product/app.md#drafts). */
export function useLeaving(draft: Pick<FormDraft, 'isTyped' | 'forget'>, onLeave: () => void) {
  const [isAsking, setAsking] = useState(false);
  function discard() {
    setAsking(false);
    draft.forget();
    onLeave();
  }
  return {
    leave: () => (draft.isTyped() ? setAsking(true) : discard()),
    question: isAsking && (
      <ConfirmDialog
        title="Discard what you typed?"
        description="It is not saved, and cannot be brought back."
        cancelLabel="Keep typing"
        confirmLabel="Discard"
        onConfirm={discard}
        onCancel={() => setAsking(false)}
      />
    ),
  };
}
