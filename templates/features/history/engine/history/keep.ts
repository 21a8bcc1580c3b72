import type { Database } from '../database/database.js';
import { deleteInBatches } from '../database/delete-in-batches.js';
import { quoteText } from '../database/steps/step.js';
import { modelOptionsOf } from '../model/field.js';
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

/** Removes what models have kept for their time, and of all others what is older than `keep` milliseconds. */
export async function removeOld(
  database: Database,
  models: readonly Pick<ModelModule, 'entity'>[],
  keep: number,
): Promise<void> {
  const own = models.flatMap((model) => {
    const time = ownKeep(model);
    return time === null ? [] : [{ name: quoteText(model.entity.name), time }];
  });
  const names = own.map(({ name }) => name).join(', ');
  const others = own.length > 0 ? `model NOT IN (${names})` : undefined;
  await remove(database, keep, others);
  for (const { name, time } of own) await remove(database, time, `model = ${name}`);
}

const remove = (database: Database, keep: number, condition?: string): Promise<void> =>
  deleteInBatches(database, {
    ...{ table: 'record_change', column: 'at', before: new Date(Date.now() - keep) },
    ...(condition !== undefined && { condition }),
  });
