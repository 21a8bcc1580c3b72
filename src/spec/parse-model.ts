import { nearest } from '../model/nearest.js';
import type { Located, SpecAccess, SpecModel } from './spec.js';
import { mapOf, uniqueEntries, unknownKey } from './map-node.js';
import { type Entry, kindOf, type Report } from './node.js';
import { parseFields } from './parse-model-fields.js';
import { listOf } from './read-word.js';

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
