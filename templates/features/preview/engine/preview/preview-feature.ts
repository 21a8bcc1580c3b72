import type { RequestHandler } from 'express';
import type { Account } from '../auth/directory.js';
import { HttpProblem } from '../problem/problem.js';
import type { Feature } from '../service/project.js';
import { isLoopback } from '../settings/settings.js';
import { endsWithIt, holdConnection, readOnlyFromNow } from './held-connection.js';

/** Shows a database in which nothing is made: everybody on this machine reads, and nobody writes. */
export const preview: Feature = {
  name: 'preview',
  refusals: ({ settings: { authDisabled, host, poolSize, databaseUrl } }) => [
    ...(authDisabled ? [] : ['a preview has no users: set SERVICE_AUTH_DISABLED=1']),
    ...(isLoopback(host) ? [] : ['a preview is for this machine: leave HOST at 127.0.0.1']),
    ...(poolSize === 1 || databaseUrl.startsWith('sqlite:')
      ? []
      : ['the own tables of a preview belong to one connection: set DATABASE_POOL_SIZE=1']),
  ],
  prepare: async (opened) => {
    if (opened.dialect.name === 'postgres') await holdConnection(opened.dataSource);
  },
  everybody,
  middleware: () => readingOnly,
  start: async ({ database, logger }) => {
    if (database.dialect.name !== 'postgres') return () => Promise.resolve();
    await readOnlyFromNow(database.dataSource);
    return endsWithIt(database.dataSource, logger);
  },
};

/** The administrator, whom the service needs to start, as somebody who only reads. */
function everybody(account: Account): Account {
  const roles = ['Viewer'];
  return {
    ...account,
    user: { ...account.user, roles, limits: { models: null, readOnly: true } },
    profile: { ...account.profile, roles },
  };
}

const ALLOWED = ['GET', 'HEAD', 'OPTIONS'];

const readingOnly: RequestHandler = ({ method }, _response, next) => {
  if (ALLOWED.includes(method)) return next();
  const allow = ALLOWED.join(', ');
  throw new HttpProblem(405, `A preview accepts ${allow}.`, [], { allow });
};
