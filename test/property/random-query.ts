import { isDeepStrictEqual } from 'node:util';
import type { Query } from '../../templates/service/engine/model/operations.js';
import type { Dice } from '../../templates/tools/prove/worlds/dice.js';
import type {
  Actor,
  Naive,
  NaiveField,
  Row,
  World,
} from '../../templates/tools/prove/naive/naive.js';
import { JSONS, MODELS, type Name, NUMBERS, TEXTS } from './random-policy.js';

/** One parameter in plain words; `field` is what its asker must be able to read, null for none. */
interface Part {
  readonly door: string;
  readonly field: string | null;
  readonly is: (row: Row, user: Actor, naive: Naive, readable: ReadonlySet<string>) => boolean;
}

export interface Asked {
  readonly query: Query;
  readonly parts: readonly Part[];
  readonly order: (a: Row, b: Row) => number;
  readonly expand: readonly string[];
  /** The chosen fields; null for all. */
  readonly fields: readonly string[] | null;
  readonly start: number;
  readonly end: number;
}

const NOWHERE = [
  'pin',
  'Secret',
  'SECRET',
  'item.secret',
  'secret__nope',
  'constructor',
  'nothing',
  'team',
  'password_hash__gt',
  '"secret"',
];
const yes = () => true;

/** Names of fields of every kind; now and then what is nowhere. */
export function randomFields(dice: Dice, name: Name): readonly string[] {
  const names = ['id', '_label', ...MODELS[name].fields.map((field) => field.name)];
  const chosen = dice.some(names, 0.3);
  if (chosen.length === 0 || dice.chance(0.05))
    chosen.push(dice.pick(dice.chance(0.3) ? NOWHERE : names));
  return chosen;
}

/** A record with the chosen fields, and the relations that are added to it. */
export function onlyFields<R extends object>(
  record: R,
  fields: readonly string[] | null,
  expand: readonly string[],
): R {
  if (fields === null) return record;
  const kept = new Set(['id', '_label', ...fields, ...expand]);
  return Object.fromEntries(Object.entries(record).filter(([name]) => kept.has(name))) as R;
}

/** A list's parameters of all kinds, with what each means. */
export function randomQuery(dice: Dice, name: Name, world: World): Asked {
  const query: Record<string, string | string[]> = {};
  const parts: Part[] = [];
  const filters = dice.pick([0, 1, 1, 1, 2, 3]);
  for (let at = 0; at < filters; at++) {
    const [parameter, value, part] = randomFilter(dice, name, world);
    if (parameter in query) continue;
    query[parameter] = value;
    parts.push(part);
  }
  if (dice.chance(0.15)) compareFields(dice, name, query, parts);
  if (dice.chance(0.2)) {
    const [text, words] = dice.pick(SEARCHES);
    query['q'] = text;
    parts.push(search(name, words));
  }
  let order = byId;
  if (dice.chance(0.4)) {
    const sortable = MODELS[name].fields.filter(
      ({ kind }) => kind === 'text' || kind === 'integer' || kind === 'total',
    );
    const field = dice.chance(0.05) ? dice.pick(NOWHERE) : dice.pick(sortable).name;
    const sign = dice.chance(0.5) ? 1 : -1;
    query['_sort'] = field;
    query['_order'] = sign > 0 ? 'asc' : 'DESC';
    parts.push({ door: 'sort', field, is: yes });
    order = (a, b) => sign * compare(a[field], b[field]) || byId(a, b);
  }
  const expand: string[] = [];
  if (dice.chance(0.25))
    for (const { relation, name: field } of MODELS[name].fields) {
      if (relation === undefined || !dice.chance(0.6)) continue;
      expand.push(relation);
      parts.push({ door: 'list with _expand', field, is: yes });
    }
  if (expand.length > 0) query['_expand'] = expand.join(',');
  const fields = dice.chance(0.3) ? randomFields(dice, name) : null;
  if (fields) {
    query['_fields'] = dice.chance(0.5) ? fields.join() : [...fields];
    for (const field of fields)
      parts.push({ door: 'list with _fields', field: field === '_label' ? null : field, is: yes });
  }
  const page = dice.chance(0.3);
  const start = page ? dice.below(4) : 0;
  const end = page ? start + dice.below(6) : 25;
  if (page) Object.assign(query, { _start: String(start), _end: String(end) });
  if (dice.chance(0.1)) query['__proto__x'] = '1';
  return { query, parts, order, expand, fields, start, end };
}

/** What is searched for, and the words that must be found. */
const SEARCHES: readonly (readonly [string, readonly string[]])[] = [
  ...['a', 'É', 'none', '%', '_b', "o'x"].map((text) => [text, [text.toLowerCase()]] as const),
  ['b A', ['a', 'b']],
  ['a, É', ['a', 'é']],
  ['_ % a', ['_', '%', 'a']],
  ['"b A"', ['b a']],
  ['a b c d e f g h i', ['a b c d e f g h i']],
];

const search = (name: Name, words: readonly string[]): Part => ({
  door: 'q',
  field: null,
  is: (row, _user, _naive, readable) => {
    const texts = MODELS[name].fields
      .filter((field) => field.kind === 'text' && readable.has(field.name))
      .map((field) => String(row[field.name] ?? '').toLowerCase());
    return words.every((word) => texts.some((text) => text.includes(word)));
  },
});

/** The order of a list that is not sorted. */
export const byId = (one: Row, other: Row): number => Number(one.id) - Number(other.id);

/** Nulls first, then numbers by size and texts by code point. */
export function compare(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === null || a === undefined) return -1;
  if (b === null || b === undefined) return 1;
  return (a as string) < (b as string) ? -1 : 1;
}

