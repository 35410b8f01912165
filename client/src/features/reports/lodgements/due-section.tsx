import {
  financialYearChoices,
  QUARTER_NUMBERS,
  quarterLabel,
  quarterMonths,
  yearChoices,
} from '@shared/periods';
import {
  type DueReport,
  dueReports,
  findLodgement,
  type LodgementList,
  lodgementsBefore,
} from '@shared/reports/lodgements';
import { type Period, parsePeriod, readPeriod, reportLabel } from '@shared/reports/report-periods';
import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { QueryState } from '@/components/ui/states/query-state';
import { Skeleton, SkeletonGroup } from '@/components/ui/states/skeleton';
import { useNow } from '@/lib/clock';
import { useLodgements } from '../api';
import type { CorrectTrip } from '../checks/finding-line';
import { DownloadReport } from './download-report';
import { type ChosenReport, canBeLodged, choiceOf, firstChoice, periodOf } from './due-reports';
import { DueState } from './due-state';
import { ReportPanel } from './report-panel';

type DueSectionProps = {
  holderId: string;
  /** The key of the period in the address; empty without one. */
  named: string;
  onChoose: (periodKey: string) => void;
  CorrectTrip: CorrectTrip;
};

/** The report that is due: one period is chosen, and everything in the panel belongs to it. */
export function DueSection(props: DueSectionProps) {
  const query = useLodgements();
  return (
    // To do leads here by the address, whether it is known yet what is due or not
    <section id="report" aria-labelledby="what-is-due" className="scroll-mt-4">
      {query.data ? (
        <ChosenPeriod list={query.data} {...props} />
      ) : (
        <Frame fields={query.isPending && fieldsSkeleton}>
          <QueryState
            query={query}
            failed="The reports that are due could not be loaded"
            skeleton={<PanelSkeleton />}
          />
        </Frame>
      )}
    </section>
  );
}

/** The chosen period, and how it is lodged, in three steps. */
const PanelSkeleton = () => (
  <SkeletonGroup
    label="Loading what is due"
    className="mt-6 grid gap-x-12 gap-y-6 lg:min-h-100 lg:grid-cols-2"
  >
    <div className="space-y-3">
      <Skeleton className="h-7 max-w-form" />
      <Skeleton className="h-6 max-w-70" />
      <Skeleton className="h-10 max-w-70" />
    </div>
    <Skeleton className="h-10 w-60 max-lg:hidden" />
    <div className="grid gap-x-12 gap-y-5 lg:col-span-2 lg:grid-cols-2 lg:*:first:col-span-2">
      <StepSkeleton bars={['h-5 w-64', 'h-10', 'h-10', 'h-10', 'h-10']} />
      <StepSkeleton bars={['h-10 w-52']} />
      <StepSkeleton bars={['h-5 w-64']} />
    </div>
  </SkeletonGroup>
);

const StepSkeleton = ({ bars }: { bars: readonly string[] }) => (
  <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
    <Skeleton className="size-7 rounded-full!" />
    <div className="space-y-3">
      {['mt-1 h-5 w-40', ...bars].map((bar, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change
        <Skeleton key={index} className={clsx(bar, 'max-w-full')} />
      ))}
    </div>
  </div>
);

/** On a phone each field has at least the width of its longest choice. */
const fieldsShape =
  'print:hidden flex flex-wrap gap-3 max-sm:w-full max-sm:*:grow sm:ml-auto sm:grid sm:grid-cols-[8rem_6rem_13rem]';

const FieldSkeleton = ({ className }: { className?: string }) => (
  <div className={className}>
    <Skeleton className="h-5 w-14" />
    <Skeleton className="mt-1 h-11 pointer-fine:h-10" />
  </div>
);

const fieldsSkeleton = (
  <div aria-hidden="true" className={clsx(fieldsShape, 'animate-late')}>
    <FieldSkeleton />
    <FieldSkeleton />
    <FieldSkeleton className="max-sm:basis-full" />
  </div>
);

type FrameProps = { fields?: ReactNode; children: ReactNode };

const Frame = ({ fields, children }: FrameProps) => (
  <>
    <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 sm:min-h-17 print:min-h-0">
      <h2 id="what-is-due" className="text-lg font-semibold sm:mb-1.5">
        What is due?
      </h2>
      {fields}
    </div>
    <div className="rounded-md border border-line bg-surface p-4 *:first:mt-0 print:border-0 print:p-0 sm:p-6">
      {children}
    </div>
  </>
);

type ChosenPeriodProps = DueSectionProps & {
  list: LodgementList;
};

/** None that lies ahead: no field offers it. */
const begun = (period: Period | null, now: Date) => (period && period.range.from <= now ? period : null);

