import { type ChangedMeanwhile, changedMeanwhileSchema } from '@shared/errors';
import { fieldLabel, valueText } from '@shared/field-text';
import { useEffect, useRef, useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { FormActions } from '@/components/ui/dialog';
import { ApiError } from '@/lib/api-client';

/**
 * What a form knows of changes by others.
 * @param seen the version that the form was filled from
 */
export function useChangedMeanwhile(seen: number | undefined) {
  const [states, setStates] = useState<ChangedMeanwhile>();
  return {
    states,
    /** To be sent with the change: what is saved over a state that was shown replaces that one. */
    version: states?.stored.version ?? seen,
    /** Shows both states where an error tells them. @returns whether it does */
    show(error: unknown): boolean {
      const { data } = changedMeanwhileSchema.safeParse(error instanceof ApiError ? error.answer : undefined);
      if (data) setStates(data);
      return data !== undefined;
    },
    forget: () => setStates(undefined),
  };
}

type ChangedMeanwhileProps = {
  /** What is changed: 'trip'. */
  what: string;
  states: ChangedMeanwhile;
  pending: boolean;
  /** The other button submits the form. */
  onKeepTheirs: () => void;
};

/** Stands in place of a form's buttons when someone else has changed meanwhile what the form changes, and lets people choose. */
export function ChangedMeanwhileActions({ what, states, pending, onKeepTheirs }: ChangedMeanwhileProps) {
  const differing = Object.entries(states.sent)
    .map(([field, sent]) => ({
      field,
      mine: valueText(field, sent),
      theirs: valueText(field, states.stored[field]),
    }))
    .filter(({ field, mine, theirs }) => field !== 'driverId' && mine !== theirs);
  const shown = useRef<HTMLDivElement>(null);
  // on a phone the buttons that it stands above are all that is seen
  useEffect(() => {
    shown.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <>
      <div ref={shown}>
        <Alert variant="due" title={`Someone changed this ${what} meanwhile`}>
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
