import { statementOf } from '../database/dialect.js';
import type { ColumnInfo } from '../fields/column-info.js';
import { typeOf } from '../fields/field-types.js';
import { foldWhere, type OwnWhere } from '../model/fold-where.js';
import type { Where } from '../model/where.js';
import { invalid, refuse, sentence, type HttpProblem } from '../problem/problem.js';
import type { Scope, UnreadValues } from '../records/scope.js';
import { checkEach } from '../records/writing/check-each.js';
import { NativeType } from './native-type.js';

/** A value for a column. */
interface Given {
  readonly column: ColumnInfo;
  readonly value: unknown;
}

type Asking = Pick<Scope, 'core' | 'model'>;

/** The query by which the database tells whether it reads a text as a value of a column; null of columns whose values it need not read. */
function probeOf({ added, column }: ColumnInfo, { core, model }: Asking): string | null {
  if (!(added instanceof NativeType)) return null;
  const { quote, placeholder } = core.dialect;
  return added.probe(quote(model.table), quote(column), placeholder(1));
}

/** The values that the database does not read as the types of their columns. */
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

const inWrite: UnreadValues['inWrite'] = async ({ core, model, draft }) => {
  const given = model.stored
    .filter(({ name }) => draft.columns[name] != null)
    .map((column) => ({ column, value: draft.columns[column.name] }));
  return problemOf(await unread(given, { core, model }));
};

/** The refusal of values in a write; null of none. */
function problemOf(wrong: readonly Given[]): HttpProblem | null {
  const [first, ...rest] = wrong.map((one) => ({
    field: one.column.name,
    code: 'type',
    message: reasonOf(one),
  }));
  return first ? invalid([first, ...rest]) : null;
}

const inRead: UnreadValues['inRead'] =
  (where, asking, hasCursor = false) =>
  async (error) => {
    const { core, model } = asking;
    if (
      core.dialect.violation(error)?.kind !== 'unread' ||
      !model.stored.some(({ added }) => added instanceof NativeType)
    )
      throw error;
    const [wrong] = await unread(valuesIn(where, asking), asking);
    if (wrong) throw refuse(wrong.column.name, 'type', reasonOf(wrong));
    throw hasCursor
      ? refuse('_after', 'no-cursor', '_after does not belong to this list: start without it')
      : error;
  };

const inKeys: UnreadValues['inKeys'] = (keyed, asking) => async (error) => {
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

/** Asks the database itself which of the values in a failed statement it does not read. */
export const unreadValues: UnreadValues = { inRead, inKeys, inWrite };
