import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelInfo } from '../../service/engine/model/model-info.js';
import { git } from './report/commit.js';
import { modelsBehind } from './worlds/demands.js';
import type { People } from './worlds/people.js';

/** A name that no model has. */
export class UnknownModel extends Error {
  constructor(
    readonly model: string,
    readonly known: readonly string[],
  ) {
    super(`there is no model ${model}`);
  }
}

/** The models with these names. */
export function namedModels(
  names: readonly string[],
  models: readonly ModelInfo[],
): readonly ModelInfo[] {
  const known = models.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new UnknownModel(unknown, known);
  return models.filter(({ name }) => names.includes(name));
}

/** Files of the project in the current folder that differ from a commit. */
export interface Changes {
  readonly since: string;
  readonly files: readonly string[];
}

/** Branches that a change is compared with. */
const BRANCHES = ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master'];

/**
 * The files that differ from the commit where the current branch left the main branch, or on the main branch from its last commit;
 * null outside of git.
 */
export async function changesOfProject(): Promise<Changes | null> {
  const head = (await git('rev-parse', 'HEAD'))?.trim();
  if (head === undefined) return null;
  const bases = await Promise.all(BRANCHES.map((branch) => git('merge-base', 'HEAD', branch)));
  const since = bases.map((base) => base?.trim()).find((base) => base && base !== head) ?? head;
  const [edited, added] = await Promise.all([
    git('diff', '--name-only', '--no-renames', '--relative', '-z', since, '--', '.'),
    git('ls-files', '--others', '--exclude-standard', '-z', '--', '.'),
  ]);
  const files = `${edited ?? ''}${added ?? ''}`.split('\0').filter((path) => path !== '');
  return { since, files };
}

/** The code of the service; migrations follow from it, and tests are not a part of it. */
const SERVICE = /^(src|engine|config)\/|^(package|package-lock|tsconfig)\.json$/;
const NOT_SERVICE = /^src\/database\/migrations\/|\.test\.ts$/;

/**
 * The models whose folders have changed, and the models whose rules look at them. All models if other code of the service has
 * changed, or if nothing has: a proof always asks something.
 */
export function changedModels(
  { files }: Changes,
  models: readonly ModelInfo[],
  people: People,
): readonly ModelInfo[] {
  const relevant = files.filter((path) => SERVICE.test(path) && !NOT_SERVICE.test(path));
  const folders = relevant.map((path) => /^src\/models\/[^/]+\//.exec(path)?.[0]);
  const changed = new Set<string>();
  for (const folder of folders) {
    const own = folder === undefined ? [] : modelsIn(folder, models);
    if (own.length === 0) return models;
    for (const name of own) changed.add(name);
  }
  if (changed.size === 0) return models;
  for (let size = 0; size !== changed.size;) {
    size = changed.size;
    for (const model of models)
      if (modelsBehind(model, models, people).some((name) => changed.has(name)))
        changed.add(model.name);
  }
  return models.filter(({ name }) => changed.has(name));
}

/** The models whose classes are in a folder. */
function modelsIn(folder: string, models: readonly ModelInfo[]): readonly string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join(folder, path), 'utf8'));
  return models
    .map(({ name }) => name)
    .filter((name) => texts.some((text) => new RegExp(`^export class ${name}\\b`, 'm').test(text)));
}
