import type { QueryDialect } from '../database/query-dialect.js';
import { Sql } from '../database/sql.js';
import { partsOf } from '../model/field-columns.js';
import type { VisibleOptions } from '../model/records.js';
import { and } from '../model/where.js';
import { compileWhere } from './conditions/compile-where.js';
import { readable, readableWhere } from './conditions/where-from-code.js';
import { authorize, readLong, type Granted, type Scope } from './scope.js';

/**
 * The rows and fields that `find` would return, as a table of a statement in SQL. Its columns have the names of the fields. 403 if the
 * user may not list the model, or may not read a field that is named.
 */
export function visible(scope: Scope, { where, fields }: VisibleOptions<object, string> = {}): Sql {
  const allowed = authorize(scope, 'list');
  const { core, grant, model } = allowed;
  const rows = and(grant.where, readableWhere(where, allowed));
  const { dialect } = core;
  const condition = compileWhere(rows, model, { ...core, dialect: marking(dialect) });
  const from = `FROM ${dialect.quote(model.table)} WHERE ${condition.sql}`;
  return unmarked(`(SELECT ${columnsOf(fields, allowed)} ${from})`, condition.values);
}

function columnsOf(fields: readonly string[] | undefined, allowed: Granted): string {
  const { core, grant, model } = allowed;
  const { quote } = core.dialect;
  const columns = fields
    ? fields.flatMap((name) => partsOf(name === 'id' ? model.key : readable(name, allowed), model))
    : [...model.keyColumns, ...model.stored.filter(({ name }) => grant.readable.has(name))];
  const selected = [...new Set(columns)].map(
    ({ column, name }) => `${quote(column)} AS ${quote(name)}`,
  );
  return selected.join(', ');
}

/** A statement knows the places of its values only when it is whole: until then they are marked by a character that no name has. */
const MARK = '\0';

const marking = (dialect: QueryDialect): QueryDialect => ({
  ...dialect,
  placeholder: (index) => `${MARK}${index}${MARK}`,
});

/** Texts and the values between them: every other part is the number of a value. */
function unmarked(text: string, values: readonly unknown[]): Sql {
  const parts = text.split(MARK);
  const isText = (_part: string, at: number) => at % 2 === 0;
  const places = parts.filter((part, at) => !isText(part, at));
  return new Sql(
    parts.filter(isText),
    places.map((place) => values[Number(place) - 1]),
  );
}

const READS = /^\s*(?:select|with|values)\b/i;

/** The rows of a statement that reads, in the transaction of the caller if there is one. */
export async function query(statement: Sql, scope: Omit<Scope, 'model'>): Promise<unknown[]> {
  const [text, values] = statement.for(scope.core.database.dataSource);
  if (!READS.test(text))
    throw new TypeError('query: a statement begins with SELECT, WITH or VALUES; it may run twice');
  const rows = readLong(scope, (session) => session.runner().query(text, values));
  return (await rows) as unknown[];
}
