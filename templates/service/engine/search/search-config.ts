import { readFileSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import type { RequestHandler } from 'express';
import type { ModelInfo } from '../model/model-info.js';
import { isText } from '../fields/column-info.js';
import { isJson } from '../fields/storable.js';
import { StartRefused } from '../settings/settings.js';

/** `config/search.json`: models by class name, and names of fields; `Vehicle.customer.last_name` is one of the record that a row refers to. */
export interface SearchConfig {
  readonly models: readonly string[];
  readonly fields: readonly string[];
}

/** The file's current content, or the last one that could be read. */
export interface Search {
  config(): SearchConfig;
  /** The fields that `q` searches in a model. */
  searchedFields(model: ModelInfo): readonly string[];
}

/** Milliseconds for which a check of the file's time is valid. */
const CHECK_INTERVAL = 250;

/** Reads the file; throws `StartRefused` with its line if it is invalid. `warn` is called for later errors. */
export function openSearch(path: string, warn: (message: string) => void): Search {
  const file = relative('', path);
  let stamp = stampOf(file);
  let config = readConfig(file);
  let checkedAt = performance.now();

  const current = (): SearchConfig => {
    if (performance.now() - checkedAt < CHECK_INTERVAL) return config;
    checkedAt = performance.now();
    const now = stampOf(file);
    if (now === stamp) return config;
    stamp = now;
    try {
      config = readConfig(file);
    } catch (error) {
      warn(`${(error as Error).message}; the previous search configuration stays in use`);
    }
    return config;
  };
  return {
    config: current,
    searchedFields: (model) => searchedFields(model, current()),
  };
}

/**
 * What `q` searches in a model: text fields whose key is a listed name or ends in `_<name>`, all text fields of a model that is not
 * registered; and `customer.last_name`, a field of the record that a reference leads to.
 */
export function searchedFields(model: ModelInfo, config: SearchConfig): readonly string[] {
  const texts = model.stored
    .filter((column) => isText(column) && (column.role === 'data' || column.role === 'key'))
    .map(({ name }) => name);
  const listed = config.fields.filter((name) => !name.includes('.'));
  const paths = pathsOf(model, config);
  if (!config.models.includes(model.name) || listed.length === 0) return [...texts, ...paths];
  const own = texts.filter((key) =>
    listed.some((name) => key === name || key.endsWith(`_${name}`)),
  );
  return [...own, ...paths];
}

/** The fields of other records by which a model is searched: `customer.last_name` of `Vehicle.customer.last_name`. */
const pathsOf = ({ name }: ModelInfo, { fields }: SearchConfig): readonly string[] =>
  fields.filter((one) => one.startsWith(`${name}.`)).map((one) => one.slice(name.length + 1));

function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? `${stats.mtimeMs} ${stats.size} ${stats.ino}` : '';
}

function readConfig(file: string): SearchConfig {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { models: [], fields: [] };
    throw new StartRefused([`${file}: cannot be read (${(error as Error).message})`]);
  }
  const wrong = (line: number, message: string) =>
    new StartRefused([`${file}:${line}: ${message}`]);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wrong(lineOfSyntaxError(text), 'is not valid JSON');
  }
  const { models = [], fields = [] } = (value ?? {}) as Partial<SearchConfig>;
  if (!isObject(value)) throw wrong(1, 'expected {"models": [...], "fields": [...]}');
  for (const [key, list] of Object.entries({ models, fields }))
    if (!Array.isArray(list) || !list.every((name) => typeof name === 'string'))
      throw wrong(lineOf(text, `"${key}"`), `"${key}" must be a list of names`);
  return { models, fields };
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first line after which the JSON cannot be continued. */
function lineOfSyntaxError(text: string): number {
  const lines = text.split('\n');
  const line = lines.findIndex((_, index) => !continues(lines.slice(0, index + 1).join('\n')));
  return line === -1 ? lines.length : line + 1;
}

/** What may come next in a list, as the rest of a property, or in an object. */
const NEXT = ['', '0', ':0', '"":0'];

/** Whether some text makes valid JSON of these lines: the next part and the missing brackets. */
function continues(text: string): boolean {
  const brackets = text.replaceAll(/"(?:[^"\\]|\\.)*"|[^[\]{}]/g, '');
  let missing = '';
  for (const one of brackets)
    missing = one === '[' ? `]${missing}` : one === '{' ? `}${missing}` : missing.slice(1);
  return NEXT.some((next) => isJson(`${text}\n${next}${missing}`));
}

const lineOf = (text: string, part: string): number =>
  text.slice(0, Math.max(0, text.indexOf(part))).split('\n').length;

/** `GET /config/search`: the configuration of the front end's search bar. */
export const searchConfig =
  (search: Search): RequestHandler =>
  (_request, response) => {
    response.setHeader('cache-control', 'no-cache');
    response.json(search.config());
  };
