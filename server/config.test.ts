import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config';

test('an empty environment gives the defaults', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    selfRegistration: true,
    signInCodes: false,
    trustProxy: 0,
    logLevel: 'info',
    webConcurrency: 1,
  });
  expect(readConfig({ PORT: '' }).port).toBe(3000);
});

test('bad values are named, every one of them', () => {
  const bad = {
    PORT: 'http',
    SESSION_SECRET: 'short',
    LOG_LEVEL: 'loud',
    HOST: '0.0.0.0',
    DATABASE_URL: 'mysql://x',
    MIGRATIONS_DATABASE_URL: 'owner@db',
    WEB_CONCURRENCY: '0',
    MAIL_FROM: 'Trip Log',
  };
  expect(() => readConfig(bad)).toThrow(ConfigError);
  for (const variable of Object.keys(bad)) expect(() => readConfig(bad)).toThrow(`${variable}:`);
});

test('without sign-in codes, listening on another address than loopback needs the operator to confirm', () => {
  expect(() => readConfig({ HOST: '0.0.0.0' })).toThrow('ALLOW_UNVERIFIED_SIGN_IN=yes');
  expect(readConfig({ HOST: '0.0.0.0', ALLOW_UNVERIFIED_SIGN_IN: 'yes' }).host).toBe('0.0.0.0');
  expect(readConfig({ HOST: '::1' }).host).toBe('::1');
});

test('SESSION_SECRET takes several, each long enough', () => {
  const [first, second] = ['a'.repeat(32), 'b'.repeat(32)];
  expect(readConfig({ SESSION_SECRET: `${first}, ${second}` }).sessionSecrets).toEqual([first, second]);
  for (const bad of [`${first},`, `${first},short`, 'a,'.repeat(20)])
    expect(() => readConfig({ SESSION_SECRET: bad })).toThrow('SESSION_SECRET: each must have at least 32');
});

test('a role for migrations needs another one for the service', () => {
  expect(() => readConfig({ MIGRATIONS_DATABASE_URL: 'postgres://owner@db/x' })).toThrow(
    'MIGRATIONS_DATABASE_URL: set DATABASE_URL too',
  );
});

test('a form template needs its map beside it', () => {
  expect(() => readConfig({ F5320_TEMPLATE: '/nowhere.pdf' })).toThrow(
    'F5320_TEMPLATE: there is no such file',
  );
  expect(() => readConfig({ F5320_TEMPLATE: 'package.json' })).toThrow('package.json.map.json, is missing');
});
