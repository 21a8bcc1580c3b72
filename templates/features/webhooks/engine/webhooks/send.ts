import * as http from 'node:http';
import * as https from 'node:https';
import { type BlockList, isIP, type LookupFunction } from 'node:net';
import { type Answer, NoResponse, type Send } from './message.js';
import { ClosedAddress, guardedLookup, isOpen } from './networks.js';
import { withCircuitBreaker } from './circuit-breaker.js';

export interface SendOptions {
  readonly httpsOnly: boolean;
  /** Non-public networks that messages may be sent to. */
  readonly own: BlockList;
  readonly lookup?: LookupFunction;
  /** Milliseconds for the whole exchange. */
  readonly timeout?: number;
}

const TIMEOUT = 15_000;
/** Bytes of a response that are read. */
const EXCERPT_LENGTH = 1000;

/**
 * Sends over the network, follows no redirects, and only reads the beginning of a response. Pauses for receivers that do not
 * respond.
 */
export function networkSend({ httpsOnly, own, ...options }: SendOptions): Send {
  const { lookup = guardedLookup(own), timeout = TIMEOUT } = options;
  return withCircuitBreaker(async ({ url: text, headers, body }, signal) => {
    const url = new URL(text);
    if (httpsOnly && url.protocol !== 'https:')
      throw new Error('Messages are only sent to https://, unless WEBHOOKS_HTTP=1.');
    // An IP address needs no lookup.
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) > 0 && !isOpen(host, own)) throw new ClosedAddress(host, host);
    const late = AbortSignal.timeout(timeout);
    const ended = AbortSignal.any([signal, late]);
    try {
      // No keep-alive: a reused connection would skip the address check.
      return await post(url, { headers, lookup, agent: false, signal: ended }, body);
    } catch (error) {
      if (!late.aborted) throw error;
      throw new NoResponse(`The endpoint did not respond within ${timeout / 1000} seconds.`, {
        cause: error,
      });
    }
  });
}

const post = (url: URL, options: https.RequestOptions, body: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const sent = request(url, { ...options, method: 'POST' }, (response) => {
      const { statusCode: status = 0 } = response;
      void excerptOf(response).then((excerpt) => resolve({ status, body: excerpt }));
    });
    // Without a listener the request would end silently, and no timeout would end it any more.
    sent.on('upgrade', ({ statusCode: status = 0 }, socket) => {
      socket.destroy();
      resolve({ status, body: '' });
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** The status decides the outcome: a truncated response is as good as a complete one. */
async function excerptOf(response: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size >= EXCERPT_LENGTH) break;
    }
  } catch {
    // What has arrived until then is kept.
  }
  // PostgreSQL cannot store NUL.
  return Buffer.concat(parts)
    .subarray(0, EXCERPT_LENGTH)
    .toString('utf8')
    .replaceAll('\0', '\uFFFD');
}
