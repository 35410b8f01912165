import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import pg from 'pg';

/** The program that figures are compared with: `node:http` and `pg` alone. Its arguments: the database's address, and the queries. */
const [connectionString, queries = '{}'] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString, max: 20 });

/** The body of a POST holds the values of an insert. */
const { listSql, listParams, insertSql } = JSON.parse(queries);

const server = createServer(async (req, res) => {
  const { rows } =
    req.method === 'GET'
      ? await pool.query(listSql, listParams)
      : await pool.query(insertSql, (await json(req)) as unknown[]);
  res.setHeader('Content-Type', 'application/json');
  res.end(JSON.stringify(req.method === 'GET' ? rows : rows[0]));
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }));
});
