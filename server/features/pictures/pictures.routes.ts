import type { PictureKind } from '@shared/pictures/pictures';
import { uploadAnswerSchema, uploadInputSchema } from '@shared/pictures/uploads';
import type { RequestHandler } from 'express';
import * as z from 'zod/mini';
import type { AppDeps } from '../../lib/deps';
import { NotFoundError } from '../../lib/errors';
import { type Mounted, routesOf } from '../../lib/http/route';
import { ownOrigin } from '../../lib/http/security';
import { uploadBudget } from './picture-limits';
import { createUpload, findPictureFile, receiveUpload } from './pictures.service';

const fileParams = z.object({ holderId: z.string(), file: z.string() });
const uploadParams = z.object({ holderId: z.string(), name: z.string() });

/** Makes upload addresses; mounted behind requireHolder. */
export function uploadRoutes(deps: AppDeps): Mounted {
  const { mounted, post } = routesOf(deps, '/api/objects');

  post(
    '/upload',
    {
      summary: 'Makes an address to upload a picture to',
      body: uploadInputSchema,
      answer: uploadAnswerSchema,
      budget: uploadBudget,
      offInDemo: 'A demo takes no pictures.',
    },
    ({ call, req, body }) => createUpload(call, deps.storage, ownOrigin(req, deps.config.publicUrl), body),
  );
  return mounted;
}

/**
 * Pictures by address. Logos are for anyone who has the address, profile pictures for their holder (docs/product/profile.md#uploads).
 * @param signedInOnly refuses requests without a session
 */
export function filesRoutes(deps: AppDeps, signedInOnly: RequestHandler): Mounted {
  const { storage } = deps;
  const { mounted, get, open } = routesOf(deps, '/files');

  type Params = z.infer<typeof fileParams>;
  async function picture(kind: PictureKind, { holderId, file }: Params, headers: Record<string, string>) {
    const found = await findPictureFile(storage, kind, `${holderId}/${file}`);
    if (!found) throw new NotFoundError();
    const policy = "default-src 'none'; frame-ancestors 'none'; sandbox";
    return { ...found, headers: { 'Content-Security-Policy': policy, ...headers } };
  }

  open.get(
    '/logos/:holderId/:file',
    { summary: 'Reads a logo', params: fileParams, answer: 'file' },
    ({ params }) =>
      picture('logos', params, {
        // an address never shows another picture
        'Cache-Control': 'public, max-age=31536000, immutable',
        // pages of other sites, such as web mail, may show it
        'Cross-Origin-Resource-Policy': 'cross-origin',
      }),
  );
  const own = {
    summary: 'Reads a profile picture',
    before: [signedInOnly],
    params: fileParams,
    answer: 'file',
  } as const;
  get('/profile-pictures/:holderId/:file', own, ({ params, call }) => {
    if (params.holderId !== call.holderId) throw new NotFoundError();
    // a cache must ask again, because it is shown with a session only
    return picture('profile-pictures', params, { 'Cache-Control': 'private, no-cache' });
  });

  const { uploads } = storage;
  if (uploads)
    open.put(
      '/uploads/:holderId/:name',
      { summary: 'Uploads a picture', params: uploadParams, answer: 'file' },
      async ({ params, call, req }) => {
        const length = Number(req.get('Content-Length') ?? 0);
        const upload = { query: req.query, contentType: req.get('Content-Type'), length, body: req };
        await receiveUpload(call, uploads, params, upload);
        return { type: 'txt', content: '' };
      },
    );
  return mounted;
}
