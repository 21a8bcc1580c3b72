import type { App } from '../../model/model.js';
import { misuse } from '../../problem.js';
import { editSearch, readSearch } from '../../project/change/edit-search.js';
import { planEdits } from '../../project/plan/rebase-plan.js';
import { READING } from '../../project/open/tolerated.js';
import {
  addSearched,
  removeSearched,
  restrictedNames,
  type SearchConfig,
} from '../../spec/search-config.js';
import { applyPlan } from '../apply-plan.js';
import { type Context, printResult } from '../context.js';
import { projectOf } from '../project.js';

/** Adds a model to search, with fields. A class name among the words after `--fields` is the model. */
export function searchAddModel(
  context: Context,
  given: string | undefined,
  { fields = [] }: { readonly fields?: readonly string[] },
): Promise<number> {
  if (fields.some((word) => !/\w/.test(word)))
    throw misuse('`--fields` is empty', 'write for example `--fields title,description`');
  const name = given ?? fields.find((word) => /^[A-Z]/.test(word));
  if (name === undefined)
    throw misuse(
      'missing required argument `model`',
      'write for example: crudgen search add-model Task --fields title,description',
    );
  const names = given === undefined ? fields.filter((word) => word !== name) : fields;
  return change(context, searched(name), (config, { models }) =>
    addSearched(config, name, names, models),
  );
}

/** Adds a field to search. */
export const searchAddField = (context: Context, name: string): Promise<number> =>
  change(context, searched(name), (config, { models }) =>
    addSearched(config, null, [name], models),
  );

/** Removes a model from search. */
export const searchRemoveModel = (context: Context, name: string): Promise<number> =>
  change(context, gone(name), (config) => removeSearched(config, 'models', name));

/** Removes a field from search. */
export const searchRemoveField = (context: Context, name: string): Promise<number> =>
  change(context, gone(name), (config) => removeSearched(config, 'fields', name));

const searched = (name: string): string => `\`${name}\` is now searched`;
const gone = (name: string): string => `\`${name}\` is no longer searched`;

/** Lists the searched models and fields. */
export async function searchList(context: Context): Promise<void> {
  const { mine } = await projectOf(context, READING);
  const { models, fields } = readSearch(mine);
  printResult<SearchConfig>(context, { models, fields }, () => {
    if (models.length + fields.length === 0)
      return 'nothing is searched yet; add a model: crudgen search add-model Task --fields title';
    return `models  ${models.join(', ') || '(none)'}\nfields  ${fields.join(', ') || '(none)'}`;
  });
}

async function change(
  context: Context,
  done: string,
  edit: (config: SearchConfig, app: App) => SearchConfig,
): Promise<number> {
  const project = await projectOf(context);
  const { app, mine } = project;
  const nothing = `nothing to change: ${done} already`;
  const before = readSearch(mine);
  const added = edit(before, app).fields.filter((name) => !before.fields.includes(name));
  const plan = planEdits(project, editSearch(project, edit));
  const warnings = [...plan.warnings, ...restrictedNames(added, app.models)];
  return applyPlan(context, project.root, { ...plan, warnings }, { done, nothing });
}
