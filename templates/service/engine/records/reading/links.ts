import type { RecordId } from '../../fields/record-id.js';
import { compileWhere } from '../conditions/compile-where.js';
import type { Actor, Grant } from '../../model/access-rules.js';
import { idsBeside, type RowLock } from './rows-where.js';
import type { LinkInfo, ModelInfo } from '../../model/model-info.js';
import type { Values } from '../../model/hooks.js';
import { tooManyLinks } from './too-large.js';
import { tableReach } from './reach.js';
import type { Read } from '../scope.js';
import { and, type Scalar, type Where } from '../../model/where.js';

/** The roles by which a record names linked records. */
const readerOf = ({ user, readingRoles }: Grant): Actor => ({ user, roles: readingRoles });

/** Adds to each record the keys of its linked records, as far as these exist for the reader; 400 above `read.maxLinks`. */
export async function readLinks(
  records: readonly Values[],
  links: readonly LinkInfo[],
  read: Read,
): Promise<void> {
  const byId = new Map(records.map((record) => [record.id, record]));
  const { maxLinks = Infinity } = read;
  let count = 0;
  for (const link of links) {
    for (const record of records) record[link.name] = [];
    for (const [id, keys] of await linkedKeys([...byId.keys()], link, read)) {
      const record = byId.get(id)!;
      record[link.name] = (record[link.name] as unknown[]).concat(keys);
      count += keys.length;
    }
    if (count > maxLinks) throw tooManyLinks(maxLinks);
  }
}

/** Record ids with keys, in the order of the linked records: ids all at once for each record, other keys one by one. */
async function linkedKeys(
  ids: readonly unknown[],
  link: LinkInfo,
  read: Read,
): Promise<readonly (readonly [unknown, readonly unknown[]])[]> {
  if (ids.length === 0) return [];
  const { core, model, access, grant, session, maxLinks } = read;
  const { dialect } = core.database;
  const target = core.model(link.model);
  const own = model.key;
  const key = target.column.get(link.key)!;
  const visible = access.rowWhere(readerOf(grant), target);
  const condition = compileWhere(visible, target, core, 1);
  const statement = core.statements.get(
    `links ${link.table} ${link.ownColumn} ${maxLinks} ${condition.sql}`,
    () => selectKeys(link, condition.sql, read),
  );
  const list = dialect.encodeList(ids, own);
  // Each link leads to one record.
  const { upTo } = tableReach(target.table, ...condition.tables);
  const reach = () => ({ tables: [link.table, target.table, ...condition.tables], upTo });
  const rows = await session.rows(statement, [list, ...condition.values], reach);
  return rows.map(([holder, found]) => [
    dialect.decode(holder, own),
    areListed(link, target) ? idsIn(String(found)) : [dialect.decode(found, key)],
  ]);
}

/** Whether the keys of a record's links are numbers, which one text holds. */
const areListed = ({ key }: LinkInfo, target: ModelInfo): boolean =>
  key === 'id' && target.key.type === 'integer';

/** Sorted here: for the few links of most records, a sort of the database's own takes longer than reading them. */
const idsIn = (list: string): readonly number[] =>
  list
    .split(',')
    .map(Number)
    .sort((one, other) => one - other);

/** One more link than allowed shows that there are too many. */
function selectKeys(link: LinkInfo, condition: string, { core, model, maxLinks }: Read): string {
  const { dialect } = core.database;
  const { quote } = dialect;
  const target = core.model(link.model);
  const id = target.key;
  const key = target.column.get(link.key)!;
  const [own, other] = [quote(link.ownColumn), quote(link.otherColumn)];
  const names = [...new Set([quote(id.column), quote(key.column)])];
  const pairs =
    `SELECT own.${own} AS _own, other.${quote(key.column)} AS _key FROM ${quote(link.table)} own ` +
    `JOIN (SELECT ${names.join(', ')} FROM ${quote(target.table)} WHERE ${condition}) other ` +
    `ON other.${quote(id.column)} = own.${other} ` +
    `WHERE ${dialect.inList(`own.${own}`, dialect.placeholder(1), model.key)}`;
  const limit = maxLinks === undefined ? '' : ` LIMIT ${maxLinks + 1}`;
  if (!areListed(link, target)) return `${pairs} ORDER BY own.${own}, own.${other}${limit}`;
  // A row for each link would take a hundred times the memory of its id.
  return `SELECT _own, string_agg(CAST(_key AS TEXT), ',') AS _keys FROM (${pairs}${limit}) _pairs GROUP BY _own`;
}

/** The ids of the records that `keys` name, each with its key, as far as they exist for the writer. */
export async function findTargets(
  link: LinkInfo,
  keys: readonly Scalar[],
  read: Read,
  lock?: RowLock,
): Promise<readonly (readonly [id: RecordId, key: unknown])[]> {
  if (keys.length === 0) return [];
  const { core, access, grant, session } = read;
  const target = core.model(link.model);
  const named: Where = { op: 'in', field: link.key, values: keys };
  const visible = and(named, access.rowWhere(grant, target));
  const rows = { core, model: target, session };
  return idsBeside(target.column.get(link.key)!, visible, rows, lock);
}

/** The ids of a record's linked records, as far as they exist for the writer. */
export async function readTargets(
  id: RecordId,
  link: LinkInfo,
  { core, model, access, grant, session }: Read,
): Promise<readonly RecordId[]> {
  const { dialect } = core.database;
  const { quote } = dialect;
  const target = core.model(link.model);
  const condition = compileWhere(access.rowWhere(grant, target), target, core, 1);
  const statement = core.statements.get(
    `linked ${link.table} ${link.ownColumn} ${condition.sql}`,
    () => {
      const [own, other] = [quote(link.ownColumn), quote(link.otherColumn)];
      const seen = `SELECT ${quote(target.key.column)} FROM ${quote(target.table)} WHERE ${condition.sql}`;
      return (
        `SELECT ${other} FROM ${quote(link.table)} ` +
        `WHERE ${own} = ${dialect.placeholder(1)} AND ${other} IN (${seen})`
      );
    },
  );
  const own = dialect.encode(id, model.key);
  const rows = await session.rows(statement, [own, ...condition.values]);
  return rows.map(([other]) => dialect.decode(other, target.key) as RecordId);
}
