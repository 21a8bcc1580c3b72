import { IncomingMessage, ServerResponse, type ServerOptions } from 'node:http';
import express, { type Express } from 'express';

/*
 * Two ways to have Express answer faster, without which it answers the same: `FAST_EXPRESS=0` turns both off, for whom a
 * library gets in their way that changes the prototypes of requests and responses itself, or counts on an answer being sent
 * in the same turn of the event loop.
 */

declare module 'express-serve-static-core' {
  interface Response {
    /** Ends the answer together with others; absent where `FAST_EXPRESS` is off. */
    endTogether?(text: string): void;
  }
}

/** Makes an app and the server that is created with these options fast together. */
export function fastExpress(app: Express): ServerOptions {
  const options = fastPrototypes(app);
  app.response.endTogether = function (text) {
    endTogether(this, text);
  };
  return options;
}

/**
 * Options for `http.createServer` that make its requests and responses what Express needs from the start. Express gives
 * every request and response another prototype when they come in, which makes V8 throw away what it learned about them.
 * When the server creates them with those prototypes already, the swap changes nothing; everything of Express goes on working.
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
 * Ends an answer together with the others of this turn of the event loop. An answer that is sent alone wakes its client,
 * which then works beside us for a moment and sleeps again before the next one.
 */
export function endTogether(response: ServerResponse, text: string): void {
  if (waiting.push({ response, text }) === 1) setImmediate(endAll);
}

function endAll(): void {
  const ready = waiting;
  waiting = [];
  for (const { response, text } of ready) response.end(text);
}
