import type { Catalog } from '../dialect.js';
import { typeSql } from './column-sql.js';

/** What the file says of itself. */
export const catalog: Catalog = {
  columns: `
    SELECT m.name AS "table", c.name AS "column", c.type, NOT c."notnull" AS nullable,
      c.dflt_value IS NOT NULL AS "hasDefault"
    FROM sqlite_master m, pragma_table_info(m.name) c
    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
  indexes: `
    SELECT m.name AS "table", i.name, i."unique", c.name AS "column"
    FROM sqlite_master m, pragma_index_list(m.name) i, pragma_index_info(i.name) c
    WHERE m.type = 'table' AND NOT i.partial AND c.name IS NOT NULL ORDER BY i.name, c.seqno`,
  foreignKeys: `
    SELECT m.name AS "table", k."from" AS "column", k."table" AS target, k.on_delete AS "onDelete"
    FROM sqlite_master m, pragma_foreign_key_list(m.name) k WHERE m.type = 'table'`,
  triggers: `SELECT DISTINCT tbl_name AS "table" FROM sqlite_master WHERE type = 'trigger'`,
  typeOf: typeSql,
};
