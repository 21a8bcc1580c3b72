import { pathId } from '../fields/record-id.js';
import { foldWhere } from '../model/fold-where.js';
import type { LinkInfo, ModelInfo } from '../model/model-info.js';
import { findTargets } from '../records/reading/links.js';
import { idsWhere, named } from '../records/reading/rows-where.js';
import { and, type Scalar, type Where } from '../model/where.js';
import { reading, writing, type Granted, type Read } from '../records/scope.js';
import { NOTHING } from '../records/writing/draft.js';
import { wouldBeHidden } from '../records/writing/hidden-row.js';
import type { Session } from '../database/dialect.js';
import { keptFields, type Changes, type FieldChange } from './changes.js';
import { deletesSince, type StoredChange } from './stored-changes.js';

/** The changes of a model that its reader sees: of records that they see now, or whose last state they would see. */
export async function visibleChanges(
  changes: readonly StoredChange[],
  allowed: Granted,
  session: Session,
): Promise<readonly StoredChange[]> {
  const shown = allowed.grant.isRestricted
    ? await ofVisibleRecords(changes, reading(allowed, session))
    : changes;
  const read = reading(allowed, session);
  const readable = keptFields(read.model).written.filter((name) => read.grant.readable.has(name));
  const visible: StoredChange[] = [];
  for (const one of shown) {
    const fields = await readableFields(one.changes, readable, read);
    if (one.action !== 'update' || Object.keys(fields).length > 0)
      visible.push({ ...one, changes: fields });
  }
  return visible;
}

/**
 * A key may have had several records, one after the other: the delete of each decides about the changes before it, and the record
 * that is there now about the latest.
 */
async function ofVisibleRecords(
  changes: readonly StoredChange[],
  read: Read,
): Promise<readonly StoredChange[]> {
  const { core, model, grant, session } = read;
  const keys = [...new Set(changes.map(({ key }) => key))];
  if (keys.length === 0) return [];
  const ids = keys.map((key) => pathId(key, model.key));
  const there = await idsWhere(and(named(ids), grant.where), read);
  const living = new Set(there.map(String));
  const oldest = Math.min(...changes.map(({ id }) => id));
  const deletes = await deletesSince(oldest, model.table, keys, session, core.dialect);
  const known = new Map<StoredChange, boolean>();
  const shown: StoredChange[] = [];
  for (const one of changes) {
    const end = endOf(one, deletes);
    if (end && !known.has(end)) known.set(end, await isLastStateVisible(end, read));
    if (end ? known.get(end) : living.has(one.key)) shown.push(one);
  }
  return shown;
}

/** The delete of the record of a change, unless it came back; a later one of its key is that of another record. */
function endOf(
  { id, key }: StoredChange,
  deletes: readonly StoredChange[],
): StoredChange | undefined {
  let end: StoredChange | undefined;
  for (const one of deletes.filter((other) => other.id >= id && other.key === key)) {
    if (one.action === 'restore') end = undefined;
    else if (one.action === 'purge') return end ?? one;
    else if (end) return end;
    else end = one;
  }
  return end;
}

/** Whether a reader would see a record as it was when it was deleted. */
async function isLastStateVisible({ key, changes }: StoredChange, read: Read): Promise<boolean> {
  const { model, grant, session } = read;
  const { stored, mark } = keptFields(model);
  if (asksBeyond(grant.where, new Set(stored))) return false;
  // A record that was marked is seen as it was before.
  const was = (name: string): unknown => (name === mark ? null : (changes[name]?.[0] ?? null));
  const columns = Object.fromEntries(
    model.columns.map(({ name }) => [name, stored.includes(name) ? was(name) : null]),
  );
  const links = Object.fromEntries(
    model.links.map(({ name }) => [name, (was(name) ?? []) as readonly Scalar[]]),
  );
  const id = pathId(key, model.key);
  const draft = { ...NOTHING, columns: { ...columns, id }, links };
  return !(await wouldBeHidden(writing({ mode: 'create', id: null, draft }, read, session)));
}

/** Whether a rule asks for what no delete keeps: hidden columns, files, and the records that referred to the deleted one. */
function asksBeyond(where: Where, stored: ReadonlySet<string>): boolean {
  const isKnown = (name: string): boolean => name === 'id' || stored.has(name);
  return foldWhere(where, {
    own: (own) =>
      ('field' in own && !isKnown(own.field)) ||
      ('other' in own && !isKnown(own.other)) ||
      ('fields' in own && !own.fields.every(isKnown)),
    related: (relation) => relation.op === 'children' || !isKnown(relation.field),
    joined: (_op, items) => items.some(Boolean),
    not: (item) => item,
  });
}

/** What a reader sees of a change: fields that they may read now, and of links those to records that they see now. */
async function readableFields(
  changes: Changes,
  readable: readonly string[],
  read: Read,
): Promise<Changes> {
  const fields: Record<string, FieldChange> = {};
  for (const name of readable) {
    const change = changes[name];
    if (change === undefined) continue;
    const link = read.model.links.find((one) => one.name === name);
    const seen = link ? await seenLinks(change, link, read) : change;
    if (seen) fields[name] = seen;
  }
  return fields;
}

async function seenLinks(
  change: FieldChange,
  link: LinkInfo,
  read: Read,
): Promise<FieldChange | null> {
  const { access, core, grant } = read;
  const [before, after] = change.map((keys) => (keys ?? []) as readonly Scalar[]);
  const all = [...(before ?? []), ...(after ?? [])];
  const target: ModelInfo = core.model(link.model);
  if (access.rowWhere(grant, target) === target.exists) return change;
  const seen = new Set((await findTargets(link, all, read)).map(([, key]) => String(key)));
  const ofSeen = (keys: readonly Scalar[] = []) => keys.filter((key) => seen.has(String(key)));
  const [was, is] = [ofSeen(before), ofSeen(after)];
  return was.join() === is.join() ? null : [was, is];
}
