import type { BeaHolder } from '@shared/holders';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  forgetHolder,
  forgetLogin,
  rememberedHolder,
  rememberHolder,
  savedLogin,
  savedLogo,
  saveLogin,
} from './remembered';

const holder: BeaHolder = {
  id: 'h1',
  beaNumber: 'BEA-1',
  holderName: 'Mary Smith',
  companyName: 'Sunshine Transfers',
  tradingName: null,
  contactPerson: null,
  contactEmail: 'mary@example.com',
  contactPhone: '0400 000 000',
  logoUrl: null,
  profilePictureUrl: null,
  isActive: true,
  contactVerifiedAt: null,
  authorisationExpires: null,
  demoUntil: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  version: 1,
  updatedAt: '2026-01-01T00:00:00.000Z',
};
const { beaNumber, holderName, companyName, contactEmail, contactPhone } = holder;
const login = { beaNumber, holderName, companyName, contactEmail, contactPhone };

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it('returns the stored holder and login', () => {
  rememberHolder(holder);
  saveLogin({ ...login, rememberMe: true });
  expect(rememberedHolder()).toEqual(holder);
  expect(savedLogin()).toEqual(login);
});

it('forgets the holder and keeps the login', () => {
  rememberHolder(holder);
  saveLogin({ ...login, rememberMe: true });
  forgetHolder();
  expect(rememberedHolder()).toBeNull();
  expect(savedLogin()).toEqual(login);
});

it('updates the logo of the saved login, leaves its email to its person, and forgets both with it', () => {
  saveLogin({ ...login, rememberMe: true });
  rememberHolder({
    ...holder,
    logoUrl: '/files/logos/h1/x-document.png',
    contactEmail: 'office@example.com',
  });
  expect(savedLogo()).toBe('/files/logos/h1/x-document.png');
  expect(savedLogin()?.contactEmail).toBe(contactEmail);
  forgetHolder();
  expect(savedLogo()).toBe('/files/logos/h1/x-document.png');
  forgetLogin();
  expect([savedLogo(), savedLogin()]).toEqual([null, null]);
});

it('has no logo without one', () => {
  saveLogin({ ...login, rememberMe: true });
  rememberHolder(holder);
  expect(savedLogo()).toBeNull();
});

describe('unreadable data count as missing', () => {
  it.each(['', '{', 'null', '{"beaNumber":1}', '[]'])('such as %j', (text) => {
    stored.set('rememberMe', 'true').set('beaHolder', text);
    stored.set('loginRememberMe', 'true').set('loginFormData', text);
    expect(rememberedHolder()).toBeNull();
    expect(savedLogin()).toBeNull();
  });

  it('such as in a blocked storage', () => {
    vi.stubGlobal('localStorage', undefined);
    rememberHolder(holder);
    expect(rememberedHolder()).toBeNull();
    expect(savedLogin()).toBeNull();
  });
});
