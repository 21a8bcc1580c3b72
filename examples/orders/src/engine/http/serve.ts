import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Express } from 'express';
import { StartRefused, type Settings } from '../settings/settings.js';
import { fastExpress } from './fast-express.js';
import { answerClientError } from './send-problem.js';
import { cutSlowReaders } from './slow-readers.js';

/** The app setting (`app.enable`) by which `/readyz` reports that the process is shutting down. */
export const STOPPING = 'service is stopping';

/** Milliseconds that the headers of a request may take to arrive. */
const HEADERS_TIMEOUT = 20_000;
/** Milliseconds between two checks for requests that take too long to arrive. */
const CHECK_INTERVAL = 5000;

export interface Listening {
  readonly server: Server;
  readonly url: string;
}

interface ListenOptions {
  /** The name of the setting that the port comes from. */
  readonly setting?: string;
  /** For this process alone; the workers of a service share a port that is not exclusive. */
  readonly exclusive?: boolean;
}

/** Starts the server of the app by its settings. Throws `StartRefused` if the port is taken. */
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
    // Longer than proxies keep idle connections, so that the service never closes one that is about to be used.
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
  /** Milliseconds in which requests are still served while clients are asked to disconnect. */
  readonly delay: number;
  /** Milliseconds after which remaining requests are aborted. */
  readonly grace: number;
}

/** Lets clients disconnect, stops accepting, lets running requests finish, and resolves when all are done. */
export async function closeServer(
  server: Server,
  { delay, grace }: ShutdownOptions,
): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.setHeader('connection', 'close');
  });
  if (delay > 0) await sleep(delay);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Connections that have just answered stay idle only for a moment, instead of the usual seconds.
  server.keepAliveTimeout = 1;
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const overdue = setTimeout(() => server.closeAllConnections(), grace);
  await closed;
  clearInterval(idle);
  clearTimeout(overdue);
}
