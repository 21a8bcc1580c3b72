import {
  allFor,
  asParent,
  custom,
  owner,
  tenant,
  type AccessRules,
  type RowRule,
} from '../../templates/service/engine/model/access-rules.js';
import type { Where, WhereBuilder } from '../../templates/service/engine/model/where.js';
import type { Dice } from '../../templates/tools/prove/worlds/dice.js';
import { Item, Mark, Person, Remark, Team } from './doors-models.js';
import type {
  Decisions,
  NaiveField,
  NaiveModel,
  NaiveRules,
  Person as User,
  Row,
  Rule,
} from '../../templates/tools/prove/naive/naive.js';

/** A condition twice: for the service, and in plain words. */
interface Condition extends Rule {
  readonly where: (user: User, where: WhereBuilder<Record<string, unknown>>) => Where;
  /** Where a condition comes to nothing or everything by itself, what stands beside it is not looked at. */
  readonly always?: (user: User) => boolean | undefined;
}

/** A policy for one model twice. */
export interface Policy {
  readonly access: AccessRules;
  readonly naive: NaiveRules;
}

export const ENTITIES = { Item, Mark, Person, Remark, Team };
export type Name = keyof typeof ENTITIES;

const text = (name: string, more: Partial<NaiveField> = {}): NaiveField => ({
  name,
  kind: 'text',
  ...more,
});
const integer = (name: string, more: Partial<NaiveField> = {}): NaiveField => ({
  name,
  kind: 'integer',
  ...more,
});

const total = (
  name: string,
  of: NonNullable<NaiveField['of']>,
  more: Partial<NaiveField> = {},
): NaiveField => ({ name, kind: 'total', of, ...more });

const link = (name: string, to: Name, key?: string): NaiveField => ({
  name,
  kind: 'link',
  to,
  ...(key !== undefined && { key }),
});
const plain = (name: Name, row: Row): string => `${name} #${row.id}`;

/** `length` is made of `text`, and of nothing where that is not there. */
const lengthOf: NaiveField['compute'] = (row, readable) =>
  readable.has('text') ? (row['text'] as string).length : null;

/** The models in plain words. */
export const MODELS: Readonly<Record<Name, NaiveModel>> = {
  Person: {
    fields: [text('name', { required: true })],
    label: (row, readable) => (readable.has('name') ? String(row['name']) : plain('Person', row)),
  },
  Team: {
    fields: [
      text('name', { required: true }),
      text('code', { unique: true }),
      integer('budget', { start: 3 }),
      integer('lead_id'),
      integer('tenant_id'),
      { name: 'created_at', kind: 'created' },
      { name: 'updated_at', kind: 'updated' },
    ],
    label: (row, readable) => {
      const [name, code] = ['name', 'code'].map((field) =>
        readable.has(field) ? (row[field] as string | null) : null,
      );
      if (!name && !code) return plain('Team', row);
      // Gone is the first part, or the second with what stands before it; a bracket closes them.
      if (!code) return `${name}]`;
      return name ? `${name} [${code}]` : readable.has('name') ? `${code}]` : `[${code}]`;
    },
  },
  Mark: {
    fields: [
      text('name', { required: true }),
      text('code', { required: true, unique: true }),
      integer('tenant_id'),
      integer('about_id', { to: 'Remark', relation: 'about', onDelete: 'cascade' }),
    ],
    label: (row, readable) => (readable.has('name') ? String(row['name']) : plain('Mark', row)),
  },
  Item: {
    fields: [
      text('title', { required: true }),
      text('secret', { start: 'none' }),
      integer('amount'),
      { name: 'data', kind: 'json' },
      integer('owner_id', { to: 'Person', relation: 'owner', onDelete: 'null' }),
      integer('tenant_id'),
      integer('team_id', { to: 'Team', relation: 'team', onDelete: 'null' }),
      integer('part_of_id', { to: 'Item', relation: 'part_of', onDelete: 'cascade' }),
      link('marks', 'Mark'),
      link('similar', 'Item'),
      link('cites', 'Remark'),
      total('weight', { kind: 'sum', field: 'weight' }, { start: 0 }),
      total('size', { kind: 'count' }, { start: 0 }),
      total('least', { kind: 'min', field: 'weight' }),
      total('most', { kind: 'max', field: 'weight' }),
      { name: 'updated_at', kind: 'updated' },
    ],
    lines: { name: 'remarks', model: 'Remark', field: 'item_id' },
    label: (row, readable) =>
      ['title', 'secret']
        .filter((name) => readable.has(name) && (row[name] ?? '') !== '')
        .map((name) => row[name])
        .join(' ')
        .trim() || plain('Item', row),
  },
  Remark: {
    fields: [
      text('text', { required: true }),
      integer('weight'),
      integer('author_id'),
      integer('item_id', { required: true, to: 'Item', relation: 'item', onDelete: 'cascade' }),
      integer('team_id', { to: 'Team', relation: 'team', onDelete: 'restrict' }),
      integer('answers_id', { to: 'Remark', relation: 'answers', onDelete: 'null' }),
      { name: 'deleted_at', kind: 'deleted' },
      link('topics', 'Mark', 'code'),
      { name: 'length', kind: 'computed', compute: lengthOf },
    ],
    label: (row, readable) => {
      if (!readable.has('text')) return plain('Remark', row);
      const author = readable.has('author_id') ? row['author_id'] : null;
      return `${(row['text'] as string).slice(0, 3)} by ${(author as number | null) ?? 'nobody'}`;
    },
    softDelete: true,
  },
};

