import { ROW_RULE_KINDS, type RowRuleKind } from '../model/model.js';
import { didYouMean, nearest } from '../model/nearest.js';
import type { Report } from '../problem.js';
import {
  type Entry,
  kindOf,
  mapOf,
  type Node,
  reportKey,
  entryText,
  uniqueEntries,
} from './node.js';
import { parseDashboard } from './parse-dashboard.js';
import { parseFields } from './parse-model-fields.js';
import { listOf } from './read-word.js';
import type { SpecAccess, SpecModel, SpecRules } from './spec.js';
import { synonyms } from './words.js';

/** The keys of a model in a spec file, with descriptions. */
export const MODEL_KEYS = {
  table: 'The table name; by default the model name in snake case.',
  prefix: 'The URL prefix, one segment such as `/invoices`; by default `/` and the table name.',
  label: 'How a row is displayed: a template such as `{number} {customer}`.',
  group: 'The heading of the model in the menu of the back-office.',
  dashboard:
    'The cards of the model on the dashboard; by default crudgen chooses cards for its fields.',
  timestamps: 'Whether rows have created_at and updated_at; true by default.',
  access:
    'Exceptions: a role (or "*" for every other role) with the actions that it keeps in this model.',
  rows: 'The rules that decide which rows a user sees. owner, tenant and as name fields that refer to User, to Tenant and to the parent model; except lists roles that see every row. A role as a key has its own rules.',
  unique: 'Groups of fields that are unique together.',
  indexes: 'Groups of fields that get an index together.',
  fields: 'The fields, in the order in which people see them.',
} as const;

const SYNONYMS = synonyms({
  table: 'tablename table_name tableName',
  prefix: 'path url route',
  group: 'section menu category',
  dashboard: 'cards charts widgets',
  access: 'permissions roles',
  indexes: 'index indices',
  fields: 'columns attributes properties',
});

/** Parses one model of a spec file; null when nothing of it can be read. */
export function parseModel({ key, value }: Entry, report: Report): SpecModel | null {
  const map = mapOf(value, `\`${key.value}\``, '`fields:` and the fields below it', report);
  if (map === null) return null;
  const entries = uniqueEntries(map, 'duplicate-key', 'key', report);
  const of = (name: keyof typeof MODEL_KEYS) => entries.find((entry) => entry.key.value === name);
  const text = (name: keyof typeof MODEL_KEYS) => entryText(of(name), report);
  reportUnknown(entries, key.value, of('fields') !== undefined, report);
  return {
    name: key,
    table: text('table'),
    prefix: text('prefix'),
    label: entryText(of('label'), report, helpForLabel),
    group: text('group'),
    dashboard: parseDashboard(of('dashboard'), report),
    timestamps: flagOf(of('timestamps'), report),
    ...parseFields(key, of('fields'), report),
    unique: parseGroups(of('unique'), report),
    indexes: parseGroups(of('indexes'), report),
    access: parseAccess(of('access'), report),
    rows: parseRows(of('rows'), report),
  };
}

const helpForLabel = ({ value }: Entry): string =>
  value.kind === 'map' ? 'quote it: `label: "{number} {customer}"`' : 'write `label: "..."`';

function reportUnknown(
  entries: readonly Entry[],
  model: string,
  hasFields: boolean,
  report: Report,
): void {
  const keys = Object.keys(MODEL_KEYS);
  for (const { key } of entries) {
    if (keys.includes(key.value)) continue;
    const near = SYNONYMS.get(key.value) ?? nearest(key.value, keys);
    const below = hasFields
      ? `fields go below \`fields:\`; the keys of a model are ${keys.join(', ')}`
      : 'put `fields:` above the fields and indent them';
    const help = near === null ? below : `did you mean \`${near}\`?`;
    reportKey(key, `the model \`${model}\``, help, report);
  }
}

function flagOf(entry: Entry | undefined, report: Report): boolean {
  if (entry === undefined) return true;
  const { value } = entry;
  if (value.kind === 'scalar' && typeof value.value === 'boolean') return value.value;
  const name = entry.key.value;
  const message = `\`${name}\` must be true or false, not ${kindOf(value)}`;
  const help = `write \`${name}: false\`, or leave it out for true`;
  report.error('not-a-boolean', message, value.at, help);
  return true;
}

