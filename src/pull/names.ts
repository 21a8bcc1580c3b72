import {
  inAscii,
  kebabCase,
  nameWords,
  referenceField,
  referenceRelation,
  singular,
  snakeCase,
} from '../model/names.js';
import { reservedClass, reservedField } from '../spec/reserved.js';
import type { Table } from './database.js';
import { bareFirst, ownName } from './in-schemas.js';
import type { Name } from './draft.js';

const MAX_CLASS = 60;

/** The classes of tables by table: the singular of each, in Pascal case. */
export function nameModels(tables: readonly Table[]): ReadonlyMap<Table, Name> {
  const taken = new Set<string>();
  const names = new Map<Table, Name>();
  for (const table of bareFirst(tables, (one) => one)) {
    const own = ownName(table);
    const usual = className(singular(unmarked(own)));
    const why = reservedClass(usual);
    const inSchema = own === table.name ? [] : [className(singular(table.name))];
    const others = [...inSchema, `${usual}Record`, className(unmarked(own)), className(own)];
    const name = [...(why === null ? [usual] : []), ...others, ...numbered(usual)].find(
      (one) => reservedClass(one) === null && !taken.has(kebabCase(one)),
    )!;
    taken.add(kebabCase(name));
    const clash = `another table is \`${usual}\` already`;
    names.set(table, { name, reason: name === usual ? null : why ? `\`${usual}\` ${why}` : clash });
  }
  return names;
}

/** A table without the mark that it is one: `tblTrack`, `tbl_track` -> `track`. */
const unmarked = (name: string): string =>
  snakeCase(inAscii(name.replace(/^tbl?(?=_|[A-Z])_*/, ''))) || 'table';

function className(name: string): string {
  const words = nameWords(name).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const joined = words.join('').slice(0, MAX_CLASS);
  return /^[A-Z]/.test(joined) ? joined : `Table${joined}`;
}

const numbered = (name: string): string[] =>
  Array.from({ length: 100 }, (_, index) => `${name.slice(0, MAX_CLASS - 3)}${index + 2}`);

/** Names of fields that other things have, and what is close to them. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['id', 'row_id'],
  ['q', 'q_value'],
  ['created_at', 'created'],
  ['updated_at', 'updated'],
]);

/** A column whose field is to be named. */
export interface ToName {
  readonly column: string;
  /** The model that the field refers to; null if the field is not a reference. */
  readonly target: string | null;
  /** A name that models have otherwise, and that it is meant by: `id` of a key, `created_at` of a moment; null for none. */
  readonly own: string | null;
}

/** The fields of columns by column: each in snake case, and those of references with `_id`, so that the relation is called without it. */
export function nameFields(columns: readonly ToName[]): ReadonlyMap<string, Name> {
  const taken = new Set<string>();
  const names = new Map<string, Name>();
  const rank = ({ column, target }: ToName) =>
    target !== null ? 2 : column === usualName(column) ? 0 : 1;
  for (const one of columns.toSorted((left, right) => rank(left) - rank(right))) {
    const found = one.target === null ? plainName(one, taken) : referenceName(one, taken);
    for (const name of propertiesOf(found.name, one.target !== null)) taken.add(name);
    names.set(one.column, found);
  }
  return names;
}

const propertiesOf = (name: string, isReference: boolean): string[] =>
  isReference ? [name, referenceRelation(name)] : [name];

function plainName({ column, own }: ToName, taken: ReadonlySet<string>): Name {
  const usual = usualName(column);
  const isReserved = (name: string) => reservedField(name) !== null && name !== own;
  const instead = INSTEAD.get(usual) ?? `${usual}_value`;
  const wanted = isReserved(usual) ? [instead, `${instead}_value`] : [usual];
  const name = [...wanted, ...counted(usual)].find((one) => !taken.has(one) && !isReserved(one))!;
  if (name === usual) return { name, reason: null };
  const clash = `another field is \`${usual}\` already`;
  return { name, reason: isReserved(usual) ? `\`${usual}\` ${reservedField(usual)}` : clash };
}

/** `ArtistId`, `artist` and `artist_code` are `artist_id`, if no other field or relation is called so or `artist`. */
function referenceName({ column, target }: ToName, taken: ReadonlySet<string>): Name {
  const usual = usualName(column);
  const relations = [
    ...(usual === 'id' ? [] : [relationOf(usual), usual]),
    snakeCase(target!),
    ...counted(usual),
  ];
  const isFree = (name: string) => !taken.has(name) && reservedField(name) === null;
  const name = relations.map(referenceField).find((one) => propertiesOf(one, true).every(isFree))!;
  const isUsual = name === usual || relationOf(usual) === referenceRelation(name);
  return { name, reason: isUsual ? null : 'a shorter name is taken by another field' };
}

const counted = (name: string): string[] =>
  Array.from({ length: 100 }, (_, index) => `${name}_${index + 2}`);

/** A column as a field: in snake case, as far as it is not already. */
function usualName(column: string): string {
  if (/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(column)) return column;
  const name = snakeCase(inAscii(column)) || 'field';
  return /^[a-z]/.test(name) ? name : `n${name}`;
}

/** The relation of a foreign key by its field: `artist_id` -> `artist`, `country_code` -> `country`, `reports_to` as it is. */
function relationOf(field: string): string {
  const bare = field
    .replace(/_(id|key|code|no|nr|num|number|fk|uuid|guid|ref)$/, '')
    .replace(/^(fk|id)_/, '');
  return bare === '' ? field : bare;
}
