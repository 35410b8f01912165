import { HistoryCard } from './components/history-card';
import { PlannedCard } from './components/planned-card';

/** The report e-mails in the Settings tab: the next ones, and those sent. */
export function DeliveriesCards() {
  return (
    <>
      <PlannedCard />
      <HistoryCard />
    </>
  );
}
