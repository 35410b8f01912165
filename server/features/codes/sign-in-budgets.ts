import { type Budget, HOUR, MINUTE } from '../../lib/throttle';

/**
 * How often signing in may fail and codes may be sent (docs/operations.md#budgets). A trusted device and a passkey never need what
 * anyone can use up for someone else, and an address, with many people behind it, has room for all of them.
 */
export const signInBudgets = {
  /** Sign-ins without a code, by account and address: a person finds the right address in an old mail before that. */
  signInFailures: { name: 'signInFailures', most: 10, seconds: 15 * MINUTE, what: 'sign-ins' },
  /** Sign-ins without a code, by account for all addresses together; the account's own browsers are counted apart. */
  signInFailuresOfAccount: { name: 'signInFailuresOfAccount', most: 50, seconds: HOUR, what: 'sign-ins' },
  /** Failures only, by address: an office or a mobile network has many people behind one. */
  signInsOfAddress: { name: 'signInsOfAddress', most: 300, mostOfSite: 900, seconds: HOUR, what: 'sign-ins' },
  /** By account. With 8 digits, 240 guesses a day find one account's code of the day with a chance of 1 in 400,000. */
  codeFailures: { name: 'codeFailures', most: 10, seconds: HOUR, what: 'wrong codes' },
  /** By account and address. */
  codeSends: { name: 'codeSends', most: 3, seconds: 10 * MINUTE, what: 'codes' },
  /** Codes by addressee, whatever numbers and addresses ask for them: protects a mailbox from floods. */
  codeSendsOfMailbox: { name: 'codeSendsOfMailbox', most: 10, seconds: 10 * MINUTE, what: 'codes' },
  /** Codes by address: protects many mailboxes from one sender. A hundred people behind one address can sign in within an hour. */
  codeSendsOfAddress: {
    name: 'codeSendsOfAddress',
    most: 200,
    mostOfSite: 600,
    seconds: HOUR,
    what: 'codes',
  },
  /** Unknown addressees together, next to MAIL_PER_HOUR, so that codes and reports never wait for each other. */
  codeMails: { name: 'codeMails', most: 500, seconds: HOUR, what: 'codes' },
  /** By person who may sign in, so that strangers cannot use it up. Ten new devices, with a second code for each. */
  codeMailsOfPerson: { name: 'codeMailsOfPerson', most: 20, seconds: HOUR, what: 'codes' },
  /** By address: a challenge is a stored row. */
  passkeyTries: { name: 'passkeyTries', most: 300, mostOfSite: 900, seconds: HOUR, what: 'sign-ins' },
} as const satisfies Record<string, Budget>;
