/** The limit on PostgreSQL: node:http, prepared statements, JSON built by the server. `limit-postgres.ts <url>`. */
import { answerWith } from './limit-server.js';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 });

const ROW = `json_build_object('_label', title, 'id', id, 'title', title, 'description', description, 'status', status,
  'priority', priority, 'due_date', due_date, 'planned_work_hours', planned_work_hours, 'actual_work_hours',
  actual_work_hours, 'project_id', project_id, 'assignee_id', assignee_id, 'parent_task_id', parent_task_id,
  'created_at', created_at, 'updated_at', updated_at)`;
const page = (where: string, order: string, first: number) =>
  `SELECT coalesce(json_agg(j), '[]')::text FROM (SELECT ${ROW} AS j FROM task ${where} ORDER BY ${order} LIMIT $${first} OFFSET $${first + 1}) t`;

/** The only value of the only row of a prepared statement. */
const value = (name: string, text: string) => async (values: readonly unknown[]) => {
  const { rows } = await pool.query<[string]>({
    name,
    text,
    values: [...values],
    rowMode: 'array',
  });
  return rows[0]![0];
};

answerWith({
  list: value('list', page('', 'id', 1)),
  countAll: value('countAll', 'SELECT COUNT(*) FROM task'),
  filtered: value('filtered', page('WHERE status = $1', 'due_date NULLS FIRST, id', 2)),
  countFiltered: value('countFiltered', 'SELECT COUNT(*) FROM task WHERE status = $1'),
  contains: value('contains', page('WHERE title ILIKE $1', 'id', 2)),
  countContains: value('countContains', 'SELECT COUNT(*) FROM task WHERE title ILIKE $1'),
  get: value('get', `SELECT ${ROW}::text FROM task WHERE id = $1`),
  insert: value(
    'insert',
    `INSERT INTO task (title, status, priority, project_id) VALUES ($1, $2, $3, $4) RETURNING ${ROW}::text`,
  ),
  patch: value(
    'patch',
    `UPDATE task SET priority = $1, actual_work_hours = $2, updated_at = now() WHERE id = $3 RETURNING ${ROW}::text`,
  ),
});
