import {
  IncomingMessage,
  ServerResponse,
  createServer,
  type Server,
  type ServerOptions,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express, { type Express } from 'express';
import { StartRefused, type Settings } from '../settings/settings.js';
import { answerClientError, refuseUnheard } from './send-problem.js';

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
  /** Whether the port is for this process alone; the workers of a service share a port that is not exclusive. */
  readonly exclusive?: boolean;
}

/** Starts the server of the app by its settings. Throws `StartRefused` if the port is taken. */
export async function listen(
  app: Express,
  { port, host, requestTimeout, sendTimeout }: Settings,
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
  const server = serverOf(app, { ...limits, ...fastPrototypes(app) });
  if (sendTimeout > 0) cutSlowReaders(server, sendTimeout * 1000);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `${setting}: ${port} is in use on ${host}; stop the program that listens there, or set ${setting} to another port`;
      reject(error.code === 'EADDRINUSE' ? new StartRefused([taken]) : error);
    });
    server.listen({ port, host, exclusive }, resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  return { server, url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}` };
}

/** A server of an app that answers with problem documents what Node would refuse without a word, before the app sees it. */
export function serverOf(app: Express, options: ServerOptions): Server {
  // Node's own check of the host has no body.
  const server = createServer({ ...options, requireHostHeader: false }, (request, response) => {
    if (namesHost(request)) app(request, response);
    else refuseUnheard(response, 400, 'The request has no Host header.');
  });
  followConnections(server);
  server.on('clientError', answerClientError);
  server.on('checkExpectation', (_request, response: ServerResponse) =>
    refuseUnheard(
      response,
      417,
      'The only value of Expect that the service can meet is 100-continue.',
    ),
  );
  return server;
}

/** Only in HTTP/1.1 a request must (RFC 9112, section 3.2). */
const namesHost = ({ headers, httpVersion }: IncomingMessage): boolean =>
  headers.host !== undefined || httpVersion !== '1.1';

/** The open connections of each server, with the last response of each; null before the first request. */
const connections = new WeakMap<Server, Map<Socket, ServerResponse | null>>();

function followConnections(server: Server): void {
  const open = new Map<Socket, ServerResponse | null>();
  connections.set(server, open);
  server.on('connection', (socket) => {
    open.set(socket, null);
    socket.once('close', () => void open.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    if (open.has(socket)) open.set(socket, response);
  });
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
  const unheard = setInterval(() => closeUnheard(server), ASKING);
  const overdue = setTimeout(() => server.closeAllConnections(), grace);
  await closed;
  clearInterval(idle);
  clearInterval(unheard);
  clearTimeout(overdue);
}

/** Milliseconds in which a request may still arrive on a connection that is open when the service stops. */
const ASKING = 1000;

/**
 * Closes connections on which nothing is being answered. To Node those are not idle on which no request has come so far, half of
 * one, or not all of one that has been answered: the service would wait for them until its time is up.
 */
function closeUnheard(server: Server): void {
  for (const [socket, response] of connections.get(server) ?? [])
    if (response?.writableFinished !== false && socket.writableLength === 0) socket.destroy();
}

/** Bytes of a response that its client must take within the limit, if there are as many. */
const LEAST_TAKEN = 1_048_576;

/**
 * Closes connections whose clients take less than a megabyte of a response, and not the rest of it either, in `limit`
 * milliseconds, as the service holds it in memory for them. Only bytes they take count: a client that keeps sending would
 * otherwise look alive, and one that takes a few now and then would hold it for hours.
 */
export function cutSlowReaders(server: Server, limit: number): void {
  const open = new Map<Socket, Progress>();
  server.on('connection', (socket) => {
    open.set(socket, { taken: 0, since: 0 });
    socket.once('close', () => void open.delete(socket));
  });
  const look = (): void => {
    const now = performance.now();
    for (const [socket, progress] of open) {
      const taken = takenFrom(socket);
      if (socket.writableLength === 0 || taken - progress.taken >= LEAST_TAKEN)
        Object.assign(progress, { taken, since: now });
      else if (now - progress.since >= limit) socket.destroy();
    }
  };
  const timer = setInterval(look, limit / 4).unref();
  server.once('close', () => clearInterval(timer));
}

interface Progress {
  taken: number;
  since: number;
}

/** The undocumented counters that Node's own timeouts use; without them a whole write only counts when it is complete. */
interface Handle {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

/** How many bytes the operating system has taken from a socket. */
function takenFrom(socket: Socket): number {
  const handle = (socket as { _handle?: Handle | null })._handle;
  return handle ? handle.bytesWritten - handle.writeQueueSize : -socket.writableLength;
}

/**
 * Options for `http.createServer` that create requests and responses with the prototypes that Express needs. Express
 * otherwise replaces the prototype of each one, which makes V8 discard its optimisations for them. When the server creates
 * them that way, the replacement is a no-op; everything in Express keeps working.
 */
export function fastPrototypes(app: Express): ServerOptions {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  inherit(Request.prototype, express.request, app);
  inherit(Response.prototype, express.response, app);
  app.request = Request.prototype as unknown as Express['request'];
  app.response = Response.prototype as unknown as Express['response'];
  return { IncomingMessage: Request, ServerResponse: Response as typeof ServerResponse };
}

function inherit(prototype: object, from: object, app: Express): void {
  Object.setPrototypeOf(prototype, from);
  Object.defineProperty(prototype, 'app', { value: app, configurable: true, writable: true });
}

let waiting: { readonly response: ServerResponse; readonly text: string }[] = [];

/**
 * Ends a response together with the others of this turn of the event loop. A response sent alone wakes its client, which then
 * competes with us for the CPU for a moment and sleeps again before the next one.
 */
export function endTogether(response: ServerResponse, text: string): void {
  if (waiting.push({ response, text }) === 1) setImmediate(endAll);
}

function endAll(): void {
  const ready = waiting;
  waiting = [];
  for (const { response, text } of ready) response.end(text);
}
