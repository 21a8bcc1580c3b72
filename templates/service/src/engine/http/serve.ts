import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Express } from 'express';
import { StartRefused, type Settings } from '../settings/settings.js';
import { fastExpress } from './fast-express.js';
import { answerClientError } from './send-problem.js';
import { cutSlowReaders } from './slow-readers.js';

/** The setting of the app (`app.enable`) by which `/readyz` tells that the process is going to stop. */
export const STOPPING = 'service is stopping';

/** Milliseconds that the headers of a request may take to arrive. */
const HEADERS_TIMEOUT = 20_000;
/** Milliseconds between two looks for requests that take too long to arrive. */
const CHECK_INTERVAL = 5000;

export interface Listening {
  readonly server: Server;
  readonly url: string;
}

interface ListenOptions {
  /** The name of the port's setting. */
  readonly setting?: string;
  /** Of this process alone; the workers of a service share a port that is not. */
  readonly exclusive?: boolean;
}

/** Serves the app where the settings say. Throws `StartRefused` where the port is taken. */
export async function listen(
  app: Express,
  { port, host, fastExpress: fast, requestTimeout, sendTimeout }: Settings,
  { setting = 'PORT', exclusive = false }: ListenOptions = {},
): Promise<Listening> {
  const timeout = requestTimeout * 1000;
  const limits = {
    requestTimeout: timeout,
    headersTimeout: Math.min(HEADERS_TIMEOUT, timeout || HEADERS_TIMEOUT),
    connectionsCheckingInterval: CHECK_INTERVAL,
    // Longer than proxies keep their connections, so that it is never the service that closes one in use.
    keepAliveTimeout: 65_000,
  };
  const server = createServer({ ...limits, ...(fast && fastExpress(app)) }, app);
  server.on('clientError', answerClientError);
  if (sendTimeout > 0) cutSlowReaders(server, sendTimeout * 1000);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(taken ? new StartRefused([`${setting}: ${port} is in use on ${host}`]) : error);
    });
    server.listen({ port, host, exclusive }, resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  return { server, url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}` };
}

export interface ShutdownOptions {
  /** Milliseconds in which it still serves everybody and asks them to go elsewhere. */
  readonly delay: number;
  /** Milliseconds after which what still runs is cut off. */
  readonly grace: number;
}

/** Lets clients leave, stops accepting, lets running requests finish, and resolves when all are done. */
export async function closeServer(
  server: Server,
  { delay, grace }: ShutdownOptions,
): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.setHeader('connection', 'close');
  });
  if (delay > 0) await sleep(delay);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that has just answered is idle for a moment only, instead of the usual seconds.
  server.keepAliveTimeout = 1;
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const overdue = setTimeout(() => server.closeAllConnections(), grace);
  await closed;
  clearInterval(idle);
  clearTimeout(overdue);
}
