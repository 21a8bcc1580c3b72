import { labelFields } from '../model/label.js';
import type { Field, Model } from '../model/model.js';
import { unknownName } from '../model/nearest.js';
import { type Problem, refusal, Refusal, Report } from '../problem.js';
import { plainValue } from './node.js';
import { parseJson } from './parse-json.js';
import { printJson } from './print-json.js';

/** What `config/search.json` holds; other keys of the file stay as they are. */
export interface SearchConfig {
  readonly models: readonly string[];
  readonly fields: readonly string[];
}

/** Reads the file; refuses with the place of what is wrong in it. */
export function parseSearchConfig(file: string, text: string): SearchConfig {
  const report = new Report();
  const node = parseJson(file, text, report);
  if (node === null) throw new Refusal(report.problems);
  const help = 'it holds `{"models": ["Task"], "fields": ["title"]}`';
  if (node.kind !== 'map')
    throw refusal({
      code: 'bad-search',
      message: 'the file must hold an object',
      at: node.at,
      help,
    });
  const listOf = (key: keyof SearchConfig): string[] => {
    const entry = node.entries.find((one) => one.key.value === key);
    if (entry === undefined) return [];
    const plain = plainValue(entry.value);
    if (Array.isArray(plain) && plain.every((item) => typeof item === 'string'))
      return plain as string[];
    report.error('bad-search', `\`${key}\` must be a list of strings`, entry.value.at, help);
    return [];
  };
  const config = { models: listOf('models'), fields: listOf('fields') };
  if (report.errors > 0) throw new Refusal(report.problems);
  return config;
}

/** The file's text with another content, in the file's own indentation. */
export function printSearchConfig(config: SearchConfig, text: string): string {
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
  const others = text.trim() === '' ? {} : (JSON.parse(JSON.stringify(plainOf(text))) as object);
  const lines = printJson({ ...others, ...config }, indent);
  return text.endsWith('\n') || text === '' ? `${lines}\n` : lines;
}

function plainOf(text: string): unknown {
  const node = parseJson('config/search.json', text, new Report());
  return node === null ? {} : plainValue(node);
}

/** Registers a model, and fields with it; refuses what the project does not have. */
export function addSearchModel(
  config: SearchConfig,
  name: string,
  fields: readonly string[],
  models: readonly Model[],
): SearchConfig {
  const model = models.find((one) => one.name === name);
  const names = models.map((one) => one.name);
  const [within, has] = model ? [[model], `\`${name}\` has no`] : [models, 'no model has a'];
  const unknown = fields.filter(
    (field) => within.length > 0 && !within.some((one) => searches(one, field)),
  );
  const problems = [
    ...(model ? [] : [unknownName('unknown-model', `there is no model \`${name}\``, name, names)]),
    ...unknown.map((field) => unknownField(field, within, has)),
  ];
  if (problems.length > 0) throw new Refusal(problems);
  return { models: withEach(config.models, [name]), fields: withEach(config.fields, fields) };
}

/**
 * Registers new models with what tells their rows apart: text of their labels, and unique text. Nothing that only some roles
 * read is among it, since everybody may read the file; a model without such text is not registered.
 */
export function registerModels(config: SearchConfig, models: readonly Model[]): SearchConfig {
  const found = models.map((model) => ({ name: model.name, fields: tellingFields(model) }));
  const searched = found.filter(({ fields }) => fields.length > 0);
  // Without any listed field all text is searched; a first one would take that from the models that are there.
  const isAll = config.models.length > 0 && config.fields.length === 0;
  const fields = isAll ? [] : searched.flatMap((one) => one.fields);
  const names = searched.map(({ name }) => name);
  return { models: withEach(config.models, names), fields: withEach(config.fields, fields) };
}

function tellingFields(model: Model): string[] {
  const labels = labelFields(model);
  const tells = (field: Field) => (labels.includes(field) || field.unique) && field.read === null;
  return searchable({ fields: model.fields.filter(tells) });
}

/** Searches one more field; refuses a name that matches no field of any model. */
export function addSearchField(
  config: SearchConfig,
  field: string,
  models: readonly Model[],
): SearchConfig {
  if (!models.some((model) => searches(model, field)))
    throw refusal(unknownField(field, models, 'no model has a'));
  return { ...config, fields: withEach(config.fields, [field]) };
}

/** Takes a model out; refuses one that is not in. */
export function removeSearchModel(config: SearchConfig, name: string): SearchConfig {
  const message = `\`${name}\` is not registered for search`;
  if (!config.models.includes(name))
    throw refusal(unknownName('unknown-model', message, name, config.models));
  return { ...config, models: config.models.filter((model) => model !== name) };
}

/** Takes a field out; refuses one that is not in. */
export function removeSearchField(config: SearchConfig, name: string): SearchConfig {
  if (!config.fields.includes(name))
    throw refusal(unknownName('unknown-field', `\`${name}\` is not searched`, name, config.fields));
  return { ...config, fields: config.fields.filter((field) => field !== name) };
}

function searches(model: Model, name: string): boolean {
  return searchable(model).some((field) => field === name || field.endsWith(`_${name}`));
}

/** What the service looks through: text, enforced or not, that somebody may read. */
function searchable({ fields }: Pick<Model, 'fields'>): string[] {
  return fields
    .filter(({ type }) => type === 'string' || type === 'text' || type === 'enum')
    .filter(({ read }) => read === null || read.length > 0)
    .map(({ name }) => name);
}

function withEach(list: readonly string[], added: readonly string[]): string[] {
  return [...new Set([...list, ...added])];
}

const unknownField = (field: string, within: readonly Model[], has: string): Problem =>
  unknownName(
    'unknown-field',
    `${has} text field that \`${field}\` matches`,
    field,
    within.flatMap(searchable),
  );
