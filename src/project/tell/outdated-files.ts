import type { Plan } from '../../plan/plan.js';
import { type Problem, problem } from '../../problem.js';
import type { OpenProject } from '../open/open-project.js';
import type { After } from './check.js';

/** Reports migrations and derived files that do not match the entities, by the plan of `sync`. */
export function outdatedFiles(_: OpenProject, { steps }: After, plan: Plan): Problem[] {
  const drift = steps.map((step): Problem => {
    const place = 'column' in step ? `${step.table}.${step.column}` : step.table;
    const message = `the migrations do not match the entities: \`${step.do}\` of \`${place}\` is missing`;
    return problem('drift', message, 'to write the migration: crudgen sync');
  });
  const files = plan.changes
    .map(({ path }) => path)
    .filter((path) => steps.length === 0 || !path.startsWith('src/database/migrations/'));
  const count = files.length === 1 ? 'a file is' : `${files.length} files are`;
  const behind = problem(
    'behind',
    `${count} out of date with the entities: ${files.slice(0, 5).join(', ')}`,
    'to update the files: crudgen sync (crudgen status names the places, crudgen diff shows the changes)',
  );
  const refused = plan.refused.map(({ path }): Problem =>
    problem(
      'edited-generated',
      `${path} is a generated file and was edited by hand`,
      'move your code to a file of your own, delete the generated file, then run: crudgen sync',
    ),
  );
  return [...drift, ...(files.length > 0 ? [behind] : []), ...refused];
}
