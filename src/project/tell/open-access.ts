import { readOpenWrites } from '../../code/read-routes.js';
import { readRowRules } from '../../code/read-row-rules.js';
import { type Problem, warning } from '../../problem.js';
import { warnOfHiddenUniques } from '../../spec/check-hidden-uniques.js';
import type { OpenProject } from '../open/open-project.js';

/** Warns of custom endpoints that write although read-only roles can call them. */
export function openWrites({ mine }: OpenProject): Problem[] {
  return readOpenWrites(mine).map(({ file, model, method, path, action }) =>
    warning(
      'open-write',
      `${method.toUpperCase()} ${path} of ${model} requires only \`${action}\`, so read-only roles can call it`,
      `if it changes anything, require \`edit\` in ${file}`,
    ),
  );
}

/** Warns of unique fields whose refusals tell users about rows that they cannot see. */
export function hiddenUniques({ app, mine }: OpenProject): Problem[] {
  const rules = readRowRules(mine);
  return app.models.flatMap((model) => warnOfHiddenUniques(model, rules.get(model.name) ?? null));
}
