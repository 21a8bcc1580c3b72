import { isDeepStrictEqual } from 'node:util';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import { wrongStatus, type Proof, type Wrong } from '../doors/door.js';
import { wrongRecord } from '../doors/record-of.js';
import type { Naive, Person, Priced, Row, World } from '../naive/naive.js';
import type { Answer } from '../service/request.js';
import { differences, type Difference, type Loose } from './compare-worlds.js';
import { foretell, type Foretold } from './foretell.js';

/** One write of one record, by the rules in plain words. */
export interface Write {
  readonly proof: Proof;
  readonly door: string;
  readonly actor: Person;
  readonly model: ModelInfo;
  readonly action: 'create' | 'edit' | 'delete';
  /** The row to change; null for a new one. */
  readonly id: Row['id'] | null;
  readonly values: Readonly<Record<string, unknown>>;
  /** `made` is the id that a new row got. */
  readonly plain: (naive: Naive, made: Row['id']) => Priced;
}

/** The id of a row that was not made. */
export const UNMADE = 999_999_998;

/** Whether a write was answered, and done or not, as the rules say. `after` are the rows once it was answered. */
export function judgeWrite(write: Write, answer: Answer, after: World): Wrong | null {
  const { proof, model, action } = write;
  const { naive } = proof;
  const before = naive.world;
  const [made = UNMADE] = newIds(model, before, after);
  const foretold = foretell(naive, (plain) => write.plain(plain, made));
  if (answer.status >= 400)
    return wrongRefusal(write, foretold, answer) ?? wrongRest(write, before, after);
  if (foretold.status >= 400) return wrongStatus(foretold.status, answer);
  proof.attempts.succeeded(write.door, model.name);
  const id = write.id ?? made;
  const wrong = wrongRows([{ write, id }], foretold.world, after) ?? wrongLanding(write, after, id);
  if (wrong || action === 'delete') return wrong;
  return wrongAnswer(write, answer.body as Row, after, id);
}

export function newIds({ name }: ModelInfo, before: World, after: World): readonly Row['id'][] {
  if (before[name] === after[name]) return [];
  const known = new Set(before[name]!.map(({ id }) => id));
  return after[name]!.map(({ id }) => id).filter((id) => !known.has(id));
}

/** A refusal: checks of access answer as the rules say; checks of values and the project's own code may come before them. */
export function wrongRefusal(
  { proof, door, model, action, actor, id }: Omit<Write, 'plain' | 'values'>,
  { status, world }: Foretold,
  answer: Answer,
): Wrong | null {
  const told = answer.status;
  if (told === status) return null;
  const isBeforeValues =
    [400, 404, 412].includes(status) || !proof.naive.may(actor, action, model.name);
  if (isBeforeValues) return wrongStatus(status, answer);
  if (proof.service.code.mayRefuse(model) || (told === 422 && isAboutValues(answer, model))) {
    if (status < 400) proof.attempts.refused(door, model.name);
    return null;
  }
  // A rule of values, too, which is checked after those of access.
  if (told === 409 && (status < 400 || status === 422) && isOverlap(answer)) {
    if (status < 400) proof.attempts.refused(door, model.name);
    return null;
  }
  if (
    told === 409 &&
    (status < 400 || status === 403) &&
    isTaken(model, proof.naive.world, world, id)
  )
    return null;
  return wrongStatus(status, answer);
}

/** Whether the period of a record would overlap with that of another one. */
function isOverlap({ body }: Answer): boolean {
  const { code, problems = [] } = (body ?? {}) as {
    code?: string;
    problems?: readonly { code?: string }[];
  };
  return code === 'overlap' || problems.some((one) => one.code === 'overlap');
}

/** Whether the service refuses values alone, and nothing that they refer to. */
function isAboutValues({ body }: Answer, model: ModelInfo): boolean {
  const { problems = [] } = (body ?? {}) as { problems?: readonly { field: string }[] };
  const tenants = (model.access.rows ?? []).flatMap((rule) =>
    'field' in rule ? [rule.field] : [],
  );
  return (
    problems.length > 0 &&
    problems.every(({ field }) => {
      const column = model.column.get(field);
      return column !== undefined && column.reference === null && !tenants.includes(field);
    })
  );
}

