import { findModel } from '../../model/change.js';
import { misuse, Report } from '../../problem.js';
import { warnOfHiddenUniques } from '../../spec/check-hidden-uniques.js';
import { checkRowRules } from '../../spec/check-rules.js';
import { commandLine, type ModelOptions, rowsIn } from '../../spec/parse-arguments.js';
import { changeModel } from '../change-model.js';
import { type Context, warn } from '../context.js';
import { projectOf } from '../project.js';
import { refuseOrWarn } from '../read-input.js';

type RowOptions = Pick<ModelOptions, 'owner' | 'tenant' | 'as' | 'except' | 'preset'>;

/** Sets row rules of a model that the project has; those that no option names stay. */
export async function accessRows(
  context: Context,
  name: string,
  options: RowOptions,
): Promise<number> {
  const project = await projectOf(context);
  const model = findModel(project.app, name);
  // The option for an owner who is not preset is true where it is not given.
  if (Object.values(options).every((given) => given === true))
    throw misuse(
      'no row rule is given',
      `write for example: crudgen access rows ${name} --owner created_by`,
    );
  const report = new Report();
  const roles = (project.app.roles ?? []).map((role) => role.name);
  const rows = checkRowRules(model, rowsIn(options, commandLine(context.args)), report, roles);
  refuseOrWarn(context, report.problems);
  const changed = { ...model, rows };
  const models = project.app.models.map((one) => (one.name === name ? changed : one));
  if (rows.as !== null)
    warn(context, warnOfHiddenUniques(changed, [{ kind: 'asParent', field: rows.as }]));
  const messages = {
    done: `changed the row rules of ${name}`,
    nothing: `nothing to change: ${name} already has these row rules`,
  };
  const change = { mode: 'change', after: { ...project.app, models } } as const;
  return changeModel(context, project, change, { messages });
}
