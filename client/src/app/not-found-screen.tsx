import { Link } from 'wouter';
import { buttonClass } from '@/components/ui/button';
import { RouteDrawing } from '@/components/ui/drawings';
import { CONTENT_ID } from './keys/content-focus';
import { usePageTitle } from './use-page-title';

export function NotFoundScreen() {
  usePageTitle('Page Not Found');
  return (
    <main id={CONTENT_ID} className="grid min-h-dvh place-items-center p-4">
      <div className="flex flex-col items-center text-center">
        <RouteDrawing />
        <h1 className="mt-4 text-xl font-semibold">404 Page Not Found</h1>
        <p className="mt-1 text-muted">There is nothing at this address.</p>
        <Link href="/" className={buttonClass('primary', 'mt-6')}>
          Back to Dashboard
        </Link>
      </div>
    </main>
  );
}
