/**
 * The limit: what hand-written code without login, rules, log or checks does on the same file. node:http, prepared
 * statements, JSON built by SQLite. Run as a process: `limit.ts <database file>`; prints its port.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Database from 'better-sqlite3';

const database = new Database(process.argv[2]!);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = NORMAL');
database.pragma('foreign_keys = ON');

const FIELDS = [
  'id',
  'title',
  'description',
  'status',
  'priority',
  'due_date',
  'planned_work_hours',
  'actual_work_hours',
  'project_id',
  'assignee_id',
  'parent_task_id',
  'created_at',
  'updated_at',
];
const JSON_ROW = `json_object('_label', title, ${FIELDS.map((field) => `'${field}', ${field}`).join(', ')})`;
const text = (sql: string) => database.prepare(sql).pluck();

const list = text(
  `SELECT '[' || group_concat(j, ',') || ']' FROM (SELECT ${JSON_ROW} AS j FROM task ORDER BY id LIMIT ? OFFSET ?)`,
);
const countAll = text('SELECT COUNT(*) FROM task');
const filtered = text(
  `SELECT '[' || group_concat(j, ',') || ']' FROM (SELECT ${JSON_ROW} AS j FROM task WHERE status = ? ORDER BY due_date, id LIMIT ? OFFSET ?)`,
);
const countFiltered = text('SELECT COUNT(*) FROM task WHERE status = ?');
const contains = text(
  `SELECT '[' || coalesce(group_concat(j, ','), '') || ']' FROM (SELECT ${JSON_ROW} AS j FROM task WHERE title LIKE ? ORDER BY id LIMIT ? OFFSET ?)`,
);
const countContains = text('SELECT COUNT(*) FROM task WHERE title LIKE ?');
const get = text(`SELECT ${JSON_ROW} FROM task WHERE id = ?`);
const insert = text(
  `INSERT INTO task (title, status, priority, project_id) VALUES (?, ?, ?, ?) RETURNING ${JSON_ROW}`,
);
const patch = text(
  `UPDATE task SET priority = ?, actual_work_hours = ?, updated_at = strftime('%Y-%m-%d %H:%M:%f') WHERE id = ? RETURNING ${JSON_ROW}`,
);

function send(response: ServerResponse, status: number, body: string, total?: unknown): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...(total !== undefined && { 'x-total-count': String(total) }),
  });
  response.end(body);
}

function answerList(response: ServerResponse, query: URLSearchParams): void {
  const start = Number(query.get('_start'));
  const page = [Number(query.get('_end')) - start, start];
  const status = query.get('status');
  const title = query.get('title__ilike');
  if (status !== null)
    send(response, 200, filtered.get(status, ...page) as string, countFiltered.get(status));
  else if (title !== null)
    send(
      response,
      200,
      contains.get(`%${title}%`, ...page) as string,
      countContains.get(`%${title}%`),
    );
  else send(response, 200, list.get(...page) as string, countAll.get());
}

function readBody(request: IncomingMessage, work: (body: Record<string, unknown>) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => work(JSON.parse(Buffer.concat(chunks).toString())));
}

const server = createServer((request, response) => {
  const [path = '', query = ''] = request.url!.split('?');
  const id = Number(path.slice('/task/'.length));
  if (request.method === 'POST')
    readBody(request, (b) =>
      send(
        response,
        201,
        // `.all()`: with `.get()` a RETURNING statement is never finished and the log never checkpointed.
        insert.all(b['title'], b['status'], b['priority'], b['project_id'])[0] as string,
      ),
    );
  else if (request.method === 'PATCH')
    readBody(request, (b) =>
      send(response, 200, patch.all(b['priority'], b['actual_work_hours'], id)[0] as string),
    );
  else if (path === '/task') answerList(response, new URLSearchParams(query));
  else send(response, 200, get.get(id) as string);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`listening ${typeof address === 'object' && address?.port}`);
});
process.on('SIGTERM', () => process.exit(0));
