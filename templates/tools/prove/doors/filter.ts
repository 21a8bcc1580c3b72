import type { ColumnInfo } from '../../../service/engine/fields/column-info.js';
import type { LinkInfo, ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Actor, Person, Row } from '../naive/naive.js';
import { askList, type Asked } from './ask-list.js';
import { chosenFields, inTurn, strangeNames, turnOf } from './chosen.js';
import { atModels, type Door, type Proof } from './door.js';
import { listed } from './record-of.js';
import { compare, isCompared, isNumber, isText } from './values.js';

/** Filters of every kind, on every field. Lists refuse a filter by a field that the reader may not read, whatever it would find. */
export const filter: Door = {
  name: 'filter',
  reads: ['list'],
  claims: atModels('GET', ''),
  *questions(proof, actor, model) {
    const turn = turnOf(proof, actor);
    const rows = rowsInTurn(proof, actor, model);
    const all = chosenFields(proof, actor, model, 2).flatMap((name, at) =>
      filtersOf(name, model, rows, proof, actor, turn + at),
    );
    for (const asked of all) yield askList(proof, actor, model, asked);
    const different = [...new Map(all.map((one) => [Object.keys(one.query)[0], one])).values()];
    yield askList(proof, actor, model, together(inTurn(different, turn, 2)));
    for (const asked of inTurn(comparisons(model), turn, 2))
      yield askList(proof, actor, model, asked);
    for (const name of inTurn(strangeNames(model), turn, 2))
      yield askList(proof, actor, model, { query: { [name]: '1' }, needs: [], isKnown: false });
  },
};

/** Filters that compare two numbers of a row, one of which the reader may not be able to read. */
function comparisons({ columns, key, isKeyless }: ModelInfo): readonly Asked[] {
  const numbers = columns.filter(
    (column) =>
      isNumber(column) &&
      column.role !== 'hidden' &&
      !column.transformer &&
      !(isKeyless && column === key),
  );
  return numbers.flatMap((one) =>
    numbers
      .filter((other) => other !== one)
      .map(({ name: other }) => ({
        query: { [`${one.name}__lt_field`]: other },
        needs: [one.name, other],
        is: (row) =>
          row[one.name] != null && row[other] != null && isLess(row[one.name], row[other]),
      })),
  );
}

/** Long integers are texts. */
const isLess = (one: unknown, other: unknown): boolean => Number(one) < Number(other);

/** Filters that all must hold. */
const together = (some: readonly Asked[]): Asked => ({
  query: Object.assign({}, ...some.map(({ query }) => query)) as Asked['query'],
  needs: some.flatMap(({ needs }) => needs),
  isKnown: some.every(({ isKnown = true }) => isKnown),
  is: (row, by) => some.every(({ is = () => true }) => is(row, by)),
});

/** The rows whose values filters ask for. Hidden rows come first, because an answer must not tell their values. */
function rowsInTurn(proof: Proof, actor: Person, model: ModelInfo): readonly Row[] {
  const seen = new Set(listed(proof.naive, actor, model.name));
  const rows = proof.naive.world[model.name]!;
  const hidden = rows.filter((row) => !seen.has(row));
  return [...hidden, ...seen];
}

function filtersOf(
  name: string,
  model: ModelInfo,
  rows: readonly Row[],
  proof: Proof,
  actor: Person,
  turn: number,
): readonly Asked[] {
  const column = model.column.get(name);
  if (column) return columnFilters(column, rows, isReadable(), turn);
  const link = model.links.find((one) => one.name === name);
  if (link) return inTurn(linkFilters(link, proof), turn, 2);
  // A computed field is read, and found by nobody.
  return [{ query: { [name]: '1' }, needs: [], isKnown: false }];

  function isReadable(): boolean {
    return proof.naive.readable(actor, 'list', model.name).has(name);
  }
}

interface Operator {
  readonly ending: string;
  /** Whether the operator is compared for a column; the form of some values is only known to the service. */
  readonly of: (column: ColumnInfo) => boolean;
  readonly text: (values: readonly unknown[]) => string;
  readonly is: (value: unknown, values: readonly unknown[], column: ColumnInfo) => boolean;
}

