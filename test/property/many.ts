import { expect } from 'vitest';
import type { BatchOperation } from '../../templates/service/engine/routes/batch/batch-operation.js';
import { doAll } from '../../templates/service/engine/routes/batch/do-operations.js';
import { HttpProblem } from '../../templates/service/engine/problem/problem.js';
import type { Person, Priced, World } from '../../templates/tools/prove/naive/naive.js';
import { ENTITIES, type Name } from './random-policy.js';
import { randomPayload } from './random-rows.js';
import { demandSame } from './told.js';
import type { Trial } from './trial.js';

const NAMES = Object.keys(ENTITIES) as Name[];
/** In the order of checks of a single write. */
const ORDER = [404, 412, 422, 403, 409];

type Payload = Record<string, unknown>;

/** Several writes by one request: they end as one by one, or none of them is done. */
export async function askMany(trial: Trial, user: Person): Promise<void> {
  const { dice } = trial;
  const name = dice.pick(NAMES);
  const count = 1 + dice.below(4);
  const kind = dice.pick(['create', 'change', 'batch'] as const);
  if (kind === 'create') await askCreates(trial, user, name, count);
  else if (kind === 'change') await askChanges(trial, user, name, count);
  else await askBatch(trial, user, count);
}

/** A write in plain words. */
type Write = (trial: Trial) => Priced;

async function askCreates(trial: Trial, user: Person, name: Name, count: number): Promise<void> {
  const { naive, dice } = trial;
  const payloads = Array.from({ length: count }, () =>
    randomPayload(dice, name, user, naive, null, true),
  );
  const where = `create ${name} ${JSON.stringify(payloads)} as ${JSON.stringify(user)}`;
  // Known once they are written.
  let ids = payloads.map((_, at) => 2_000_000 + at);
  const writes = payloads.map(
    (payload, at): Write =>
      () =>
        naive.create(user, name, payload, ids[at]!),
  );
  const unmade = payloads.map(
    (payload): Write =>
      () =>
        naive.create(user, name, payload, null!),
  );
  const ask = async () => {
    const { records } = await trial.records(user, name).createMany(payloads);
    ids = records.map(({ id }) => id as number);
    return records;
  };
  await compare(trial, { writes, unmade, where, door: 'create many', ask });
}

async function askChanges(trial: Trial, user: Person, name: Name, count: number): Promise<void> {
  const { naive, dice } = trial;
  const rows = naive.world[name]!;
  const ids = [...new Set(Array.from({ length: count }, () => dice.pick(rows)?.id ?? 1_000_000))];
  const changes = ids.map((id) => ({
    id,
    values: randomPayload(
      dice,
      name,
      user,
      naive,
      rows.find((row) => row.id === id) ?? null,
      false,
    ),
  }));
  const where = `change ${name} ${JSON.stringify(changes)} as ${JSON.stringify(user)}`;
  const writes = changes.map(
    ({ id, values }): Write =>
      () =>
        naive.update(user, name, id, values, false, () => true),
  );
  const ask = () => trial.records(user, name).updateMany(changes);
  await compare(trial, { writes, where, door: 'change many', ask });
}

async function askBatch(trial: Trial, user: Person, count: number): Promise<void> {
  const { naive, dice, engine, database } = trial;
  const operations: BatchOperation[] = [];
  const writes: Write[] = [];
  for (let index = 0; index < count; index++) {
    const name = dice.pick(NAMES);
    const method = dice.pick(['put', 'patch', 'delete'] as const);
    const rows = naive.world[name]!;
    const row = rows.length > 0 ? dice.pick(rows) : null;
    const id = row?.id ?? 1_000_000;
    const body: Payload = randomPayload(dice, name, user, naive, row, method === 'put');
    const records = trial.records(user, name);
    const model = engine.model(name);
    const contained = new Map<string, never>();
    operations.push({
      ...{ index, method, model, records, contained, id },
      ...{ on: null, body, ifMatch: undefined },
    });
    writes.push(() =>
      method === 'delete'
        ? naive.remove(user, name, id, () => true)
        : naive.update(user, name, id, body, method === 'put', () => true),
    );
  }
  const told = operations.map(({ method, model, id, body }) => [method, model.name, id, body]);
  const where = `batch ${JSON.stringify(told)} as ${JSON.stringify(user)}`;
  const { world } = naive;
  const [first, after] = inTurn(trial, writes);
  const status = await statusOf(async () => {
    await database.write(() => doAll(operations));
  });
  trial.count('batch', status);
  // Operations that are alike are checked together, and the check that comes first decides.
  expect(status >= 400, where).toBe(first !== undefined);
  naive.world = first === undefined ? after : world;
  demandSame(await trial.stored(), naive.world, where);
}

