/**
 * The limit: what hand-written code without login, rules, log or checks does on the same file. node:http, prepared
 * statements, JSON built by SQLite. Run as a process: `limit.ts <database file>`; prints its port.
 */
import Database from 'better-sqlite3';
import { answerWith } from './limit-server.js';

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
const page = (where: string, order: string) =>
  `SELECT '[' || coalesce(group_concat(j, ','), '') || ']' FROM (SELECT ${JSON_ROW} AS j FROM task ${where} ORDER BY ${order} LIMIT ? + 0 OFFSET ?)`;

/** The only value of the only row of a prepared statement. */
function value(sql: string) {
  const statement = database.prepare(sql).pluck();
  // `.all()`: with `.get()` a RETURNING statement is never finished and the log never checkpointed.
  return (values: readonly unknown[]) => statement.all(...values)[0];
}

answerWith({
  list: value(page('', 'id')),
  countAll: value('SELECT COUNT(*) FROM task'),
  filtered: value(page('WHERE status = ?', 'due_date, id')),
  countFiltered: value('SELECT COUNT(*) FROM task WHERE status = ?'),
  contains: value(page('WHERE title LIKE ?', 'id')),
  countContains: value('SELECT COUNT(*) FROM task WHERE title LIKE ?'),
  get: value(`SELECT ${JSON_ROW} FROM task WHERE id = ?`),
  insert: value(
    `INSERT INTO task (title, status, priority, project_id) VALUES (?, ?, ?, ?) RETURNING ${JSON_ROW}`,
  ),
  patch: value(
    `UPDATE task SET priority = ?, actual_work_hours = ?, updated_at = strftime('%Y-%m-%d %H:%M:%f') WHERE id = ? RETURNING ${JSON_ROW}`,
  ),
});
