import { randomUUID } from 'node:crypto';
import type { RosterAnswers, RosterPreview } from '@shared/imports/rosters';
import type { SignedIn } from './create-test-app';

/** The lines of a sheet, as a CSV file. */
export const sheet = (...lines: string[]) => Buffer.from(lines.join('\r\n'));

type Query = Record<string, string>;
const withAnswers = (answers: RosterAnswers | undefined): Query =>
  answers ? { answers: JSON.stringify(answers) } : {};

/** What happens to each row: "Driver Authority License: 400001 → 400011". */
export const changesOf = ({ rows }: RosterPreview) =>
  rows.map(({ status, changes }) => [
    status,
    ...changes.map(({ label, from, to }) => `${label}: ${from} → ${to}`),
  ]);

/** Sends sheets of drivers and vehicles as a signed-in operator does. */
export function rosterClient(operator: () => SignedIn) {
  const list = async (path: string) => (await operator().agent.get(path).expect(200)).body;

  async function preview(file: Buffer, answers?: RosterAnswers, query: Query = {}): Promise<RosterPreview> {
    const { body } = await operator()
      .agent.post('/api/drivers/sheet/preview')
      .query({ ...query, ...withAnswers(answers) })
      .set('Content-Type', 'text/csv')
      .send(file)
      .expect(200);
    return body;
  }

  function confirm(
    file: Buffer,
    { of, columns, counts, answers }: RosterPreview,
    { key = randomUUID() as string, status = 201 } = {},
  ) {
    return operator()
      .agent.post('/api/drivers/sheet')
      .query({ of, columns: JSON.stringify(columns), ...withAnswers(answers), fileName: 'drivers.csv' })
      .query({ newCount: counts.new, changeCount: counts.differs })
      .set('Content-Type', 'text/csv')
      .set('Idempotency-Key', key)
      .send(file)
      .expect(status);
  }

  return {
    list,
    preview,
    confirm,
    store: async (file: Buffer, answers?: RosterAnswers) =>
      (await confirm(file, await preview(file, answers))).body,
    drivers: () => list('/api/drivers'),
    vehicles: () => list('/api/vehicles'),
  };
}
