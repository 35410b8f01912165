import type { ReactNode } from 'react';

type EmptyStateProps = {
  drawing: ReactNode;
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
};

export const EmptyState = ({ drawing, title, hint, action }: EmptyStateProps) => (
  <div className="flex flex-col items-center px-4 py-8 text-center">
    <div className="mb-4">{drawing}</div>
    <p className="font-medium text-balance">{title}</p>
    {hint && <p className="mt-1 text-sm text-muted">{hint}</p>}
    {action && <div className="mt-4">{action}</div>}
  </div>
);
