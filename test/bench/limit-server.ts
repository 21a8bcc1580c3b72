import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A question to the database: the values that it binds, to its one text or number. */
type Ask = (values: readonly unknown[]) => unknown;

/** What a database must answer to be a limit. */
export type Answers = Readonly<
  Record<
    | 'list'
    | 'countAll'
    | 'filtered'
    | 'countFiltered'
    | 'contains'
    | 'countContains'
    | 'get'
    | 'insert'
    | 'patch',
    Ask
  >
>;

/** Serves tasks over node:http without login, rules, log or checks; prints its port. */
export function answerWith(ask: Answers): void {
  const answerList = async (response: ServerResponse, query: URLSearchParams) => {
    const start = Number(query.get('_start'));
    const page = [Number(query.get('_end')) - start, start];
    const status = query.get('status');
    const title = query.get('title__ilike');
    if (status !== null) {
      const text = await ask.filtered([status, ...page]);
      return send(response, 200, text, await ask.countFiltered([status]));
    }
    if (title !== null) {
      const text = await ask.contains([`%${title}%`, ...page]);
      return send(response, 200, text, await ask.countContains([`%${title}%`]));
    }
    send(response, 200, await ask.list(page), await ask.countAll([]));
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const [path = '', query = ''] = request.url!.split('?');
    const id = Number(path.slice('/task/'.length));
    if (request.method === 'POST') {
      const body = await readBody(request);
      const values = ['title', 'status', 'priority', 'project_id'].map((name) => body[name]);
      send(response, 201, await ask.insert(values));
    } else if (request.method === 'PATCH') {
      const body = await readBody(request);
      send(response, 200, await ask.patch([body['priority'], body['actual_work_hours'], id]));
    } else if (path === '/task') await answerList(response, new URLSearchParams(query));
    else send(response, 200, await ask.get([id]));
  };

  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    console.log(`listening ${typeof address === 'object' && address?.port}`);
  });
  process.on('SIGTERM', () => process.exit(0));
}

function send(response: ServerResponse, status: number, body: unknown, total?: unknown): void {
  const text = body as string;
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...(total !== undefined && { 'x-total-count': String(total) }),
  });
  response.end(text);
}

function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () =>
      resolve(JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>),
    );
  });
}
