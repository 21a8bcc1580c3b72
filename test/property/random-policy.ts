import type { AccessRules, RowRule } from '../../templates/service/src/access/access-rules.js';
import {
  asParent,
  custom,
  owner,
  tenant,
} from '../../templates/service/src/access/define-access.js';
import type { WhereBuilder } from '../../templates/service/src/crud/where-builder.js';
import type { Where } from '../../templates/service/src/crud/where.js';
import type { Dice } from './dice.js';
import { Item, Mark, Remark, Team } from './doors-models.js';
import type { NaiveField, NaiveModel, NaiveRules, Person, Row, Rule } from './naive.js';

/** A condition twice: for the service, and in plain words. */
interface Condition {
  readonly where: (user: Person, where: WhereBuilder<Record<string, unknown>>) => Where;
  readonly is: Rule;
}

/** A policy for one model twice. */
export interface Policy {
  readonly access: AccessRules;
  readonly naive: NaiveRules;
}

export const ENTITIES = { Item, Mark, Remark, Team };
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

/** The models in plain words. */
export const MODELS: Readonly<Record<Name, NaiveModel>> = {
  Team: {
    fields: [
      text('name', { required: true }),
      text('code', { unique: true }),
      integer('budget', { start: 3 }),
      integer('lead_id'),
      integer('tenant_id'),
    ],
    label: (row, readable) => (readable.has('name') ? String(row['name']) : `Team #${row.id}`),
  },
  Mark: {
    fields: [text('name', { required: true }), integer('tenant_id')],
    label: (row, readable) => (readable.has('name') ? String(row['name']) : `Mark #${row.id}`),
  },
  Item: {
    fields: [
      text('title', { required: true }),
      text('secret', { start: 'none' }),
      integer('amount'),
      { name: 'data', kind: 'json' },
      integer('owner_id'),
      integer('tenant_id'),
      integer('team_id', { to: 'Team', relation: 'team', onDelete: 'null' }),
      integer('part_of_id', { to: 'Item', relation: 'part_of', onDelete: 'cascade' }),
      { name: 'marks', kind: 'link', to: 'Mark' },
    ],
    label: (row, readable) =>
      ['title', 'secret']
        .filter((name) => readable.has(name) && (row[name] ?? '') !== '')
        .map((name) => row[name])
        .join(' ')
        .trim() || `Item #${row.id}`,
  },
  Remark: {
    fields: [
      text('text', { required: true }),
      integer('author_id'),
      integer('item_id', { required: true, to: 'Item', relation: 'item', onDelete: 'cascade' }),
      integer('team_id', { to: 'Team', relation: 'team', onDelete: 'restrict' }),
      { name: 'deleted_at', kind: 'datetime', system: true },
      { name: 'length', kind: 'computed' },
    ],
    label: (row) => `Remark #${row.id}`,
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
export function randomUser(dice: Dice, id: number): Person {
  const roles = dice.some([...ROLES, 'Nobody', '__proto__'], 0.25);
  if (dice.chance(0.55) && !roles.includes('Admin')) roles.push('Admin');
  return { id, username: `user${id}`, roles, tenants: dice.some([1, 2, 3], 0.4) };
}

/** The rules of one model. */
export function randomPolicy(dice: Dice, model: Name): Policy {
  const roles: Record<string, (typeof ACTIONS)[number][]> = {};
  if (dice.chance(0.5))
    for (const role of dice.some(ROLES, 0.4)) roles[role] = dice.some(ACTIONS, 0.75);
  const fields: Record<string, { read?: string[]; write?: string[] }> = {};
  for (const { name } of MODELS[model].fields) {
    const rule: { read?: string[]; write?: string[] } = {};
    if (dice.chance(0.15)) rule.read = dice.some(ROLES, 0.35);
    if (dice.chance(0.15)) rule.write = dice.some(ROLES, 0.35);
    if (dice.chance(0.5)) fields[name] = rule;
  }
  const naive: NaiveRules = { roles, fields, rows: null, owners: [], tenants: [] };
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
  }
  return { access: { roles, fields, rows }, naive };
}

const OWNERS: Record<Name, string | null> = {
  Team: 'lead_id',
  Item: 'owner_id',
  Remark: 'author_id',
  Mark: null,
};
const PARENTS: Record<Name, readonly string[]> = {
  Team: [],
  Item: ['team_id'],
  Remark: ['item_id', 'team_id'],
  Mark: [],
};

function randomRule(dice: Dice, model: Name, naive: NaiveRules): [RowRule, Rule] {
  const kind = dice.pick(['owner', 'tenant', 'parent', 'custom', 'custom', 'broken']);
  const field = OWNERS[model];
  if (kind === 'owner' && field !== null) {
    const write = dice.chance(0.7);
    naive.owners.push({ field, write });
    return [owner(field, { write }), (person, row) => row[field] === person.id];
  }
  if (kind === 'tenant' && model !== 'Remark') {
    naive.tenants.push('tenant_id');
    return [
      tenant('tenant_id'),
      (person, row) => person.tenants.some((id) => id === row['tenant_id']),
    ];
  }
  if (kind === 'parent' && PARENTS[model].length > 0) {
    const key = dice.pick(PARENTS[model]);
    return [asParent(key), asParentIs(model, key)];
  }
  if (kind === 'broken' && dice.chance(0.5)) {
    const broken = dice.pick(BROKEN);
    return [custom(broken as never) as RowRule, () => false];
  }
  const { where, is } = randomCondition(dice, model, 3);
  return [custom(where as never) as RowRule, is];
}

/** Rules with a mistake: they must let nothing through, whatever they look like. */
const BROKEN: readonly ((user: Person, where: WhereBuilder<Record<string, unknown>>) => unknown)[] =
  [
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

const asParentIs =
  (model: Name, key: string): Rule =>
  (person, row, rules) => {
    const { to } = MODELS[model].fields.find(({ name }) => name === key)!;
    const parent = rules.world[to!]!.find(({ id }) => id === row[key]);
    return parent !== undefined && rules.sees(person, to!, parent);
  };

/** A condition that a custom rule may state. */
function randomCondition(dice: Dice, model: Name, depth: number): Condition {
  if (depth > 0 && dice.chance(0.4)) return randomGroup(dice, model, depth);
  if (depth > 0 && dice.chance(0.3)) return randomRelation(dice, model, depth);
  return randomComparison(dice, model);
}

function randomGroup(dice: Dice, model: Name, depth: number): Condition {
  const first = randomCondition(dice, model, depth - 1);
  const second = randomCondition(dice, model, depth - 1);
  switch (dice.below(3)) {
    case 0:
      return {
        where: (user, where) => where.and(first.where(user, where), second.where(user, where)),
        is: (...about) => first.is(...about) && second.is(...about),
      };
    case 1:
      return {
        where: (user, where) => where.or(first.where(user, where), second.where(user, where)),
        is: (...about) => first.is(...about) || second.is(...about),
      };
    default:
      return {
        where: (user, where) => where.not(first.where(user, where)),
        is: (...about) => !first.is(...about),
      };
  }
}

/** Rows beyond: only those that exist count. */
function randomRelation(dice: Dice, model: Name, depth: number): Condition {
  const existing = (rules: Parameters<Rule>[2], name: string): Row[] =>
    rules.world[name]!.filter((row) => rules.exists(name, row));
  const parents: Condition[] = MODELS[model].fields
    .filter(({ to, kind }) => to !== undefined && kind === 'integer')
    .flatMap(({ name, to }) => {
      const inner = randomCondition(dice, to as Name, depth - 1);
      const parent: Condition = {
        where: (user, where) => where.parent(name, (beyond) => inner.where(user, beyond)),
        is: (person, row, rules) =>
          existing(rules, to!).some(
            (other) => other.id === row[name] && inner.is(person, other, rules),
          ),
      };
      const rule: Condition = {
        where: (_user, where) => where.asParent(name),
        is: asParentIs(model, name),
      };
      return to === model ? [parent] : [parent, rule];
    });
  const children: Condition[] = (Object.keys(MODELS) as Name[]).flatMap((name) =>
    MODELS[name].fields
      .filter(({ to, kind }) => to === model && kind === 'integer')
      .map(({ name: key }): Condition => {
        const inner = randomComparison(dice, name);
        return {
          where: (user, where) =>
            where.children<Record<string, unknown>>(ENTITIES[name] as never, key, (beyond) =>
              inner.where(user, beyond),
            ),
          is: (person, row, rules) =>
            existing(rules, name).some(
              (other) => !not(row.id) && other[key] === row.id && inner.is(person, other, rules),
            ),
        };
      }),
  );
  const mark = randomComparison(dice, 'Mark');
  const links: Condition[] =
    model === 'Item'
      ? [
          {
            where: (user, where) => where.linked('marks', (beyond) => mark.where(user, beyond)),
            is: (person, row, rules) =>
              existing(rules, 'Mark').some(
                (other) =>
                  (row['marks'] as number[]).includes(other.id) && mark.is(person, other, rules),
              ),
          },
        ]
      : [];
  const all = [...parents, ...children, ...links];
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
  const all: readonly Condition[] = [
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
    },
  ];
  return dice.pick(all);
}
