import { isDeepStrictEqual } from 'node:util';
import { addModels } from '../../model/change.js';
import { USER } from '../../model/built-in.js';
import { withLabel } from '../../model/label.js';
import type { App } from '../../model/model.js';
import { checkSpec } from '../../spec/check.js';
import type { ParsedSpec, Spec } from '../../spec/spec.js';
import { misuse, quoted, refusal, type Refusal } from '../../problem.js';
import { commandLine, type ModelOptions, parseModelArguments } from '../../spec/parse-arguments.js';
import { registerSearch } from '../../project/edit-search.js';
import { changeModel } from '../change-model.js';
import type { Context } from '../context.js';
import { openProject } from '../project.js';
import { requireValidModels, readSpecFile } from '../read-input.js';

/** Adds a model given by arguments or answers, or every model of a spec file. */
export async function modelAdd(
  context: Context,
  name: string | undefined,
  fields: readonly string[],
  { from, ...options }: ModelOptions & { readonly from?: string },
): Promise<number> {
  if (from !== undefined && name !== undefined)
    throw misuse(
      '`--from` and a model name cannot be combined',
      'pass either `--from FILE`, or a name and fields',
    );
  const input =
    from === undefined
      ? await readArguments(context, name, fields, options)
      : await readSpecFile(context, from);
  const project = await openProject(context);
  const { spec, same } = withoutExisting(input.spec, project.app);
  const models = requireValidModels(context, { ...input, spec }, project.app.models);
  const after = addModels(project.app, models);
  const names = models.map((model) => model.name).join(', ');
  const messages = {
    done: `added ${names}`,
    nothing: `nothing to change: ${quoted(same)} already ${same.length === 1 ? 'exists' : 'exist'} exactly as given`,
  };
  const edits = [registerSearch(project, models)];
  return changeModel(context, project, { mode: 'change', after, edits }, { messages });
}

async function readArguments(
  context: Context,
  name: string | undefined,
  fields: readonly string[],
  options: ModelOptions,
): Promise<ParsedSpec> {
  const line = commandLine(context.args);
  if (name === USER.name) throw userIsBuiltIn(fields);
  const asks = context.terminal.interactive && !context.json;
  if (name !== undefined && fields.length > 0)
    return parseModelArguments(name, fields, options, line);
  if (!asks) {
    const message = name === undefined ? 'the model name is missing' : `\`${name}\` has no fields`;
    const help = `such as: crudgen model add ${name ?? 'Task'} title:string:required due:date\nfield types: crudgen help types`;
    throw misuse(message, help);
  }
  const { askModel } = await import('../ask-model.js');
  const asked = await askModel(context.terminal, name);
  const args = [...context.args.filter((arg) => arg !== name), asked.name, ...asked.fields];
  return parseModelArguments(asked.name, asked.fields, options, commandLine(args));
}

function userIsBuiltIn(fields: readonly string[]): Refusal {
  const message = 'every project already has the model `User`';
  const help = `add fields to it: crudgen model add-field User ${fields.join(' ') || 'bio:text'}`;
  return refusal('built-in-model', message, help);
}

/**
 * Leaves out models that the project already has exactly as given, so that an identical second run changes nothing. Those
 * made by an older crudgen may lack the label that they would get today.
 */
function withoutExisting(spec: Spec, app: App): { spec: Spec; same: string[] } {
  const asked = new Set(spec.models.map((model) => model.name.value));
  const others = app.models.filter((model) => !asked.has(model.name));
  const wanted = checkSpec(spec, others).models;
  const same = app.models.filter((model) =>
    wanted.some((one) => [model, withLabel(model)].some((own) => isDeepStrictEqual(one, own))),
  );
  const names = same.map((model) => model.name);
  return {
    spec: { models: spec.models.filter((model) => !names.includes(model.name.value)) },
    same: names,
  };
}
