import { clsx } from 'clsx';
import type { ReactNode } from 'react';

const tones = {
  success: 'bg-success-soft text-success',
  due: 'bg-due-soft text-due',
  danger: 'bg-danger-soft text-danger',
  plain: 'bg-sunken text-muted',
} as const;

export const Badge = ({ tone = 'plain', children }: { tone?: keyof typeof tones; children: ReactNode }) => (
  <span
    className={clsx(
      'mr-1 inline-block whitespace-nowrap rounded-full forced-colors:border forced-colors:font-semibold print:border print:whitespace-normal print:rounded-md print:font-semibold px-2.5 py-0.5 text-sm font-medium',
      tones[tone],
    )}
  >
    {children}
  </span>
);
