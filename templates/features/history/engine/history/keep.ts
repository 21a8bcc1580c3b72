import type { Database } from '../database/database.js';
import { statementOf, type Dialect, type Session } from '../database/dialect.js';
import { deleteInBatches } from '../database/delete-in-batches.js';
import { quoteText } from '../database/steps/step.js';
import { modelOptionsOf } from '../model/field.js';
import type { ModelInfo } from '../model/model-info.js';
import type { ModelModule } from '../model/model-module.js';

const DAY = 86_400_000;
const DAYS = { d: 1, y: 365 };

/** A time such as `90d` or `2y`, in milliseconds; throws what it expected instead. */
export function keepTime(text: string): number {
  const [, amount, unit] = /^([1-9]\d{0,4})([dy])$/.exec(text) ?? [];
  if (amount === undefined)
    throw new Error(`expected days or years like \`90d\` or \`2y\`, got \`${text}\``);
  return Number(amount) * DAYS[unit as 'd' | 'y'] * DAY;
}

/** How long a model keeps its history, where it says so itself: `@Model({ history: '90d' })`. */
export function ownKeep({ entity }: Pick<ModelModule, 'entity'>): number | null {
  const { history } = modelOptionsOf(entity);
  return typeof history === 'string' ? keepTime(history) : null;
}

/** Models by their tables. */
export type KeptModels = readonly Pick<ModelInfo, 'entity' | 'table'>[];

/** The tables of the models that say themselves how long they keep their history, each with that time. */
export const ownTimes = (models: KeptModels) =>
  models.flatMap((model) => {
    const time = ownKeep(model);
    return time === null ? [] : [{ table: model.table, time }];
  });

/** Removes what models have kept for their time, and of all others what is older than `keep` milliseconds. */
export async function removeOld(
  database: Database,
  models: KeptModels,
  keep: number,
): Promise<void> {
  const own = ownTimes(models).map(({ table, time }) => ({ name: quoteText(table), time }));
  const names = own.map(({ name }) => name).join(', ');
  await remove(database, keep, own.length > 0 ? `model NOT IN (${names})` : '1 = 1');
  for (const { name, time } of own) await remove(database, time, `model = ${name}`);
}

async function remove(database: Database, keep: number, condition: string): Promise<void> {
  const before = new Date(Date.now() - keep);
  const end = await database.read((session) => firstSince(before, session, database.dialect));
  if (end > 0)
    await deleteInBatches(database, {
      ...{ table: 'record_change', column: 'at', before },
      condition: `id < ${end} AND ${condition}`,
    });
}

/**
 * A change before which there is none of the moment or later, but for those that were written at the same time; 0 without any. Changes
 * are in the order of their time, so that halving finds it, and no write has to keep an index of times.
 */
async function firstSince(moment: Date, session: Session, dialect: Dialect): Promise<number> {
  const first = statementOf(
    `SELECT id, at FROM record_change WHERE id >= ${dialect.placeholder(1)} ORDER BY id LIMIT 1`,
  );
  const [[last] = []] = await session.rows(statementOf('SELECT max(id) FROM record_change'), []);
  let [low, high] = [0, Number(last ?? -1) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [[id, at] = []] = await session.rows(first, [middle]);
    // Another process may have removed the rest.
    const isOld = id !== undefined && Date.parse(String(dialect.decode(at, AT))) < moment.getTime();
    if (isOld) low = Number(id) + 1;
    else high = middle;
  }
  return low;
}

const AT = { type: 'datetime', transformer: null } as const;
