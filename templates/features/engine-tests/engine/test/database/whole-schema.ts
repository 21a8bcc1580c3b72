import Sqlite from 'better-sqlite3';
import pg from 'pg';

/** Runs one statement past the service. */
export async function execute(url: string, statement: string): Promise<void> {
  if (url.startsWith('sqlite:')) {
    new Sqlite(url.slice('sqlite:'.length)).exec(statement).close();
    return;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Everything that is in a PostgreSQL database by name: what made it, and how. */
const CATALOG = `
  SELECT 'relation' AS kind, c.oid::regclass::text AS name, c.relkind::text || coalesce(pg_get_viewdef(c.oid), '') AS says
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname !~ '^(pg_|information_schema)'
  UNION ALL SELECT 'column', a.attrelid::regclass || '.' || a.attname, format_type(a.atttypid, a.atttypmod) || a.attnotnull
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname !~ '^(pg_|information_schema)' AND a.attnum > 0
  UNION ALL SELECT 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace::regnamespace::text !~ '^(pg_|information_schema)'
  UNION ALL SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname !~ '^pg_'
  UNION ALL SELECT 'function', proname, prosrc
    FROM pg_proc WHERE pronamespace::regnamespace::text !~ '^(pg_|information_schema)'
  UNION ALL SELECT 'schema', nspname, '' FROM pg_namespace WHERE nspname !~ '^pg_t'
  ORDER BY 1, 2, 3`;

/** The whole schema of a database and how many rows each table has, to be held against the one of before. */
export async function wholeSchema(url: string): Promise<unknown> {
  return url.startsWith('sqlite:') ? ofSqlite(url.slice('sqlite:'.length)) : ofPostgres(url);
}

function ofSqlite(path: string): unknown {
  const handle = new Sqlite(path, { readonly: true });
  const objects = handle
    .prepare<[], { type: string; name: string; sql: string }>(
      'SELECT type, name, sql FROM sqlite_master ORDER BY type, name',
    )
    .all();
  const rows = objects
    // What SQLite measured of its own accord is no data.
    .filter(({ type, name }) => type === 'table' && !name.startsWith('sqlite_stat'))
    .map(({ name }) => handle.prepare(`SELECT '${name}', count(*) FROM "${name}"`).raw().get());
  handle.close();
  return { objects, rows };
}

async function ofPostgres(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: objects } = await client.query<{ kind: string; name: string; says: string }>(
    CATALOG,
  );
  const rows: unknown[] = [];
  for (const { kind, name, says } of objects)
    if (kind === 'relation' && says === 'r')
      rows.push([name, (await client.query(`SELECT count(*) FROM ${name}`)).rows]);
  await client.end();
  return { objects, rows };
}
