import type { PictureKind } from '@shared/pictures/pictures';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { AppDeps } from '../../lib/deps';
import { NotFoundError } from '../../lib/errors';
import { ownOrigin } from '../../lib/http/security';
import { signedIn } from '../../lib/http/session';
import { createUpload, findPictureFile, receiveUpload } from './pictures.service';

/** Where a picture may be uploaded to; behind requireHolder. */
export function uploadRoutes(deps: AppDeps): Router {
  return Router().post('/upload', async (req, res) => {
    const options = { origin: ownOrigin(req), now: deps.clock() };
    res.json(await createUpload(deps, signedIn(res).holderId, options));
  });
}

/**
 * Pictures by address. Logos are for whoever has the address (decisions §8), profile pictures for their holder.
 * @param signedInOnly lets through only who has a session
 */
export function filesRoutes({ db, clock, storage }: AppDeps, signedInOnly: RequestHandler): Router {
  async function answerPicture(kind: PictureKind, path: string, headers: object, res: Response) {
    const file = await findPictureFile(storage, kind, path);
    if (!file) throw new NotFoundError();
    res.set({ 'Content-Security-Policy': "default-src 'none'; sandbox", ...headers });
    res.type(file.contentType).send(file.body);
  }

  const routes = Router()
    .get('/logos/:holderId/:file', async (req, res) => {
      // an address never shows another picture; pages of other sites, such as web mail, may show it
      const headers = {
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      };
      await answerPicture('logos', `${req.params.holderId}/${req.params.file}`, headers, res);
    })
    .get('/profile-pictures/:holderId/:file', signedInOnly, async (req: Request, res: Response) => {
      const { holderId } = signedIn(res);
      if (req.params.holderId !== holderId) throw new NotFoundError();
      // asked for again each time: it is seen with the session only
      const headers = { 'Cache-Control': 'private, no-cache' };
      await answerPicture('profile-pictures', `${holderId}/${req.params.file}`, headers, res);
    });

  const { uploads } = storage;
  if (uploads) {
    routes.put('/uploads/:holderId/:name', async (req, res) => {
      const incoming = {
        key: `uploads/${req.params.holderId}/${req.params.name}`,
        query: req.query,
        contentType: req.get('Content-Type'),
        length: Number(req.get('Content-Length') ?? 0),
        body: req,
      };
      await receiveUpload(db, uploads, incoming, clock());
      res.end();
    });
  }
  return routes;
}
