import type { RecordId } from '../../fields/record-id.js';
import type { LinkInfo } from '../../model/model-info.js';
import { readTargets } from '../reading/links.js';
import { asSetIn, type Targets } from './references.js';
import type { Rows, Write } from '../scope.js';

export const NO_TARGETS: Targets = new Map();

/**
 * The current targets of the many-to-many fields that a write sets, read before anything changes: what the writer sees may
 * depend on them.
 */
export async function targetsBefore(
  id: RecordId,
  targets: Targets,
  write: Write,
): Promise<Targets> {
  const before = new Map<string, readonly RecordId[]>();
  for (const link of write.model.links)
    if (targets.has(link.name))
      before.set(link.name, await readTargets(id, link, asSetIn(link.name, write)));
  return before;
}

/** Links a record to the targets in place of those before. */
export async function writeTargets(
  id: RecordId,
  targets: Targets,
  before: Targets,
  rows: Rows,
): Promise<void> {
  for (const link of rows.model.links) {
    const found = targets.get(link.name);
    if (found) await writeLinks(id, link, before.get(link.name) ?? [], found, rows);
  }
}

/** Replaces a record's links in `before` by those to `targets`; all others stay. */
async function writeLinks(
  id: RecordId,
  link: LinkInfo,
  before: readonly RecordId[],
  targets: readonly RecordId[],
  { core, model, session }: Rows,
): Promise<void> {
  const { dialect } = core.database;
  const key = dialect.encode(id, model.key);
  const target = core.model(link.model);
  const [idColumn, rowId] = [target.key, dialect.quote(target.key.column)];
  const table = dialect.quote(link.table);
  const [own, other] = [dialect.quote(link.ownColumn), dialect.quote(link.otherColumn)];
  const [were, wanted] = [new Set(before), new Set(targets)];
  const gone = before.filter((one) => !wanted.has(one));
  const added = targets.filter((one) => !were.has(one));
  if (gone.length > 0) {
    const clear = core.statements.byKey(`unlink ${link.table} ${link.ownColumn}`, () => {
      const chosen = dialect.inList(other, dialect.placeholder(2), idColumn);
      return `DELETE FROM ${table} WHERE ${own} = ${dialect.placeholder(1)} AND ${chosen}`;
    });
    await session.run(clear, [key, dialect.encodeList(gone, idColumn)]);
  }
  if (added.length === 0) return;
  const insert = core.statements.byKey(`link ${link.table} ${link.ownColumn}`, () => {
    // Code may name a record that is already linked, but hidden from the writer.
    const linked = `SELECT ${other} FROM ${table} WHERE ${own} = ${dialect.placeholder(1)}`;
    const chosen = `${dialect.inList(rowId, dialect.placeholder(2), idColumn)} AND ${rowId} NOT IN (${linked})`;
    const source = `SELECT ${dialect.cast(dialect.placeholder(1), model.key)}, ${rowId} FROM ${dialect.quote(target.table)}`;
    return `INSERT INTO ${table} (${own}, ${other}) ${source} WHERE ${chosen}`;
  });
  await session.run(insert, [key, dialect.encodeList(added, idColumn)]);
}
