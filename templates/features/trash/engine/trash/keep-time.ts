import { modelOptionsOf } from '../model/field.js';
import type { ModelModule } from '../model/model-module.js';

const DAY = 86_400_000;
const DAYS = { d: 1, y: 365 };

/** A time such as `30d` or `1y`, in milliseconds; throws what it expected instead. */
export function keepTime(text: string): number {
  const [, amount, unit] = /^([1-9]\d{0,4})([dy])$/.exec(text) ?? [];
  if (amount === undefined)
    throw new Error(`expected days or years like \`30d\` or \`1y\`, got \`${text}\``);
  return Number(amount) * DAYS[unit as 'd' | 'y'] * DAY;
}

/** How long a model keeps its trash, where it says so itself: `@Model({ trash: '30d' })`. */
export function ownKeep({ entity }: Pick<ModelModule, 'entity'>): number | null {
  const { trash } = modelOptionsOf(entity);
  return typeof trash === 'string' ? keepTime(trash) : null;
}
