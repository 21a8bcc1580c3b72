import { checkSpec } from '../../spec/check.js';
import { demandNotUser, findModel } from '../../model/change.js';
import { Refusal } from '../../problem.js';
import { removedModel, renamedModel } from '../../project/model-changes.js';
import { commandLine, parseModelArguments } from '../../spec/parse-arguments.js';
import { changeModel, type DataOptions } from '../change-model.js';
import type { Context } from '../context.js';
import { openProject } from '../project.js';

const NEXT = ['npm run build', 'npm start'];

/** Gives a model another name, and with it its table and prefix where they were the usual ones. */
export async function renameWholeModel(
  context: Context,
  from: string,
  to: string,
  options: DataOptions,
): Promise<number> {
  demandNotUser(from, 'renamed');
  demandNotUser(to, 'the name of another model');
  const project = await openProject(context);
  const { app } = project;
  const has = (name: string) => app.models.some((model) => model.name === name);
  const words = {
    done: `renamed ${from} to ${to}`,
    nothing:
      from === to
        ? `nothing to change: \`${to}\` is its name`
        : `nothing to change: there is \`${to}\` and no \`${from}\` already`,
    next: NEXT,
  };
  if (has(to) && (from === to || !has(from)))
    return changeModel(context, project, { mode: 'change', after: app }, { ...options, words });
  const old = findModel(app, from);
  const others = app.models.filter((model) => model !== old);
  const { spec } = parseModelArguments(to, ['x:string'], {}, commandLine(context.args));
  const errors = checkSpec(spec, others).problems.filter(({ severity }) => severity !== 'warning');
  if (errors.length > 0) throw new Refusal(errors);
  const change = renamedModel(project, from, to);
  const { prefix } = findModel(change.after, to);
  const moved =
    old.prefix === prefix ? '' : `; its endpoints were under ${old.prefix} and are under ${prefix}`;
  const said = { ...options, words: { ...words, done: `${words.done}${moved}` } };
  return changeModel(context, project, change, said);
}

interface RemoveOptions extends DataOptions {
  readonly keep?: boolean;
}

/** Takes a model away with its files and table; with `keep` the files and the table stay. */
export async function removeWholeModel(
  context: Context,
  name: string,
  options: RemoveOptions,
): Promise<number> {
  demandNotUser(name, 'removed');
  const project = await openProject(context);
  const keep = options.keep === true;
  const change = removedModel(project, name, keep);
  const done = keep
    ? `${name} is out of the service; its files and its table stay`
    : `removed ${name}`;
  const words = { done, nothing: 'nothing to change', next: NEXT };
  return changeModel(context, project, change, { ...options, words });
}
