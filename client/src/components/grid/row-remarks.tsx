import { clsx } from 'clsx';
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';

export type RowRemark = { kind: 'problem' | 'check' | 'note'; text: string };

const looks = {
  problem: { Icon: CircleAlert, spoken: 'Problem', className: 'text-danger' },
  check: { Icon: TriangleAlert, spoken: 'Check', className: 'text-due' },
  note: { Icon: Info, spoken: 'Note', className: 'text-muted' },
} as const;

export const RowRemarks = ({ remarks }: { remarks: readonly RowRemark[] }) => (
  <ul className="space-y-1 py-1">
    {remarks.map(({ kind, text }) => {
      const { Icon, spoken, className } = looks[kind];
      return (
        <li key={text} className="flex gap-2">
          <Icon className={clsx('mt-0.5 size-4 shrink-0', className)} />
          <span className="min-w-0 wrap-anywhere">
            <span className="sr-only">{spoken}: </span>
            {text}
          </span>
        </li>
      );
    })}
  </ul>
);
