import { Download } from 'lucide-react';
import { buttonClass } from '@/components/ui/button';
import { Card } from '@/components/ui/card';

/** Exports everything that is stored about the holder. */
export function YourDataCard() {
  return (
    <Card
      id="your-data"
      title="Your data"
      description="Your profile, drivers, trips, recipients and who changed what, in one ZIP of CSV and JSON files."
    >
      {/* a link, so that the browser writes the file as it comes, however large */}
      <a href="/api/export/everything" download className={buttonClass()}>
        <Download className="size-4" />
        Export everything
      </a>
    </Card>
  );
}
