import type { ReportPreferences } from '@shared/deliveries/recipients';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/form/checkbox';
import { QueryState } from '@/components/ui/states/query-state';
import { Skeleton, SkeletonGroup } from '@/components/ui/states/skeleton';
import { toastOutcome } from '@/lib/toast';
import { useReportPreferences, useSaveReportPreferences } from './api';

const CHOICES = [
  ['sendQuarterly', 'Send quarterly reports automatically'],
  ['sendAnnual', 'Send annual reports automatically'],
  ['detailedBreakdown', 'Include detailed trip breakdown'],
] as const;

/** Report Delivery Preferences: changes are stored by Save Settings. */
export function PreferencesCard() {
  const preferences = useReportPreferences();
  return (
    <Card
      id="preferences"
      title="Report Delivery Preferences"
      description="What is emailed to your recipients when a quarter or a financial year has ended."
    >
      <QueryState
        query={preferences}
        failed="The preferences could not be loaded"
        skeleton={
          <SkeletonGroup label="Loading preferences">
            {CHOICES.map(([name]) => (
              <div key={name} className="flex h-11 items-center pointer-fine:h-8">
                <Skeleton className="h-5 w-2/3" />
              </div>
            ))}
            <Skeleton className="mt-4 h-11 w-36 pointer-fine:h-10" />
          </SkeletonGroup>
        }
      />
      {preferences.isSuccess && <PreferencesForm saved={preferences.data} />}
    </Card>
  );
}

function PreferencesForm({ saved }: { saved: ReportPreferences }) {
  const [preferences, setPreferences] = useState(saved);
  const { mutateAsync, isPending } = useSaveReportPreferences();

  const save = () =>
    toastOutcome(
      mutateAsync(preferences),
      'Email settings updated successfully',
      'Failed to update email settings',
    );

  return (
    <>
      <div className="flex flex-col items-start">
        {CHOICES.map(([name, label]) => (
          <Checkbox
            key={name}
            label={label}
            checked={preferences[name]}
            onChange={({ target }) => setPreferences((all) => ({ ...all, [name]: target.checked }))}
          />
        ))}
      </div>
      <Button className="mt-4" pending={isPending} pendingLabel="Saving..." onClick={save}>
        Save Settings
      </Button>
    </>
  );
}
