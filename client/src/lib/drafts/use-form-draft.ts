import { createContext, use, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { type Draft, fieldsThatFit, keepDraft, readDraft } from './drafts';

/** Whose drafts forms keep: the id of who is signed in. */
export const DraftOwner = createContext('');

type FormDraftOptions<Values extends FieldValues> = {
  /** The form's subject, such as 'driver-' and an id; no colon. */
  thing: string;
  version?: number | undefined;
  /** Fields that follow others, and are never typed. */
  except?: readonly Path<Values>[];
};

/** Keeps what is typed into a form until `forget` is called, and fills it in when the form is opened again (docs/product/app.md#drafts). */
export function useFormDraft<Values extends FieldValues>(
  form: Pick<
    UseFormReturn<Values>,
    'formState' | 'getValues' | 'setValue' | 'subscribe' | 'reset' | 'setFocus'
  >,
  { thing, version, except = [] }: FormDraftOptions<Values>,
) {
  const owner = use(DraftOwner);
  const [restored, setRestored] = useState<Draft>();
  const current = useRef<Draft>({ fields: {} });
  const isTyped = () => Object.keys(current.current.fields).length > 0;

  function forget() {
    current.current = { fields: {} };
    keepDraft({ owner, thing }, current.current);
    setRestored(undefined);
  }

  const keep = useEffectEvent((values: Values, dirty: Partial<Record<string, unknown>>) => {
    const names = Object.keys(values).filter((name) => dirty[name] && !except.some((one) => one === name));
    const fields = Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
    // the form may have changed without any of them, as with each minute of the clock
    if (JSON.stringify(fields) === JSON.stringify(current.current.fields)) return;
    current.current = { fields, version: current.current.version ?? version };
    keepDraft({ owner, thing }, current.current);
  });

  const restore = useEffectEvent(() => {
    const draft = readDraft({ owner, thing });
    if (!draft || isTyped()) return;
    current.current = { ...draft, fields: {} };
    for (const [name, value] of fieldsThatFit(draft.fields, form.getValues()))
      form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
    if (isTyped()) {
      keepDraft({ owner, thing }, { ...current.current, keptAt: draft.keptAt });
      setRestored(draft);
    } else forget();
  });

  useEffect(() => {
    const unsubscribe = form.subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ values, dirtyFields = {} }) => keep(values, dirtyFields),
    });
    restore();
    return unsubscribe;
  }, [form]);

  return {
    isRestored: restored !== undefined,
    /** When that was last changed, in milliseconds since 1970. */
    restoredFrom: restored?.keptAt,
    /** The version that what is typed was typed over. */
    version: restored ? restored.version : version,
    isTyped,
    /** Removes the draft. The form is not changed. */
    forget,
    /** Shows what the form filled in, with the focus in the first field. */
    startOver() {
      const filled = form.formState.defaultValues as Values;
      form.reset(filled, { keepFieldsRef: true, keepDirtyValues: false });
      forget();
      const [first] = Object.keys(filled);
      if (first) form.setFocus(first as Path<Values>);
    },
  };
}

export type FormDraft = ReturnType<typeof useFormDraft>;
