import { labelFields, personFields } from '../model/label.js';
import type { Field, Model } from '../model/model.js';
import { unknownName } from '../model/nearest.js';
import { type Problem, Refusal, refuseErrors, Report } from '../problem.js';
import { plainValue } from './node.js';
import { isPath, isSearchable, pathFault, restrictedPath, toldToAll } from './search-path.js';
import { parseJson } from './parse-json.js';
import { printJson } from './print-json.js';

/** The models and fields that the search bar looks into: the content of `config/search.json`, whose other keys are kept. */
export interface SearchConfig {
  /** The searched models. */
  readonly models: readonly string[];
  /** The searched fields. */
  readonly fields: readonly string[];
}

/** The file that says what is searched. */
export const SEARCH_FILE = 'config/search.json';

/** Parses the file; refuses with the place of mistakes. */
export function parseSearchConfig(text: string): SearchConfig {
  const report = new Report();
  const node = parseJson(SEARCH_FILE, text, report);
  if (node === null) throw new Refusal(report.problems);
  const help = 'write it like `{"models": ["Task"], "fields": ["title"]}`';
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
  const node = text.trim() === '' ? null : parseJson(SEARCH_FILE, text, new Report());
  const others = node === null ? {} : (plainValue(node) as object);
  const lines = printJson({ ...others, ...config }, indent);
  return text.endsWith('\n') || text === '' ? `${lines}\n` : lines;
}

/** Adds fields, and with a name a model that has them, with those that name its rows; refuses unknown ones. */
export function addSearched(
  config: SearchConfig,
  name: string | null,
  fields: readonly string[],
  models: readonly Model[],
): SearchConfig {
  const model = models.find((one) => one.name === name);
  const [within, has] = model ? [[model], `\`${name}\` has no`] : [models, 'no model has a'];
  const mayCheck = name === null || within.length > 0;
  const plain = fields.filter((field) => !isPath(field));
  // Behind the name of its model, a path is known by that.
  const paths = fields
    .filter(isPath)
    .map((path) => (name === null || path.startsWith(`${name}.`) ? path : `${name}.${path}`));
  const unknown = plain.filter((field) => mayCheck && !within.some((one) => searches(one, field)));
  const names = models.map((one) => one.name);
  refuseErrors([
    ...(model || name === null
      ? []
      : [unknownName('unknown-model', `there is no model \`${name}\``, name, names)]),
    ...paths.flatMap((path) => (mayCheck ? (pathFault(path, models) ?? []) : [])),
    ...unknown.map((field) => {
      const message = `${has} text field that matches \`${field}\``;
      return unknownName('unknown-field', message, field, within.flatMap(searchable));
    }),
  ]);
  const naming = model && (fields.length > 0 || !searchesAll(config)) ? namingFields(model) : [];
  return {
    models: withEach(config.models, name === null ? [] : [name]),
    fields: withEach(config.fields, [...plain, ...paths, ...naming]),
  };
}

/** Warns of searched names that belong to fields that only some roles may read: everybody who signs in is told of them. */
export const restrictedNames = (
  names: readonly string[],
  models: readonly Model[],
): readonly Problem[] =>
  names.flatMap((name) => {
    if (isPath(name)) return restrictedPath(name, models) ?? [];
    const found = models.flatMap((model) =>
      model.fields
        .filter((field) => isSearchable(field) && fits(field.name, name))
        .map(({ name: own, read }) => ({ own: `${model.name}.${own}`, read })),
    );
    // A name that others have, too, tells of theirs.
    if (found.some(({ read }) => read === null)) return [];
    return found.slice(0, 1).map(({ own, read }) => toldToAll(own, read!));
  });

/** Removes a model or field; refuses one that is not searched. */
export function removeSearched(
  config: SearchConfig,
  key: keyof SearchConfig,
  name: string,
): SearchConfig {
  const [known, code] = [config[key], key === 'models' ? 'unknown-model' : 'unknown-field'];
  if (!known.includes(name))
    throw new Refusal([unknownName(code, `\`${name}\` is not searched`, name, known)]);
  return { ...config, [key]: known.filter((one) => one !== name) };
}

