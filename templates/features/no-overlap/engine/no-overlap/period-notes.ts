import type { ModelInfo } from '../model/model-info.js';
import { spokenName } from '../problem/problem.js';
import { periodOf } from './period.js';

/** What `/openapi.json` says of a period. No note names another field, which its reader may not see. */
export function periodNotes(model: ModelInfo): ReadonlyMap<string, string> {
  const period = periodOf(model);
  if (period === null) return new Map();
  const other = `another ${spokenName(model.name)}`;
  return new Map([
    [
      period.start.name,
      `The period that begins with it must not overlap with that of ${other}: 409 \`overlap\`.`,
    ],
    [period.end.name, 'The period ends with it, after it began: 422 `period`.'],
  ]);
}
