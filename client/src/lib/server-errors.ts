import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from './api-client';

/**
 * Shows validation errors on the form's fields, and focuses the first. `renamed` has its names by the server's.
 * @returns whether any field of the form was named; if not, show the error elsewhere
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
