import { PageHeader } from '@/components/ui/page-header';
import { TmrRequestsCard } from '../tmr-requests/tmr-requests-card';
import { RecordsCard } from './records-card';

/** What is kept for TMR: its letters and their answers, records of any days, and their removal. */
export const RecordsScreen = () => (
  <>
    <PageHeader title="Records" offline="You're offline. This page needs the internet." />
    <div className="space-y-4 sm:space-y-6">
      <TmrRequestsCard />
      <RecordsCard />
    </div>
  </>
);
