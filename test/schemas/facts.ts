import type pg from 'pg';
import { STATEMENT_QUERIES } from '../../src/pull/statements.js';

/** What keeps words of its authors: bodies of functions, and queries of views. */
const WORDS = ['settings', 'functions', 'aggregates', 'functionsOfRows', 'views', 'triggers'];

/** Tables that an application changes by itself have triggers; these do nothing. */
const TRIGGER = `CREATE FUNCTION facts.nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN coalesce(NEW, OLD); END'`;

/** Views with the names and types of their columns, and no rows. */
const VIEWS = `SELECT format('CREATE VIEW %s AS SELECT %s WHERE false', c.oid::regclass,
    (SELECT string_agg(format('NULL::%s AS %I', format_type(a.atttypid, a.atttypmod), a.attname), ', ' ORDER BY a.attnum)
      FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0)) AS sql
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'v' AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
    AND NOT EXISTS (SELECT 1 FROM pg_depend e WHERE e.objid = c.oid AND e.deptype = 'e') ORDER BY c.oid`;

/**
 * The facts of a schema as statements that make them again: tables, columns, types, keys, indexes and conditions, and the names of
 * views and triggers. Functions and views are not in it; `functions` are those that conditions and indexes call, written anew.
 */
export async function factsOf(client: pg.Client, functions: readonly string[]): Promise<string> {
  await client.query(`SET search_path = ''`);
  const sqlOf = async (query: string) =>
    (await client.query<{ sql: string }>(query)).rows.map(({ sql }) => sql);
  const statements: string[] = [];
  for (const [name, query] of Object.entries(STATEMENT_QUERIES.postgres)) {
    if (name === 'functions') statements.push(...functions);
    if (!WORDS.includes(name)) statements.push(...(await sqlOf(query)));
  }
  const triggers = await sqlOf(STATEMENT_QUERIES.postgres['triggers']!);
  const more = triggers.length === 0 ? [] : ['CREATE SCHEMA facts', TRIGGER];
  const named = triggers.map((sql) =>
    sql.replace(/EXECUTE FUNCTION [^]*$/, 'EXECUTE FUNCTION facts.nothing()'),
  );
  const all = [...statements, ...(await sqlOf(VIEWS)), ...more, ...named];
  return all.map((sql) => `${sql};\n`).join('');
}
