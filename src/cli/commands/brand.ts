import { misuse } from '../../problem.js';
import { editBrand } from '../../project/change/edit-brand.js';
import { planEdits } from '../../project/plan/rebase-plan.js';
import { applyPlan } from '../apply-plan.js';
import type { Context } from '../context.js';
import { projectOf } from '../project.js';
import { readBrand, type TypedBrand } from '../read-brand.js';

/** Gives a project a name, a colour and a logo, in the developer's own files. */
export async function setBrand(context: Context, typed: TypedBrand): Promise<number> {
  if (Object.values(typed).every((part) => part === undefined))
    throw misuse(
      'nothing of a brand is given',
      'write for example: crudgen brand --name "Garage Moser" --color #0f766e',
    );
  const { brand, warnings } = await readBrand(context.cwd, typed);
  const project = await projectOf(context);
  const plan = planEdits(project, ...editBrand(brand));
  const told = { ...plan, warnings: [...plan.warnings, ...warnings] };
  return applyPlan(context, project.root, told, {
    done: 'the application has its brand',
    nothing: 'nothing to change: the application has this brand already',
    next: ['npm run build', 'npm start'],
  });
}
