import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { environmentSchema, readConfig } from '../config';

/** Variables that the AWS SDK reads itself. */
const OF_AWS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

/** The environment of a service in deploy/compose.yaml, whose values are all plain text. */
function environmentOf(service: string): Record<string, string> {
  const compose = readFileSync('deploy/compose.yaml', 'utf8');
  const [, lines = ''] =
    new RegExp(`^  ${service}:\\n(?:    .*\\n|\\n)*?    environment:\\n((?:      .*\\n)+)`, 'm').exec(
      compose,
    ) ?? [];
  const entries = [...lines.matchAll(/^ {6}([A-Z]\w+): (\S+)$/gm)];
  return Object.fromEntries(entries.map(([, name = '', value = '']) => [name, value]));
}

/** Variables that deploy/Dockerfile sets. */
const ofImage = Object.fromEntries(
  [
    ...(/^ENV (.*)$/m.exec(readFileSync('deploy/Dockerfile', 'utf8'))?.[1] ?? '').matchAll(/(\w+)=(\S+)/g),
  ].map(([, name = '', value = '']) => [name, value]),
);

test('the server starts with the settings of compose.yaml and of the image', () => {
  const environment = environmentOf('app');
  const known = [...Object.keys(environmentSchema.shape), ...OF_AWS];
  expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
  expect(readConfig({ ...ofImage, ...environment })).toMatchObject({
    host: '0.0.0.0',
    dataDir: '/data',
    signInCodes: true,
    s3: { bucket: 'trip-log', region: 'us-east-1' },
  });
});

test('the services of compose.yaml agree on addresses, roles and keys', () => {
  const [app, postgres, s3] = ['app', 'postgres', 's3'].map(environmentOf);
  const owner = new URL(app?.MIGRATIONS_DATABASE_URL ?? '');
  expect([owner.username, owner.password, owner.pathname.slice(1)]).toEqual([
    postgres?.POSTGRES_USER,
    postgres?.POSTGRES_PASSWORD,
    postgres?.POSTGRES_DB,
  ]);
  expect([app?.AWS_ACCESS_KEY_ID, app?.AWS_SECRET_ACCESS_KEY, app?.S3_REGION, app?.PUBLIC_URL]).toEqual([
    s3?.ROOT_ACCESS_KEY,
    s3?.ROOT_SECRET_KEY,
    s3?.VGW_REGION,
    s3?.VGW_CORS_ALLOW_ORIGIN,
  ]);
});
