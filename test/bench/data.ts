import Database from 'better-sqlite3';
import pg from 'pg';

const STATUS = ['todo', 'in_progress', 'done'];
const PRIORITY = ['low', 'medium', 'high', 'critical'];
const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + (n % 365))).toISOString().slice(0, 10);

/** Fills the tables that the service has made; the same rows every time. */
export function fillSqlite(file: string, rows: number): void {
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
    // An index is a fact of the database, not of either program: both have it.
    database.exec('CREATE INDEX bench_status_due_date ON task (status, due_date)');
    database.exec('ANALYZE');
  })();
  database.close();
}

/** The same rows on PostgreSQL. */
export async function fillPostgres(url: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    INSERT INTO team_member (name, email)
      SELECT 'Member ' || n, 'member' || n || '@example.com' FROM generate_series(1, 100) n;
    INSERT INTO project (name, owner_id) SELECT 'Project ' || n, n FROM generate_series(1, 100) n;
    INSERT INTO task (title, description, status, priority, due_date, planned_work_hours, actual_work_hours,
        project_id, assignee_id, parent_task_id)
      SELECT 'Task ' || n || ' report ' || (n::bigint * 7919) % 1000, 'What has to be done for number ' || n,
        (ARRAY['todo', 'in_progress', 'done'])[n % 3 + 1],
        (ARRAY['low', 'medium', 'high', 'critical'])[n % 4 + 1],
        date '2026-01-01' + (n * 31) % 365, n % 16 + 0.5, CASE WHEN n % 5 = 0 THEN n % 40 END,
        n % 100 + 1, n % 97 + 1, CASE WHEN n % 10 = 0 THEN greatest(1, n - 7) END
      FROM generate_series(1, ${rows}) n ORDER BY n;
    CREATE INDEX bench_status_due_date ON task (status NULLS FIRST, due_date NULLS FIRST)`);
  await client.query('VACUUM ANALYZE');
  await client.end();
}
