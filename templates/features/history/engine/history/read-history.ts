import { usersIn } from '../auth/entities.js';
import type { Database } from '../database/database.js';
import type { Session } from '../database/dialect.js';
import { pathId, type RecordId } from '../fields/record-id.js';
import { linesOf, type ModelInfo } from '../model/model-info.js';
import { idsWhere, named } from '../records/reading/rows-where.js';
import { and } from '../model/where.js';
import { related, type Scope } from '../records/scope.js';
import type { Changes, HistoryAction } from './changes.js';
import { changesBefore, type Sought, type StoredChange } from './stored-changes.js';
import { visibleChanges } from './visible-changes.js';

/** A change as its reader sees it. */
export interface HistoryEntry {
  /** The path of the model: `task`. */
  readonly model: string;
  readonly id: RecordId;
  readonly action: HistoryAction;
  readonly at: string;
  /** The user who made the change; null if nobody did, or nobody whom the reader may see. */
  readonly by: { readonly id: number; readonly username: string } | null;
  /** The way in. */
  readonly door: string;
  readonly changes: Changes;
}

/** A page of changes, newest first, and the position behind it where others may follow. */
export interface HistoryPage {
  readonly entries: readonly HistoryEntry[];
  readonly next: number | null;
}

/** The request for a page of changes. */
export interface HistoryRequest {
  /** The models whose changes the reader may ask for. */
  readonly models: readonly ModelInfo[];
  /** One record of the only model, with its lines. */
  readonly id?: RecordId | undefined;
  readonly actorId?: number | undefined;
  readonly after: number | null;
  readonly size: number;
}

/** So many changes are looked at together, and for one page at most: rules may hide any of them. */
const CHUNK = 100;
const MOST = 1000;

/** Reads a page of the history for a user. */
export function readHistory(
  request: HistoryRequest,
  scopeOf: (model: ModelInfo) => Scope,
  database: Pick<Database, 'read'>,
): Promise<HistoryPage> {
  return database.read(async (session) => {
    const found: StoredChange[] = [];
    let [position, isEnd, looked] = [request.after, false, 0];
    while (!isEnd && looked < MOST && found.length < request.size) {
      const some = await changesOf(request, position, scopeOf, session);
      isEnd = some.length < CHUNK;
      looked += some.length;
      for (const one of await seenOf(some, request, scopeOf, session)) {
        if (found.length < request.size) found.push(one);
        else isEnd = false;
      }
      position = found.length < request.size ? (some.at(-1)?.id ?? position) : found.at(-1)!.id;
      if (found.length === request.size) isEnd = false;
    }
    const entries = await asEntries(found, request.models, scopeOf, session);
    return { entries, next: isEnd ? null : position };
  });
}

/** Changes of the models, or of a record and its lines, each found by an index. */
async function changesOf(
  { models, id, actorId }: HistoryRequest,
  before: number | null,
  scopeOf: (model: ModelInfo) => Scope,
  session: Session,
): Promise<readonly StoredChange[]> {
  const [first] = models;
  if (!first) return [];
  const { core } = scopeOf(first);
  const sought: Sought[] =
    id === undefined
      ? [{ models: models.map(({ table }) => table), actorId }]
      : [
          { models: [first.table], key: String(id), actorId },
          ...linesOf(first).map((line) => ({
            ...{ models: [core.model(line.model).table], parent: String(id), actorId },
          })),
        ];
  const found: StoredChange[] = [];
  for (const one of sought)
    found.push(...(await changesBefore(before, one, CHUNK, session, core.dialect)));
  return found.sort((one, other) => other.id - one.id).slice(0, CHUNK);
}

async function seenOf(
  changes: readonly StoredChange[],
  { models }: HistoryRequest,
  scopeOf: (model: ModelInfo) => Scope,
  session: Session,
): Promise<readonly StoredChange[]> {
  const seen: StoredChange[] = [];
  for (const table of new Set(changes.map(({ model }) => model))) {
    const { core } = scopeOf(models[0]!);
    const model = core.models.find((one) => one.table === table);
    const allowed = model && related(model, 'show', scopeOf(model));
    if (!allowed) continue;
    const own = changes.filter((one) => one.model === table);
    seen.push(...(await visibleChanges(own, allowed, session)));
  }
  return seen.sort((one, other) => other.id - one.id);
}

async function asEntries(
  changes: readonly StoredChange[],
  models: readonly ModelInfo[],
  scopeOf: (model: ModelInfo) => Scope,
  session: Session,
): Promise<readonly HistoryEntry[]> {
  if (changes.length === 0) return [];
  const { core } = scopeOf(models[0]!);
  const isSeen = await seenUsers(changes, scopeOf(usersIn(core.models)), session);
  return changes.map(({ model: table, key, action, at, actorId, actor, door, changes: fields }) => {
    const model = core.models.find((one) => one.table === table)!;
    const isShown = actorId === null || isSeen(actorId);
    const by = isShown && actorId !== null ? { id: actorId, username: actor ?? '' } : null;
    return {
      ...{ model: model.prefix, id: pathId(key, model.key), action, at, by },
      // The rest of it may name what others have: keys, imports.
      door: isShown ? door : door.split(' ')[0]!,
      changes: fields,
    };
  });
}

/** The users whom a reader may see: themselves, those of their rules, and deleted users if no rule hides any. */
export async function seenUsers(
  changes: readonly Pick<StoredChange, 'actorId'>[],
  scope: Scope,
  session: Session,
): Promise<(id: number) => boolean> {
  const { user, core, model } = scope;
  const allowed = related(model, 'show', scope);
  if (!allowed?.grant.readable.has('username')) return (id) => id === user.id;
  if (!allowed.grant.isRestricted) return () => true;
  const ids = [...new Set(changes.flatMap(({ actorId }) => actorId ?? []))];
  const where = and(named(ids), allowed.grant.where);
  const seen = new Set(await idsWhere(where, { core, model, session }));
  return (id) => id === user.id || seen.has(id);
}
