import { labelFields } from '../model/label.js';
import type { Field, Model } from '../model/model.js';
import { unknownName } from '../model/nearest.js';
import { type Problem, Refusal, refuseErrors, Report } from '../problem.js';
import { plainValue } from './node.js';
import { parseJson } from './parse-json.js';
import { printJson } from './print-json.js';

/** The content of `config/search.json`; other keys of the file are kept. */
export interface SearchConfig {
  readonly models: readonly string[];
  readonly fields: readonly string[];
}

/** Parses the file; refuses with the place of mistakes. */
export function parseSearchConfig(file: string, text: string): SearchConfig {
  const report = new Report();
  const node = parseJson(file, text, report);
  if (node === null) throw new Refusal(report.problems);
  const help = 'it holds `{"models": ["Task"], "fields": ["title"]}`';
  if (node.kind !== 'map')
    throw new Refusal([
      {
        code: 'bad-search',
        message: 'the file must contain an object',
        at: node.at,
        help,
      },
    ]);
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

/** The file with new content, in its own indentation. */
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

/** Adds a model and fields; refuses unknown ones. */
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
  refuseErrors(problems);
  return { models: withEach(config.models, [name]), fields: withEach(config.fields, fields) };
}

/**
 * Adds new models with the text fields that identify their rows: those of the label, and unique ones. Restricted fields are
 * left out, since everybody may read the file; a model without such fields is not added.
 */
export function registerModels(config: SearchConfig, models: readonly Model[]): SearchConfig {
  const found = models.map((model) => ({ name: model.name, fields: identifyingFields(model) }));
  const searched = found.filter(({ fields }) => fields.length > 0);
  // Without any listed field all text is searched; a first one would end that for existing models.
  const isAll = config.models.length > 0 && config.fields.length === 0;
  const fields = isAll ? [] : searched.flatMap((one) => one.fields);
  const names = searched.map(({ name }) => name);
  return { models: withEach(config.models, names), fields: withEach(config.fields, fields) };
}

function identifyingFields(model: Model): string[] {
  const labels = labelFields(model);
  const tells = (field: Field) => (labels.includes(field) || field.unique) && field.read === null;
  return searchable({ fields: model.fields.filter(tells) });
}

/** Adds a field; refuses a name that matches no field of any model. */
export function addSearchField(
  config: SearchConfig,
  field: string,
  models: readonly Model[],
): SearchConfig {
  if (!models.some((model) => searches(model, field)))
    throw new Refusal([unknownField(field, models, 'no model has a')]);
  return { ...config, fields: withEach(config.fields, [field]) };
}

/** Removes a model; refuses one that is not searched. */
export function removeSearchModel(config: SearchConfig, name: string): SearchConfig {
  const message = `\`${name}\` is not searched`;
  if (!config.models.includes(name))
    throw new Refusal([unknownName('unknown-model', message, name, config.models)]);
  return { ...config, models: config.models.filter((model) => model !== name) };
}

/** Removes a field; refuses one that is not searched. */
export function removeSearchField(config: SearchConfig, name: string): SearchConfig {
  if (!config.fields.includes(name))
    throw new Refusal([
      unknownName('unknown-field', `\`${name}\` is not searched`, name, config.fields),
    ]);
  return { ...config, fields: config.fields.filter((field) => field !== name) };
}

function searches(model: Model, name: string): boolean {
  return searchable(model).some((field) => field === name || field.endsWith(`_${name}`));
}

/** The fields that the service can search: text, enforced or not, that somebody may read. */
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
