import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, renameSync, rmSync } from 'node:fs';
import pg from 'pg';
import { StartRefused } from '../../settings/settings.js';
import type { BackupMethods } from '../backup-methods.js';

/** PostgreSQL's own tools: a consistent snapshot, in a file that any later version can read. */
export const postgresBackup: BackupMethods = {
  async backUp(databaseUrl, target) {
    const unfinished = `${target}.unfinished`;
    try {
      await run('pg_dump', ['--format=custom', `--file=${unfinished}`], databaseUrl).ended;
      chmodSync(unfinished, 0o600);
      renameSync(unfinished, target);
    } finally {
      rmSync(unfinished, { force: true });
    }
  },

  async restore(databaseUrl, source, { replace }) {
    await assertRestorable(databaseUrl, replace);
    await replaceAll(databaseUrl, source);
    return [];
  },
};

/** Throws where the database is in use, or has tables that may not be replaced. */
async function assertRestorable(databaseUrl: string, replace: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ tables: number; others: number }>(
      `SELECT (SELECT count(*)::int FROM pg_tables WHERE schemaname = 'public') AS tables,
              (SELECT count(*)::int FROM pg_stat_activity
               WHERE datname = current_database() AND pid <> pg_backend_pid()
                 AND backend_type = 'client backend') AS others`,
    );
    const [{ tables, others }] = rows as [{ tables: number; others: number }];
    if (others > 0)
      throw new StartRefused([
        `the database has other connections (${others}): stop the service, then restore`,
      ]);
    if (tables > 0 && !replace)
      throw new StartRefused([
        `the database has tables (${tables}): back it up, then add \`--replace\` to restore in their place`,
      ]);
  } finally {
    await client.end();
  }
}

/** Everything in the service's schema is dropped, including what the backup does not contain, except for objects of extensions. */
const EMPTY_SCHEMA = `
SET client_min_messages = warning;
DO $$
DECLARE statement text;
BEGIN
  FOREACH statement IN ARRAY ARRAY(
    SELECT format('DROP %s IF EXISTS %s CASCADE', kind, name)
    FROM (
      SELECT CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE'
             WHEN 'f' THEN 'FOREIGN TABLE' WHEN 'c' THEN 'TYPE' ELSE 'TABLE' END AS kind,
             oid::regclass::text AS name, oid, 'pg_class'::regclass AS catalog
      FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S', 'f', 'c')
      UNION ALL
      SELECT CASE typtype WHEN 'd' THEN 'DOMAIN' ELSE 'TYPE' END, oid::regtype::text, oid, 'pg_type'::regclass
      FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd', 'r')
      UNION ALL
      SELECT 'ROUTINE', oid::regprocedure::text, oid, 'pg_proc'::regclass
      FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    ) AS found
    WHERE NOT EXISTS (
      SELECT FROM pg_depend WHERE classid = catalog AND objid = found.oid AND deptype = 'e'
    )
    ORDER BY array_position(ARRAY['TABLE', 'VIEW'], kind), kind DESC
  )
  LOOP
    EXECUTE statement;
  END LOOP;
END $$;
`;

/**
 * Replaces the contents of the database by a backup, in one transaction: only a script that runs to its end is committed,
 * whichever of the three processes dies.
 */
async function replaceAll(databaseUrl: string, source: string): Promise<void> {
  const options = ['--clean', '--if-exists', '--no-owner', '--no-privileges'];
  const script = run('pg_restore', [...options, '--file=-', source]);
  const session = run('psql', ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1'], databaseUrl);
  const { stdin, stdout } = session.child;
  stdout.resume();
  // The process itself reports why it stopped reading.
  stdin.on('error', () => undefined);
  stdin.write(`BEGIN;${EMPTY_SCHEMA}`);
  script.child.stdout.pipe(stdin, { end: false });
  const both = [
    session.ended.finally(() => script.child.stdout.destroy()),
    script.ended.then(() => stdin.write('COMMIT;\n')).finally(() => stdin.end()),
  ];
  await Promise.all(both).finally(() => Promise.allSettled(both));
}

/** Runs one of PostgreSQL's tools. The password is passed in the environment: other users can see a process's arguments. */
function run(tool: string, args: readonly string[], databaseUrl?: string) {
  const url = databaseUrl === undefined ? null : new URL(databaseUrl);
  const password = decodeURIComponent(url?.password ?? '');
  if (url) url.password = '';
  const child = spawn(tool, [...(url ? [`--dbname=${url.href}`] : []), ...args], {
    stdio: 'pipe',
    env: { ...process.env, ...(password !== '' && { PGPASSWORD: password }) },
  });
  return { child, ended: endOf(tool, child) };
}

function endOf(tool: string, child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.once('error', (error: NodeJS.ErrnoException) => {
      const missing = error.code === 'ENOENT';
      reject(missing ? new StartRefused([`${tool} is not installed: ${INSTALL_HINT}`]) : error);
    });
    child.once('close', (code) => {
      if (code === 0) return resolve();
      reject(new StartRefused([`${tool} failed (${code}):`, ...errors.trim().split('\n')]));
    });
  });
}

const INSTALL_HINT =
  "install the client tools of your server's version or a later one (`postgresql-client`)";
