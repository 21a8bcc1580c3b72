import { IncomingMessage, ServerResponse, type ServerOptions } from 'node:http';
import express, { type Express } from 'express';

/*
 * Two optimisations of Express that do not change responses: `FAST_EXPRESS=0` turns both off, in case a library changes the
 * prototypes of requests and responses itself, or relies on a response being sent in the same turn of the event loop.
 */

declare module 'express-serve-static-core' {
  interface Response {
    /** Ends the response together with others; absent where `FAST_EXPRESS` is off. */
    endTogether?(text: string): void;
  }
}

/** Applies both to an app and the server that is created with these options. */
export function fastExpress(app: Express): ServerOptions {
  const options = fastPrototypes(app);
  app.response.endTogether = function (text) {
    endTogether(this, text);
  };
  return options;
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
