import { statementOf, type Session } from '../database/dialect.js';
import type { RecordId } from '../fields/record-id.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Core } from '../records/scope.js';
import { SYSTEM_USER } from '../access/policy.js';
import type { Project } from '../service/project.js';
import { openService, withSettings } from '../service/start.js';
import { keepersAmong, setsOf, totalSql, totalsOf } from './totals.js';

/** So many records are compared with their lines in one transaction. */
const CHUNK = 500;

/** `npm run sums`: corrects totals of rows that came by other ways than the service, and says how many there were. */
export async function runSums(project: Project): Promise<void> {
  await withSettings(project, 'Nothing is recomputed:', async (settings, own) => {
    const service = await openService(project, { ...settings, logLevel: 'silent' }, own);
    try {
      const { models, scope } = service.engine;
      for (const model of keepersAmong(models)) {
        const { core } = scope(SYSTEM_USER)(model.entity);
        const changed = await recompute(model, core);
        process.stdout.write(`${model.name}: ${changed} corrected\n`);
      }
    } finally {
      await service.close();
    }
  });
}

/** Corrects the totals of all records of a model; returns the number of records that had wrong ones. */
export async function recompute(model: ModelInfo, core: Core): Promise<number> {
  let [changed, last] = [0, 0];
  for (;;) {
    const ids = await core.database.write(
      async (session) => {
        const locked = await lockFrom(last, model, core, session);
        if (locked.length > 0) changed += await correct(locked, model, core, session);
        return locked;
      },
      { name: `totals of ${model.name}`, shared: false },
    );
    if (ids.length === 0) return changed;
    last = ids.at(-1)!;
  }
}

/** A write of their lines waits for these locks; without them, PostgreSQL would compute the total of lines as they were before. */
async function lockFrom(
  last: RecordId,
  { table, key }: ModelInfo,
  { dialect }: Core,
  session: Session,
): Promise<readonly RecordId[]> {
  const id = dialect.quote(key.column);
  const rows = await session.rows(
    statementOf(
      `SELECT ${id} FROM ${dialect.quote(table)} WHERE ${id} > ${dialect.placeholder(1)} ORDER BY ${id} LIMIT ${CHUNK}${dialect.changeRows}`,
    ),
    [last],
  );
  return rows.map(([one]) => Number(one));
}

async function correct(
  ids: readonly RecordId[],
  model: ModelInfo,
  core: Core,
  session: Session,
): Promise<number> {
  const { dialect } = core;
  const stamp = model.columns.find(({ role }) => role === 'updated')!;
  const version = model.columns.find(({ role }) => role === 'version');
  const sets = [
    ...(version ? [`${dialect.quote(version.column)} = ${dialect.quote(version.column)} + 1`] : []),
    `${dialect.quote(stamp.column)} = ${dialect.placeholder(1)}`,
    ...setsOf(model, core),
  ];
  const differs = totalsOf(model).map(
    (column) => `${dialect.quote(column.column)} IS DISTINCT FROM ${totalSql(column, model, core)}`,
  );
  const among = dialect.inList(dialect.quote(model.key.column), dialect.placeholder(2), model.key);
  const sql = `UPDATE ${dialect.quote(model.table)} SET ${sets.join(', ')} WHERE ${among} AND (${differs.join(' OR ')})`;
  const now = dialect.encode(new Date().toISOString(), stamp);
  const bound = [now, dialect.encodeList(ids, model.key)];
  return session.run(statementOf(sql), bound).catch((error: unknown) => {
    throw tooLarge(error, model, core);
  });
}

function tooLarge(error: unknown, model: ModelInfo, { dialect }: Core): unknown {
  const refused = dialect.violation(error);
  const isTotal = refused?.kind === 'not-null' && refused.table === model.table;
  const name = isTotal && totalsOf(model).find(({ column }) => column === refused.column)?.name;
  if (!name) return error;
  const message = `${model.name}.${name}: the lines of a record add up to more than the field can hold`;
  return new Error(message, { cause: error });
}
