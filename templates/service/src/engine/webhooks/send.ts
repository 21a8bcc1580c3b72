import * as http from 'node:http';
import * as https from 'node:https';
import { type BlockList, isIP, type LookupFunction } from 'node:net';
import { type Answer, NoAnswer, type Send } from './message.js';
import { ClosedAddress, guardedLookup, isOpen } from './networks.js';
import { sparing } from './spare.js';

export interface SendOptions {
  readonly httpsOnly: boolean;
  /** Networks to send to although they are not public. */
  readonly own: BlockList;
  readonly lookup?: LookupFunction;
  /** Milliseconds for all of it. */
  readonly timeout?: number;
}

const TIMEOUT = 15_000;
/** Bytes of an answer that are read. */
const EXCERPT = 1000;

/** Sends over the network, follows no redirect, and reads no more of an answer than its beginning. Spares who does not answer. */
export function networkSend({ httpsOnly, own, ...options }: SendOptions): Send {
  const { lookup = guardedLookup(own), timeout = TIMEOUT } = options;
  return sparing(async ({ url: text, headers, body }, signal) => {
    const url = new URL(text);
    if (httpsOnly && url.protocol !== 'https:')
      throw new Error('Only https:// is sent to, unless WEBHOOKS_HTTP=1.');
    // Of an address no name is looked up.
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) > 0 && !isOpen(host, own)) throw new ClosedAddress(host, host);
    const late = AbortSignal.timeout(timeout);
    const ended = AbortSignal.any([signal, late]);
    try {
      // No connection is kept: its address would not be looked at again.
      return await post(url, { headers, lookup, agent: false, signal: ended }, body);
    } catch (error) {
      if (!late.aborted) throw error;
      throw new NoAnswer(`It did not answer within ${timeout / 1000} seconds.`, { cause: error });
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
    // Without a listener the request would end without a word, and no time-out would end it any more.
    sent.on('upgrade', ({ statusCode: status = 0 }, socket) => {
      socket.destroy();
      resolve({ status, body: '' });
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** The status says what has become of a message: an answer that breaks off is as good as a whole one. */
async function excerptOf(response: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size >= EXCERPT) break;
    }
  } catch {
    // What has come until then is told.
  }
  // PostgreSQL has no place for NUL.
  return Buffer.concat(parts).subarray(0, EXCERPT).toString('utf8').replaceAll('\0', '\uFFFD');
}
