import { textsIn } from './unzip.js';

/** A request as it can be sent, told and sent again. */
export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path with its query. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds after which nobody waits for the answer any longer. */
  readonly patience?: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The body; of a spreadsheet, the texts of all files in its archive. */
  readonly text: string;
  /** What JSON says; undefined for everything else. */
  readonly body: unknown;
}

/** Sends a request; an answer for which nobody waits any longer has the status 0. */
export async function send(url: string, token: string | null, request: Request): Promise<Answer> {
  try {
    return await answerTo(url, token, request);
  } catch (error) {
    if ((error as Error).name !== 'TimeoutError') throw error;
    const text = `it did not answer within ${request.patience! / 1000} s`;
    return { status: 0, headers: new Headers(), text, body: undefined };
  }
}

async function answerTo(url: string, token: string | null, request: Request): Promise<Answer> {
  const { method, path, body, headers = {}, patience } = request;
  const isText = typeof body === 'string';
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && !isText && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    ...(patience !== undefined && { signal: AbortSignal.timeout(patience) }),
  });
  const type = response.headers.get('content-type') ?? '';
  const isSheet = type.includes('spreadsheetml');
  const text = isSheet ? textsIn(Buffer.from(await response.arrayBuffer())) : await response.text();
  const isJson = type.includes('json') && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? (JSON.parse(text) as unknown) : undefined,
  };
}

/** The request for a shell; `$TOKEN` stands for the token of whoever asks. */
export function asCurl({ method, path, body, headers = {} }: Request): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const parts = ['curl', ...(method === 'GET' ? [] : ['-X', method])];
  parts.push('-H', '"Authorization: Bearer $TOKEN"');
  for (const [name, value] of Object.entries(headers))
    parts.push('-H', quoted(`${name}: ${value}`));
  if (body !== undefined && typeof body !== 'string')
    parts.push('-H', quoted('Content-Type: application/json'));
  if (body !== undefined)
    parts.push('-d', quoted(typeof body === 'string' ? body : JSON.stringify(body)));
  return [...parts, `"$URL${path.replaceAll('"', '%22').replaceAll('$', '\\$')}"`].join(' ');
}
