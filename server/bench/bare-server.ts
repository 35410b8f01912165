import { createServer } from 'node:http';
import pg from 'pg';

/** What the figures are compared with: `node:http` and `pg` alone. Argument: the database's address. */
const pool = new pg.Pool({ connectionString: process.argv[2], max: 20 });

type Bare = { listSql: string; listParams: unknown[]; insertSql: string };
const { listSql, listParams, insertSql }: Bare = JSON.parse(process.argv[3] ?? '{}');

const server = createServer((req, res) => {
  const answer = (rows: unknown) => {
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify(rows));
  };
  if (req.method === 'GET') return void pool.query(listSql, listParams).then(({ rows }) => answer(rows));
  let body = '';
  req.on('data', (chunk) => {
    body += chunk;
  });
  req.on('end', () => {
    const trip = JSON.parse(body);
    const values = [
      trip.beaHolderId,
      trip.driverId,
      trip.driverAuthorityLicense,
      trip.postcode,
      trip.suburb,
      trip.waitingTime,
      trip.duration,
      trip.datetime,
      trip.notes,
    ];
    pool.query(insertSql, values).then(({ rows }) => answer(rows[0]));
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(JSON.stringify({ url: `http://127.0.0.1:${typeof address === 'object' && address?.port}` }));
});
