import type { Statements } from '../project/read-sql.js';

/** Statements as people read them. */
export function showSql(sql: Statements): string {
  const parts = Object.entries(sql).map(([database, statements]) => {
    const lines = statements.map((statement) => `${statement.trim()};`);
    return [`-- ${database}`, ...lines, ''].join('\n');
  });
  return parts.join('\n');
}
