import type { DataSource, EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { isKey, type ColumnInfo } from '../fields/column-info.js';
import { idInList } from '../fields/record-id.js';
import type { ModelInfo } from './model-info.js';
import { withNamedId } from './named-id.js';
import { oneColumnKey, type RowKey } from './row-key.js';

/** What a model says of its key, and its columns with the `id`. */
export type DescribedKey = Pick<
  ModelInfo,
  'columns' | 'stored' | 'key' | 'keyColumns' | 'rowKey' | 'rowNumber'
>;

/** How a service has models whose primary keys have several columns, where a feature does that. */
export interface CompositeKeys {
  /** The id that these columns make up, and how rows are named by it on a database. */
  describe(
    parts: readonly ColumnInfo[],
    database: 'sqlite' | 'postgres',
  ): { readonly key: ColumnInfo; readonly rowKey: RowKey };
  /** A model with its references to records that have such keys. */
  withReferences(
    model: ModelInfo,
    entity: EntityMetadata,
    database: 'sqlite' | 'postgres',
  ): ModelInfo;
  /** Why the service must not start with these models, a sentence each. */
  refusals(models: readonly ModelInfo[], dataSource: DataSource): readonly string[];
}

/** The key of a model with these columns of its table, of which `named` may name the rows in place of the primary key. */
export function describeKey(
  all: readonly ColumnInfo[],
  named: ColumnMetadata | undefined,
  composite: CompositeKeys | undefined,
  database: 'sqlite' | 'postgres',
): DescribedKey {
  const given = named ? withNamedId(all, named) : all;
  const parts = given.filter(isKey);
  if (composite && parts.length > 1) {
    const { key, rowKey } = composite.describe(parts, database);
    const stored = inAnswerOrder(given);
    return { columns: [key, ...stored], stored, key, keyColumns: parts, rowKey };
  }
  const columns = inAnswerOrder(withId(given)).map(withListedIds);
  const key = columns.find(({ name }) => name === 'id')!;
  const rowKey = oneColumnKey(
    key,
    columns.find(({ role }) => role === 'key'),
    !named,
  );
  const keyColumns = columns.filter(({ name }) => name === 'id');
  const rowNumber = named && all.find(isKey);
  return { columns, stored: columns, key, keyColumns, rowKey, ...(rowNumber && { rowNumber }) };
}

/** The columns with one called `id`: a key of another name is in answers by both. */
function withId(columns: readonly ColumnInfo[]): readonly ColumnInfo[] {
  const key = columns.find(isKey);
  if (!key || key.name === 'id') return columns;
  const { makes: _, ...id } = key;
  return [{ ...id, name: 'id', role: 'id', reference: null }, ...columns];
}

/** In a list of ids each text is encoded, so that its commas stay its own. */
const withListedIds = (column: ColumnInfo): ColumnInfo =>
  column.name === 'id' && column.type === 'string' ? { ...column, listed: idInList } : column;

/** `id` first, the timestamps last. */
function inAnswerOrder(columns: readonly ColumnInfo[]): readonly ColumnInfo[] {
  const rank = { id: 0, created: 2, updated: 3 } as Partial<Record<ColumnInfo['role'], number>>;
  return columns.toSorted((a, b) => (rank[a.role] ?? 1) - (rank[b.role] ?? 1));
}
