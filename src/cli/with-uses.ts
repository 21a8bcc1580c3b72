import type { Model } from '../model/model.js';
import { filesAfter } from '../plan/files-after.js';
import type { Plan } from '../plan/plan.js';
import type { Tree } from '../tree.js';
import type { Problem } from '../problem.js';

/** Says where the owner's own code still speaks of a member of a model by the name that it had. */
export function withUses(
  plan: Plan,
  mine: Tree,
  model: Pick<Model, 'name' | 'table'>,
  name: string,
  word = new RegExp(`(?<![\\w$-])${name}(?![\\w$-])`),
): Plan {
  const about = new RegExp(`\\b${model.name}\\b|/${model.table}\\b`);
  const uses = [...filesAfter(plan, mine)].flatMap(([path, text]) => {
    if (!/^(src|web\/src)\/.*\.tsx?$/.test(path) || /migrations\/|\.gen\./.test(path)) return [];
    if (!about.test(text)) return [];
    const at = text.split('\n').findIndex((line) => word.test(line));
    return at < 0 ? [] : [`${path}:${at + 1}`];
  });
  if (uses.length === 0) return plan;
  const warning: Problem = {
    code: 'old-name',
    message: `\`${name}\` still stands in ${uses.length === 1 ? 'a file' : `${uses.length} files`} that may mean what is renamed or gone`,
    help: `look at ${uses.slice(0, 8).join(', ')}`,
    severity: 'warning',
  };
  return { ...plan, warnings: [...plan.warnings, warning] };
}
