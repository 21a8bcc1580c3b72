import { isDeepStrictEqual } from 'node:util';
import type { App, Model } from '../model/model.js';
import type { Problem } from '../problem.js';
import {
  parseSearchConfig,
  printSearchConfig,
  registerModels,
  type SearchConfig,
} from '../spec/search-config.js';
import type { OpenProject } from './open-project.js';
import type { Renames } from '../schema/rename-schema.js';
import type { Edit } from './workspace.js';

const FILE = 'config/search.json';

/** What has another name now, before and after. */
interface Renamed {
  readonly models?: readonly (readonly [string, string])[];
  readonly fields?: readonly RenamedField[];
}

/** A field under another name, of a model by the name that this has now. */
interface RenamedField {
  readonly model: string;
  readonly from: string;
  readonly to: string;
}

/** Brings the search config along: what has a new name, and what is no more. */
export function editSearch({ leftOut }: Read, after: App, renamed: Renamed = {}): Edit {
  return changing(leftOut, (config) => edited(config, after, renamed));
}

/** What has another name in the entities, whatever became of its table or column. */
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

/** Says of a renamed field that search goes by its old name, too, where other models have that. */
export function tellSearch(
  { leftOut, mine }: Read & Pick<OpenProject, 'mine'>,
  after: App,
  field: RenamedField,
): Problem[] {
  const { model, from, to } = field;
  const text = editSearch({ leftOut }, after, { fields: [field] })(mine).get(FILE);
  if (text === undefined || text === mine.get(FILE) || leftOut.has(FILE)) return [];
  const { models, fields } = parseSearchConfig(FILE, text);
  const others = after.models
    .filter(({ name }) => name !== model && models.includes(name))
    .filter((one) => has(one, from));
  if (!fields.includes(from) || !fields.includes(to) || others.length === 0) return [];
  const names = others.map(({ name }) => `\`${name}\``).join(', ');
  const message = `${FILE} lists \`${to}\` beside \`${from}\`, which ${names} ${others.length === 1 ? 'has' : 'have'} still`;
  return [{ code: 'search-fields', message, severity: 'warning' }];
}

/** Registers new models for search, so that a project finds its records from its first day on; commands say and change it. */
export function registerSearch({ leftOut }: Read, models: readonly Model[]): Edit {
  return changing(leftOut, (config) => registerModels(config, models));
}

type Read = Pick<OpenProject, 'leftOut'>;

function changing(
  leftOut: ReadonlySet<string>,
  change: (config: SearchConfig) => SearchConfig,
): Edit {
  return (files) => {
    const text = files.get(FILE);
    if (text === undefined || leftOut.has(FILE)) return files;
    const config = parseSearchConfig(FILE, text);
    const next = change(config);
    if (isDeepStrictEqual(next, config)) return files;
    return new Map(files).set(FILE, printSearchConfig(next, text));
  };
}

function edited(config: SearchConfig, { models }: App, renamed: Renamed): SearchConfig {
  const names = new Map(renamed.models);
  const named = config.models.map((name) => names.get(name) ?? name);
  const searched = models.filter(({ name }) => named.includes(name));
  const fields = config.fields.flatMap((name) => [
    name,
    ...(renamed.fields ?? [])
      .filter(({ model, from }) => from === name && named.includes(model))
      .map(({ to }) => to),
  ]);
  return {
    ...config,
    models: named.filter((name) => models.some((one) => one.name === name)),
    fields: [...new Set(fields)].filter((name) => searched.some((one) => has(one, name))),
  };
}

/** Whether the search bar would look for a listed name in a model. */
const has = ({ fields }: Model, name: string): boolean =>
  fields.some((one) => one.name === name || one.name.endsWith(`_${name}`));
