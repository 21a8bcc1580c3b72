import { expect } from 'vitest';
import type { Where } from '../../templates/service/engine/model/where.js';
import type { Person, Row } from '../../templates/tools/prove/naive/naive.js';
import { MODELS, type Name } from './random-policy.js';
import { byId, compare } from './random-query.js';
import { demandSame, outcome } from './told.js';
import { START, type Trial } from './trial.js';

/** To-many relations in plain words: whose records, by which of their fields. */
const CHILDREN: Partial<Record<Name, Record<string, readonly [Name, string]>>> = {
  Team: { items: ['Item', 'team_id'], remarks: ['Remark', 'team_id'] },
  Item: { parts: ['Item', 'part_of_id'], remarks: ['Remark', 'item_id'] },
};

/** What is told of a list without its records: groups, counts, the latest; and how many records belong to each. */
export async function askOverviews(trial: Trial, user: Person, name: Name): Promise<void> {
  const { dice } = trial;
  const [within, rows] = restricted(trial, user, name);
  await askGroups(trial, user, name, dice.pick(fieldsOf(name)), within, rows);
  await askFigures(trial, user, name);
  await askRows(trial, user, name);
  await askSince(trial, user, name, within, rows);
  await askRecent(trial, user, name, within, rows);
  await askCounts(trial, user, name);
}

const fieldsOf = (name: Name): readonly string[] => [
  ...MODELS[name].fields.map((field) => field.name),
  ...['id', '_label', 'pin', 'team'],
];

/** The rows that a list has, now and then only those of one tenant. */
function restricted(
  { dice, naive, engine }: Trial,
  user: Person,
  name: Name,
): readonly [Where | undefined, readonly Row[]] {
  const by = naive.as(user, 'list', name);
  const seen = naive.world[name]!.filter((row) => naive.sees(by, name, row));
  if (!engine.model(name).column.has('tenant_id') || dice.chance(0.5)) return [undefined, seen];
  const value = dice.pick([1, 2, 3]);
  const ofTenant = seen.filter((row) => row['tenant_id'] === value);
  return [{ op: 'eq', field: 'tenant_id', value }, ofTenant];
}

/** A door that gives anything but a text. */
async function askFor(trial: Trial, door: string, work: () => Promise<unknown>) {
  const text = async () => ({ text: JSON.stringify(await work()) });
  const told = await outcome(text(), 200);
  trial.count(door, told.status);
  return told;
}

async function askGroups(
  trial: Trial,
  user: Person,
  name: Name,
  field: string,
  within: Where | undefined,
  rows: readonly Row[],
): Promise<void> {
  const { naive } = trial;
  const told = await askFor(trial, 'groups', () =>
    trial.overviews(user, name).groups(field, within),
  );
  const where = `groups of ${name} by ${field} as ${JSON.stringify(user)}`;
  const kind =
    field === 'id' ? 'integer' : MODELS[name].fields.find((one) => one.name === field)?.kind;
  const sorts = kind !== undefined && !['json', 'link', 'computed'].includes(kind);
  if (!naive.may(user, 'list', name)) return expect(told.status, where).toBe(403);
  if (!sorts || !naive.readable(user, 'list', name).has(field))
    return expect(told.status, where).toBe(400);
  const counts = new Map<unknown, number>();
  for (const row of rows) counts.set(row[field] ?? null, (counts.get(row[field] ?? null) ?? 0) + 1);
  const expected = [...counts].map(([value, count]) => ({ value, count }));
  demandSame(sorted(told.record as never), sorted(expected), where);
}

const sorted = (groups: readonly object[]): readonly string[] =>
  groups.map((group) => JSON.stringify(group)).sort();

const UNGROUPED = ['json', 'link', 'computed'];

