import { usersIn } from '../auth/entities.js';
import { pathId, type RecordId } from '../fields/record-id.js';
import type { Row, WriteOptions } from '../model/operations.js';
import { and } from '../model/where.js';
import { idsWhere, named } from '../records/reading/rows-where.js';
import { related, type Scope } from '../records/scope.js';
import type { Session } from '../database/dialect.js';
import { binScope } from './bin.js';
import { entriesOf, type TrashEntry } from './entries.js';

/** The user who deleted a record, and the record with which it went; null for a user, or a record, that the reader may not see. */
export interface Deletion {
  readonly by: { readonly id: number; readonly username: string } | null;
  readonly with: { readonly model: string; readonly id: RecordId } | null;
}

/** Records of the trash, each with who deleted it. */
export async function withDeletion(
  records: readonly Row[],
  scope: Scope,
  session: Session,
): Promise<readonly Row[]> {
  if (records.length === 0) return records;
  const keys = records.map(({ id }) => String(id));
  const entries = await entriesOf(scope.model, keys, { core: scope.core, session });
  const all = [...entries.values()];
  const isSeen = await seenUsers(all, scope, session);
  const roots = await seenRoots(all, scope, session);
  return records.map((record) => {
    const entry = entries.get(String(record.id));
    const actor = entry?.actor ?? null;
    const deletion: Deletion = {
      by: actor && isSeen(actor.id) ? actor : null,
      with: entry?.root ? (roots.get(entry.root.id) ?? null) : null,
    };
    return { ...record, _deleted: deletion };
  });
}

/** What a request expects of a record in the trash, whose version covers who deleted it. */
export async function expectedIn(
  id: RecordId,
  { ifMatch, ...options }: WriteOptions,
  scope: Scope,
): Promise<WriteOptions> {
  if (!ifMatch) return options;
  const { database } = scope.core;
  const [told] = await database.read((session) => withDeletion([{ id }], scope, session));
  return { ...options, ifMatch: (record) => ifMatch({ ...record, _deleted: told!['_deleted'] }) };
}

/** The users whom the reader may see: themselves, and those of their rules. */
async function seenUsers(
  entries: readonly TrashEntry[],
  scope: Scope,
  session: Session,
): Promise<(id: number) => boolean> {
  const { user, core } = scope;
  const model = usersIn(core.models);
  const allowed = related(model, 'show', scope);
  if (!allowed?.grant.readable.has('username')) return (id) => id === user.id;
  const ids = [...new Set(entries.flatMap(({ actor }) => actor?.id ?? []))];
  if (!allowed.grant.isRestricted) return () => true;
  const where = and(named(ids), allowed.grant.where);
  const seen = new Set(await idsWhere(where, { core, model, session }));
  return (id) => id === user.id || seen.has(id);
}

/** The records with which others went, by their entries, as far as the reader sees them in the trash. */
async function seenRoots(
  entries: readonly TrashEntry[],
  scope: Scope,
  session: Session,
): Promise<ReadonlyMap<number, NonNullable<Deletion['with']>>> {
  const { core } = scope;
  const seen = new Map<number, NonNullable<Deletion['with']>>();
  const roots = entries.flatMap(({ root }) => root ?? []);
  for (const name of new Set(roots.map(({ model }) => model))) {
    const model = core.byName.get(name);
    if (!model) continue;
    const bin = binScope({ ...scope, model });
    const allowed = related(bin.model, 'show', bin);
    if (!allowed) continue;
    const own = roots.filter((root) => root.model === name);
    const where = and(named(own.map(({ key }) => pathId(key, model.key))), allowed.grant.where);
    const ids = await idsWhere(where, { core, model: bin.model, session });
    const byKey = new Map(ids.map((id) => [String(id), id]));
    for (const { id, key } of own)
      if (byKey.has(key)) seen.set(id, { model: model.prefix, id: byKey.get(key)! });
  }
  return seen;
}