export const TEXTS = ['Alpha', 'alpha', 'beta', 'É', 'é 5%', 'a_b', "o'x", 'none'] as const;
export const NUMBERS = [0, 1, 2, 3, -4] as const;
/** As a caller may write them, and what they are. */
export const JSONS: readonly (readonly [text: string, value: unknown])[] = [
  ['{"b":[2,{"c":null}],"a":1.0}', { a: 1, b: [2, { c: null }] }],
  ['{"a":1}', { a: 1 }],
  ['"none"', 'none'],
  ['1e0', 1],
  ['"1"', '1'],
  [' [ ] ', []],
  ['null', null],
  ['', null],
];
export const ROLES = ['Admin', 'Helper', 'Guest', '*', 'constructor'] as const;
const ACTIONS = ['list', 'show', 'create', 'edit', 'delete'] as const;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** What roles may do at all; a role that users have need not be among them. */
export function randomRoles(dice: Dice): Map<string, string[]> {
  const roles = new Map<string, string[]>([['Admin', [...METHODS]]]);
  for (const role of ROLES) {
    if (role !== 'Admin' && dice.chance(0.7)) roles.set(role, dice.some(METHODS, 0.75));
  }
  return roles;
}

/** Somebody with any roles, none and unknown ones included. */
export function randomUser(dice: Dice, id: number): User {
  const roles = dice.some([...ROLES, 'Nobody', '__proto__'], 0.25);
  if (dice.chance(0.7) && !roles.includes('Admin')) roles.push('Admin');
  return { id, username: `user${id}`, roles, tenants: dice.some([1, 2, 3], 0.4) };
}

