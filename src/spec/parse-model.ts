import { ROW_RULE_KINDS } from '../model/model.js';
import type { Report } from '../problem.js';
import {
  entriesOf,
  type Entry,
  entryOf,
  itemsOf,
  type MapNode,
  type Node,
  textIn,
  textOf,
  textsIn,
} from './node.js';
import { parseDashboard } from './parse-dashboard.js';
import { parseFields } from './parse-model-fields.js';
import type { Located, SpecModel, SpecRules } from './spec.js';

/** Parses a model of a spec file; null if it is not an object. Its fields are checked here, and all other keys by the schema. */
export function parseModel({ key, value }: Entry, report: Report): SpecModel | null {
  if (value.kind !== 'map') return null;
  return { name: key, ...wordsIn(value), ...parseFields(key, entryOf(value, 'fields'), report) };
}

/** The words of a model in a spec besides its fields. */
function wordsIn(map: MapNode | undefined): Omit<SpecModel, 'name' | 'fields' | 'broken'> {
  const of = (name: string) => entryOf(map, name);
  return {
    table: textOf(of('table')),
    prefix: textOf(of('prefix')),
    label: textOf(of('label')),
    group: textOf(of('group')),
    about: textOf(of('about')),
    dashboard: parseDashboard(of('dashboard')),
    board: textOf(of('board')),
    calendar: calendarIn(of('calendar')),
    searchBy: searchByIn(of('search_by')),
    timestamps: hasTimestamps(of('timestamps'), of('read_only')),
    readOnly: isOn(of('read_only')) ? of('read_only')!.key.at : null,
    history: timeIn(of('history')),
    trash: timeIn(of('trash')),
    unique: groupsIn(of('unique')),
    indexes: groupsIn(of('indexes')),
    sqlIndexes: sqlIn(of('sql_indexes')),
    checks: sqlIn(of('checks')),
    noOverlap: periodsIn(of('no_overlap')),
    frozen: frozenIn(of('frozen')),
    access: entriesOf(of('access')?.value)
      .filter(({ value: actions }) => actions.kind === 'list')
      .map(({ key: role, value: actions }) => ({ role, actions: textsIn(actions) })),
    rows: rowsIn(of('rows')?.value),
    sentences: itemsOf(of('sentences')?.value).flatMap((item) => sentenceIn(item) ?? []),
  };
}

/** A sentence: a text, or as YAML reads it without quotes, a map with its first word as a key. */
function sentenceIn(item: Node): Located<string> | null {
  const [entry] = entriesOf(item);
  const text = textIn(entry?.value ?? item);
  if (text === null) return null;
  return entry
    ? { value: `${entry.key.value}: ${text}`, at: entry.key.at }
    : { value: text, at: item.at };
}

/** Paths to fields, or one of them. */
const searchByIn = (entry: Entry | undefined): SpecModel['searchBy'] =>
  entry?.value.kind === 'list' ? textsIn(entry.value) : [textOf(entry) ?? []].flat();

/** A flag, which is true unless it is set to false. */
const flagIn = (entry: Entry | undefined): boolean =>
  !(entry?.value.kind === 'scalar' && entry.value.value === false);

/** A flag, which is false unless it is set to true. */
const isOn = (entry: Entry | undefined): boolean =>
  entry?.value.kind === 'scalar' && entry.value.value === true;

/** A flag, or a time such as `90d`. */
function timeIn(entry: Entry | undefined): SpecModel['history'] {
  if (!entry) return null;
  if (isOn(entry)) return { value: true, at: entry.key.at };
  return textOf(entry);
}

/** Rows that are only read have timestamps where a spec says so. */
const hasTimestamps = (timestamps: Entry | undefined, readOnly: Entry | undefined): boolean =>
  isOn(readOnly) ? isOn(timestamps) : flagIn(timestamps);

const groupsIn = (entry: Entry | undefined): SpecModel['unique'] =>
  itemsOf(entry?.value)
    .map((group) => ({ value: textsIn(group), at: group.at, size: itemsOf(group).length }))
    .filter(({ value, size }) => size > 0 && value.length === size);

/** Names with SQL. */
const sqlIn = (entry: Entry | undefined): SpecModel['checks'] =>
  entriesOf(entry?.value).flatMap(({ key, value }) => {
    const text = textIn(value);
    return text === null ? [] : [{ name: key, sql: { value: text, at: value.at } }];
  });

/** The fields of periods: `{ fields: [starts_at, ends_at], by: [room] }`. */
const periodsIn = (entry: Entry | undefined): SpecModel['noOverlap'] => {
  if (entry?.value.kind !== 'map') return null;
  const named = (key: string) => {
    const found = entryOf(entry.value, key);
    return found?.value.kind === 'list' ? textsIn(found.value) : [];
  };
  return { fields: named('fields'), by: named('by'), at: entry.key.at };
};

/** The condition of frozen rows: `{ when: status=paid, except: [Admin] }`, or `status=paid` alone. */
function frozenIn(entry: Entry | undefined): SpecModel['frozen'] {
  const alone = textOf(entry);
  if (alone) return { when: alone, except: [] };
  const when = textOf(entryOf(entry?.value, 'when'));
  const except = entryOf(entry?.value, 'except');
  return when && { when, except: except ? textsIn(except.value) : [] };
}

/** The dates of a calendar: `starts_at` alone, or `{ from: starts_at, to: ends_at }`. */
function calendarIn(entry: Entry | undefined): SpecModel['calendar'] {
  const alone = textOf(entry);
  if (alone) return { from: alone, to: null };
  const from = textOf(entryOf(entry?.value, 'from'));
  return from && { from, to: textOf(entryOf(entry?.value, 'to')) };
}

const KEYS: readonly string[] = [...ROW_RULE_KINDS, 'preset', 'except'];

function rowsIn(node: Node | undefined): SpecModel['rows'] {
  const except = entryOf(node, 'except');
  const roles = entriesOf(node).filter(({ key }) => !KEYS.includes(key.value));
  return {
    ...rulesIn(node),
    byRole: roles
      .filter(({ value }) => value.kind === 'map')
      .map(({ key, value }) => ({ role: key, ...rulesIn(value) })),
    except:
      except?.value.kind === 'list' ? { value: textsIn(except.value), at: except.key.at } : null,
  };
}

function rulesIn(node: Node | undefined): SpecRules {
  const preset = entryOf(node, 'preset');
  return {
    owner: textOf(entryOf(node, 'owner')),
    tenant: textOf(entryOf(node, 'tenant')),
    as: textOf(entryOf(node, 'as')),
    preset: preset ? { value: flagIn(preset), at: preset.key.at } : null,
  };
}

/** A model of which nothing is said. */
export const NO_WORDS = wordsIn(undefined);
