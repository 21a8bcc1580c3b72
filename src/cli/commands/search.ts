import { isDeepStrictEqual } from 'node:util';
import { misuse } from '../../problem.js';
import type { OpenProject } from '../../project/open-project.js';
import { planEdits, writeFile } from '../../project/plan-edits.js';
import {
  addSearchField,
  addSearchModel,
  parseSearchConfig,
  printSearchConfig,
  removeSearchField,
  removeSearchModel,
  type SearchConfig,
} from '../../spec/search-config.js';
import { applyPlan } from '../apply-plan.js';
import { READING } from '../../project/tolerated.js';
import { type Context, printResult } from '../context.js';
import { openProject } from '../project.js';

const FILE = 'config/search.json';

/** Adds a model to search, with fields. */
export function searchAddModel(
  context: Context,
  name: string,
  { fields }: { readonly fields?: string },
): Promise<number> {
  const names = (fields ?? '')
    .split(',')
    .map((field) => field.trim())
    .filter(Boolean);
  if (fields !== undefined && names.length === 0)
    throw misuse('`--fields` is empty', 'write for example `--fields title,description`');
  return change(context, `\`${name}\` is now searched`, (config, { app }) =>
    addSearchModel(config, name, names, app.models),
  );
}

/** Adds a field to search. */
export function searchAddField(context: Context, name: string): Promise<number> {
  return change(context, `\`${name}\` is now searched`, (config, { app }) =>
    addSearchField(config, name, app.models),
  );
}

/** Removes a model from search. */
export function searchRemoveModel(context: Context, name: string): Promise<number> {
  return change(context, `\`${name}\` is no longer searched`, (config) =>
    removeSearchModel(config, name),
  );
}

/** Removes a field from search. */
export function searchRemoveField(context: Context, name: string): Promise<number> {
  return change(context, `\`${name}\` is no longer searched`, (config) =>
    removeSearchField(config, name),
  );
}

/** Lists the searched models and fields. */
export async function searchList(context: Context): Promise<void> {
  const { mine } = await openProject(context, READING);
  const { models, fields } = readConfig(mine);
  printResult(context, { models, fields }, () => {
    if (models.length + fields.length === 0)
      return 'nothing is searched yet; add a model: crudgen search add-model Task --fields title';
    return `models  ${models.join(', ') || '(none)'}\nfields  ${fields.join(', ') || '(none)'}`;
  });
}

async function change(
  context: Context,
  done: string,
  edit: (config: SearchConfig, project: OpenProject) => SearchConfig,
): Promise<number> {
  const project = await openProject(context);
  const before = readConfig(project.mine);
  const after = edit(before, project);
  const same = isDeepStrictEqual(before, { models: after.models, fields: after.fields });
  const text = project.mine.get(FILE) ?? '';
  const next = same && text !== '' ? text : printSearchConfig(after, text);
  const plan = planEdits(project, writeFile(FILE, next));
  return applyPlan(context, project.root, plan, {
    done,
    nothing: `nothing to change: ${done} already`,
  });
}

function readConfig(mine: ReadonlyMap<string, string>): SearchConfig {
  const text = mine.get(FILE);
  return text === undefined || text.trim() === ''
    ? { models: [], fields: [] }
    : parseSearchConfig(FILE, text);
}
