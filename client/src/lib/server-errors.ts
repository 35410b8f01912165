import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from './api-client';

/**
 * Puts what the server refused on the fields it names, and moves the focus to the first.
 * @param renamed the form's own names of fields that the server calls otherwise
 * @returns whether any field of the form was named; otherwise the error still has to be shown elsewhere
 */
export function applyServerErrors<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
  error: unknown,
  renamed: Record<string, Path<Values>> = {},
): boolean {
  if (!(error instanceof ApiError)) return false;
  const fields = form.getValues();
  const ours = (error.details ?? [])
    .map(({ path, message }) => ({ path: renamed[path] ?? path, message }))
    .filter(({ path }) => path in fields);
  ours.forEach(({ path, message }, index) => {
    form.setError(path as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  return ours.length > 0;
}