const isPlain = ({ type, transformer }: ColumnInfo): boolean => type !== 'json' && !transformer;
const first = ([one]: readonly unknown[]): string => String(one);
const compared = (ending: string, fits: (sign: number) => boolean): Operator => ({
  ...{ ending, of: isCompared, text: first },
  is: (value, [one], column) => value !== null && fits(compare(column, value, one)),
});
/** A part of a text without its start. */
const middle = (text: unknown): string => String(text).slice(1, 12).trim();
const isPlainText = (column: ColumnInfo): boolean => isText(column) && !column.transformer;

const OPERATORS: readonly Operator[] = [
  { ending: '', of: isPlain, text: first, is: (value, [one]) => value === one },
  { ending: '__ne', of: isPlain, text: first, is: (value, [one]) => value !== one },
  {
    ...{ ending: '__in', of: isPlain },
    text: (values) => values.join(','),
    is: (value, values) => values.includes(value),
  },
  ...[true, false].map((flag): Operator => ({
    ...{ ending: '__isnull', of: isPlain, text: () => String(flag) },
    is: (value) => (value === null) === flag,
  })),
  compared('__gt', (sign) => sign > 0),
  compared('__gte', (sign) => sign >= 0),
  compared('__lt', (sign) => sign < 0),
  compared('__lte', (sign) => sign <= 0),
  {
    ...{ ending: '__ilike', of: isPlainText, text: ([one]) => middle(one) },
    is: (value, [one]) =>
      value !== null && String(value).toLowerCase().includes(middle(one).toLowerCase()),
  },
  {
    ...{ ending: '__startswith', of: isPlainText, text: ([one]) => String(one).slice(0, 9) },
    is: (value, [one]) => value !== null && String(value).startsWith(String(one).slice(0, 9)),
  },
];
/** The number of operators for a field. Lists refuse all operators of an unreadable field in one place, so fewer are enough. */
const OF_READABLE = 3;
const OF_OTHERS = 2;

function columnFilters(
  column: ColumnInfo,
  rows: readonly Row[],
  isReadable: boolean,
  turn: number,
): readonly Asked[] {
  const { name } = column;
  const known = rows.map((row) => row[name] ?? null).filter((value) => value !== null);
  const values = [...new Set(known)].filter((value) => !String(value).includes(',')).slice(0, 2);
  const some = isReadable
    ? OPERATORS.filter(
        ({ of, ending }) => of(column) && (values.length > 0 || ending === '__isnull'),
      )
    : OPERATORS;
  const wanted = values.length > 0 ? values : ['1'];
  return inTurn(some, turn, isReadable ? OF_READABLE : OF_OTHERS).map(({ ending, text, is }) => ({
    query: { [name + ending]: text(wanted) },
    needs: [name],
    is: (row) => is(row[name] ?? null, wanted, column),
  }));
}

/** Filters by a many-to-many field, which only find linked rows that the reader sees. */
function linkFilters({ name, model: to, key }: LinkInfo, { naive }: Proof): readonly Asked[] {
  const others = naive.world[to]!;
  const linked =
    (...wanted: readonly unknown[]) =>
    (row: Row, by: Actor): boolean =>
      others.some(
        (other) =>
          (row[name] as readonly unknown[]).includes(other.id) &&
          (wanted.length === 0 || wanted.includes(other[key])) &&
          naive.sees(by, to, other),
      );
  const [one, two] = [others.at(0)?.[key] ?? 1, others.at(-1)?.[key] ?? 1];
  const needs = [name];
  return [
    { query: { [name]: String(one) }, needs, is: linked(one) },
    { query: { [name]: [String(one), String(two)] }, needs, is: linked(one, two) },
    { query: { [`${name}__ne`]: String(two) }, needs, is: (...row) => !linked(two)(...row) },
    { query: { [`${name}__isnull`]: 'true' }, needs, is: (...row) => !linked()(...row) },
    { query: { [`${name}__isnull`]: 'false' }, needs, is: linked() },
  ];
}
