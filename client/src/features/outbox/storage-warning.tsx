import { Alert } from '@/components/ui/alert';
import { useOutbox } from './outbox';

/** Says that the browser's database does not answer, and what becomes of trips meanwhile (docs/product/log-trip.md#outbox). */
export function StorageWarning() {
  const { isStorageSilent, sending } = useOutbox();
  if (!isStorageSilent) return null;
  return (
    <Alert variant="due" title="This browser's storage does not answer">
      {sending.isOffline
        ? 'What you log now stays in this page alone: keep it open until you are online and it is sent.'
        : 'What you log is sent at once. Keep this page open while you are offline. If this stays, reload the page.'}
    </Alert>
  );
}
