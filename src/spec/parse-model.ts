import { nearest } from '../model/nearest.js';
import type { Located, SpecAccess, SpecField, SpecModel } from '../model/spec.js';
import { WORD_FACTS, type Word } from '../model/words.js';
import { listOf, type RawType, type RawWord, buildField } from './build-field.js';
import { mapOf, uniqueEntries, unknownKey } from './map-node.js';
import { type Entry, kindOf, type MapNode, type Report } from './node.js';
import { parseType, parseTyped, unknownType, unknownWord } from './parse-field.js';

/** The keys of a model in a spec file, with what they are for. */
export const MODEL_KEYS = {
  table: 'The table; by default the name in snake case.',
  prefix: 'The URL prefix, one segment such as `/invoices`; by default `/` and the table.',
  label: 'What names a row to people: a template such as `{number} {customer}`.',
  timestamps: 'Whether rows have created_at and updated_at; true by default.',
  access: 'Exceptions: role (or "*" for every other role) -> the actions it is narrowed to.',
  rows: 'Which rows a user sees: owner and tenant name fields that refer to User and Tenant.',
  unique: 'Groups of fields that are unique together.',
  indexes: 'Groups of fields that get an index together.',
  fields: 'The fields, in the order in which people see them.',
} as const;

const SYNONYMS: Readonly<Record<string, keyof typeof MODEL_KEYS>> = {
  tablename: 'table',
  table_name: 'table',
  tableName: 'table',
  columns: 'fields',
  attributes: 'fields',
  properties: 'fields',
  permissions: 'access',
  roles: 'access',
  index: 'indexes',
  indices: 'indexes',
  path: 'prefix',
  url: 'prefix',
  route: 'prefix',
};

/** Reads one model of a spec file; null when nothing of it can be read. */
export function parseModel({ key, value }: Entry, report: Report): SpecModel | null {
  const map = mapOf(value, `\`${key.value}\``, '`fields:` and the fields below it', report);
  if (map === null) return null;
  const entries = uniqueEntries(map, 'duplicate-key', 'key', report);
  const of = (name: keyof typeof MODEL_KEYS) => entries.find((entry) => entry.key.value === name);
  reportUnknown(entries, key.value, of('fields') !== undefined, report);
  const fields = parseFields(key, of('fields'), report);
  return {
    name: key,
    table: textOf(of('table'), report),
    prefix: textOf(of('prefix'), report),
    label: textOf(of('label'), report),
    timestamps: flagOf(of('timestamps'), report),
    ...fields,
    unique: parseGroups(of('unique'), report),
    indexes: parseGroups(of('indexes'), report),
    access: parseAccess(of('access'), report),
    rows: parseRows(of('rows'), report),
  };
}

function reportUnknown(
  entries: readonly Entry[],
  model: string,
  hasFields: boolean,
  report: Report,
): void {
  const keys = Object.keys(MODEL_KEYS);
  for (const { key } of entries) {
    if (keys.includes(key.value)) continue;
    const near =
      (Object.hasOwn(SYNONYMS, key.value) ? SYNONYMS[key.value] : null) ?? nearest(key.value, keys);
    const all = `a model has ${keys.join(', ')}`;
    const below = hasFields
      ? `a field stands below \`fields:\`; ${all}`
      : 'put `fields:` above the fields and indent them';
    report(
      unknownKey(
        key,
        `the model \`${model}\``,
        near === null ? below : `did you mean \`${near}\`?`,
      ),
    );
  }
}

type Fields = Pick<SpecModel, 'fields' | 'broken'>;

function parseFields(model: Located<string>, entry: Entry | undefined, report: Report): Fields {
  const none: Fields = { fields: [], broken: [] };
  const help = 'add `fields:` and below it lines such as `title: string:required`';
  if (entry === undefined) {
    report({ code: 'no-fields', message: `\`${model.value}\` has no fields`, at: model.at, help });
    return none;
  }
  if (entry.value.kind === 'scalar' && entry.value.value === null) {
    report({
      code: 'no-fields',
      message: `\`${model.value}\` has no fields`,
      at: entry.key.at,
      help,
    });
    return none;
  }
  const map = mapOf(entry.value, '`fields`', 'fields by name, such as `title: string`', report);
  if (map === null) return none;
  if (map.entries.length === 0) {
    report({
      code: 'no-fields',
      message: `\`${model.value}\` has no fields`,
      at: entry.key.at,
      help,
    });
  }
  const entries = uniqueEntries(map, 'duplicate-field', 'field', report);
  const fields = entries.map((field) => parseSpecField(field, report));
  const broken = entries
    .filter((_, index) => fields[index] === null)
    .map((field) => field.key.value);
  return { fields: fields.filter((field) => field !== null), broken };
}