/** Writes that are asked for together. */
interface Together {
  readonly writes: readonly Write[];
  /** New rows as long as they have no id. */
  readonly unmade?: readonly Write[];
  readonly where: string;
  readonly door: string;
  readonly ask: () => Promise<readonly object[]>;
}

/** Asks for writes of one kind together; where it depends on what the others have done, either outcome is fine. */
async function compare(
  trial: Trial,
  { writes, unmade = [], where, door, ask }: Together,
): Promise<void> {
  const { naive } = trial;
  const { world } = naive;
  const byItself = (write: Write) => {
    naive.world = structuredClone(world);
    const { status } = write(trial).outcome;
    naive.world = world;
    return status;
  };
  const alone = writes.map(byItself);
  const refused = alone.filter((status) => status >= 400);
  const expected = ORDER.find((status) => refused.includes(status));
  let places: readonly unknown[] = [];
  const status = await statusOf(ask, (problem) => {
    places = [...new Set(problem.problems.map(({ index }) => index))];
  });
  trial.count(door, status);
  const [failed, after] = inTurn(trial, writes);
  const stored = await trial.stored();
  if (status >= 400) {
    demandSame(stored, world, where);
    if (expected === undefined) return expect(failed, where).toBeDefined();
    // A row that another role shows is refused before values are looked at. A new row that is refused with others has no id: a rule
    // about ids may hide the row only once it has an id, or only before.
    const hidden = unmade.map(byItself);
    const also = [
      ...([...alone, ...hidden].includes(403) ? [403] : []),
      ...(expected === 403 ? [409] : []),
    ];
    expect([expected, ...also], where).toContain(status);
    // All of a user's writes of a model are refused where their roles do not allow any.
    const mayNot = alone.every((one) => one === 403) && places.length === 0;
    if (mayNot || status === 409) return;
    const wrongIn = (some: readonly number[]) =>
      some.flatMap((one, at) => (one === status ? [at] : []));
    const wrong = wrongIn(alone);
    if (status === 403)
      expect([...wrong, ...wrongIn(hidden)], where).toEqual(expect.arrayContaining([...places]));
    else expect(places, where).toEqual(wrong);
    return;
  }
  // What one of them takes, another may have given up before, and so may a row that would close a circle.
  const isMended = (expected === 409 || expected === 422) && failed === undefined;
  if (!isMended) expect(expected, where).toBeUndefined();
  trial.counts[`${door} done`] = (trial.counts[`${door} done`] ?? 0) + 1;
  if (failed === undefined) demandSame(stored, after, where);
  naive.world = stored;
}

/** The world after writes one by one, or the status of the first that is refused. */
function inTurn(
  trial: Trial,
  writes: readonly Write[],
): readonly [failed: number | undefined, after: World] {
  const { naive } = trial;
  const { world } = naive;
  naive.world = structuredClone(world);
  let failed: number | undefined;
  for (const write of writes) {
    const { status } = write(trial).outcome;
    if (status >= 400) failed ??= status;
  }
  const after = naive.world;
  naive.world = world;
  return [failed, after];
}

async function statusOf(
  work: () => Promise<unknown>,
  told: (problem: HttpProblem) => void = () => undefined,
): Promise<number> {
  try {
    await work();
    return 200;
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
    told(error);
    return error.status;
  }
}