function parseGroups(entry: Entry | undefined, report: Report): SpecModel['unique'] {
  if (entry === undefined) return [];
  const { key, value } = entry;
  const items = value.kind === 'list' ? value.items : [];
  const names = items.flatMap((item) => (item.kind === 'scalar' ? [String(item.value)] : []));
  const isFlat = items.length > 0 && names.length === items.length;
  if (value.kind !== 'list' || isFlat) {
    const message = `\`${key.value}\` must be a list of groups of fields`;
    const help = `write \`${key.value}: [[${isFlat ? names.join(', ') : 'a, b'}]]\``;
    report.error('not-a-list', message, value.at, help);
    return [];
  }
  return items
    .map((group) => ({ value: listOf(key.value, group, report) ?? [], at: group.at }))
    .filter((group) => group.value.length > 0);
}

function parseAccess(entry: Entry | undefined, report: Report): SpecAccess[] {
  const belongs = 'roles with their actions, such as `Viewer: [list, show]`';
  const map = entry ? mapOf(entry.value, '`access`', belongs, report) : null;
  if (map === null) return [];
  return uniqueEntries(map, 'duplicate-key', 'role', report).flatMap(({ key, value }) => {
    const actions = listOf(key.value, value, report);
    return actions === null ? [] : [{ role: key, actions }];
  });
}

function parseRows(entry: Entry | undefined, report: Report): SpecModel['rows'] {
  const belongs = '`owner:`, `tenant:` or `as:` with a field each';
  const map = entry ? mapOf(entry.value, '`rows`', belongs, report) : null;
  const entries = map === null ? [] : uniqueEntries(map, 'duplicate-key', 'key', report);
  const isRole = ({ key, value }: Entry) => value.kind === 'map' && !isRowKey(key.value);
  const all =
    'use owner, tenant, as, preset and except, or a role with these keys; write other rules in the access file of the model';
  for (const { key } of entries.filter((one) => !isRole(one)))
    if (!isRowKey(key.value))
      reportKey(key, '`rows`', didYouMean(key.value, [...RULE_KEYS, 'except'], all), report);
  return {
    ...rulesIn(entries, report),
    byRole: entries.filter(isRole).map(({ key, value }) => ({
      role: key,
      ...rulesOfRole(key.value, value, report),
    })),
    except: exceptOf(
      entries.find(({ key }) => key.value === 'except'),
      report,
    ),
  };
}

/** What rules consist of, those of everybody and those of a role. */
const RULE_KEYS = [...ROW_RULE_KINDS, 'preset'] as const;

const isRowKey = (key: string): boolean =>
  key === 'except' || RULE_KEYS.some((name) => name === key);

function rulesIn(entries: readonly Entry[], report: Report): SpecRules {
  const of = (name: string) => entries.find(({ key }) => key.value === name);
  const field = (kind: RowRuleKind) => entryText(of(kind), report);
  const preset = of('preset');
  return {
    ...{ owner: field('owner'), tenant: field('tenant'), as: field('as') },
    preset: preset ? { value: flagOf(preset, report), at: preset.key.at } : null,
  };
}

/** The rules of a role: `Teacher: { owner: teacher }`. */
function rulesOfRole(role: string, value: Node, report: Report): SpecRules {
  const what = `the rules of \`${role}\``;
  const map = mapOf(value, what, '`owner:`, `tenant:` or `as:` with a field each', report);
  const entries = map === null ? [] : uniqueEntries(map, 'duplicate-key', 'key', report);
  if (map !== null && entries.length === 0) {
    const help = 'leave the role out: roles without a rule see no rows';
    report.error('bad-row-rule', `\`${role}\` has no rule`, value.at, help);
  }
  for (const { key } of entries)
    if (!RULE_KEYS.some((name) => name === key.value)) {
      const help = didYouMean(key.value, RULE_KEYS, 'use owner, tenant, as and preset');
      reportKey(key, what, help, report);
    }
  return rulesIn(entries, report);
}

/** The roles of `except`. */
function exceptOf(entry: Entry | undefined, report: Report): SpecModel['rows']['except'] {
  const roles = entry ? listOf('except', entry.value, report) : null;
  return entry === undefined || roles === null ? null : { value: roles, at: entry.key.at };
}
