import type { Request, RequestHandler, Response } from 'express';
import { core, safeParse } from 'zod/mini';
import { NotFoundError } from '../errors';

type Schemas<B, Q, P> = {
  body?: core.$ZodType<B>;
  query?: core.$ZodType<Q>;
  params?: core.$ZodType<P>;
};
type Input<B, Q, P> = { body: B; query: Q; params: P };

/**
 * A route handler that gets its input parsed and typed, or is not called at all.
 * @param schemas what body, query and path parameters must be; a part without a schema is not handed on
 * @param handler answers the request; a promise it rejects goes to the error middleware
 * @throws ZodError (answered as 400) for body and query; NotFoundError for parameters that cannot name a row
 */
export function validate<B = undefined, Q = undefined, P = undefined>(
  schemas: Schemas<B, Q, P>,
  handler: (input: Input<B, Q, P>, req: Request, res: Response) => Promise<unknown> | unknown,
): RequestHandler {
  return async (req, res) => {
    const params = schemas.params ? safeParse(schemas.params, req.params) : undefined;
    if (params && !params.success) throw new NotFoundError();
    const query = schemas.query ? core.parse(schemas.query, req.query) : undefined;
    const body = schemas.body ? core.parse(schemas.body, req.body ?? {}) : undefined;
    await handler({ body, query, params: params?.data } as Input<B, Q, P>, req, res);
  };
}
