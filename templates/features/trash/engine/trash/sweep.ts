import { SYSTEM_ACCESS, SYSTEM_USER } from '../access/policy.js';
import { statementOf, type Session } from '../database/dialect.js';
import { pathId, type RecordId } from '../fields/record-id.js';
import type { ModelInfo } from '../model/model-info.js';
import { HttpProblem } from '../problem/problem.js';
import type { Core, Scope } from '../records/scope.js';
import type { ServiceParts } from '../service/project.js';
import { hasTrash, markOf } from './bin.js';
import { ownKeep } from './keep-time.js';
import { purgeRecord } from './purge.js';

/** The number of records that are looked for at a time. */
const CHUNK = 100;

/**
 * Deletes for good what has been in the trash for its time, each record in a transaction of its own with what went with it. One on which
 * others depend stays until they are gone.
 */
export async function sweepTrash({ engine }: ServiceParts, keep: number): Promise<void> {
  const scopeOf = engine.scope(SYSTEM_USER, { origin: () => ({ user: null, door: 'trash' }) });
  for (const model of engine.models.filter(hasTrash)) {
    const scope: Scope = { ...scopeOf(model.entity as new () => object), access: SYSTEM_ACCESS };
    await sweepModel(scope, new Date(Date.now() - (ownKeep(modelClass(model)) ?? keep)));
  }
}

const modelClass = ({ entity }: ModelInfo) => ({ entity: entity as new () => object });

async function sweepModel(scope: Scope, before: Date): Promise<void> {
  const { core, model } = scope;
  let kept = 0;
  for (;;) {
    const ids = await core.database.read((session) => oldIds(scope, before, kept, session));
    for (const id of ids) if (!(await isPurged(scope, id))) kept++;
    if (ids.length < CHUNK) break;
  }
  await core.database.write((session) => forgetGone(model, before, core, session));
}

/** Whether a record is gone; not while others depend on it. */
async function isPurged(scope: Scope, id: RecordId): Promise<boolean> {
  try {
    await purgeRecord(scope, id);
    return true;
  } catch (error) {
    // Another process may have been faster.
    if (error instanceof HttpProblem) return error.status === 404;
    throw error;
  }
}

/** Records that have been in the trash for their time and have not gone there with another one, behind those that stay. */
async function oldIds(
  { core, model }: Scope,
  before: Date,
  offset: number,
  session: Session,
): Promise<readonly RecordId[]> {
  const { dialect } = core;
  const mark = markOf(model)!;
  const [moment, name] = [1, 2].map((at) => dialect.placeholder(at));
  const sql = `SELECT _key FROM (${keysInTrash(model, core)} AND ${dialect.quote(mark.column)} < ${moment}) AS _rows
    WHERE NOT EXISTS (SELECT 1 FROM trash_entry e WHERE e.model = ${name} AND e."key" = _rows._key AND e.root_id IS NOT NULL)
    ORDER BY _key LIMIT ${CHUNK} OFFSET ${offset}`;
  const rows = await session.rows(statementOf(sql), [
    dialect.encode(before.toISOString(), mark),
    model.name,
  ]);
  return rows.map(([key]) => pathId(String(key), model.key));
}

/** Forgets what is known of records that are no longer in the trash: they went with a record that was not kept there. */
async function forgetGone(
  model: ModelInfo,
  before: Date,
  core: Core,
  session: Session,
): Promise<void> {
  const { dialect } = core;
  const [name, moment] = [1, 2].map((at) => dialect.placeholder(at));
  const sql = `DELETE FROM trash_entry WHERE model = ${name} AND at < ${moment}
    AND NOT EXISTS (SELECT 1 FROM (${keysInTrash(model, core)}) AS _rows WHERE _rows._key = trash_entry."key")`;
  const at = dialect.encode(before.toISOString(), { type: 'datetime', transformer: null });
  await session.run(statementOf(sql), [model.name, at]);
}

/** The keys of a model's trash, as texts. */
function keysInTrash(model: ModelInfo, { dialect }: Core): string {
  const mark = dialect.quote(markOf(model)!.column);
  const key = `CAST(${model.rowKey.id(dialect)} AS text)`;
  return `SELECT ${key} AS _key FROM ${dialect.quote(model.table)} WHERE ${mark} IS NOT NULL`;
}
