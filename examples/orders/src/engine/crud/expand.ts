import type { Grant } from '../model/access-rules.js';
import type { Session } from '../database/session.js';
import type { ColumnInfo } from '../fields/column-info.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Condition } from './compile-where.js';
import { findRecords, readRecords, type FoundRecords, type RecordsWanted } from './read-records.js';
import type { Scope } from './scope.js';
import { and, type Where } from '../model/where.js';

/** The JSON texts of records as the grant shows them, with the related records that `expand` names in them. */
export async function readExpanded(
  { expand, ...wanted }: RecordsWanted & { readonly expand: readonly string[] },
  grant: Grant,
  session: Session,
  scope: Scope,
  condition?: Condition,
): Promise<readonly string[]> {
  if (expand.length === 0) return readRecords(wanted, grant, session, scope, condition);
  const columns = expandedColumns(expand, scope.model);
  const found = await findRecords({ ...wanted, keys: columns }, grant, session, scope, condition);
  return expandRows(found, expand, columns, session, scope);
}

/** The foreign keys of the relations that a request expands. */
const expandedColumns = (expand: readonly string[], model: ModelInfo): readonly ColumnInfo[] =>
  expand.map((name) => model.columns.find((column) => column.reference?.relation === name)!);

/** Adds the related records to the texts of records; `keys` holds each record's foreign keys. */
async function expandRows(
  { texts, keys }: FoundRecords,
  expand: readonly string[],
  columns: readonly ColumnInfo[],
  session: Session,
  scope: Scope,
): Promise<readonly string[]> {
  let expanded = texts;
  for (const [index, column] of columns.entries()) {
    const ids = keys.map((row) => row[index]).map((id) => (id === null ? null : Number(id)));
    const related = await relatedTexts(ids, column, session, scope);
    const name = JSON.stringify(expand[index]);
    expanded = expanded.map((text, row) => {
      const record = related.get(ids[row]!) ?? 'null';
      return `${text.slice(0, -1)},${name}:${record}}`;
    });
  }
  return expanded;
}

/** Related records under their own model's rules; what those deny is missing. */
async function relatedTexts(
  ids: readonly (number | null)[],
  column: ColumnInfo,
  session: Session,
  scope: Scope,
): Promise<ReadonlyMap<number, string>> {
  const model = scope.core.model(column.reference!.model);
  const grant = scope.access.grant(scope.user, 'show', model);
  const values = [...new Set(ids.filter((id) => id !== null))];
  if (!grant || values.length === 0) return new Map();
  const there = { ...scope, model };
  const where = and({ op: 'in', field: 'id', values } satisfies Where, grant.where);
  const texts = await readRecords({ where }, grant, session, there);
  return new Map(texts.map((text) => [idOf(text), text]));
}

/** Every record's text begins with its id: asked for in a second statement, it could be another moment's. */
const idOf = (text: string): number => Number(/^\{"id":(\d+)/.exec(text)![1]);
