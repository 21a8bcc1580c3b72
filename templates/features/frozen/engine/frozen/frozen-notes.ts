import type { ModelInfo } from '../model/model-info.js';
import { conditionText, ruleOf } from './condition.js';

/** What `/openapi.json` says of the field by whose value records are frozen: whoever may not read it is told nothing. */
export function frozenNotes(model: ModelInfo): ReadonlyMap<string, string> {
  const rule = ruleOf(model);
  if (rule === null) return new Map();
  const lines = model.children.some(({ isLines }) => isLines) ? ', nor are its lines' : '';
  const except = rule.except.length > 0 ? `, except by ${rule.except.join(', ')}` : '';
  const note = `If ${conditionText(rule)}, the record is not changed or deleted${lines}${except}: 409 \`frozen\`.`;
  return new Map([[rule.column.name, note]]);
}
