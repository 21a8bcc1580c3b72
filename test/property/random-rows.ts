import { createHash } from 'node:crypto';
import type { Session } from '../../templates/service/engine/database/dialect.js';
import type { Dice } from '../../templates/tools/prove/worlds/dice.js';
import type { Naive, Person, Row } from '../../templates/tools/prove/naive/naive.js';
import { JSONS, MODELS, type Name, NUMBERS, TEXTS } from './random-policy.js';

/** The join tables, by model and field: own column, other column. */
const JOINS: Readonly<Record<string, readonly [table: string, own: string, other: string]>> = {
  'Item.marks': ['item_marks', 'item_id', 'mark_id'],
  'Item.similar': ['item_similar', 'item_id', 'item_id_2'],
  'Item.cites': ['item_cites', 'item_id', 'remark_id'],
  'Remark.topics': ['remark_topics', 'remark_id', 'mark_id'],
};
const TABLES = ['mark', 'remark', 'item', 'team', 'person'];
const START = '2026-01-01T00:00:00.000Z';

/** The statement that says this. */
const statement = (sql: string) => ({
  sql,
  name: createHash('sha1').update(sql).digest('base64url'),
});

/** New rows for every table, many of them beside each other's owners, tenants and parents; gives the ids of the people. */
export async function fill(session: Session, dice: Dice): Promise<readonly number[]> {
  const run = (sql: string) => session.run(statement(sql), []);
  for (const table of [...Object.values(JOINS).map(([name]) => name), ...TABLES])
    await run(`DELETE FROM ${table}`);
  const insert = async (table: string, rows: readonly object[]): Promise<number[]> => {
    const names = Object.keys(rows[0]!);
    const values = rows.map((row) => `(${Object.values(row).map(literal).join(', ')})`);
    const into = `INSERT INTO ${table} (${names.join(', ')}) VALUES ${values.join(', ')}`;
    const made = await session.rows(statement(`${into} RETURNING id`), []);
    return made.map(([id]) => Number(id)).sort((a, b) => a - b);
  };
  const text = () => dice.pick(TEXTS);
  const make = <T>(count: number, one: (at: number) => T): T[] =>
    Array.from({ length: count }, (_, at) => one(at));
  const people = await insert(
    'person',
    make(3, () => ({ name: text() })),
  );
  const number = () => dice.pick([...NUMBERS, 1, 2, 3, ...people, null]);
  const maybe = <T>(items: readonly T[], probability = 0.8): T | null =>
    items.length > 0 && dice.chance(probability) ? dice.pick(items) : null;
  const teams = await insert(
    'team',
    make(4, (at) => ({
      name: text(),
      code: dice.chance(0.5) ? `code${at}` : null,
      budget: number(),
      lead_id: maybe(people),
      tenant_id: number(),
      created_at: START,
      updated_at: START,
    })),
  );
  const item = () => ({
    title: text(),
    secret: dice.chance(0.2) ? null : dice.pick([...TEXTS, '']),
    amount: number(),
    data: dice.pick(['{"a": 1, "b": [2, {"c": null}]}', '{"a":1}', '"none"', '1', null]),
    owner_id: maybe(people),
    tenant_id: number(),
    team_id: maybe(teams),
    updated_at: START,
  });
  const tops = await insert('item', make(3, item));
  const parts = await insert(
    'item',
    make(3, () => ({ ...item(), part_of_id: maybe(tops) })),
  );
  const items = [...tops, ...parts];
  items.push(
    ...(await insert('item', [
      { ...item(), part_of_id: maybe(parts) },
      { ...item(), part_of_id: null },
    ])),
  );
  const remark = (answered: readonly number[]) => ({
    text: text(),
    weight: number(),
    author_id: dice.pick([...NUMBERS, ...people, null]),
    item_id: dice.pick(items),
    team_id: maybe(teams, 0.4),
    answers_id: maybe(answered, 0.4),
    deleted_at: dice.chance(0.15) ? START : null,
  });
  const first = await insert(
    'remark',
    make(3, () => remark([])),
  );
  const remarks = [
    ...first,
    ...(await insert(
      'remark',
      make(2, () => remark(first)),
    )),
  ];
  await run(`UPDATE item SET ${TOTALS.join(', ')}`);
  const marks = await insert(
    'mark',
    make(3, (at) => ({
      name: text(),
      code: `mark${at}`,
      tenant_id: number(),
      about_id: maybe(remarks, 0.5),
    })),
  );
  const links: Record<string, [readonly number[], readonly number[], number]> = {
    'Item.marks': [items, marks, 0.35],
    'Item.similar': [items, items, 0.12],
    'Item.cites': [items, remarks, 0.12],
    'Remark.topics': [remarks, marks, 0.4],
  };
  for (const [name, [from, to, probability]] of Object.entries(links)) {
    const [table, own, other] = JOINS[name]!;
    const pairs = from.flatMap((one) =>
      dice.some(to, probability).map((two) => `(${one}, ${two})`),
    );
    if (pairs.length > 0)
      await run(`INSERT INTO ${table} (${own}, ${other}) VALUES ${pairs.join(', ')}`);
  }
  return people;
}