function parseSpecField({ key, value }: Entry, report: Report): SpecField | null {
  if (value.kind === 'map') return parseObjectForm(key, value, report);
  if (value.kind === 'scalar' && typeof value.value === 'string' && value.value !== '') {
    return parseTyped(key, value.value, value.locate, report);
  }
  const message = `\`${key.value}\` has no type`;
  const help = `write \`${key.value}: string\`. All types: crudgen help types`;
  const wrong = `a field is a string or an object, and this is ${kindOf(value)}`;
  const missing = value.kind === 'scalar' && (value.value === null || value.value === '');
  report({
    code: 'missing-type',
    message: missing ? message : wrong,
    at: missing ? key.at : value.at,
    help,
  });
  return null;
}

function parseObjectForm(name: Located<string>, map: MapNode, report: Report): SpecField | null {
  let failed = false;
  const note: Report = (problem) => {
    failed ||= problem.severity !== 'warning';
    report(problem);
  };
  const entries = uniqueEntries(map, 'duplicate-key', 'key', note);
  const types = entries.filter(({ key }) => ['type', 'ref', 'refs', 'enum'].includes(key.value));
  const words: RawWord[] = [];
  for (const entry of entries) {
    if (types.includes(entry)) continue;
    const { key, value } = entry;
    if (Object.hasOwn(WORD_FACTS, key.value)) {
      const word = { value: key.value as Word, at: key.at };
      const none = value.kind === 'scalar' && value.value === null && word.value !== 'default';
      words.push({ word, value: none ? null : value, form: 'value' });
    } else note(strayKey(name, entry, types.length > 0));
  }
  const type = typeOf(name, types, entries, note);
  if (type === null) return null;
  const field = buildField(name, type, words, note);
  return failed ? null : field;
}

function strayKey(name: Located<string>, { key, value }: Entry, typed: boolean) {
  const type = unknownType(key.value, key.at);
  const isType =
    type.help !== undefined && unknownWord(key.value, key.at, 'key').code === 'two-types';
  if (!isType || typed) return unknownWord(key.value, key.at, 'key');
  const rest = value.kind === 'scalar' && typeof value.value === 'string' ? `:${value.value}` : '';
  return {
    code: 'unknown-key',
    message: `\`${key.value}\` is a type, and stands here as a key`,
    at: key.at,
    help: `write \`${name.value}: ${key.value}${rest}\` without a space, or \`type: ${key.value}\``,
  };
}

function typeOf(
  name: Located<string>,
  types: readonly Entry[],
  all: readonly Entry[],
  report: Report,
): RawType | null {
  const [first, second] = types;
  if (first === undefined) {
    const stray = all.some(({ key }) => unknownWord(key.value, key.at, 'key').code === 'two-types');
    const help = 'add `type: string`. All types: crudgen help types';
    if (!stray)
      report({ code: 'missing-type', message: `\`${name.value}\` has no type`, at: name.at, help });
    return null;
  }
  const { key, value } = first;
  if (second !== undefined) {
    const plain = key.value === 'type' ? [first, second] : [second, first];
    const same = plain[0]!.value;
    const repeats =
      plain[0]!.key.value === 'type' &&
      same.kind === 'scalar' &&
      same.value === plain[1]!.key.value;
    if (repeats && types.length === 2) return typeOf(name, [plain[1]!], all, report);
    const message = `\`${second.key.value}\` gives the field a second type`;
    report({
      code: 'two-types',
      message,
      at: second.key.at,
      help: 'a field has one type; remove one of the two',
    });
    return null;
  }
  if (key.value !== 'type') {
    const known = { value: key.value as 'ref' | 'refs' | 'enum', at: key.at };
    return { type: known, value: value.kind === 'scalar' && value.value === null ? null : value };
  }
  if (value.kind === 'scalar' && typeof value.value === 'string') {
    const modifier = /^([a-z]+(?:=[^:]*)?):(.+)$/.exec(value.value);
    if (modifier === null) return parseType(value.value, value.locate, report);
    const message = 'in the object form modifiers are keys of their own';
    const help = `write \`type: ${modifier[1]!}\` and \`${modifier[2]!.split('=')[0]!}:\` beside it`;
    report({ code: 'modifier-in-type', message, at: value.at, help });
    return null;
  }
  const message = `\`type\` is a string, and this is ${kindOf(value)}`;
  report({
    code: 'missing-type',
    message,
    at: value.at,
    help: 'write `type: string`. All types: crudgen help types',
  });
  return null;
}

