import { join } from 'node:path';
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { createAuthRouter, type AuthParts } from './auth/auth-routes.js';
import { createRouter } from './crud/create-router.js';
import type { ModelModule } from './crud/model-module.js';
import type { Database } from './database/database.js';
import { createDocsRouter } from './docs/docs-routes.js';
import { apiPrefix } from './http/api-prefix.js';
import { createBackOffice } from './http/back-office.js';
import { cors } from './http/cors.js';
import { endpoint } from './http/endpoint.js';
import { healthz, readyz } from './http/health.js';
import { loopbackOnly } from './http/loopback-only.js';
import { redirect } from './http/redirect.js';
import { requestId } from './http/request-id.js';
import { requestLog } from './http/request-log.js';
import { securityHeaders } from './http/security-headers.js';
import { noSuchPath, problemHandler } from './http/send-problem.js';
import { warnOfProxy } from './http/warn-of-proxy.js';
import type { Search } from './search/search-config.js';
import { searchConfig } from './search/search-routes.js';
import type { Settings } from './settings.js';

export interface AppParts extends AuthParts {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly database: Database;
  readonly modules: readonly ModelModule[];
  readonly search: Search;
}

/** Everything that the service answers, in the order in which a request passes through it. */
export function createApp(parts: AppParts): Express {
  const { settings, logger, database, search } = parts;

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', 'simple');
  app.set('trust proxy', settings.trustProxy);

  app.use(requestId);
  app.use(requestLog(logger));
  if (settings.trustProxy === false) app.use(warnOfProxy(logger));
  app.use(securityHeaders);
  app.use(settings.authDisabled ? loopbackOnly : cors(settings.corsOrigins));
  app.use(apiPrefix);

  app.use(createRouter(parts));
  app.use('/auth', createAuthRouter(parts));
  app.use(createDocsRouter(parts));
  endpoint(app, '/config/search', { get: searchConfig(search) });
  endpoint(app, '/healthz', { get: healthz });
  endpoint(app, '/readyz', { get: readyz(database) });
  endpoint(app, '/', { get: redirect('/admin/') });
  endpoint(app, '/admin', { get: redirect('/admin/') });
  app.use('/admin', createBackOffice(join(import.meta.dirname, '../web/dist')));

  app.use(noSuchPath);
  const { dialect } = database;
  app.use(problemHandler(logger, (error) => dialect.violation(error)?.kind === 'busy'));
  return app;
}