/**
 * Adds new models with the text fields that identify their rows: those of the label, phone numbers, plates, the company of
 * a person, and unique ones. Restricted fields are left out, since everybody may read the file; a model without such fields is not added.
 */
export function registerModels(config: SearchConfig, models: readonly Model[]): SearchConfig {
  const found = models.map((model) => ({ name: model.name, fields: identifyingFields(model) }));
  const paths = models.flatMap(({ name, searchBy = [] }) => searchBy.map((by) => `${name}.${by}`));
  const searched = found.filter(({ fields }) => fields.length > 0);
  const fields = searchesAll(config) ? [] : searched.flatMap((one) => one.fields);
  const names = searched.map(({ name }) => name);
  return {
    models: withEach(config.models, names),
    fields: withEach(config.fields, [...fields, ...paths]),
  };
}

/**
 * Adds what a changed model has gained: fields that identify its rows, and the model itself where it had none of them.
 * `renamed` has the former names of its fields.
 */
export function followModel(
  config: SearchConfig,
  before: Model,
  after: Model,
  renamed: ReadonlyMap<string, string>,
): SearchConfig {
  const old = identifyingFields(before);
  if (old.length === 0) return registerModels(config, [after]);
  if (!config.models.includes(after.name) || searchesAll(config)) return config;
  const gained = identifyingFields(after).filter(
    (name) => !old.includes(renamed.get(name) ?? name),
  );
  return { ...config, fields: withEach(config.fields, gained) };
}

/** The fields of a searched model's label that search does not look into; without those that only some roles may read. */
export function unsearchedLabel(config: SearchConfig, model: Model): string[] {
  if (!config.models.includes(model.name) || searchesAll(config)) return [];
  const labels = labelFields(model);
  const fields = openTexts(model, (field) => labels.includes(field));
  return fields.filter((field) => !config.fields.some((name) => fits(field, name)));
}

/** If no field is listed, all text is searched. Listing a first field would end that for existing models. */
const searchesAll = ({ models, fields }: SearchConfig): boolean =>
  models.length > 0 && fields.every(isPath);

/** The text fields by which people look for a row: what they see of it everywhere, phone numbers and plates, and whom somebody works for. */
const namingFields = (model: Model): string[] => openTexts(model, namesRow(model));

function identifyingFields(model: Model): string[] {
  const names = namesRow(model);
  return openTexts(model, (field) => names(field) || field.unique);
}

function namesRow(model: Model): (field: Field) => boolean {
  const labels = labelFields(model);
  const kinds = isPerson(model) ? [PHONE, PLATE, COMPANY] : [PHONE, PLATE];
  return (field) => labels.includes(field) || kinds.some((kind) => kind.test(field.name));
}

/** Somebody with a name in two parts, or who is called or written to. */
const isPerson = (model: Model): boolean =>
  personFields(model).length > 0 ||
  model.fields.some(({ name, format }) => format === 'email' || PHONE.test(name));

const PHONE = /(?:^|_)(?:phone|telephone|mobile)(?:_number)?$/;
/** Names of values that the service finds however they are grouped, as it does `PHONE` (`engine/fields/grouped-numbers.ts`). */
const PLATE = /(?:^|_)(?:(?:registration|plate)(?:_number)?|iban|vin|isbn)$/;
const COMPANY = /^(?:company|organi[sz]ation|employer)(?:_name)?$/;

/** The names of the text fields that everybody may read who may read the model. */
function openTexts({ fields }: Model, isWanted: (field: Field) => boolean): string[] {
  return searchable({ fields: fields.filter((field) => field.read === null && isWanted(field)) });
}

const searches = (model: Model, name: string): boolean =>
  searchable(model).some((field) => fits(field, name));

const fits = (field: string, name: string): boolean => field === name || field.endsWith(`_${name}`);

/** The names of the fields that the service can search. */
function searchable({ fields }: Pick<Model, 'fields'>): string[] {
  return fields.filter(isSearchable).map(({ name }) => name);
}

function withEach(list: readonly string[], added: readonly string[]): string[] {
  return [...new Set([...list, ...added])];
}
