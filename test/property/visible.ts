import { Sql, sql } from '../../templates/service/engine/database/sql.js';
import type { Crud } from '../../templates/service/engine/model/records.js';
import { HttpProblem } from '../../templates/service/engine/problem/problem.js';
import type { NaiveField, Person, Row } from '../../templates/tools/prove/naive/naive.js';
import { ENTITIES, MODELS, type Name } from './random-policy.js';
import { byId } from './random-query.js';
import { demandSame, toTheSecond } from './told.js';
import type { Trial } from './trial.js';

/** Rows for a statement in SQL: they are the rows and fields of the list, alone and joined with rows of another model. */
export async function askVisible(trial: Trial, user: Person, name: Name): Promise<void> {
  const { dice, naive, engine } = trial;
  const crud = engine.as(user);
  const fields = dice.chance(0.3) ? randomFields(trial, name) : undefined;
  const condition = dice.chance(0.4) ? randomCondition(trial, name) : undefined;
  const asked = { ...(fields && { fields }), ...(condition && { where: condition.where }) };
  const where = `visible ${name} ${JSON.stringify(asked)} as ${JSON.stringify(user)}`;
  trial.database.take();
  const told = await rowsOf(crud, name, asked);
  trial.count('visible', told === 403 ? 403 : 200);
  const readable = naive.readable(user, 'list', name);
  const isOpen =
    naive.may(user, 'list', name) &&
    [...(fields ?? []), ...(condition ? [condition.field] : [])].every((one) => readable.has(one));
  if (!isOpen) {
    demandSame(told, 403, where);
    return demandSame(trial.database.take().statements, 0, where);
  }
  const rows = seenRows(trial, user, name).filter((row) => condition?.is(row) ?? true);
  const columns = (fields ?? ['id', ...MODELS[name].fields.filter(hasColumn).map(nameOf)]).filter(
    (one) => readable.has(one),
  );
  demandSame(
    (told as readonly Row[]).map((row) => plainRow(trial, name, row)),
    rows.map((row) => Object.fromEntries(columns.toSorted().map((one) => [one, row[one] ?? null]))),
    where,
  );
  await askJoined(trial, user, name, crud);
}

type Asked = { readonly fields?: readonly string[]; readonly where?: object };

async function rowsOf(crud: Crud, name: Name, asked: Asked): Promise<readonly object[] | 403> {
  try {
    const table = crud(ENTITIES[name] as new () => object).visible(asked as object);
    const isSorted = asked.fields === undefined || asked.fields.includes('id');
    const order = isSorted ? sql`order by id` : sql``;
    return await crud.query(sql`select * from ${table} v ${order}`);
  } catch (error) {
    if (error instanceof HttpProblem && error.status === 403) return 403;
    throw error;
  }
}

/** Rows with those that they refer to. */
async function askJoined(trial: Trial, user: Person, name: Name, crud: Crud): Promise<void> {
  const { naive } = trial;
  const readable = naive.readable(user, 'list', name);
  for (const { name: field, to, kind } of MODELS[name].fields) {
    const target = to as Name | undefined;
    if (kind !== 'integer' || !target || !readable.has(field)) continue;
    if (!naive.may(user, 'list', target)) continue;
    const [one, other] = [name, target].map((model) =>
      crud(ENTITIES[model] as new () => object).visible(),
    );
    const key = new Sql([`a."${field}"`], []);
    const pairs = await crud.query<{ a: number; b: number }>(sql`
      select a.id as a, b.id as b from ${one!} a join ${other!} b on b.id = ${key} order by a.id`);
    trial.count('visible, joined', 200);
    const others = new Set(seenRows(trial, user, target).map(({ id }) => id));
    demandSame(
      pairs.map(({ a, b }) => [a, b]),
      seenRows(trial, user, name)
        .filter((row) => others.has(row[field] as number))
        .map((row) => [row.id, row[field]]),
      `${name} joined by ${field} as ${JSON.stringify(user)}`,
    );
  }
}

function seenRows({ naive }: Trial, user: Person, name: Name): readonly Row[] {
  const by = naive.as(user, 'list', name);
  return naive.world[name]!.filter((row) => naive.sees(by, name, row)).toSorted(byId);
}

const hasColumn = ({ kind }: NaiveField): boolean => kind !== 'link' && kind !== 'computed';
const nameOf = ({ name }: NaiveField): string => name;

/** Always with the id, by which rows are compared in order. */
const randomFields = ({ dice }: Trial, name: Name): readonly string[] => [
  'id',
  ...dice.some(MODELS[name].fields.filter(hasColumn).map(nameOf), 0.3),
];

/** That a field has a value which some row has. */
function randomCondition({ dice, naive }: Trial, name: Name) {
  const kinds = ['text', 'integer', 'total'];
  const field = dice.pick(MODELS[name].fields.filter(({ kind }) => kinds.includes(kind))).name;
  const rows = naive.world[name]!;
  const value = rows.length > 0 ? (dice.pick(rows)[field] ?? null) : null;
  return { field, where: { [field]: value }, is: (row: Row) => (row[field] ?? null) === value };
}

/** A row as answers show it: each database has its own form of datetimes and JSON. */
function plainRow({ database }: Trial, name: Name, row: object): object {
  const isText = database.dialect.name === 'sqlite';
  const plain = Object.entries(row)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, value]) => {
      const kind = MODELS[name].fields.find((one) => one.name === key)?.kind;
      if (value === null || value === undefined) return [key, null];
      if (kind === 'json') return [key, isText ? JSON.parse(String(value)) : value];
      if (!['created', 'updated', 'deleted'].includes(kind ?? '')) return [key, value];
      const text = String(value).replace(' ', 'T');
      const moment = value instanceof Date ? value : new Date(/Z$/.test(text) ? text : `${text}Z`);
      return [key, toTheSecond(moment.toISOString())];
    });
  return Object.fromEntries(plain) as object;
}
