import { isDeepStrictEqual } from 'node:util';
import type { App, Model } from '../../model/model.js';
import { type Problem, quoted, warning } from '../../problem.js';
import {
  followModel,
  parseSearchConfig,
  printSearchConfig,
  registerModels,
  SEARCH_FILE,
  type SearchConfig,
} from '../../spec/search-config.js';
import { followPath, isPath, pathFault, type RenamedField } from '../../spec/search-path.js';
import type { OpenProject } from '../open/open-project.js';
import type { Renames } from '../../schema/rename-schema.js';
import { type Edit, writeFile } from './workspace.js';
import type { Tree } from '../../tree.js';

/** Names before and after. */
interface Renamed {
  readonly models?: readonly (readonly [string, string])[];
  readonly fields?: readonly RenamedField[];
}

/** The search settings of a project. */
export function readSearch(files: Tree): SearchConfig {
  const text = files.get(SEARCH_FILE) ?? '';
  return text.trim() === '' ? { models: [], fields: [] } : parseSearchConfig(text);
}

/** An edit that changes what is searched. */
export function editSearch(
  { app, mine }: Pick<OpenProject, 'app' | 'mine'>,
  change: (config: SearchConfig, app: App) => SearchConfig,
): Edit {
  const text = mine.get(SEARCH_FILE) ?? '';
  const before = readSearch(mine);
  const after = change(before, app);
  const isSame = isDeepStrictEqual(before, after) && text !== '';
  return writeFile(SEARCH_FILE, isSame ? text : printSearchConfig(after, text));
}

/** Updates the search config for renamed and removed models and fields, and for labels with other fields. */
export function updateSearch(
  { unreadFiles, app: before }: Read & Pick<OpenProject, 'app'>,
  after: App,
  renamed: Renamed = {},
): Edit {
  return changing(unreadFiles, (config) =>
    extended(edited(config, after, renamed), before, after, renamed),
  );
}

/** What models have gained that names their rows; a renamed field is none that they have gained. */
function extended(
  config: SearchConfig,
  before: App,
  after: App,
  { models = [], fields = [] }: Renamed,
): SearchConfig {
  const names = new Map(models);
  return before.models.reduce((found, old) => {
    const now = after.models.find(({ name }) => name === (names.get(old.name) ?? old.name));
    if (now === undefined) return found;
    const own = fields.filter(({ model }) => model === now.name);
    return followModel(found, old, now, new Map(own.map(({ from, to }) => [to, from])));
  }, config);
}

/** The models and fields that the entities name differently, whatever became of tables and columns. */
export function renamedParts(before: App, after: App, { tables, columns }: Renames): Renamed {
  const pairs = before.models.flatMap((old) => {
    const now = after.models.find(({ table }) => table === (tables[old.table] ?? old.table));
    return now ? [[old, now] as const] : [];
  });
  return {
    models: pairs
      .filter(([old, now]) => old.name !== now.name)
      .map(([old, now]) => [old.name, now.name]),
    fields: pairs.flatMap(([old, now]) =>
      old.fields.flatMap(({ name, column }) => {
        const kept = columns[old.table]?.[column] ?? column;
        const to = now.fields.find((field) => field.column === kept)?.name ?? name;
        return to === name ? [] : [{ model: now.name, from: name, to }];
      }),
    ),
  };
}

/** Warns that search keeps the old name of a renamed field where other models still use it. */
export function warnOfSearch(
  { unreadFiles, mine, app }: Read & Pick<OpenProject, 'mine' | 'app'>,
  after: App,
  field: RenamedField,
): Problem[] {
  const { model, from, to } = field;
  const text = updateSearch({ unreadFiles, app }, after, { fields: [field] })(mine).get(
    SEARCH_FILE,
  );
  if (text === undefined || text === mine.get(SEARCH_FILE) || unreadFiles.has(SEARCH_FILE))
    return [];
  const { models, fields } = parseSearchConfig(text);
  const others = after.models
    .filter(({ name }) => name !== model && models.includes(name))
    .filter((one) => has(one, from));
  if (!fields.includes(from) || !fields.includes(to) || others.length === 0) return [];
  const names = quoted(others.map(({ name }) => name));
  const message = `${SEARCH_FILE} lists both \`${to}\` and \`${from}\`, which ${names} still ${others.length === 1 ? 'has' : 'have'}`;
  return [warning('search-fields', message)];
}

/** Adds new models to search by default; `crudgen search` changes that. */
export function registerSearch({ unreadFiles }: Read, models: readonly Model[]): Edit {
  return changing(unreadFiles, (config) => registerModels(config, models));
}

type Read = Pick<OpenProject, 'unreadFiles'>;

function changing(
  unreadFiles: ReadonlySet<string>,
  change: (config: SearchConfig) => SearchConfig,
): Edit {
  return (files) => {
    const text = files.get(SEARCH_FILE);
    if (text === undefined || unreadFiles.has(SEARCH_FILE)) return files;
    const config = parseSearchConfig(text);
    const next = change(config);
    if (isDeepStrictEqual(next, config)) return files;
    return new Map(files).set(SEARCH_FILE, printSearchConfig(next, text));
  };
}

function edited(config: SearchConfig, { models }: App, renamed: Renamed): SearchConfig {
  const names = new Map(renamed.models);
  const named = config.models.map((name) => names.get(name) ?? name);
  const searched = models.filter(({ name }) => named.includes(name));
  const isThere = (name: string): boolean =>
    isPath(name) ? pathFault(name, models) === null : searched.some((one) => has(one, name));
  const fields = config.fields.flatMap((name) => [
    isPath(name) ? followPath(name, models, names, renamed.fields ?? []) : name,
    ...(renamed.fields ?? [])
      .filter(({ model, from }) => from === name && named.includes(model))
      .map(({ to }) => to),
  ]);
  return {
    ...config,
    models: named.filter((name) => models.some((one) => one.name === name)),
    fields: [...new Set(fields)].filter(isThere),
  };
}

/** Whether the search bar would look for a listed name in a model. */
const has = ({ fields }: Model, name: string): boolean =>
  fields.some((one) => one.name === name || one.name.endsWith(`_${name}`));
