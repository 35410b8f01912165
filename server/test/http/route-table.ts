import type { Express, Router } from 'express';

/** A route of the app: its method, and its path with the names of its parameters. */
export type Route = `${string} /${string}`;

type ListedRoute = { path: unknown; methods: string[] | undefined; router: ListingRouter | undefined };
/** `listRoutes` is the router's own (2.3), but Express's types do not know it yet. */
type ListingRouter = Router & { listRoutes(): ListedRoute[] };

/**
 * Every route of the app, read from its routers, so that a new one needs no entry anywhere. HEAD is left out: Express
 * answers it with GET's handlers.
 * @throws Error for a route without a fixed method and path, which no test could call
 */
export function listRoutes(app: Express): Route[] {
  return routesBelow('', app.router as ListingRouter);
}

function routesBelow(mount: string, router: ListingRouter): Route[] {
  return router.listRoutes().flatMap(({ path, methods, router: mounted }): Route[] => {
    if (typeof path !== 'string') throw new Error(`A path of ${mount}/ is no text: ${path}`);
    const here = `${mount}${path}`.replace(/\/+$/, '');
    if (mounted) return routesBelow(here, mounted);
    if (!methods || methods.includes('*')) throw new Error(`${here} answers any method`);
    return methods
      .filter((method) => method !== 'HEAD')
      .map((method): Route => `${method} ${here || '/'}` as Route);
  });
}
