import { basename, resolve } from 'node:path';
import type { App } from '../../model/model.js';
import { packageName } from '../../model/names.js';
import { refusal } from '../../problem.js';
import { readTemplates } from '../../project/open/templates.js';
import { type Feature, featuresIn } from '../../render/features.js';
import type { ParsedSpec } from '../../spec/spec.js';
import { editBrand } from '../../project/change/edit-brand.js';
import { withIds } from '../../spec/with-ids.js';
import type { InitAnswers, InitOptions } from '../ask-init.js';
import type { Context } from '../context.js';
import { withFolder } from '../init-folder.js';
import { createProject, notEmpty, requireEmptyFolder, withChosenFeatures } from '../new-project.js';
import { brandOf } from '../read-brand.js';
import { requireValidSpec, readSpecFile } from '../read-input.js';

/** Creates a project in an empty folder: the given one, the one asked for on a terminal, or else the current one. */
export async function init(
  context: Context,
  given: string | undefined,
  options: InitOptions,
): Promise<number> {
  const templates = readTemplates();
  const chosen = await choose(context, given, options, featuresIn(templates));
  const { dir = '.' } = chosen;
  const ids = chosen.ids === 'integer' ? undefined : chosen.ids;
  const root = resolve(context.cwd, dir);
  await requireEmptyFolder(root, dir);
  const parsed =
    chosen.models === undefined ? undefined : await readWithIds(context, chosen.models, ids);
  const said: Pick<App, 'models' | 'roles'> = parsed
    ? requireValidSpec(context, parsed, NOTHING)
    : NOTHING;
  const { brand, warnings } = await brandOf(context, chosen.models, parsed?.spec);
  const { name = packageName(basename(root)), db = 'sqlite' } = chosen;
  const kind = ids && { ids };
  const app = withChosenFeatures({ name, database: db, ...kind, ...said }, templates, chosen);
  const begin = { edits: editBrand(brand), warnings };
  return createProject(context, root, app, { ...options, templates: chosen.templates }, begin);
}

const NOTHING = { models: [] };

/** Reads a spec file whose models have ids of a kind. */
async function readWithIds(context: Context, file: string, ids: App['ids']): Promise<ParsedSpec> {
  const { spec, problems } = await readSpecFile(context, file);
  return { spec: withIds(spec, ids), problems };
}

/** The folder and the options from the command line, and on a terminal from its user. */
async function choose(
  context: Context,
  given: string | undefined,
  options: InitOptions,
  features: readonly Feature[],
): Promise<InitAnswers> {
  const names = features.map(({ name }) => name);
  const { dir, ...rest } = withFolder(context.args, { ...options, dir: given }, names);
  if (rest.name !== undefined) requirePackageName(rest.name);
  if (dir !== undefined) await requireEmptyFolder(resolve(context.cwd, dir), dir);
  const asks = context.terminal.interactive && options.yes !== true && !context.json;
  if (!asks) return { ...rest, dir };
  const { askInit } = await import('../ask-init.js');
  return askInit({ ...rest, dir }, features, {
    cwd: context.cwd,
    check: async (folder) =>
      (await notEmpty(resolve(context.cwd, folder), folder))?.message ?? null,
  });
}

/** Refuses a name that npm does not take. */
export function requirePackageName(name: string): void {
  if (name === packageName(name)) return;
  const message = `\`${name}\` is not a valid package name`;
  throw refusal('invalid-name', message, `write \`--name ${packageName(name)}\``, 2);
}
