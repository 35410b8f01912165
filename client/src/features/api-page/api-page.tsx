import { SCOPE_LABELS, SCOPES_TEXT, TOKEN_SCOPES, type TokenScope } from '@shared/api/tokens';
import { formatCount } from '@shared/figures';
import {
  LENGTHS,
  MAX_BODY_BYTES,
  MAX_IMPORT_BYTES,
  MAX_PAGE_SIZE,
  MAX_TOKENS,
  MAX_WAITING_FILES,
  TOKEN_DAYS,
} from '@shared/limits';
import type { ReactNode } from 'react';
import { Code, Command, idOf, Lines, Section, Terms } from './page-parts';

type ApiCall = { scope: TokenScope; method: string; path: string; summary: string; query: readonly string[] };
type ApiField = { name: string; isRequired: boolean; meaning: string };
type ApiError = { status: number; code: string; meaning: string };

export type ApiPageProps = {
  /** The commands of a terminal, which read the token from TRIP_LOG_TOKEN. */
  commands: { logTrip: string; listTrips: string; importFile: string };
  /** What they are answered, as JSON. */
  answers: { logTrip: string; importFile: string };
  /** The fields of a trip that is sent. */
  fields: readonly ApiField[];
  calls: readonly ApiCall[];
  errors: readonly ApiError[];
  /** How many calls a token may make within an hour, and how many of these are much work. */
  hourly: Record<'calls' | 'files' | 'exports' | 'annualFigures', number>;
};

