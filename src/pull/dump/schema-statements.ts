import type { DumpPart, DumpStatement } from './dump-statements.js';

/** Statements about rows, rights, roles and servers, or that only say in which way others run: no schema follows from them. */
const WITHOUT_SCHEMA: readonly RegExp[] = [
  /^(insert|values|copy|update|delete|merge|truncate|lock|analyze|vacuum|explain|cluster|reindex|checkpoint|notify|listen|load)\b/i,
  /^(begin|start\s+transaction|commit|end|rollback|abort|savepoint|release)\b/i,
  /^(grant|revoke|reassign|security\s+label|alter\s+default\s+privileges)\b/i,
  /^(create|alter|drop)\s+(role|user|group|database|tablespace|subscription|publication|event\s+trigger)\b/i,
  /^comment\s+on\s+(role|database|tablespace|subscription|publication|event\s+trigger)\b/i,
  /^alter\s[^]*\sowner\s+to\s+("(?:[^"]|"")+"|\w+)$/i,
  /^set\s+(?!((session|local)\s+)?(search_path|check_function_bodies)\b)/i,
  /^select\s+(pg_catalog\.)?setval\s*\(/i,
];

/** The statements that make the schema of a database. */
export const schemaStatements = (statements: readonly DumpStatement[]): readonly DumpStatement[] =>
  statements.filter(({ sql }) => !WITHOUT_SCHEMA.some((pattern) => pattern.test(sql)));

/** Whether a statement only takes away what is not there in an empty database. */
export const isRemoval = (sql: string): boolean =>
  /^(drop\b|alter\s+table\b[^]*\sdrop\s)/i.test(sql);

/** A statement that makes a table, which one that makes a schema can have in it. */
const TABLE = /^create\s+(schema\b[^]*\bcreate\s+)?(unlogged\s+|foreign\s+)?table\b/i;

/** The databases of a dump that have tables. */
export const withTables = (parts: readonly DumpPart[]): readonly DumpPart[] =>
  parts.filter(({ statements }) => statements.some(({ sql }) => TABLE.test(sql)));

/** The names of the extensions that a dump creates. */
export const extensionsOf = (statements: readonly DumpStatement[]): readonly string[] => [
  ...new Set(
    statements.flatMap(({ sql }) => {
      const found = /^create\s+extension\s+(?:if\s+not\s+exists\s+)?("(?:[^"]|"")+"|[\w-]+)/i.exec(
        sql,
      );
      return found ? [found[1]!.replaceAll(/^"|"$/g, '')] : [];
    }),
  ),
];