function ChosenPeriod({ list, named, onChoose, ...props }: ChosenPeriodProps) {
  const now = useNow();
  const due = dueReports(now, list);
  const inAddress = begun(parsePeriod(named), now);
  const [chosen, setChosen] = useState(() => {
    const first = firstChoice(due, now);
    // a report that may be late comes before one that is not over
    const asked = list.asked.map(readPeriod).at(0);
    const shown = inAddress ?? asked;
    return shown ? choiceOf(shown, first) : first;
  });
  const [followed, setFollowed] = useState(named);
  if (named !== followed) {
    setFollowed(named);
    if (inAddress) setChosen(choiceOf(inAddress, chosen));
  }
  function choose(next: ChosenReport) {
    setChosen(next);
    const key = periodOf(next).period?.key;
    if (!key) return;
    setFollowed(key);
    onChoose(key);
  }
  const [detailedBreakdown, setDetailedBreakdown] = useState(false);
  const choice = periodOf(chosen);
  const { period } = choice;
  const isAsked = period !== null && list.asked.includes(period.key);
  const lodgement = period && findLodgement(list.lodgements, period);
  const others = due.filter((report) => report.key !== period?.key && canBeLodged(report));

  const download = (
    <DownloadReport
      kind={chosen.report}
      period={period}
      error={choice.error}
      detailedBreakdown={detailedBreakdown}
      onDetailedChange={setDetailedBreakdown}
    />
  );
  const alsoDue = <AlsoDue due={others} onChoose={(report) => choose(choiceOf(report, chosen))} />;

  return (
    <Frame fields={<PeriodFields chosen={chosen} error={choice.error} onChange={choose} />}>
      {period ? (
        <ReportPanel
          key={period.key}
          period={period}
          lodgement={lodgement ?? undefined}
          isAsked={isAsked}
          before={lodgement ? lodgementsBefore(list.lodgements, lodgement) : []}
          due={due.find(({ key }) => key === period.key)}
          download={download}
          alsoDue={alsoDue}
          {...props}
        />
      ) : (
        <div className="mt-4 space-y-3">
          <div className="flex flex-wrap items-center gap-3 max-sm:*:w-full print:hidden">{download}</div>
          {alsoDue}
        </div>
      )}
    </Frame>
  );
}

function AlsoDue({ due, onChoose }: { due: readonly DueReport[]; onChoose: (report: DueReport) => void }) {
  if (due.length === 0) return null;
  return (
    <div className="border-t border-line pt-4">
      <h3 className="font-semibold">Also due</h3>
      <ul>
        {due.map((report) => (
          <li key={report.key} className="flex items-center justify-between gap-x-2 py-0.5">
            <span className="min-w-0">
              {reportLabel(report)}
              <span className="block text-sm text-muted">
                <DueState report={report} />
              </span>
            </span>
            <Button
              variant="ghost"
              className="-mr-4"
              aria-label={`Choose: ${reportLabel(report)}`}
              onClick={() => onChoose(report)}
            >
              Choose
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

type PeriodFieldsProps = {
  chosen: ChosenReport;
  error: string | undefined;
  onChange: (chosen: ChosenReport) => void;
};

const KINDS = [
  { value: 'quarterly', label: 'Quarterly' },
  { value: 'annual', label: 'Annual' },
];

/** The choices with what is chosen among them: a report can be due for longer than the choices go back. */
const withChosen = (choices: readonly (string | number)[], chosen: string) =>
  chosen === '' || choices.some((choice) => String(choice) === chosen) ? choices : [...choices, chosen];

function PeriodFields({ chosen, error, onChange }: PeriodFieldsProps) {
  const now = useNow();
  const { report, quarter, year, financialYear } = chosen;
  const set = (field: keyof ChosenReport) => ({
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...chosen, [field]: target.value }),
  });
  const years = withChosen(yearChoices(now), year);
  const financialYears = withChosen(financialYearChoices(now), financialYear);
  const quarters = QUARTER_NUMBERS.map((value) => ({
    value,
    label: year ? quarterLabel({ quarter: value, year: Number(year) }) : `${value} (${quarterMonths(value)})`,
  }));
  return (
    <div className={fieldsShape}>
      <Field label="Report">
        <Select value={report} {...set('report')} choices={KINDS} />
      </Field>
      {report === 'annual' ? (
        <Field label="Financial Year" required error={error} className="sm:col-span-2">
          <Select value={financialYear} {...set('financialYear')} none="Select" choices={financialYears} />
        </Field>
      ) : (
        <>
          <Field label="Year" required>
            <Select value={year} {...set('year')} none="Select" choices={years} />
          </Field>
          <Field label="Quarter" required error={error} className="max-sm:basis-full">
            <Select value={quarter} {...set('quarter')} none="Select" choices={quarters} />
          </Field>
        </>
      )}
    </div>
  );
}
