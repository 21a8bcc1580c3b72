import { addModels, addRoles } from '../../model/change.js';
import { builtInNamed } from '../../model/built-in.js';
import type { Model } from '../../model/model.js';
import { newModels } from '../../project/change/new-parts.js';
import type { ParsedSpec } from '../../spec/spec.js';
import { misuse, quoted, refusal, type Refusal } from '../../problem.js';
import { commandLine, type ModelOptions, parseModelArguments } from '../../spec/parse-arguments.js';
import { withIds } from '../../spec/with-ids.js';
import { registerSearch } from '../../project/change/edit-search.js';
import { editBrand } from '../../project/change/edit-brand.js';
import { changeModel } from '../change-model.js';
import type { Context } from '../context.js';
import { projectOf } from '../project.js';
import { brandOf } from '../read-brand.js';
import { requireValidSpec, readSpecFile } from '../read-input.js';

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
  if (options.frozenExcept !== undefined && options.frozen === undefined)
    throw misuse(
      '`--frozen-except` is missing by which value rows are frozen',
      'add for example `--frozen status=paid`',
    );
  const input =
    from === undefined
      ? await readArguments(context, name, fields, options)
      : await readSpecFile(context, from);
  const project = await projectOf(context);
  const asked = withIds(input.spec, project.app.ids);
  const { spec, same } = newModels(asked, project.app);
  const { models, roles = [] } = requireValidSpec(context, { ...input, spec }, project.app);
  const after = addRoles(addModels(project.app, models), roles);
  const names = [...models, ...roles].map(({ name }) => name).join(', ');
  const messages = {
    done: `added ${names}${viewsOf(models)}`,
    nothing: `nothing to change: ${quoted(same)} already ${same.length === 1 ? 'exists' : 'exist'} exactly as given`,
  };
  const { brand, warnings } = await brandOf(context, from, input.spec);
  const edits = [registerSearch(project, models), ...editBrand(brand)];
  const change = { mode: 'change', after, edits } as const;
  return changeModel(context, project, change, { messages, warnings });
}

/** What is left to a developer's own migration: crudgen makes neither views nor the tables of other programs. */
function viewsOf(models: readonly Model[]): string {
  const views = models.flatMap(({ readOnly, table }) => (readOnly ? [table] : []));
  if (views.length === 0) return '';
  return `; crudgen does not make ${quoted(views)}: write a migration of your own, as docs/read-only.md shows`;
}

async function readArguments(
  context: Context,
  name: string | undefined,
  fields: readonly string[],
  options: ModelOptions,
): Promise<ParsedSpec> {
  const line = commandLine(context.args);
  if (name !== undefined && builtInNamed(name)) throw isBuiltIn(name, fields);
  if (name !== undefined && fields.length > 0)
    return parseModelArguments(name, fields, options, line);
  if (!context.terminal.interactive) {
    const message = name === undefined ? 'the model name is missing' : `\`${name}\` has no fields`;
    const help = `write for example: crudgen model add ${name ?? 'Task'} title:string:required due:date\nfield types: crudgen help types`;
    throw misuse(message, help);
  }
  const { askModel } = await import('../ask-model.js');
  const asked = await askModel(context.terminal, name);
  const args = [...context.args.filter((arg) => arg !== name), asked.name, ...asked.fields];
  return parseModelArguments(asked.name, asked.fields, options, commandLine(args));
}

function isBuiltIn(name: string, fields: readonly string[]): Refusal {
  const message = `every project already has the model \`${name}\``;
  const help = `add fields to it: crudgen model add-field ${name} ${fields.join(' ') || 'bio:text'}`;
  return refusal('built-in-model', message, help);
}