/** By some fields, with sums of others: of what may not be read there is no figure. */
async function askFigures(trial: Trial, user: Person, name: Name): Promise<void> {
  const { naive, dice } = trial;
  const [by, summed] = [dice.some(fieldsOf(name), 0.2), dice.some(fieldsOf(name), 0.15)];
  const query = {
    ...(by.length > 0 && { _by: by.join() }),
    ...(summed.length > 0 && { _sum: summed.join() }),
  };
  const told = await askFor(
    trial,
    'figures',
    async () => (await trial.overviews(user, name).aggregate({ ...query, _end: '50' })).groups,
  );
  const where = `figures of ${name} ${JSON.stringify(query)} as ${JSON.stringify(user)}`;
  if (!naive.may(user, 'list', name)) return expect(told.status, where).toBe(403);
  const readable = naive.readable(user, 'list', name);
  const kindOf = (field: string) =>
    field === 'id' ? 'integer' : MODELS[name].fields.find((one) => one.name === field)?.kind;
  const isKnown = (field: string) => readable.has(field) && kindOf(field) !== undefined;
  const isAllowed =
    by.length <= 4 &&
    by.every((field) => isKnown(field) && !UNGROUPED.includes(kindOf(field)!)) &&
    summed.every((field) => isKnown(field) && isWhole(field, name));
  if (!isAllowed) return expect(told.status, where).toBe(400);
  const who = naive.as(user, 'list', name);
  const seen = naive.world[name]!.filter((row) => naive.sees(who, name, row));
  const groups = new Map<string, Row[]>(by.length === 0 ? [['{}', []]] : []);
  for (const row of seen) {
    const key = JSON.stringify(Object.fromEntries(by.map((field) => [field, row[field] ?? null])));
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const expected = [...groups].map(([key, rows]) => ({
    by: JSON.parse(key) as object,
    count: rows.length,
    ...(summed.length > 0 && {
      sum: Object.fromEntries(
        summed.map((field) => [field, rows.reduce((sum, row) => sum + Number(row[field] ?? 0), 0)]),
      ),
    }),
  }));
  demandSame(sorted(told.record as never), sorted(expected), where);
}

/** The first records of a list, by their labels, and with the field that they are sorted by. */
async function askRows(trial: Trial, user: Person, name: Name): Promise<void> {
  const { naive, dice } = trial;
  const field = dice.pick(fieldsOf(name));
  const told = await askFor(trial, 'rows', () =>
    trial.overviews(user, name).rows({ _sort: field, _order: 'DESC' }),
  );
  const where = `rows of ${name} by ${field} as ${JSON.stringify(user)}`;
  const kind =
    field === 'id' ? 'integer' : MODELS[name].fields.find((one) => one.name === field)?.kind;
  if (!naive.may(user, 'list', name)) return expect(told.status, where).toBe(403);
  const sorts = kind !== undefined && !UNGROUPED.includes(kind);
  if (!sorts || !naive.readable(user, 'list', name).has(field))
    return expect(told.status, where).toBe(400);
  const who = naive.as(user, 'list', name);
  const seen = naive.world[name]!.filter((row) => naive.sees(who, name, row));
  const order = (one: Row, other: Row) => compare(other[field], one[field]) || byId(one, other);
  const expected = seen.toSorted(field === 'id' ? (one, other) => byId(other, one) : order);
  const shown = expected.slice(0, 10).map((row) => {
    const { id, _label, [field]: value } = naive.show(user, 'list', name, row);
    return { id, _label, [field]: value };
  });
  demandSame(told.record, shown, where);
}

const isWhole = (field: string, name: Name): boolean =>
  field === 'id' ||
  MODELS[name].fields.some((one) => one.name === field && ['integer', 'total'].includes(one.kind));

async function askSince(
  trial: Trial,
  user: Person,
  name: Name,
  within: Where | undefined,
  rows: readonly Row[],
): Promise<void> {
  const { naive, dice } = trial;
  const made = naive.world[name]!.flatMap((row) => (row['created_at'] as string | null) ?? []);
  const known = [...made, new Date(START).toISOString()];
  const moments = [dice.pick(known), dice.pick(known), dice.pick(known)];
  const told = await askFor(trial, 'counts since', () =>
    trial.overviews(user, name).countSince(moments, within),
  );
  const where = `counts of ${name} since ${moments.join()} as ${JSON.stringify(user)}`;
  if (!naive.may(user, 'list', name)) return expect(told.status, where).toBe(403);
  if (!naive.readable(user, 'list', name).has('created_at'))
    return expect(told.status, where).toBe(400);
  const expected = moments.map(
    (moment) => rows.filter((row) => (row['created_at'] as string) >= moment).length,
  );
  demandSame(told.record, expected, where);
}

async function askRecent(
  trial: Trial,
  user: Person,
  name: Name,
  within: Where | undefined,
  rows: readonly Row[],
): Promise<void> {
  const { naive } = trial;
  const told = await askFor(trial, 'recent', () => trial.overviews(user, name).recent(within));
  const where = `recent of ${name} as ${JSON.stringify(user)}`;
  if (!naive.may(user, 'list', name)) return expect(told.status, where).toBe(403);
  const readable = naive.readable(user, 'list', name);
  if (!readable.has('updated_at')) return expect(told.status, where).toBe(400);
  const latest = [...rows].sort((one, other) =>
    stampOf(other) > stampOf(one) ? 1 : stampOf(other) < stampOf(one) ? -1 : byId(one, other),
  );
  const shown = latest.map((row) => {
    const { id, _label, created_at, updated_at } = naive.show(user, 'list', name, row);
    return { id, _label, ...(created_at !== undefined && { created_at }), updated_at };
  });
  demandSame(told.record, atOnce(shown), where);
}

type Recent = Readonly<Record<string, unknown>>;

/** Four records and more of a minute are one line, those that it made apart from those that it changed. */
function atOnce(rows: readonly Recent[]): readonly object[] {
  const told: Recent[] = [];
  for (let rest = rows; rest.length > 0 && told.length < 10;) {
    const minute = Date.parse(stampOf(rest[0]!)) - 60_000;
    const isIn = (row: Recent, field: string) => Date.parse(String(row[field])) >= minute;
    const together = rest.filter((row) => isIn(row, 'updated_at'));
    const isNew = (row: Recent) => row['created_at'] === undefined || isIn(row, 'created_at');
    for (const kind of [together.filter(isNew), together.filter((row) => !isNew(row))])
      told.push(...(kind.length < 4 ? kind : [{ ...kind[0], count: kind.length }]));
    rest = rest.slice(together.length);
  }
  return told
    .toSorted((one, other) => Date.parse(stampOf(other)) - Date.parse(stampOf(one)))
    .slice(0, 10);
}

const stampOf = (row: Recent): string => String(row['updated_at']);

async function askCounts(trial: Trial, user: Person, name: Name): Promise<void> {
  const { naive, dice } = trial;
  const children = CHILDREN[name] ?? {};
  const asked = dice.some([...Object.keys(children), 'marks', 'lead'], 0.4);
  if (asked.length === 0) return;
  const listed = trial.records(user, name).list({ _count: asked.join(), _end: '50' });
  const told = await outcome(listed, 200);
  trial.count('list with _count', told.status);
  const where = `list of ${name} _count=${asked.join()} as ${JSON.stringify(user)}`;
  if (!naive.may(user, 'list', name)) return expect(told.status, where).toBe(403);
  const known = asked.every((relation) => {
    const [child, field] = children[relation] ?? [];
    return (
      child && naive.may(user, 'list', child) && naive.readable(user, 'list', child).has(field!)
    );
  });
  if (!known) return expect(told.status, where).toBe(400);
  const by = naive.as(user, 'list', name);
  const seen = naive.world[name]!.filter((row) => naive.sees(by, name, row)).slice(0, 50);
  const expected = seen.map((row) => ({
    ...naive.show(user, 'list', name, row),
    _count: Object.fromEntries(
      asked.map((relation) => {
        const [child, field] = children[relation]!;
        const own = naive.world[child]!.filter(
          (one) => one[field] === row.id && naive.sees(naive.as(user, 'list', child), child, one),
        );
        return [relation, own.length];
      }),
    ),
  }));
  demandSame(told.record, expected, where);
}
