import { asWarning, type Problem } from '../../problem.js';
import { HOUSE, mayStyle } from '../../render/house-style.js';
import { strayTemplates } from '../open/house-style.js';
import type { OpenProject } from '../open/open-project.js';

/** Warns of files among the templates of a project that crudgen ignores. */
export function ignoredTemplates({ mine }: OpenProject): Problem[] {
  const stray = [...mine.keys()].filter(
    (path) =>
      path.startsWith(HOUSE) && path.endsWith('.ejs') && !mayStyle(path.slice(HOUSE.length)),
  );
  return stray.length === 0 ? [] : [asWarning(strayTemplates(stray))];
}
