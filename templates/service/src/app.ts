import { join } from 'node:path';
import express, { type Express } from 'express';
import {
  apiPrefix,
  cors,
  createAuthRouter,
  createBackOffice,
  createDocsRouter,
  createOwnRouter,
  createRouter,
  endpoint,
  healthz,
  loopbackOnly,
  noSuchPath,
  problemHandler,
  readyz,
  redirect,
  requestId,
  requestLog,
  searchConfig,
  securityHeaders,
  warnOfProxy,
  type AppParts,
} from '#engine';
import { hasBackOffice } from './features.gen.js';
import type { Settings } from './settings.js';

/** The Express app of the service. A request passes through its handlers in this order. */
export function createApp(parts: AppParts<Settings>): Express {
  const { settings, logger, database, search, folder } = parts;

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
  app.use(settings.authDisabled ? loopbackOnly : cors(settings.corsOrigins, parts.headers));
  app.use(apiPrefix);
  for (const handler of parts.middleware) app.use(handler);

  app.use(createRouter(parts));
  app.use(createOwnRouter(parts));
  app.use('/auth', createAuthRouter(parts));
  app.use(createDocsRouter(parts));
  endpoint(app, '/config/search', { get: searchConfig(search) });
  for (const { add } of parts.endpoints) add(app, parts);
  endpoint(app, '/healthz', { get: healthz });
  endpoint(app, '/readyz', { get: readyz(database, logger) });
  endpoint(app, '/', { get: redirect(hasBackOffice ? '/admin/' : '/docs') });
  if (hasBackOffice) {
    endpoint(app, '/admin', { get: redirect('/admin/') });
    app.use('/admin', createBackOffice(join(folder, '../web/dist')));
  }

  app.use(noSuchPath);
  app.use(problemHandler(logger, database));
  return app;
}