const TOTALS = [
  ['weight', 'COALESCE(SUM(weight), 0)'],
  ['size', 'COUNT(*)'],
  ['least', 'MIN(weight)'],
  ['most', 'MAX(weight)'],
].map(
  ([name, total]) =>
    `${name} = (SELECT ${total} FROM remark WHERE item_id = item.id AND deleted_at IS NULL)`,
);

const literal = (value: unknown): string =>
  value === null
    ? 'NULL'
    : typeof value === 'number'
      ? String(value)
      : `'${String(value).replaceAll("'", "''")}'`;

/** A payload with fields of all kinds, some that are not the writer's business, some that are nobody's. */
export function randomPayload(
  dice: Dice,
  name: Name,
  user: Person,
  naive: Naive,
  before: Row | null,
  whole: boolean,
): Record<string, unknown> {
  const { world } = naive;
  const payload: Record<string, unknown> = {};
  const own: Record<string, readonly number[]> = {
    tenant_id: user.tenants,
    owner_id: [user.id],
    lead_id: [user.id],
    author_id: [user.id],
  };
  const people = world['Person']!.map(({ id }) => id);
  const by = naive.as(user, 'edit', name);
  for (const field of MODELS[name].fields) {
    const { kind, to, key = 'id', required, unique } = field;
    if (!dice.chance(whole ? (required ? 0.97 : 0.6) : 0.3)) continue;
    const all = to === undefined ? [] : world[to]!;
    const seen = all.filter((row) => naive.sees(by, to!, row));
    const known = (dice.chance(0.8) ? seen : all).map((row) => row[key]);
    const mine = own[field.name] ?? [];
    // What was read may be sent back, and what was not may be guessed.
    if (before && kind !== 'link' && dice.chance(0.15)) payload[field.name] = before[field.name];
    else if (mine.length > 0 && dice.chance(0.5)) payload[field.name] = dice.pick(mine);
    else if (kind === 'link') {
      payload[field.name] = dice.some(known, 0.3);
      if (dice.chance(0.03)) (payload[field.name] as unknown[]).push(key === 'id' ? 999_999 : 'x');
    } else if (to !== undefined)
      payload[field.name] = dice.chance(0.15)
        ? null
        : dice.chance(0.05) || known.length === 0
          ? 999_999
          : dice.pick(known);
    else if (unique)
      payload[field.name] = dice.pick([
        `code${dice.below(2)}`,
        `mark${dice.below(3)}`,
        'new',
        required ? 'more' : null,
      ]);
    else if (kind === 'integer')
      payload[field.name] = dice.pick([...NUMBERS, 1, 2, 3, ...people, null]);
    else if (kind === 'json') payload[field.name] = dice.pick(JSONS)[1];
    else if (kind === 'text')
      payload[field.name] = required && dice.chance(0.05) ? null : dice.pick(TEXTS);
    else payload[field.name] = 'ignored';
  }
  if (dice.chance(0.1)) payload['id'] = 1;
  if (dice.chance(0.1)) payload['_label'] = 'x';
  if (dice.chance(0.03)) payload[dice.pick(['pin', 'Title', 'constructor', 'team.id'])] = 'x';
  return payload;
}
