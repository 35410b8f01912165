import { dueReports, findLodgement, type LodgementList, recentPeriods } from '@shared/reports/lodgements';
import type { Period } from '@shared/reports/report-periods';
import { useState } from 'react';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { QueryState } from '@/components/ui/query-state';
import { Select } from '@/components/ui/select';
import { SkeletonGroup } from '@/components/ui/skeleton';
import { useNow } from '@/lib/clock';
import { useLodgements } from '../lodgements-api';
import { Findings } from './findings';
import { LodgeDialog } from './lodge-dialog';
import { LodgementState } from './lodgement-state';
import { PortalTables } from './portal-tables';

/** Lodging one report: checks, the data for the portal, and the lodgement. */
export function LodgingCard() {
  const query = useLodgements();
  const { data } = query;
  return (
    <Card
      title="Before you lodge"
      description="Check a period, take its data to TMR's portal, and note that it is done."
    >
      <QueryState
        query={query}
        failed="The periods could not be loaded"
        skeleton={
          <SkeletonGroup
            label="Loading the periods"
            className="space-y-4"
            bars={['h-10 max-w-form', 'h-5 w-2/3', 'h-5 w-1/2']}
          />
        }
      />
      {data && <ChosenPeriod list={data} />}
    </Card>
  );
}

function ChosenPeriod({ list }: { list: LodgementList }) {
  const now = useNow();
  const periods = recentPeriods(now);
  const due = dueReports(now, list);
  const [chosen, setChosen] = useState<Period | undefined>(
    // the most urgent report: the first that can be lodged, else the last whose period is over
    () => due.find(({ state }) => state !== 'running') ?? periods.find(({ range }) => range.to <= now),
  );
  const [lodging, setLodging] = useState<Period | null>(null);
  if (!chosen) return null;

  return (
    <div className="space-y-6">
      <Field label="Report" className="max-w-form">
        <Select
          value={chosen.key}
          onChange={({ target }) => setChosen(periods.find(({ key }) => key === target.value))}
          choices={periods.map(({ kind, key, label }) => ({
            value: key,
            label: `${kind === 'annual' ? 'Annual' : 'Quarterly'}, ${label}`,
          }))}
        />
      </Field>
      <LodgementState
        lodgement={findLodgement(list.lodgements, chosen)}
        due={due.find(({ key }) => key === chosen.key)}
        isRunning={now < chosen.range.to}
        onLodge={() => setLodging(chosen)}
      />
      <Findings period={chosen} />
      <PortalTables period={chosen} />
      {lodging && <LodgeDialog period={lodging} onClose={() => setLodging(null)} />}
    </div>
  );
}