/** The rules of one model. */
export function randomPolicy(dice: Dice, model: Name): Policy {
  const roles: Record<string, (typeof ACTIONS)[number][]> = {};
  // Now and then so little is left that nobody ever reads or writes a record.
  const left = dice.pick([0.75, 0.75, 0.75, 0.1]);
  if (dice.chance(0.5))
    for (const role of dice.some(ROLES, 0.4)) roles[role] = dice.some(ACTIONS, left);
  const fields: Record<string, { read?: string[]; write?: string[] }> = {};
  for (const { name } of MODELS[model].fields) {
    const rule: { read?: string[]; write?: string[] } = {};
    // What stands in other records' arrays is for everybody to read, or the service does not start.
    const isKey = model === 'Mark' && name === 'code';
    // So is the version that covers lines.
    const isVersion = model === 'Item' && name === 'updated_at';
    if (dice.chance(0.25) && !isKey && !isVersion) rule.read = dice.some(ROLES, 0.35);
    if (dice.chance(0.2)) rule.write = dice.some(ROLES, 0.35);
    if (dice.chance(0.5)) fields[name] = rule;
  }
  const naive: NaiveRules = {
    roles,
    fields,
    rows: null,
    owners: [],
    tenants: [],
    excepted: [],
    hasOtherWays: true,
  };
  let rows: RowRule[] | null = null;
  if (dice.chance(0.75)) {
    rows = [];
    naive.rows = [];
    const count = dice.pick([0, 1, 1, 1, 2, 2, 3]);
    for (let at = 0; at < count; at++) {
      const [rule, is] = randomRule(dice, model, naive);
      rows.push(rule);
      naive.rows.push(is);
    }
    naive.hasOtherWays = naive.rows.length !== 1 || naive.tenants.length !== 1;
    if (dice.chance(0.4)) {
      const excepted = [dice.pick(EXCEPTED), ...dice.some(EXCEPTED, 0.3)] as const;
      naive.excepted.push(...excepted);
      const at = dice.below(rows.length + 1);
      rows.splice(at, 0, allFor(...excepted));
      naive.rows.splice(at, 0, {
        is: ({ by }) => excepted.some((role) => by.includes(role)),
        fails: never,
      });
    }
  }
  return { access: { roles, fields, rows }, naive };
}

/** Roles that see every row; one of them nobody can act by. */
const EXCEPTED = ['Admin', 'Helper', 'Guest', 'constructor', 'Nobody'] as const;

const OWNERS: Record<Name, string | null> = {
  Person: null,
  Team: 'lead_id',
  Item: 'owner_id',
  Remark: 'author_id',
  Mark: null,
};
const TENANTS: readonly Name[] = ['Team', 'Item', 'Mark'];
const PARENTS: Record<Name, readonly string[]> = {
  Person: [],
  Team: [],
  Item: ['team_id', 'owner_id'],
  Remark: ['item_id', 'team_id'],
  Mark: ['about_id'],
};

const never = () => false;

function randomRule(dice: Dice, model: Name, naive: NaiveRules): [RowRule, Rule] {
  const kind = dice.pick(['owner', 'tenant', 'parent', 'other', 'custom', 'custom', 'broken']);
  const field = OWNERS[model];
  if (kind === 'owner' && field !== null) {
    const write = dice.chance(0.7);
    const preset = !write || dice.chance(0.7);
    naive.owners.push({ field, write, preset });
    const is: Rule['is'] = (user, row) => row[field] === user.id;
    const rule = preset ? owner(field, { write }) : owner(field, { preset });
    return [rule, { is, fails: never }];
  }
  if (kind === 'tenant' && TENANTS.includes(model)) {
    naive.tenants.push('tenant_id');
    const is: Rule['is'] = (user, row) => user.tenants.some((id) => id === row['tenant_id']);
    return [tenant('tenant_id'), { is, fails: never }];
  }
  if (kind === 'parent' && PARENTS[model].length > 0) {
    const key = dice.pick(PARENTS[model]);
    return [asParent(key), asParentRule(model, key)];
  }
  if (kind === 'other' && PARENTS[model].length > 0) {
    const { where, ...rule } = negation(asParentCondition(model, dice.pick(PARENTS[model])));
    return [custom(where as never) as RowRule, rule];
  }
  if (kind === 'broken') {
    const broken = dice.pick(BROKEN);
    const fails: Rule['fails'] = (_user, _rules, belowNot) => belowNot;
    return [custom(broken as never) as RowRule, { is: never, fails }];
  }
  const { where, is, fails } = randomCondition(dice, model, 3);
  return [custom(where as never) as RowRule, { is, fails }];
}

