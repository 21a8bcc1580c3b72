import type { ModelInfo } from '../model/model-info.js';
import { spokenName } from '../problem/problem.js';
import { periodOf } from './period.js';

/** What the documentation says of the periods of a model to who sees their fields. */
export function describePeriods(
  model: ModelInfo,
  isSeen: (field: string) => boolean,
): readonly string[] {
  const period = periodOf(model);
  if (period === null) return [];
  const [start, end] = [period.start.name, period.end.name];
  if (!isSeen(start) || !isSeen(end)) return [];
  const by = period.by.flatMap(({ name }) => (isSeen(name) ? [`\`${name}\``] : []));
  const same = by.length === 0 ? '' : ` with the same ${by.join(' and ')}`;
  const other = `another ${spokenName(model.name)}${same}`;
  return [
    `The period from \`${start}\` to \`${end}\` must not overlap with that of ${other} (409 \`overlap\`), and must end after it begins (422 \`period\`).`,
  ];
}
