import { randomUUID } from 'node:crypto';
import type { ImportAnswers, ImportColumns, ImportPreview } from '@shared/imports/imports';
import { answersAsShown, type NewcomerAnswers } from '@shared/imports/newcomers';
import type { TripFieldName } from '@shared/trips/trip-fields';
import type { Agent } from 'supertest';
import { expect } from 'vitest';
import type { DepotFile, Month } from './depot-file';

type Answers = { columns?: ImportColumns; answers?: ImportAnswers; newcomers?: NewcomerAnswers };

/** Imports a file as a person does: looks at the preview, answers what is asked, and confirms. @returns what was asked, in short */
export async function importAsAPerson(agent: Agent, depot: DepotFile, month: Month): Promise<string[]> {
  const file = Buffer.from((await depot.file(month)) as string);
  const post = (path: string, query: object, { columns, answers, newcomers }: Answers) => {
    const request = agent.post(path).query({
      sheet: depot.sheet?.(month),
      columns: columns && JSON.stringify(columns),
      answers: answers && JSON.stringify(answers),
      ...query,
    });
    request.set('Idempotency-Key', randomUUID());
    return newcomers
      ? request.send({ file: file.toString('base64'), newcomers })
      : request.set('Content-Type', 'application/octet-stream').send(file);
  };
  const preview = async (given: Answers): Promise<ImportPreview> => {
    const { status, body } = await post('/api/imports/preview', {}, given);
    expect(status, body.message).toBe(200);
    return body;
  };

  const asked: string[] = [];
  const given: Answers = {};
  let seen = await preview(given);
  const columns = chooseColumns(seen, depot);
  if (columns) {
    asked.push('columns');
    given.columns = columns;
    seen = await preview(given);
  }
  // an answer can raise another question
  for (let open = openIn(seen); open.length > 0 && asked.length < 20; open = openIn(seen)) {
    asked.push(...open);
    given.answers = { ...seen.answers, ...answerAll(seen, depot) };
    seen = await preview(given);
  }
  const people = [...seen.newcomers.drivers, ...seen.newcomers.vehicles];
  if (people.length > 0) {
    asked.push(...people.filter(({ answer }) => answer === null).map(({ written }) => `new: ${written}`));
    given.newcomers = answerAbout(seen, depot);
    seen = await preview({ ...given, columns: seen.columns, answers: seen.answers });
  }
  const { body, status } = await post(
    '/api/imports',
    { fileName: depot.name(month), tripCount: seen.counts.ready, changeCount: seen.counts.differs },
    { ...given, columns: seen.columns, answers: seen.answers },
  );
  expect(status, `${body.message} ${JSON.stringify(seen.rows)} ${JSON.stringify(seen.newcomers)}`).toBe(201);
  return asked;
}

/** What the preview waits for. */
const openIn = ({ missing, questions, answers, words }: ImportPreview): string[] => [
  ...missing.map((field) => `column: ${field}`),
  ...questions.filter(({ name }) => answers[name] === undefined).map(({ name }) => name),
  ...words.filter(({ becomes }) => becomes === null).map(({ field, word }) => `${field}: ${word}`),
];

/** Who chooses a column finds it among those that are not read; undefined where all are read as they should be. */
function chooseColumns({ headings, columns }: ImportPreview, depot: DepotFile): ImportColumns | undefined {
  const chosen = Object.entries(depot.columns ?? {}).map(
    ([field, heading]) =>
      [field as TripFieldName, headings.findIndex(({ name }) => name === heading)] as const,
  );
  const others = chosen.filter(([field, column]) => columns[field] !== column);
  return others.length > 0 ? { ...columns, ...Object.fromEntries(others) } : undefined;
}

function answerAll({ questions, answers, words }: ImportPreview, depot: DepotFile): ImportAnswers {
  const said = depot.answers ?? {};
  const open = questions.filter(({ name }) => answers[name] === undefined);
  for (const { name, text } of open) expect(said[name], `no answer to "${text}"`).toBeDefined();
  const becomes: NonNullable<ImportAnswers['words']> = { ...answers.words };
  for (const { field, word } of words.filter((one) => one.becomes === null)) {
    const meaning = (said.words?.[field] as Record<string, string> | undefined)?.[word];
    expect(meaning, `no meaning of "${word}"`).toBeDefined();
    Object.assign(becomes, { [field]: { ...becomes[field], [word]: meaning } });
  }
  const answered = Object.fromEntries(open.map(({ name }) => [name, said[name]]));
  return words.length > 0 ? { ...answered, words: becomes } : answered;
}

/** All are added as they are shown, with what the person knows better. */
function answerAbout({ newcomers }: ImportPreview, depot: DepotFile): NewcomerAnswers {
  const shown = answersAsShown(newcomers);
  const change = <Kind extends 'drivers' | 'vehicles'>(kind: Kind) =>
    Object.fromEntries(
      newcomers[kind].map(({ key, written, answer }) => {
        const known = depot[kind]?.[written];
        return [key, answer === null && known ? { ...shown[kind][key], ...known } : shown[kind][key]];
      }),
    ) as NewcomerAnswers[Kind];
  return { drivers: change('drivers'), vehicles: change('vehicles') };
}