/** Rules with a mistake: they must let nothing through, whatever they look like. */
const BROKEN: readonly ((user: User, where: WhereBuilder<Record<string, unknown>>) => unknown)[] = [
  () => {
    throw new Error('an owner’s mistake');
  },
  () => undefined,
  () => null,
  () => true,
  () => Promise.resolve({ op: 'all' }),
  () => ({ op: 'not', item: undefined }),
  () => ({ op: 'or', items: [{ op: 'all' }, { op: 'everything' }] }),
  () => ({ op: 'eq', field: 'id', value: undefined }),
  () => ({ op: 'not', item: { op: 'eq', field: 'id', value: '1' } }),
  () => ({ op: 'not', item: { op: 'in', field: 'id', values: [undefined] } }),
  (user, where) => where.not(where.eq('id', (user as never)['team'] as never)),
  (_user, where) => where.or(where.gte('id', 0), where.eq('nowhere' as never, 1 as never)),
  (_user, where) => where.not(where.in('id', [null] as never)),
  (_user, where) => where.not(where.contains('id', undefined as never)),
  (_user, where) => where.not(where.asParent('id')),
];

/** As the rules of the row that the key points to, over any number of levels; never of its own model's. */
function asParentRule(model: Name, key: string): Rule {
  const to = fieldOf(model, key).to as Name;
  if (to === model) return { is: never, fails: () => true };
  return {
    is: (user, row, rules) => rules.seen(user, to, row[key]) !== undefined,
    fails: (user, rules, belowNot) =>
      belowNot && (rules.rules[to]!.rows ?? []).some((rule) => rule.fails(user, rules, true)),
  };
}

const asParentCondition = (model: Name, key: string): Condition => ({
  where: (_user, where) => where.asParent(key),
  ...asParentRule(model, key),
});

const fieldOf = (model: Name, name: string): NaiveField =>
  MODELS[model].fields.find((field) => field.name === name)!;

/** A condition that a custom rule may state. */
function randomCondition(dice: Dice, model: Name, depth: number): Condition {
  if (depth > 0 && dice.chance(0.4)) return randomGroup(dice, model, depth);
  if (depth > 0 && dice.chance(0.35)) return randomRelation(dice, model, depth);
  return randomComparison(dice, model);
}

/** Whatever fails below a `not` would open everything: there it fails as a whole. */
const negation = (item: Condition): Condition => ({
  where: (user, where) => where.not(item.where(user, where)),
  is: (...about) => !item.is(...about),
  fails: (user, rules) => item.fails(user, rules, true),
});

function randomGroup(dice: Dice, model: Name, depth: number): Condition {
  const kind = dice.pick(['and', 'or', 'not'] as const);
  const first = randomCondition(dice, model, depth - 1);
  if (kind === 'not') return negation(first);
  const items = [first, randomCondition(dice, model, depth - 1)];
  const all = kind === 'and';
  /** Nothing in an "and", everything in an "or". */
  const settles = (user: User) => items.some((item) => item.always?.(user) === !all);
  return {
    where: (user, where) => where[kind](...items.map((item) => item.where(user, where))),
    is: (...about) =>
      all ? items.every((item) => item.is(...about)) : items.some((item) => item.is(...about)),
    fails: (user, ...about) => !settles(user) && items.some((item) => item.fails(user, ...about)),
    always: (user) =>
      settles(user) ? !all : items.every((item) => item.always?.(user) === all) ? all : undefined,
  };
}

