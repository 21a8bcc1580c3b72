import type { Catalog, Relations } from '../schema-dialect.js';

/** Relations that statements find by their names alone, in whichever schema of the search path they are. */
export const VISIBLE: Relations = {
  name: (alias) => `${alias}.relname`,
  found: `pg_table_is_visible(c.oid) AND c.relnamespace IN (
  SELECT oid FROM pg_namespace WHERE nspname = ANY (current_schemas(false)))`,
};

type Queries = Pick<Catalog, 'columns' | 'indexes' | 'foreignKeys' | 'triggers' | 'relations'>;

/** The queries of the server's catalog for some relations. */
export function catalogQueries(relations: Relations): Queries {
  const name = relations.name('c');
  const found = `${relations.found} AND c.relkind IN ('r', 'p')`;
  return {
    relations,
    columns: `
    SELECT ${name} AS "table", a.attname AS "column", format_type(a.atttypid, a.atttypmod) AS type,
      NOT a.attnotnull AS nullable, a.atthasdef OR a.attidentity <> '' AS "hasDefault"
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE ${found} AND a.attnum > 0 AND NOT a.attisdropped`,
    indexes: `
    SELECT ${name} AS "table", i.indexrelid::regclass::text AS name, i.indisunique AS "unique",
      a.attname AS "column"
    FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid
      CROSS JOIN unnest(i.indkey) WITH ORDINALITY AS k (number, place)
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number
    WHERE ${found} AND i.indpred IS NULL AND i.indexprs IS NULL ORDER BY name, k.place`,
    foreignKeys: `
    SELECT ${name} AS "table", k.oid::text AS name, a.attname AS "column", ${relations.name('t')} AS target, o.attname AS "to",
      CASE k.confdeltype WHEN 'n' THEN 'set null' WHEN 'c' THEN 'cascade' WHEN 'r' THEN 'restrict'
        WHEN 'd' THEN 'set default' ELSE 'no action' END AS "onDelete"
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
      CROSS JOIN unnest(k.conkey, k.confkey) WITH ORDINALITY AS p (own, other, place)
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = p.own
      JOIN pg_attribute o ON o.attrelid = t.oid AND o.attnum = p.other
    WHERE ${found} AND k.contype = 'f' ORDER BY k.oid, p.place`,
    triggers: `
    SELECT DISTINCT ${name} AS "table" FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid
    WHERE ${found} AND NOT g.tgisinternal`,
  };
}
