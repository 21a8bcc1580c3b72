import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Who may use a bucket. */
interface Keys {
  readonly key: string;
  readonly secret: string;
  readonly region: string;
}

/** A storage with the interface of S3, of one bucket: it checks signatures (SigV4) as that does, and knows what the service needs. */
export async function startS3(keys: Keys) {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    void answer(request, response, keys, objects, requests);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...{ objects, requests, url: `http://127.0.0.1:${port}/bucket` },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

const tagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  keys: Keys,
  objects: Map<string, Buffer>,
  requests: string[],
): Promise<void> {
  const body = Buffer.concat((await request.toArray()) as Buffer[]);
  const url = new URL(request.url!, `http://${request.headers.host}`);
  const name = decodeURIComponent(url.pathname.replace('/bucket/', ''));
  requests.push(`${request.method} ${name}`);
  const end = (status: number, text: string | Buffer = '', headers = {}): void => {
    response.writeHead(status, headers).end(text);
  };
  if (!isSigned(request, url, body, keys))
    return end(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>');
  if (request.method === 'DELETE') return end(objects.delete(name) ? 204 : 204);
  if (request.method === 'PUT') return put(request, name, body, objects, end);
  const found = objects.get(name);
  if (!found) return end(404, '<Error><Code>NoSuchKey</Code></Error>');
  const match = request.headers['if-match'];
  if (match !== undefined && match !== tagOf(found)) return end(412);
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const part = first === undefined ? found : found.subarray(Number(first), Number(last) + 1);
  const headers = { etag: tagOf(found), 'content-length': part.length };
  end(first === undefined ? 200 : 206, request.method === 'HEAD' ? '' : part, headers);
}

function put(
  { headers }: IncomingMessage,
  name: string,
  body: Buffer,
  objects: Map<string, Buffer>,
  end: (status: number, text?: string) => void,
): void {
  const source = headers['x-amz-copy-source'];
  if (source === undefined) {
    objects.set(name, body);
    return end(200);
  }
  const copied = objects.get(decodeURIComponent(String(source)).replace(/^\/bucket\//, ''));
  if (!copied) return end(404, '<Error><Code>NoSuchKey</Code></Error>');
  if (headers['x-amz-copy-source-if-match'] !== tagOf(copied)) return end(412);
  objects.set(name, copied);
  end(200, '<CopyObjectResult/>');
}

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** AWS Signature Version 4, in the header or in the query. */
function isSigned(request: IncomingMessage, url: URL, body: Buffer, keys: Keys): boolean {
  const { headers } = request;
  const query = url.searchParams;
  const isQuery = query.has('X-Amz-Signature');
  const inHeader = (name: string): string =>
    new RegExp(`${name}=([^,\\s]+)`).exec(headers.authorization ?? '')?.[1] ?? '';
  const said = isQuery
    ? (name: string) => query.get(`X-Amz-${name}`) ?? ''
    : (name: string) => inHeader(name);
  const at = isQuery ? said('Date') : String(headers['x-amz-date']);
  const age = Date.now() - Date.parse(at.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));
  if (age > (isQuery ? Number(said('Expires')) : 900) * 1000) return false;
  const payload = isQuery ? 'UNSIGNED-PAYLOAD' : String(headers['x-amz-content-sha256']);
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return false;
  const signed = said('SignedHeaders').split(';');
  const canonical = [
    ...[request.method, url.pathname, canonicalQuery(query)],
    ...signed.map((name) => `${name}:${String(headers[name]).trim().replace(/\s+/g, ' ')}`),
    ...['', signed.join(';'), payload],
  ].join('\n');
  const scope = said('Credential').split('/').slice(1).join('/');
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n');
  const parts = [at.slice(0, 8), keys.region, 's3', 'aws4_request'];
  const key = parts.reduce<string | Buffer>((so, part) => hmac(so, part), `AWS4${keys.secret}`);
  return said('Signature') === hmac(key, text).toString('hex') && scope === parts.join('/');
}

const canonicalQuery = (query: URLSearchParams): string =>
  [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map((pair) => pair.map((part) => encodeURIComponent(part)).join('='))
    .sort()
    .join('&');
