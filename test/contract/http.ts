import { withIdsEncoded, withKeysGiven } from './given-ids.js';
import { Agent, request, type IncomingHttpHeaders } from 'node:http';

/** A record as the service answers it. */
export interface Row {
  id: number;
  _label: string;
  [field: string]: unknown;
}

/** What to send; `raw` goes out as it is, `body` as JSON. */
export interface Message {
  headers?: Record<string, string | string[]>;
  body?: unknown;
  raw?: string | Buffer;
  /** The connections to take; those of all unless given. */
  agent?: Agent;
}

/** One answer of the service, unchanged by any client library. */
export class Answer {
  constructor(
    readonly status: number,
    readonly headers: IncomingHttpHeaders,
    readonly text: string,
  ) {}

  /** The body parsed as JSON. */
  get body(): unknown {
    return JSON.parse(this.text);
  }

  /** The body as one record. */
  get record(): Row {
    return this.body as Row;
  }

  /** The body as a list of records. */
  get rows(): Row[] {
    return this.body as Row[];
  }

  /** The ids of a list. */
  get ids(): number[] {
    return this.rows.map((row) => row.id);
  }

  /** A header as one string, empty when absent. */
  header(name: string): string {
    const value = this.headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : (value ?? '');
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** Sends one request with exactly this path: nothing is normalised on the way. */
export function send(
  base: string,
  method: string,
  path: string,
  message: Message = {},
): Promise<Answer> {
  const { hostname, port } = new URL(base);
  const payload = payloadOf(message);
  const headers: Record<string, string | string[] | number> = { ...message.headers };
  if (payload !== undefined) {
    if (!headers['transfer-encoding']) headers['content-length'] = Buffer.byteLength(payload);
    if (message.body !== undefined) headers['content-type'] ??= 'application/json';
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, method, path, headers, agent: message.agent ?? agent, timeout: 30_000 },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve(new Answer(incoming.statusCode ?? 0, incoming.headers, text));
        });
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer to ${method} ${path}`)));
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // A kept connection that the server had closed meanwhile: the request never arrived.
      if (outgoing.reusedSocket && error.code === 'ECONNRESET')
        send(base, method, path, message).then(resolve, reject);
      else reject(error);
    });
    outgoing.end(payload);
  });
}

function payloadOf(message: Message): string | Buffer | undefined {
  if (message.raw !== undefined) return message.raw;
  return message.body === undefined ? undefined : JSON.stringify(message.body);
}

/** The requests of one user (or of nobody) to one service. */
export class Client {
  constructor(
    private readonly base: () => string,
    private readonly token: () => Promise<string | undefined> | string | undefined,
  ) {}

  /** Any request. */
  async send(method: string, path: string, message: Message = {}): Promise<Answer> {
    const token = await this.token();
    const headers = { ...message.headers };
    if (token !== undefined) headers.authorization ??= `Bearer ${token}`;
    const given = withKeysGiven(method, path, { ...message, headers });
    return send(this.base(), method, withIdsEncoded(path), given);
  }

  get(path: string, headers?: Message['headers']): Promise<Answer> {
    return this.send('GET', path, { ...(headers && { headers }) });
  }

  head(path: string, headers?: Message['headers']): Promise<Answer> {
    return this.send('HEAD', path, { ...(headers && { headers }) });
  }

  post(path: string, body?: unknown, headers?: Message['headers']): Promise<Answer> {
    return this.send('POST', path, { body, ...(headers && { headers }) });
  }

  put(path: string, body?: unknown, headers?: Message['headers']): Promise<Answer> {
    return this.send('PUT', path, { body, ...(headers && { headers }) });
  }

  patch(path: string, body?: unknown, headers?: Message['headers']): Promise<Answer> {
    return this.send('PATCH', path, { body, ...(headers && { headers }) });
  }

  delete(path: string, headers?: Message['headers']): Promise<Answer> {
    return this.send('DELETE', path, { ...(headers && { headers }) });
  }

  /** Creates a record that a test needs; anything but 201 is an error. */
  async create(path: string, body: unknown): Promise<Row> {
    return demand(await this.post(path, body), 201, `POST ${path}`).record;
  }

  /** Changes a record that a test needs changed; anything but 200 is an error. */
  async change(path: string, body: unknown): Promise<Row> {
    return demand(await this.patch(path, body), 200, `PATCH ${path}`).record;
  }

  /** Reads a record that must be there. */
  async read(path: string): Promise<Row> {
    return demand(await this.get(path), 200, `GET ${path}`).record;
  }

  /** Reads a list that must be answered. */
  async list(path: string): Promise<Row[]> {
    return demand(await this.get(path), 200, `GET ${path}`).rows;
  }
}

/** The answer, when it has this status; otherwise an error that shows it. */
export function demand(answer: Answer, status: number, what: string): Answer {
  if (answer.status === status) return answer;
  throw new Error(`${what}: expected ${status}, got ${answer.status} ${answer.text.slice(0, 500)}`);
}

/** A query string from pairs; values are encoded, lists repeat the name. */
export function query(pairs: Record<string, string | number | (string | number)[]>): string {
  const parts = Object.entries(pairs).flatMap(([name, value]) =>
    [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`),
  );
  return `?${parts.join('&')}`;
}

let marks = 0;

/** A word that no other test uses. */
export function mark(): string {
  marks += 1;
  return `m${process.pid.toString(36)}x${Date.now().toString(36)}x${marks.toString(36)}`;
}

/** Literal text as a JSON body, for bodies that `JSON.stringify` would never make. */
export function json(raw: string | Buffer, headers: Record<string, string> = {}): Message {
  return { raw, headers: { 'content-type': 'application/json', ...headers } };
}
