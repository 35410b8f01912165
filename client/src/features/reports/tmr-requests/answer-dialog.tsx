import { zodResolver } from '@hookform/resolvers/zod';
import { brisbaneDay } from '@shared/periods';
import { changeTmrRequestSchema, type TmrRequest } from '@shared/tmr-requests/tmr-requests';
import { FolderDown } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useSearch } from 'wouter';
import { FormDateField } from '@/components/date-field/date-field';
import { EditDialog } from '@/components/edit-dialog';
import { Button } from '@/components/ui/button';
import { Clipped } from '@/components/ui/clipped';
import { now } from '@/lib/clock';
import { toastOutcome, withUndo } from '@/lib/toast';
import { Questions, WHAT_WOULD_BE_ASKED } from '../checks/questions';
import { inputOf, useAnswerChecks, useAnswerDownload, useLookAtAnswer, useSaveRequest } from './api';
import { aboutText, daysText } from './request-text';

type AnswerDialogProps = { request: TmrRequest; onClose: () => void };

/** Makes the answer of a request, and notes that it was answered. */
export function AnswerDialog({ request, onClose }: AnswerDialogProps) {
  const today = brisbaneDay(now());
  const { version: _, ...input } = inputOf(request);
  const form = useForm({
    resolver: zodResolver(changeTmrRequestSchema),
    defaultValues: { ...input, answeredOn: request.answeredOn ?? today },
  });
  const { mutateAsync } = useSaveRequest();
  const { save, button } = useAnswerDownload();
  const [isDownloaded, setDownloaded] = useState(false);
  const checks = useAnswerChecks(request.id);
  const look = useLookAtAnswer(request.id);
  useClosedByLink(onClose);
  const undo = (saved: TmrRequest) =>
    toastOutcome(
      mutateAsync({ id: saved.id, input: { ...inputOf(saved), answeredOn: request.answeredOn } }),
      'Undone',
      'Failed to update the request',
    );
  return (
    <EditDialog
      title="Answer TMR"
      description={
        <p className="wrap-anywhere">
          {[request.reference, daysText(request), aboutText(request)].filter(Boolean).join('\u00a0· ')}
        </p>
      }
      what="request"
      form={form}
      draft={{ thing: `tmr-answer-${request.id}`, version: request.version }}
      save={(change, version) => mutateAsync({ id: request.id, input: { ...change, version } })}
      done={(saved) => withUndo('Marked as answered', () => undo(saved))}
      failed="Failed to mark as answered"
      submitLabel="Mark as answered"
      submitVariant={isDownloaded ? 'primary' : 'secondary'}
      pendingLabel="Saving..."
      onClose={onClose}
    >
      {request.asked && (
        <div>
          <h3 className="font-medium">What was asked</h3>
          <Clipped tall says className="mt-1 text-sm">
            {request.asked}
          </Clipped>
        </div>
      )}
      <div>
        <h3 className="font-medium">{WHAT_WOULD_BE_ASKED}</h3>
        <Questions
          query={checks}
          onLooked={look}
          hint="You can answer now. TMR will get these as they are."
        />
      </div>
      <p className="text-sm text-muted">
        One ZIP with a cover sheet, trips, hours, drivers, vehicles and the documents lodged. Check that it
        answers the letter, then send it to TMR.
      </p>
      <Button
        className="w-full"
        icon={FolderDown}
        variant={isDownloaded ? 'secondary' : 'primary'}
        data-first-focus
        {...button}
        onClick={() => {
          setDownloaded(true);
          void save(request);
        }}
      >
        Download the answer
      </Button>
      <FormDateField form={form} name="answeredOn" label="Answered on" required max={today} />
    </EditDialog>
  );
}

/** Closes a dialog when a link in it changes the address: the tab that it belongs to stays mounted, and a hidden dialog would block the page. */
function useClosedByLink(onClose: () => void) {
  const address = `${useLocation()[0]}?${useSearch()}`;
  const [opened] = useState(address);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (address !== opened) close();
  }, [address, opened]);
}
