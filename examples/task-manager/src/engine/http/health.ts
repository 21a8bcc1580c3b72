import type { RequestHandler } from 'express';
import type { Database } from '../database/database.js';
import { HttpProblem } from '../problem/problem.js';

/** 200: the process lives. */
export const healthz: RequestHandler = (_request, response) => {
  response.setHeader('cache-control', 'no-store');
  response.json({ status: 'ok' });
};

/** 200 when the database answers in time, else 503. */
export const readyz =
  (database: Database): RequestHandler =>
  async (request, response, next) => {
    try {
      await within(2000, ping(database));
    } catch {
      throw new HttpProblem(503, 'The database does not answer.', [], { 'retry-after': '5' });
    }
    healthz(request, response, next);
  };

const ping = (database: Database) =>
  database.read((session) => session.rows({ sql: 'SELECT 1', name: 'ping' }, []));

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
