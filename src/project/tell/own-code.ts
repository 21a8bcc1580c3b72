import { isCode } from '../../code/typescript.js';
import type { Plan } from '../../plan/plan.js';
import type { Tree } from '../../tree.js';
import type { OpenProject } from '../open/open-project.js';

/** The paths of code that differs from crudgen's output after a plan. */
export const ownCode = (files: Tree, plan: Plan, { base }: OpenProject): string[] =>
  [...files]
    .filter(([path, text]) => isCode(path) && text !== (plan.base.get(path) ?? base.get(path)))
    .map(([path]) => path);