function randomFilter(dice: Dice, name: Name, world: World): [string, string | string[], Part] {
  if (dice.chance(0.06)) {
    const field = dice.pick(NOWHERE);
    return [field, 'x', { door: 'unknown filter', field, is: yes }];
  }
  const filtered: readonly NaiveField['kind'][] = ['text', 'integer', 'total', 'json', 'link'];
  const fields = MODELS[name].fields.filter(({ kind }) => filtered.includes(kind));
  const field = dice.pick([...fields, { name: 'id', kind: 'integer' } as NaiveField]);
  if (field.kind === 'link') return linkFilter(dice, field, world);
  if (field.kind === 'json') return jsonFilter(dice, field);
  const known: readonly (string | number)[] = field.kind === 'text' ? TEXTS : NUMBERS;
  const [first, second] = [dice.pick(known), dice.pick(known)];
  const part = (door: string, test: (value: unknown) => boolean): Part => ({
    door,
    field: field.name,
    is: (row) => test(row[field.name] ?? null),
  });
  const ranges = {
    gt: (sign: number) => sign > 0,
    gte: (sign: number) => sign >= 0,
    lt: (sign: number) => sign < 0,
    lte: (sign: number) => sign <= 0,
  };
  switch (dice.below(8)) {
    case 0:
      return [field.name, String(first), part('filter', (value) => value === first)];
    case 1:
      return [
        field.name,
        [String(first), String(second)],
        part('filter', (value) => value === first || value === second),
      ];
    case 2:
      return [
        `${field.name}${dice.pick(['__ne', '_ne'])}`,
        String(first),
        part('negation', (value) => value !== first),
      ];
    case 3:
      return [
        `${field.name}__in`,
        `${first},${second}`,
        part('filter', (value) => value === first || value === second),
      ];
    case 4: {
      const flag = dice.chance(0.5);
      return [
        `${field.name}__isnull`,
        String(flag),
        part('filter', (value) => (value === null) === flag),
      ];
    }
    case 5: {
      const wanted = field.kind === 'text' ? dice.pick(['a', 'É', '_', '%']) : '1';
      return [
        `${field.name}${dice.pick(['__ilike', '_like'])}`,
        wanted,
        part(
          'filter',
          (value) => value !== null && String(value).toLowerCase().includes(wanted.toLowerCase()),
        ),
      ];
    }
    default: {
      const operator = dice.pick(['gt', 'gte', 'lt', 'lte'] as const);
      return [
        `${field.name}__${operator}`,
        String(first),
        part('range', (value) => value !== null && ranges[operator](compare(value, first))),
      ];
    }
  }
}

/** Compares two numbers of a row; whoever may not read one of them learns nothing of it. */
function compareFields(
  dice: Dice,
  name: Name,
  query: Record<string, string | string[]>,
  parts: Part[],
): void {
  const numbers = MODELS[name].fields.filter(({ kind }) => kind === 'integer' || kind === 'total');
  const [field, other] = [0, 1].map(() => dice.pick(['id', ...numbers.map((one) => one.name)]));
  const isOrEqual = dice.chance(0.5);
  query[`${field}__${isOrEqual ? 'lte_field' : 'lt_field'}`] = other!;
  const door = 'comparison of fields';
  const is = (row: Row) => {
    const [one, two] = [row[field!] ?? null, row[other!] ?? null];
    if (one === null || two === null) return false;
    return isOrEqual ? Number(one) <= Number(two) : Number(one) < Number(two);
  };
  parts.push({ door, field: field!, is }, { door, field: other!, is: yes });
}

/** A json field is equal by what it says. */
function jsonFilter(dice: Dice, { name }: NaiveField): [string, string | string[], Part] {
  const asked = [dice.pick(JSONS), dice.pick(JSONS)];
  const equal = (row: Row) => asked.some(([, value]) => isDeepStrictEqual(row[name], value));
  const texts = asked.map(([text]) => text);
  const negated = dice.chance(0.4);
  return [
    negated ? `${name}__ne` : name,
    texts,
    { door: 'filter by json', field: name, is: (row) => equal(row) !== negated },
  ];
}

/** A many-to-many field knows only of linked rows that its asker sees. */
function linkFilter(
  dice: Dice,
  { name, to, key = 'id' }: NaiveField,
  world: World,
): [string, string | string[], Part] {
  const linked =
    (...wanted: readonly unknown[]): Part['is'] =>
    (row, user, naive) =>
      naive.world[to!]!.some(
        (other) =>
          (row[name] as Row['id'][]).includes(other.id) &&
          (wanted.length === 0 || wanted.includes(other[key])) &&
          naive.sees(user, to!, other),
      );
  const not =
    (is: Part['is']): Part['is'] =>
    (...about) =>
      !is(...about);
  const known = [...world[to!]!.map((other) => other[key]), key === 'id' ? 1_000_000 : 'nowhere'];
  const [one, two] = [dice.pick(known), dice.pick(known)];
  const flag = dice.chance(0.5);
  const kinds: [string, string | string[], Part['is']][] = [
    [name, String(one), linked(one)],
    [name, [String(one), String(two)], linked(one, two)],
    [`${name}__in`, `${one},${two}`, linked(one, two)],
    [`${name}__ne`, String(one), not(linked(one))],
    [`${name}__ne`, [String(one), String(two)], not(linked(one, two))],
    [`${name}__isnull`, String(flag), flag ? not(linked()) : linked()],
  ];
  const [parameter, value, is] = dice.pick(kinds);
  return [parameter, value, { door: 'filter by link', field: name, is }];
}
