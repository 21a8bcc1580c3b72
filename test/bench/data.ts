import Database from 'better-sqlite3';
import { ROWS } from './operations.js';

const STATUS = ['todo', 'in_progress', 'done'];
const PRIORITY = ['low', 'medium', 'high', 'critical'];
const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + (n % 365))).toISOString().slice(0, 10);

/** Fills the tables that the service has made; the same rows every time. */
export function fillTasks(file: string, rows = ROWS): void {
  const database = new Database(file);
  const member = database.prepare('INSERT INTO team_member (name, email) VALUES (?, ?)');
  const project = database.prepare('INSERT INTO project (name, owner_id) VALUES (?, ?)');
  const task = database.prepare(
    `INSERT INTO task (title, description, status, priority, due_date, planned_work_hours, actual_work_hours,
       project_id, assignee_id, parent_task_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  database.transaction(() => {
    for (let n = 1; n <= 100; n++) member.run(`Member ${n}`, `member${n}@example.com`);
    for (let n = 1; n <= 100; n++) project.run(`Project ${n}`, n);
    for (let n = 1; n <= rows; n++)
      task.run(
        `Task ${n} report ${(n * 7919) % 1000}`,
        `What has to be done for number ${n}`,
        STATUS[n % 3],
        PRIORITY[n % 4],
        day(n * 31),
        (n % 16) + 0.5,
        n % 5 ? null : n % 40,
        (n % 100) + 1,
        (n % 97) + 1,
        n % 10 ? null : Math.max(1, n - 7),
      );
    // An index is a fact of the file, not of either program: both have it.
    database.exec('CREATE INDEX bench_status_due_date ON task (status, due_date)');
    database.exec('ANALYZE');
  })();
  database.close();
}