/** Whether a row that the write would store has the values of another row where they must be unique. */
export function isTaken(
  { name, uniques }: ModelInfo,
  before: World,
  foretold: World,
  id: Row['id'] | null,
): boolean {
  const known = new Set(before[name]!.map((row) => row.id));
  const written = foretold[name]!.filter((row) => row.id === id || !known.has(row.id));
  return written.some((row) =>
    uniques.some(({ columns }) =>
      foretold[name]!.some(
        (other) =>
          other.id !== row.id &&
          columns.every((one) => row[one] != null && isDeepStrictEqual(row[one], other[one])),
      ),
    ),
  );
}

/** After a refusal nothing has changed. */
export function wrongRest(
  { proof, model }: Pick<Write, 'proof' | 'model'>,
  before: World,
  after: World,
): Wrong | null {
  const [first] = differences(proof, before, after);
  if (!first) return null;
  if (!proof.service.code.hasHooks(model)) return first;
  proof.note(`hooks of ${model.name}`, 'they change rows although the write is refused');
  return null;
}

/** A write that was done, and the row that it wrote. */
export interface Done {
  readonly write: Pick<Write, 'proof' | 'model' | 'values'>;
  readonly id: Row['id'];
}

/** The rows are those that the rules foretell; only the project's own hooks may change more. */
export function wrongRows(
  all: readonly Done[],
  foretold: World,
  after: World,
  isFree: (model: ModelInfo, field: string) => boolean = () => false,
): Wrong | null {
  const { proof } = all[0]!.write;
  const { code } = proof.service;
  const written = (model: ModelInfo, id: Row['id']) =>
    all.find((one) => one.write.model === model && one.id === id)?.write;
  const isLoose: Loose = (model, id, field) =>
    isFree(model, field) || isClocked(written(model, id), field);
  for (const one of differences(proof, foretold, after, isLoose)) {
    const models = [...all.map(({ write }) => write.model), one.model];
    const hooked = models.find((some) => code.hasHooks(some));
    if (!hooked) return one;
    const own = written(one.model, one.id);
    if (!own) proof.note(`hooks of ${hooked.name}`, `they change other rows: ${one.model.name}`);
    else if (isTakenOver(own, one, foretold, after)) return one;
  }
  return null;
}

/** Whether a field has the value that was sent although its writer may not write it: no hook would set it. */
function isTakenOver(
  { values }: Pick<Write, 'values'>,
  { model, id, field }: Difference,
  foretold: World,
  after: World,
): boolean {
  if (field === null || !(field in values)) return false;
  const valueIn = (world: World) => world[model.name]!.find((row) => row.id === id)?.[field];
  const sent = values[field];
  return isDeepStrictEqual(valueIn(after), sent) && !isDeepStrictEqual(valueIn(foretold), sent);
}

/** Whether the database or the clock sets the field of a written row, because no value was sent. */
function isClocked(write: Pick<Write, 'model' | 'values'> | undefined, field: string): boolean {
  if (!write || field in write.values) return false;
  return (write.model.column.get(field)?.default?.kind ?? 'value') !== 'value';
}

/** No write puts a row where its writer may not put it. */
function wrongLanding(
  { proof: { naive }, actor, model, action }: Pick<Write, 'proof' | 'actor' | 'model' | 'action'>,
  after: World,
  id: Row['id'],
): Wrong | null {
  if (action === 'delete') return null;
  const before = naive.world;
  naive.world = after;
  try {
    const by = naive.as(actor, action, model.name);
    if (naive.seen(by, model.name, id)) return null;
    const name = `${model.name} ${id}`;
    return { expected: `${name} stays in the rows of its writer`, told: `${name} is beyond them` };
  } finally {
    naive.world = before;
  }
}

/** The record of an answer has the fields that its writer may read, as they are stored. */
export function wrongAnswer(
  { proof: { naive }, actor, model, action }: Pick<Write, 'proof' | 'actor' | 'model' | 'action'>,
  told: Row | undefined,
  after: World,
  id: Row['id'],
): Wrong | null {
  const row = after[model.name]!.find((one) => one.id === id)!;
  if (told?.id !== id) return { expected: `${model.name} ${id}`, told: JSON.stringify(told) };
  const lines = model.children.filter(({ isLines }) => isLines).map(({ name }) => name);
  const record = Object.fromEntries(
    Object.entries(told).filter(([name]) => !lines.includes(name)),
  ) as Row;
  const before = naive.world;
  naive.world = after;
  try {
    if (action !== 'create' && !naive.may(actor, 'show', model.name)) {
      const more = Object.keys(record).filter((name) => name !== 'id' && name !== '_label');
      return more.length === 0 ? null : { expected: 'id and _label alone', told: more.join(', ') };
    }
    return wrongRecord(record, row, { naive, actor, action, model });
  } finally {
    naive.world = before;
  }
}
