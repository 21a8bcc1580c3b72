import { statementOf, type RawRow } from '../database/dialect.js';
import type { RecordId } from '../fields/record-id.js';
import { withoutRules, type Core, type Scope, type Work } from '../records/scope.js';
import { SYSTEM_USER } from '../access/policy.js';
import { nextStamps } from '../lines/line-parents.js';
import type { Project } from '../service/project.js';
import { openService, withSettings } from '../service/start.js';
import { overflowed } from './overflow.js';
import { keepersAmong, setsOf, totalSql, totalsOf } from './totals.js';

/** The number of records that are compared with their lines in one transaction. */
const CHUNK = 500;

/** `npm run sums`: corrects totals of rows that came by other ways than the service, and says how many there were. */
export async function runSums(project: Project): Promise<void> {
  await withSettings(project, 'Nothing is recomputed:', async (settings, own) => {
    const service = await openService(project, { ...settings, logLevel: 'silent' }, own);
    try {
      const { models, scope } = service.engine;
      for (const { name, entity } of keepersAmong(models)) {
        const changed = await recompute(scope(SYSTEM_USER)(entity));
        process.stdout.write(`${name}: ${changed} corrected\n`);
      }
    } finally {
      await service.close();
    }
  });
}

/** Corrects the totals of all records of a model; returns the number of records that had wrong ones. */
export async function recompute(scope: Scope): Promise<number> {
  const { core, model } = scope;
  const options = { name: `totals of ${model.name}`, shared: true };
  let changed = 0;
  let last: RecordId | null = null;
  for (;;) {
    const [ids, corrected] = await core.database.write(async (session) => {
      const work = { ...withoutRules(scope), session };
      const next = await idsBehind(last, work);
      return [next, next.length > 0 ? await correct(next, work) : 0] as const;
    }, options);
    if (ids.length === 0) return changed;
    changed += corrected;
    last = ids.at(-1)!;
  }
}

async function idsBehind(last: RecordId | null, work: Work): Promise<readonly RecordId[]> {
  const { core, model, session } = work;
  const { dialect } = core;
  const id = dialect.quote(model.key.column);
  const behind = last === null ? '' : `WHERE ${id} > ${dialect.placeholder(1)}`;
  const sql = `SELECT ${id} FROM ${dialect.quote(model.table)} ${behind} ORDER BY ${id} LIMIT ${CHUNK}`;
  const values = last === null ? [] : [dialect.encode(last, model.key)];
  return idsIn(await session.rows(statementOf(sql), values), work);
}

/** The ids in rows that have no other column. */
const idsIn = (rows: readonly RawRow[], { core, model }: Work): readonly RecordId[] =>
  rows.map(([id]) => core.dialect.decode(id, model.key) as RecordId);

/**
 * Corrects totals of these records. A record may be a line itself: the version of the record to which it belongs moves with it. Writers
 * of lines wait for the locks; without locks, PostgreSQL would compute the total of lines as they were before.
 */
async function correct(ids: readonly RecordId[], work: Work): Promise<number> {
  const { lines } = work.core.plan(work.model);
  await lines?.lock(ids, [], work);
  const stamps = await nextStamps(ids, work);
  const corrected = await update(ids, [...stamps.values()].toSorted().at(-1), work);
  if (lines?.isLine) await lines.touch(await lines.parents(corrected, work), work);
  return corrected.length;
}

/** Sets the totals that differ from their lines; returns the ids of their records. */
async function update(ids: readonly RecordId[], at: string | undefined, work: Work) {
  const { core, model, session } = work;
  const { dialect } = core;
  const stamp = model.columns.find(({ role }) => role === 'updated')!;
  const version = model.columns.find(({ role }) => role === 'version');
  const [table, key] = [dialect.quote(model.table), dialect.quote(model.key.column)];
  const sets = [
    ...(version ? [`${dialect.quote(version.column)} = ${dialect.quote(version.column)} + 1`] : []),
    `${dialect.quote(stamp.column)} = ${dialect.placeholder(1)}`,
    ...setsOf(model, core),
  ];
  const differs = totalsOf(model).map(
    (column) => `${dialect.quote(column.column)} IS DISTINCT FROM ${totalSql(column, model, core)}`,
  );
  const among = dialect.inList(key, dialect.placeholder(2), model.key);
  const sql = `UPDATE ${table} SET ${sets.join(', ')} WHERE ${among} AND (${differs.join(' OR ')}) RETURNING ${key}`;
  const bound = [dialect.encode(at, stamp), dialect.encodeList(ids, model.key)];
  const rows = await session.rows(statementOf(sql), bound).catch((error: unknown) => {
    throw tooLarge(error, core);
  });
  return idsIn(rows, work);
}

function tooLarge(error: unknown, { models, dialect }: Core): unknown {
  const refused = dialect.violation(error);
  const total = refused?.kind === 'not-null' ? overflowed(refused, models) : null;
  if (total === null) return error;
  const message = `${total.model.name}.${total.name}: the lines of a record add up to more than the field can hold`;
  return new Error(message, { cause: error });
}
