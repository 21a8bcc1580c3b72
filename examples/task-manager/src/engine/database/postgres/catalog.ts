import type { Catalog } from '../dialect.js';
import type { ColumnSpec } from '../steps/schema.js';
import { COLUMN_TYPES } from './column-sql.js';

const HERE = `c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'`;

/** What the server's catalog says, in the words of `format_type`. */
export const catalog: Catalog = {
  columns: `
    SELECT c.relname AS "table", a.attname AS "column", format_type(a.atttypid, a.atttypmod) AS type,
      NOT a.attnotnull AS nullable, a.atthasdef OR a.attidentity <> '' AS "hasDefault"
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE ${HERE} AND a.attnum > 0 AND NOT a.attisdropped`,
  indexes: `
    SELECT c.relname AS "table", i.indexrelid::regclass::text AS name, i.indisunique AS "unique",
      a.attname AS "column"
    FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid
      CROSS JOIN unnest(i.indkey) WITH ORDINALITY AS k (number, place)
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number
    WHERE ${HERE} AND i.indpred IS NULL AND i.indexprs IS NULL ORDER BY name, k.place`,
  foreignKeys: `
    SELECT c.relname AS "table", a.attname AS "column", t.relname AS target,
      CASE k.confdeltype WHEN 'n' THEN 'set null' WHEN 'c' THEN 'cascade' WHEN 'r' THEN 'restrict'
        WHEN 'd' THEN 'set default' ELSE 'no action' END AS "onDelete"
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
    WHERE ${HERE} AND k.contype = 'f' AND array_length(k.conkey, 1) = 1`,
  triggers: `
    SELECT DISTINCT c.relname AS "table" FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid
    WHERE ${HERE} AND NOT g.tgisinternal`,
  typeOf: (spec: ColumnSpec) => {
    switch (spec.type) {
      case 'string':
        return `character varying(${spec.length ?? 255})`;
      case 'decimal':
        return `numeric(${spec.precision},${spec.scale ?? 0})`;
      case 'time':
        return 'time(0) without time zone';
      case 'datetime':
        return 'timestamp(3) with time zone';
      default:
        return COLUMN_TYPES[spec.type];
    }
  },
};