/** The page about the API (docs/product/api.md), which the build writes as HTML: nothing in it may need a script. */
export function ApiPage(props: ApiPageProps) {
  const sections: [title: string, contents: ReactNode][] = [
    ['A token', <ToAToken key="token" />],
    ['Log a trip', <ToLogATrip key="log" {...props} />],
    ['List trips', <ToListTrips key="list" {...props} />],
    ['Import a file', <ToImportAFile key="import" {...props} />],
    ['Every call', <EveryCall key="calls" {...props} />],
    ['Errors', <Errors key="errors" {...props} />],
    ['Limits', <Limits key="limits" {...props} />],
  ];
  return (
    <>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex max-w-page items-center gap-2 px-4 py-3 sm:gap-4">
          <img src="/favicon.svg" alt="" width="48" height="48" className="h-9 w-auto" />
          <p className="min-w-0 grow font-semibold">BEA Trip Logging</p>
          <a href="/" className="text-brand underline print:hidden">
            Open the app
          </a>
        </div>
      </header>
      <div className="mx-auto max-w-page gap-8 px-4 py-6 lg:flex print:p-0">
        <nav aria-label="On this page" className="shrink-0 lg:w-48 print:hidden">
          <ul className="flex flex-wrap gap-x-4 lg:sticky lg:top-6 lg:block">
            {sections.map(([title]) => (
              <li key={title}>
                <a href={`#${idOf(title)}`} className="inline-block py-2 text-brand underline">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <main className="min-w-0 grow rounded-md border border-line bg-surface p-4 sm:p-6 max-lg:mt-4 print:border-0">
          <h1 className="text-xl font-semibold">API</h1>
          <p className="mt-2">
            A dispatch system, a spreadsheet or a scheduled job can log trips and read them. It needs a token
            and one call. The commands are for bash, which Windows has in WSL and in Git Bash.
          </p>
          <p className="mt-2">
            <a href="/api/openapi.json" className="text-brand underline">
              /api/openapi.json
            </a>{' '}
            describes every call for programs (OpenAPI 3.1), those of the app as well.
          </p>
          {sections.map(([title, contents]) => (
            <Section key={title} title={title}>
              {contents}
            </Section>
          ))}
        </main>
      </div>
    </>
  );
}

const ToAToken = () => (
  <>
    <ol className="list-decimal space-y-1 pl-6">
      <li>Open Profile. The card “Connections” has the button “Make a token”.</li>
      <li>
        Choose a name such as “Dispatch” and what the token may do. It works for a year unless you choose
        another last day.
      </li>
      <li>Copy the token. Trip Log shows it once.</li>
    </ol>
    <p>The commands read it from here:</p>
    <Command for="sets the token">export TRIP_LOG_TOKEN=tlp_…</Command>
    <p>
      They send it as <Code>Authorization: Bearer tlp_…</Code>. A system that can only name a header sends{' '}
      <Code>X-API-Key: tlp_…</Code>. Never put a token into an address: Trip Log does not read it there.
    </p>
    <p>{SCOPES_TEXT}</p>
    <p>
      Keep a token as you keep a password. If others may have seen it, revoke it in Connections: its next call
      is refused. To change a token without a gap, choose Replace, give the new one to the program, then
      revoke the old one. Activity and a trip’s history name the token that logged or changed a trip.
    </p>
  </>
);

const ToLogATrip = ({ commands, answers, fields }: ApiPageProps) => (
  <>
    <p>
      Replace DA123456 by the licence of a driver that you have added in Drivers. The address ends with your
      own booking reference. The first call stores the trip. A later call with the same reference corrects
      that trip, so it is safe to send again.
    </p>
    <Command for="logs a trip">{commands.logTrip}</Command>
    <p>
      The <Code>outcome</Code> is <Code>stored</Code> (status 201), or <Code>corrected</Code>,{' '}
      <Code>unchanged</Code> or <Code>older</Code> (status 200). Times in answers are in UTC:
    </p>
    <Lines>{answers.logTrip}</Lines>
    <ul className="list-disc space-y-1 pl-6">
      <li>
        People may correct the trip in Trip Log, too. A field that you send as before keeps what they made of
        it. A field that you change replaces it.
      </li>
      <li>
        A reference has at most {LENGTHS.bookingReference} characters, of which <Code>/</Code> is sent as{' '}
        <Code>%2F</Code>. Upper and lower case are the same. The same trip under two references is stored
        twice.
      </li>
      <li>No call deletes a trip. When a booking is cancelled, delete its trip in Trip History.</li>
    </ul>
    <Terms title="Required fields" terms={fields.filter(({ isRequired }) => isRequired).map(termOf)} />
    <Terms title="Optional fields" terms={fields.filter(({ isRequired }) => !isRequired).map(termOf)} />
  </>
);

const termOf = ({ name, meaning }: ApiField) => [name, meaning] as const;

const ToListTrips = ({ commands }: ApiPageProps) => (
  <>
    <Command for="lists trips">{commands.listTrips}</Command>
    <p>
      The answer is the <Code>trips</Code> of one page and the <Code>total</Code>. A page has at most{' '}
      {MAX_PAGE_SIZE} trips; <Code>page=2</Code> is the next one. Both days are days in Brisbane, and
      included.
    </p>
  </>
);

const ToImportAFile = ({ commands, answers }: ApiPageProps) => (
  <>
    <p>
      Import one such file in Trip Log first, and choose the column of your booking reference there. Trip Log
      remembers how it was read, as a layout: Settings lists the names of layouts. Then a scheduled job sends
      the next files. Replace <Code>layout=trips</Code> by the name of your layout.
    </p>
    <Command for="imports a file">{commands.importFile}</Command>
    <p>
      Send an Excel (.xlsx) file with the Content-Type <Code>application/octet-stream</Code>. Put the day into{' '}
      <Code>fileName</Code>, such as trips-2026-07-01.csv, so that people can tell the files apart.
    </p>
    <p>
      Trip Log stores the rows that are ready, and no trip twice. Rows with a question wait: the status is 200
      all the same, <Code>waiting</Code> counts them, and someone answers them in the Import screen.
    </p>
    <Lines>{answers.importFile}</Lines>
  </>
);

const EveryCall = ({ calls }: ApiPageProps) => (
  <>
    {TOKEN_SCOPES.map((scope) => (
      <Terms
        key={scope}
        title={scope === 'read' ? 'With any token' : `With a token “${SCOPE_LABELS[scope]}”`}
        terms={calls
          .filter((call) => call.scope === scope)
          .map(({ method, path, summary, query }) => [
            `${method} ${path}`,
            <>
              {summary}
              {query.length > 0 && (
                <span className="block text-muted">
                  Parameters: <Code>{query.join(', ')}</Code>
                </span>
              )}
            </>,
          ])}
      />
    ))}
  </>
);

const Errors = ({ errors }: ApiPageProps) => (
  <>
    <p>
      A refusal has a <Code>message</Code> for people and a <Code>code</Code> for programs.{' '}
      <Code>details</Code>, where there are any, name the fields.
    </p>
    <Lines>{REFUSAL}</Lines>
    <Terms title="Codes" terms={errors.map(({ status, code, meaning }) => [`${status} ${code}`, meaning])} />
  </>
);

const REFUSAL = JSON.stringify(
  {
    message: 'Postcode must be 4 digits',
    code: 'validation',
    details: [{ path: 'postcode', message: 'Postcode must be 4 digits' }],
  },
  null,
  2,
);

const Limits = ({ hourly }: ApiPageProps) => (
  <ul className="list-disc space-y-1 pl-6">
    <li>
      A token makes at most {formatCount(hourly.calls)} calls an hour. Of these, at most {hourly.files} import
      files, {hourly.exports} download trips and {hourly.annualFigures} read annual figures.
    </li>
    <li>
      A further call is answered by 429, with the seconds to wait in <Code>Retry-After</Code>.
    </li>
    <li>At most {MAX_WAITING_FILES} files wait for answers, until someone answers or discards them.</li>
    <li>
      A JSON body has at most {formatCount(MAX_BODY_BYTES / 1024)} KB, a file at most{' '}
      {MAX_IMPORT_BYTES / 1024 / 1024} MB.
    </li>
    <li>
      A company has at most {MAX_TOKENS} tokens. Each works for {TOKEN_DAYS} days unless you choose its last
      day.
    </li>
  </ul>
);
