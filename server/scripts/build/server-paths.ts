/** What the server answers by itself; in `npm run dev` Vite hands it on and serves the client at every other path. */
export const SERVER_PATHS = ['/api', '/files', '/healthz', '/readyz', '/take-back', '/unsubscribe'];