function textOf(entry: Entry | undefined, report: Report): Located<string> | null {
  if (entry === undefined) return null;
  const { key, value } = entry;
  if (value.kind === 'scalar' && typeof value.value === 'string' && value.value !== '') {
    return { value: value.value, at: value.at };
  }
  const message = `\`${key.value}\` is a string, and this is ${kindOf(value)}`;
  const template = key.value === 'label' && value.kind === 'map';
  const help = template
    ? 'quote it: `label: "{number} {customer}"`'
    : `write \`${key.value}: "..."\``;
  report({ code: 'not-a-string', message, at: value.at, help });
  return null;
}

function flagOf(entry: Entry | undefined, report: Report): boolean {
  if (entry === undefined) return true;
  const { value } = entry;
  if (value.kind === 'scalar' && typeof value.value === 'boolean') return value.value;
  const message = `\`timestamps\` is true or false, and this is ${kindOf(value)}`;
  report({
    code: 'not-a-boolean',
    message,
    at: value.at,
    help: 'write `timestamps: false`, or leave it out for true',
  });
  return true;
}

function parseGroups(entry: Entry | undefined, report: Report): SpecModel['unique'] {
  if (entry === undefined) return [];
  const { key, value } = entry;
  const flat =
    value.kind === 'list' &&
    value.items.length > 0 &&
    value.items.every((item) => item.kind === 'scalar');
  if (value.kind !== 'list' || flat) {
    const message = `\`${key.value}\` is a list of groups of fields`;
    const names = flat
      ? value.items.map((item) => String((item as { value: unknown }).value)).join(', ')
      : 'a, b';
    report({
      code: 'not-a-list',
      message,
      at: value.at,
      help: `write \`${key.value}: [[${names}]]\``,
    });
    return [];
  }
  return value.items
    .map((group) => ({ value: listOf(key.value, group, report) ?? [], at: group.at }))
    .filter((group) => group.value.length > 0);
}

function parseAccess(entry: Entry | undefined, report: Report): SpecAccess[] {
  if (entry === undefined) return [];
  const map = mapOf(
    entry.value,
    '`access`',
    'roles with their actions, such as `Viewer: [list, show]`',
    report,
  );
  if (map === null) return [];
  return uniqueEntries(map, 'duplicate-key', 'role', report).flatMap(({ key, value }) => {
    const actions = listOf(key.value, value, report);
    return actions === null ? [] : [{ role: key, actions }];
  });
}

function parseRows(entry: Entry | undefined, report: Report): SpecModel['rows'] {
  const none = { owner: null, tenant: null };
  if (entry === undefined) return none;
  const map = mapOf(entry.value, '`rows`', '`owner:` and `tenant:` with a field each', report);
  if (map === null) return none;
  const entries = uniqueEntries(map, 'duplicate-key', 'key', report);
  for (const { key } of entries) {
    if (key.value === 'owner' || key.value === 'tenant') continue;
    const near = nearest(key.value, ['owner', 'tenant']);
    const custom = "other rules are written in the model's .access.ts";
    report(
      unknownKey(
        key,
        '`rows`',
        near === null ? `it has owner and tenant; ${custom}` : `did you mean \`${near}\`?`,
      ),
    );
  }
  const owner = entries.find(({ key }) => key.value === 'owner');
  const tenant = entries.find(({ key }) => key.value === 'tenant');
  return { owner: textOf(owner, report), tenant: textOf(tenant, report) };
}
