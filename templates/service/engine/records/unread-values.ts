import { statementOf } from '../database/dialect.js';
import type { ColumnInfo } from '../fields/column-info.js';
import { typeOf } from '../fields/field-types.js';
import { foldWhere, type OwnWhere } from '../model/fold-where.js';
import type { Where } from '../model/where.js';
import { invalid, refuse, sentence, type HttpProblem } from '../problem/problem.js';
import type { Scope, Write } from './scope.js';
import { checkEach, type Placed } from './writing/check-each.js';

/** A value for a column. */
interface Given {
  readonly column: ColumnInfo;
  readonly value: unknown;
}

type Asking = Pick<Scope, 'core' | 'model'>;

/** The query by which the database tells whether it reads a text as a value of a column; null of columns whose values it need not read. */
function probeOf({ added, column }: ColumnInfo, { core, model }: Asking): string | null {
  if (!added) return null;
  const { quote, placeholder } = core.dialect;
  return added.probe(quote(model.table), quote(column), placeholder(1));
}

/** Those of some values that the database does not read as the types of their columns. */
async function unread(given: readonly Given[], asking: Asking): Promise<readonly Given[]> {
  const { database, dialect } = asking.core;
  const found: Given[] = [];
  for (const one of given) {
    const probe = probeOf(one.column, asking);
    if (probe === null) continue;
    const sql = statementOf(probe);
    const value = dialect.encode(one.value, one.column);
    try {
      await database.read((session) => session.rows(sql, [value]));
    } catch (error) {
      if (dialect.violation(error)?.kind !== 'unread') throw error;
      found.push(one);
    }
  }
  return found;
}

const reasonOf = ({ column }: Given): string =>
  sentence(`${column.name} must be ${typeOf(column).noun}`);

/** The response to a write with such values; null where it has none. */
export async function unreadWrite({
  core,
  model,
  draft,
}: Pick<Write, 'core' | 'model' | 'draft'>): Promise<HttpProblem | null> {
  const given = model.stored
    .filter(({ name }) => draft.columns[name] != null)
    .map((column) => ({ column, value: draft.columns[column.name] }));
  return problemOf(await unread(given, { core, model }));
}

/** The refusal of values in a write; null of none. */
function problemOf(wrong: readonly Given[]): HttpProblem | null {
  const [first, ...rest] = wrong.map((one) => ({
    field: one.column.name,
    code: 'type',
    message: reasonOf(one),
  }));
  return first ? invalid([first, ...rest]) : null;
}

/**
 * For an error of a read: throws the refusal of the values in its condition, or in the cursor, that the database does not read as the
 * types of their columns; any other error as it is.
 */
export const rethrowUnread =
  (where: Where, asking: Asking, hasCursor = false) =>
  async (error: unknown): Promise<never> => {
    const { core, model } = asking;
    if (
      core.dialect.violation(error)?.kind !== 'unread' ||
      !model.stored.some(({ added }) => added)
    )
      throw error;
    const [wrong] = await unread(valuesIn(where, asking), asking);
    if (wrong) throw refuse(wrong.column.name, 'type', reasonOf(wrong));
    throw hasCursor
      ? refuse('_after', 'no-cursor', '_after does not belong to this list: start without it')
      : error;
  };

/** For an error of looking up the keys of writes: throws the refusal of those that the database does not read; any other error as it is. */
export const rethrowUnreadKeys =
  (keyed: readonly (Placed & { readonly key: { readonly where: Where } })[], asking: Asking) =>
  async (error: unknown): Promise<never> => {
    if (asking.core.dialect.violation(error)?.kind === 'unread')
      await checkEach(keyed, async ({ key }) => {
        const refused = problemOf(await unread(valuesIn(key.where, asking), asking));
        if (refused) throw refused;
      });
    throw error;
  };

/** The values with which a condition compares columns of the model. */
function valuesIn(where: Where, { model }: Asking): readonly Given[] {
  return foldWhere<readonly Given[]>(where, {
    joined: (_op, items) => items.flat(),
    not: (item) => item,
    related: () => [],
    own: (own) => {
      const column = 'field' in own ? model.column.get(own.field) : undefined;
      return column ? comparedWith(own).map((value) => ({ column, value })) : [];
    },
  });
}

function comparedWith(where: OwnWhere): readonly unknown[] {
  switch (where.op) {
    case 'eq':
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return [where.value];
    case 'in':
      return where.values;
    default:
      return [];
  }
}
