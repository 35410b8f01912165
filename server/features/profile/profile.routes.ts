import { NOT_IN_DEMO } from '@shared/errors';
import { beaHolderSchema, verificationSchema } from '@shared/holders';
import { saveLogoSchema, saveProfilePictureSchema } from '@shared/pictures/uploads';
import { changeProfileSchema, verifyContactEmailSchema } from '@shared/profile';
import type { Request, RequestHandler } from 'express';
import * as z from 'zod/mini';
import type { AnonymousCall } from '../../lib/call';
import { assertNewest } from '../../lib/database/versions';
import type { AppDeps } from '../../lib/deps';
import { ForbiddenError } from '../../lib/errors';
import { escapeHtml, htmlPage, page } from '../../lib/html/plain-page';
import { browserOf } from '../../lib/http/cookies';
import { type Mounted, routesOf } from '../../lib/http/route';
import { ownOrigin } from '../../lib/http/security';
import { smallForm } from '../../lib/http/small-form';
import { logEvent, logHolder, logOf } from '../../lib/logger';
import { assertRecentSignIn } from '../auth/auth.service';
import { statusOfCodeRequest } from '../codes/codes.service';
import { readUndoToken } from '../deliveries/signed-links';
import { browserName } from '../devices/browser-name';
import { isSameEmail } from '../holders/holders.repository';
import { pictureWork, uploadBudget } from '../pictures/picture-limits';
import {
  readContactChange,
  redeemContactCode,
  requestContactCode,
  undoContactChange,
} from './contact-email.service';
import { changePicture, changeProfile } from './profile.service';

/** The holder's own record. The logo has two addresses; see docs/product/profile.md#profile. */
export function profileRoutes(deps: AppDeps): Mounted {
  const { mounted, get, post, put, route, add } = routesOf(deps, '/api');

  const originOf = (req: Request) => ownOrigin(req, deps.config.publicUrl);
  const picture = {
    summary: 'Saves a picture',
    answer: beaHolderSchema,
    work: pictureWork,
    budget: uploadBudget,
  };
  for (const path of ['/profile/logo', '/bea-holders/logo'])
    put(path, { body: saveLogoSchema, ...picture }, ({ body, call, req }) =>
      changePicture(call, deps, 'logos', { address: body.logoUrl, origin: originOf(req) }),
    );
  const savePicture = route({ body: saveProfilePictureSchema, ...picture }, ({ body, call, req }) =>
    changePicture(call, deps, 'profile-pictures', {
      address: body.profilePictureUrl,
      origin: originOf(req),
    }),
  );
  const savedProfile = {
    summary: 'Saves the profile, or its picture alone',
    answer: z.union([beaHolderSchema, verificationSchema]),
    status: statusOfCodeRequest,
  };
  const saveProfile = route(
    { body: changeProfileSchema, ...savedProfile },
    async ({ body, call, sessionId, deviceId, provedAt, holder, req }) => {
      if (holder.demoUntil && !isSameEmail(body.contactEmail, holder.contactEmail))
        throw new ForbiddenError('A demo sends no emails, so its contact email stays.', NOT_IN_DEMO);
      if (deps.config.signInCodes && !isSameEmail(body.contactEmail, holder.contactEmail)) {
        assertRecentSignIn(provedAt, call.now);
        assertNewest('profile', holder, body);
        return requestContactCode(call, deps, req, body.contactEmail);
      }
      const saved = await changeProfile(call, deps, { sessionId, deviceId }, body);
      if (saved.contactEmail !== holder.contactEmail)
        logEvent(logOf(req, deps.log), 'info', 'contact-email-changed');
      return saved;
    },
  );
  post(
    '/profile/contact-email/verify',
    {
      summary: 'Proves a new contact email and saves the profile',
      body: verifyContactEmailSchema,
      answer: beaHolderSchema,
      turn: 'hashing',
      offInDemo: 'A demo sends no emails, so its contact email stays.',
    },
    async ({ body: { profile, ...typed }, call, sessionId, deviceId, req }) => {
      await redeemContactCode(call, deps, req, { ...typed, email: profile.contactEmail });
      const saved = await changeProfile(call, deps, { sessionId, deviceId, isProved: true }, profile);
      logEvent(logOf(req, deps.log), 'info', 'contact-email-changed');
      return saved;
    },
  );
  const putProfile: RequestHandler = (req, res, next) => {
    const save = 'profilePictureUrl' in Object(req.body) ? savePicture : saveProfile;
    return save(req, res, next);
  };

  get('/profile', { summary: 'Reads the profile', answer: beaHolderSchema }, ({ holder }) => holder);
  add(
    'put',
    '/profile',
    { body: z.union([changeProfileSchema, saveProfilePictureSchema]), ...savedProfile },
    putProfile,
  );
  return mounted;
}

const strong = (text: string) => `<strong>${escapeHtml(text)}</strong>`;

/** Asks before anything changes: mail scanners open every link. */
const askPage = (oldEmail: string, newEmail: string) =>
  page(
    'Undo this change?',
    `<p>The contact email was changed from ${strong(oldEmail)} to ${strong(newEmail)}.</p>
<p>If you undo that, ${strong(oldEmail)} is the contact email again, and everyone who is signed in is signed out. Remembered devices, passkeys, tokens and drivers' phones end too, and only this address may sign in until you add the other people again.</p>
<form method="post"><button>Undo the change</button></form>`,
  );
const donePage = (oldEmail: string) =>
  page(
    'The change was undone',
    `<p>The contact email is ${strong(oldEmail)} again, and no one is signed in any more. Sign in to Trip Log with this address.</p>`,
  );
/** The page of a link that was used before, or that undoing another change has closed. */
const doneBeforePage = page(
  'The change was undone before',
  '<p>This link was used already. Nothing was changed now.</p>',
);
const expiredPage = page(
  'It is too late for this link',
  '<p>A change can be undone for 72 hours. Ask the operator of this Trip Log to look into it.</p>',
);
const unknownLinkPage = page(
  'This link is not valid',
  '<p>It was cut off on its way, or is not from us. Open it again from the email.</p>',
);

/** The page behind the link that undoes a change of the contact email. No session is read: the signed token decides. A GET only asks. */
export function undoContactChangeRoutes(deps: AppDeps): Mounted {
  const { mounted, open } = routesOf(deps, '/take-back');
  const answer = async ({ call, req }: { call: AnonymousCall; req: Request }) => {
    const token = typeof req.query.token === 'string' ? req.query.token : '';
    const link = readUndoToken(deps, token);
    const change = link && (await readContactChange(call, link));
    if (!change) return htmlPage(404, unknownLinkPage);
    const { oldEmail, newEmail, state } = change;
    if (state === 'expired') return htmlPage(410, expiredPage);
    if (state === 'undone') return htmlPage(200, doneBeforePage);
    if (req.method !== 'POST') return htmlPage(200, askPage(oldEmail, newEmail));
    const { address, userAgent } = browserOf(req, deps);
    const isDone = await undoContactChange(call, deps, link, { name: browserName(userAgent), address });
    if (!isDone) return htmlPage(200, doneBeforePage);
    logHolder(req, link.holderId);
    logEvent(logOf(req, deps.log), 'warn', 'contact-email-restored');
    return htmlPage(200, donePage(oldEmail));
  };
  open.get('/', { summary: 'Asks whether to undo a change of the contact email', answer: 'file' }, answer);
  open.post(
    '/',
    { summary: 'Undoes a change of the contact email', answer: 'file', before: [smallForm] },
    answer,
  );
  return mounted;
}