/** Rows beyond: only those that exist count. */
function randomRelation(dice: Dice, model: Name, depth: number): Condition {
  const existing = (rules: Decisions, name: string): Row[] =>
    rules.world[name]!.filter((row) => rules.exists(name, row));
  const all: Condition[] = [];
  for (const { name, to, kind } of MODELS[model].fields) {
    if (to === undefined) continue;
    if (kind === 'link') {
      const inner = randomComparison(dice, to as Name);
      all.push({
        where: (user, where) => ({ op: 'linked', field: name, where: inner.where(user, where) }),
        is: (user, row, rules) =>
          existing(rules, to).some(
            (other) =>
              (row[name] as Row['id'][]).includes(other.id) && inner.is(user, other, rules),
          ),
        fails: never,
      });
      continue;
    }
    const inner = randomCondition(dice, to as Name, depth - 1);
    all.push(
      {
        where: (user, where) => ({ op: 'parent', field: name, where: inner.where(user, where) }),
        is: (user, row, rules) =>
          existing(rules, to).some(
            (other) => other.id === row[name] && inner.is(user, other, rules),
          ),
        fails: inner.fails,
      },
      asParentCondition(model, name),
    );
  }
  for (const name of Object.keys(MODELS) as Name[])
    for (const { name: key, to, kind } of MODELS[name].fields) {
      if (to !== model || kind === 'link') continue;
      const inner = randomComparison(dice, name);
      all.push({
        where: (user, where) => ({
          ...{ op: 'children', model: name, field: key },
          where: inner.where(user, where),
        }),
        is: (user, row, rules) =>
          existing(rules, name).some(
            (other) => !not(row.id) && other[key] === row.id && inner.is(user, other, rules),
          ),
        fails: never,
      });
    }
  return all.length === 0 ? randomComparison(dice, model) : dice.pick(all);
}

const not = <T>(it: T | null | undefined): it is null | undefined =>
  it === null || it === undefined;

function randomComparison(dice: Dice, model: Name): Condition {
  const fields = MODELS[model].fields;
  const texts = fields.filter(({ kind }) => kind === 'text').map(({ name }) => name);
  const numbers = [
    'id',
    ...fields.filter(({ kind }) => kind === 'integer').map(({ name }) => name),
  ];
  const [words, field, other] = [dice.pick(texts), dice.pick(numbers), dice.pick(numbers)];
  const [word, number] = [dice.pick(TEXTS), dice.pick(NUMBERS)];
  const role = dice.pick(ROLES);
  const value = (row: Row, name: string) => row[name] as number | null;
  const all: readonly Omit<Condition, 'fails'>[] = [
    { where: (_, where) => where.eq(words, word), is: (_, row) => row[words] === word },
    { where: (_, where) => where.ne(words, word), is: (_, row) => row[words] !== word },
    { where: (_, where) => where.eq(field, number), is: (_, row) => row[field] === number },
    {
      where: (_, where) => where.lt(field, number),
      is: (_, row) => !not(value(row, field)) && value(row, field)! < number,
    },
    {
      where: (_, where) => where.gte(field, number),
      is: (_, row) => !not(value(row, field)) && value(row, field)! >= number,
    },
    { where: (_, where) => where.isNull(field), is: (_, row) => not(row[field]) },
    {
      where: (_, where) => where.same(field, other),
      is: (_, row) => !not(row[field]) && row[field] === row[other],
    },
    {
      where: (_, where) => where.contains(words, 'A'),
      is: (_, row) => !not(row[words]) && String(row[words]).toLowerCase().includes('a'),
    },
    {
      where: (_, where) => where.startsWith(words, 'a'),
      is: (_, row) => !not(row[words]) && String(row[words]).startsWith('a'),
    },
    { where: (user, where) => where.eq(field, user.id), is: (user, row) => row[field] === user.id },
    {
      where: (user, where) => where.in(field, user.tenants),
      is: (user, row) => user.tenants.some((id) => id === row[field]),
    },
    {
      where: (user, where) => (user.roles.includes(role) ? where.all : where.none),
      is: (user) => user.roles.includes(role),
      always: (user) => user.roles.includes(role),
    },
  ];
  return { ...dice.pick(all), fails: never };
}
