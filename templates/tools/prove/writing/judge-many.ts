import { isDeepStrictEqual } from 'node:util';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import { wrongStatus, type Wrong } from '../doors/door.js';
import type { Naive, Row, World } from '../naive/naive.js';
import type { Answer } from '../service/request.js';
import { foretell, foretellAll, type Foretold } from './foretell.js';
import {
  isTaken,
  newIds,
  UNMADE,
  wrongAnswer,
  wrongRefusal,
  wrongRest,
  wrongRows,
  type Write,
} from './judge-write.js';

/** In the order of checks of a single write. */
const ORDER = [400, 404, 412, 422, 403, 409];

/** An outcome of a write among others. */
interface Outcome {
  readonly status: number;
  readonly record?: Row;
  readonly problem?: object;
}

/** All of the writes, or none of them. `records` reads those of an answer. */
export function judgeTogether(
  writes: readonly Write[],
  answer: Answer,
  after: World,
  records: (body: unknown) => readonly (Row | undefined)[],
): Wrong | null {
  const [first] = writes as [Write];
  const { proof } = first;
  const { naive } = proof;
  const before = naive.world;
  const made = madeIds(writes, before, after);
  const plain = writes.map((one, at) => (rules: Naive) => one.plain(rules, made[at]!));
  const { alone, status, world } = foretellAll(naive, plain);
  if (answer.status >= 400)
    return (
      wrongTogether(writes, { alone, status, world }, answer) ??
      writes.map((one) => wrongRest(one, before, after)).find((wrong) => wrong !== null) ??
      null
    );
  if (status >= 400) return wrongStatus(`${status}, and none of it done`, answer);
  return wrongDone(writes, made, { world, after, told: records(answer.body) });
}

/** The ids of new rows, in the order of the writes: keys that are random say nothing of it, so each row has the values of its write. */
function madeIds(writes: readonly Write[], before: World, after: World): readonly Row['id'][] {
  const ids = new Map<ModelInfo, Row['id'][]>(
    writes.map(({ model }) => [model, [...newIds(model, before, after)]]),
  );
  let last: Row['id'] = UNMADE;
  return writes.map(({ model, id, action, values }, at) => {
    // A change without an id is that of the record that was made just before.
    if (id !== null || action !== 'create') return id ?? last;
    last = takeMade(ids.get(model)!, values, after[model.name]!) ?? UNMADE - at;
    return last;
  });
}

/** Takes the id of the row that a write has made: the first row with the values of the write. */
export function takeMade(
  ids: Row['id'][],
  values: Write['values'],
  rows: readonly Row[],
): Row['id'] | undefined {
  const made = ids.map((id) => rows.find((row) => row.id === id)!);
  const own = made.findIndex((row) => isSubsetOf(values, row));
  return ids.splice(Math.max(0, own), 1)[0];
}

const isSubsetOf = (values: Write['values'], row: Row): boolean =>
  Object.entries(values).every(
    ([name, value]) => !(name in row) || isDeepStrictEqual(row[name], value),
  );

/** The refusal of writes that are refused together: for the check that comes first, whichever write fails there. */
function wrongTogether(
  writes: readonly Write[],
  { alone, status, world }: ReturnType<typeof foretellAll>,
  answer: Answer,
): Wrong | null {
  const told = answer.status;
  const mayNot = writes.some(
    ({ proof, actor, action, model }) => !proof.naive.may(actor, action, model.name),
  );
  if (mayNot) return told === 403 ? null : wrongStatus(403, answer);
  const refused = ORDER.filter((one) => alone.includes(one));
  // Operations that are alike are checked together: any of them may be told first.
  if (refused.includes(told) || told === status) return null;
  const mayBeTaken = writes.some(({ proof, model, id }) =>
    isTaken(model, proof.naive.world, world, id),
  );
  if (told === 409 && (refused.includes(403) || mayBeTaken)) return null;
  const first = { status: refused[0] ?? status, world };
  for (const one of writes) if (wrongRefusal(one, first, answer) === null) return null;
  return wrongStatus(first.status, answer);
}

/** The rows after writes that were done, and their records. */
function wrongDone(
  writes: readonly Write[],
  made: readonly Row['id'][],
  { world, after, told }: { world: World; after: World; told: readonly (Row | undefined)[] },
): Wrong | null {
  const all = writes.map((write, at) => ({ write, id: made[at]! }));
  for (const { door, model, proof } of writes) proof.attempts.succeeded(door, model.name);
  const wrong = wrongRows(all, world, after);
  if (wrong) return wrong;
  for (const [at, { write, id }] of all.entries()) {
    const isLast = !all
      .slice(at + 1)
      .some((one) => one.id === id && one.write.model === write.model);
    if (write.action === 'delete' || !told[at] || !isLast) continue;
    const found = wrongAnswer(write, told[at], after, id);
    if (found) return found;
  }
  return null;
}

/** Each of the writes by itself: 207 with an outcome for each. */
export function judgeEach(writes: readonly Write[], answer: Answer, after: World): Wrong | null {
  const [first] = writes as [Write];
  const { proof } = first;
  const { naive } = proof;
  const mayNot = writes.some(({ actor, action, model }) => !naive.may(actor, action, model.name));
  if (mayNot && answer.status === 403) return null;
  if (answer.status !== 207 || mayNot) return wrongStatus(mayNot ? 403 : 207, answer);
  const outcomes = answer.body as readonly Outcome[];
  const before = naive.world;
  const ids = new Map<ModelInfo, Row['id'][]>(
    writes.map(({ model }) => [model, [...newIds(model, before, after)]]),
  );
  const made: Row['id'][] = [];
  try {
    for (const [at, write] of writes.entries()) {
      const { status } = outcomes[at]!;
      const { model, values } = write;
      const own = () => takeMade(ids.get(model)!, values, after[model.name]!);
      made.push(write.id ?? (status < 400 ? own() : undefined) ?? UNMADE);
      const foretold = foretell(naive, (rules) => write.plain(rules, made[at]!));
      const wrong = wrongOutcome(write, foretold, outcomes[at]!);
      if (wrong) return wrong;
      if (status < 400) naive.world = foretold.world;
    }
    const { world } = naive;
    naive.world = before;
    const done = [...writes.keys()].filter((at) => outcomes[at]!.status < 400);
    if (done.length === 0) return wrongRest(first, before, after);
    const some = <T>(all: readonly T[]) => done.map((at) => all[at]!);
    const told = some(outcomes).map(({ record }) => record);
    return wrongDone(some(writes), some(made), { world, after, told });
  } finally {
    naive.world = before;
  }
}

/** An outcome of a write that is done by itself, as the answer of its own request. */
function wrongOutcome(write: Write, foretold: Foretold, outcome: Outcome): Wrong | null {
  const { status, problem } = outcome;
  const text = JSON.stringify(outcome);
  const answer: Answer = { status, headers: new Headers(), text, body: problem };
  if (status >= 400) return wrongRefusal(write, foretold, answer);
  return foretold.status >= 400 ? wrongStatus(foretold.status, answer) : null;
}
