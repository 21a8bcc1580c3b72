import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import { onTestFinished } from 'vitest';
import { noSuchPath, problemHandler } from '../../http/send-problem.js';
import { createLogger, requestId } from '../../http/request-log.js';
import { DatabaseOutage, type Outage } from '../../database/outage.js';
import { fastPrototypes, serverOf } from '../../http/serve.js';

export interface Served {
  readonly url: string;
  readonly server: Server;
  /** Everything that was logged. */
  readonly log: string[];
}

const outageOf = (error: unknown): Outage | null =>
  error instanceof DatabaseOutage ? error.outage : null;

/** Serves what `build` adds to an app of the service's kind, until the test ends. */
export async function serve(build: (app: Express) => void): Promise<Served> {
  const log: string[] = [];
  const logger = createLogger('info', { write: (line: string) => void log.push(line) });
  const app = express();
  app.disable('etag');
  app.use(requestId);
  build(app);
  app.use(noSuchPath);
  app.use(problemHandler(logger, { outageOf }));
  const server = serverOf(app, fastPrototypes(app));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, log };
}
