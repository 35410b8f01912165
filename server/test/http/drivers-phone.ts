import type { PhoneCode } from '@shared/phones';
import supertest from 'supertest';
import type { SignedIn, TestApp } from './create-test-app';

type Office = Pick<SignedIn, 'agent'>;

/** The code of a driver's phone, made by the office or by a phone. */
export async function phoneCode({ agent }: Office, driverId: string): Promise<string> {
  const { body } = await agent.post(`/api/drivers/${driverId}/phone-codes`).expect(201);
  return (body as PhoneCode).code;
}

/** A browser that has become a driver's own phone. */
export async function driversPhone(
  it: TestApp,
  office: Office,
  driverId: string,
): Promise<SignedIn['agent']> {
  const phone = supertest.agent(it.server).set('User-Agent', IPHONE);
  await phone
    .post('/api/auth/phone')
    .send({ code: await phoneCode(office, driverId) })
    .expect(200);
  return phone;
}

export const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1';
