import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import { keysOf, type Arrived, type DirectUploads, type Range, type Storage } from './storage.js';

/** A bucket, and who may use it. */
export interface Bucket {
  /** `https://host/bucket`. */
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  readonly region: string;
}

/** Seconds for which a page may begin to send a file. */
const UPLOAD_SECONDS = 900;

/** Files in a bucket of S3, or of another storage with its interface. */
export function s3Storage(bucket: Bucket): Storage {
  const requests = new Requests(bucket);
  return {
    scratch: join(tmpdir(), 'crudgen-files'),
    async keep(key, path) {
      const { size } = await stat(path);
      const body = Readable.toWeb(createReadStream(path)) as ReadableStream;
      const headers = { 'content-length': String(size), 'x-amz-content-sha256': UNSIGNED };
      // Streams are sent as they are read.
      const init = { method: 'PUT', body, headers, duplex: 'half' };
      await requests.done(await requests.send(key, init));
      await rm(path, { force: true });
    },
    read: (key, range) => requests.read(key, range),
    async remove(id) {
      for (const key of [...keysOf(id), stagingKey(id)]) await requests.remove(key);
    },
    direct: directUploads(requests),
  };
}

/** What a body is signed as whose bytes are not: TLS protects them on the way. */
const UNSIGNED = 'UNSIGNED-PAYLOAD';

/** Pages only ever write here: who keeps the address of an upload cannot change a file that was accepted. */
const stagingKey = (id: string): string => `staging/${id}`;

const directUploads = (requests: Requests): DirectUploads => ({
  begin: (id, size) => requests.uploadOf(stagingKey(id), size),
  async arrived(id) {
    const response = await requests.send(stagingKey(id), { method: 'HEAD' });
    if (response.status === 404) return null;
    await requests.done(response);
    const size = Number(response.headers.get('content-length'));
    return { size, tag: response.headers.get('etag') ?? '' };
  },
  async read(id, { tag }, range) {
    const found = await requests.read(stagingKey(id), range, { 'if-match': tag });
    if (found === null) throw new Error('what had arrived in the storage is gone');
    return found;
  },
  async accept(id, { tag }: Arrived) {
    const headers = {
      'x-amz-copy-source': requests.pathOf(stagingKey(id)),
      'x-amz-copy-source-if-match': tag,
    };
    const response = await requests.send(id, { method: 'PUT', headers });
    if (response.status === 412) return false;
    // S3 may say in the body of a 200 that it has failed.
    const text = await response.text();
    if (!response.ok || text.includes('<Error>')) throw failure(response, text);
    return true;
  },
  forget: (id) => requests.remove(stagingKey(id)),
});

/** What `fetch` takes, for signed requests. */
interface Init {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: ReadableStream;
  readonly duplex?: string;
}

/** Signed requests for the keys of a bucket. */
class Requests {
  readonly #client: AwsClient;
  readonly #url: string;

  constructor({ url, key, secret, region }: Bucket) {
    this.#url = url.replace(/\/+$/, '');
    this.#client = new AwsClient({
      accessKeyId: key,
      secretAccessKey: secret,
      ...{ region, service: 's3', retries: 0 },
    });
  }

  pathOf(key: string): string {
    return new URL(`${this.#url}/${key}`).pathname;
  }

  send(key: string, init: Init): Promise<Response> {
    return this.#client.fetch(`${this.#url}/${key}`, init as RequestInit);
  }

  async read(
    key: string,
    range?: Range,
    conditions: Readonly<Record<string, string>> = {},
  ): Promise<Readable | null> {
    const wanted = range && { range: `bytes=${range.start}-${range.end}` };
    const response = await this.send(key, { method: 'GET', headers: { ...conditions, ...wanted } });
    if (response.status === 404) return null;
    if (!response.ok || !response.body) throw failure(response, await response.text());
    return Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
  }

  /** An address by which whoever has it may put so many bytes at a key. */
  async uploadOf(key: string, size: number) {
    const url = new URL(`${this.#url}/${key}`);
    url.searchParams.set('X-Amz-Expires', String(UPLOAD_SECONDS));
    const headers = { 'content-length': String(size) };
    const aws = { signQuery: true, allHeaders: true };
    const signed = await this.#client.sign(url.href, { method: 'PUT', headers, aws });
    // Browsers set the length themselves, and sign it by that.
    return { method: 'PUT' as const, url: signed.url, headers: {} };
  }

  async remove(key: string): Promise<void> {
    await this.done(await this.send(key, { method: 'DELETE' }), [404]);
  }

  async done(response: Response, others: readonly number[] = []): Promise<void> {
    const text = await response.text();
    if (!response.ok && !others.includes(response.status)) throw failure(response, text);
  }
}

/** The error leaves out the body's own words, which may name keys. */
function failure({ status }: Response, text: string): Error {
  const [, code = 'no code'] = /<Code>(\w+)<\/Code>/.exec(text) ?? [];
  return new Error(`the storage of files answered ${status} (${code})`);
}
