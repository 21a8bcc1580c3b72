import { nobodyOf, pathOf, recordPath, type Proof, type Question } from '../doors/door.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Naive, Person, Row } from '../naive/naive.js';
import type { Answer, Request } from '../service/request.js';
import { foretell } from './foretell.js';
import { judgeWrite, UNMADE, type Write } from './judge-write.js';
import { isAlike, kindsOf } from './kinds.js';
import { changesOf, newRecords, type Payload, type Values, type Writing } from './payloads.js';

/** A write, and the request that asks for it. */
export interface AskedWrite {
  readonly write: Write;
  readonly request: Request;
}

/**
 * Asks the questions of a door: a write, and where the rules refuse it for what is hidden, first a write about what does not exist,
 * whose answer must be the same.
 */
export class Writes {
  /** The answers about what does not exist, by request. */
  readonly #answers = new Map<string, Answer>();

  constructor(
    private readonly proof: Proof,
    private readonly door: string,
  ) {}

  *ask(asked: AskedWrite, unknown: AskedWrite | null = null): Generator<Question> {
    const { naive } = this.proof;
    const status = statusOf(naive, asked.write);
    const isSecret = unknown && (status === 404 || status === 422);
    if (!isSecret || statusOf(naive, unknown.write) !== status) return yield this.#question(asked);
    const key = JSON.stringify(unknown.request);
    if (!this.#answers.has(key))
      yield this.#question(unknown, (answer) => void this.#answers.set(key, answer));
    yield this.#question(asked, (answer) => {
      const other = this.#answers.get(key);
      if (!other) return null;
      const [told, expected] = [textOf(answer, asked), textOf(other, unknown)];
      if (told === expected || answer.status !== status || other.status !== status) return null;
      return { expected: `the answer about what does not exist: ${expected}`, told };
    });
  }

  /** Only whether writes are refused at all is asked of an actor who may not do any. */
  *refusals(writes: readonly AskedWrite[]): Generator<Question> {
    for (const one of writes) yield this.#question(one);
  }

  #question(
    { write, request }: AskedWrite,
    more: (answer: Answer) => ReturnType<Question['judge']> | void = () => null,
  ): Question {
    return {
      model: write.model.name,
      request,
      judge: (answer, after) => judgeWrite(write, answer, after) ?? more(answer) ?? null,
    };
  }

  /** A change of a row, or of one that does not exist. */
  change(
    method: 'PATCH' | 'PUT',
    { actor, model }: Pick<Writing, 'actor' | 'model'>,
    id: Row['id'],
    values: Values,
    headers?: Request['headers'],
  ): AskedWrite {
    const { proof, door } = this;
    const replace = method === 'PUT';
    const plain = (naive: Naive) =>
      naive.update(actor, model.name, id, { ...values }, replace, () => true);
    return {
      write: { proof, door, actor, model, action: 'edit', id, values, plain },
      request: {
        method,
        path: recordPath(model, id),
        body: values,
        ...(headers && { headers }),
      },
    };
  }

  create({ actor, model }: Pick<Writing, 'actor' | 'model'>, values: Values): AskedWrite {
    const { proof, door } = this;
    const plain = (naive: Naive, made: Row['id']) =>
      naive.create(actor, model.name, { ...values }, made);
    return {
      write: { proof, door, actor, model, action: 'create', id: null, values, plain },
      request: { method: 'POST', path: pathOf(model), body: values },
    };
  }

  remove({ actor, model }: Pick<Writing, 'actor' | 'model'>, id: Row['id']): AskedWrite {
    const { proof, door } = this;
    const plain = (naive: Naive) => naive.remove(actor, model.name, id, () => true);
    return {
      write: { proof, door, actor, model, action: 'delete', id, values: {}, plain },
      request: { method: 'DELETE', path: recordPath(model, id) },
    };
  }
}

const statusOf = (naive: Naive, { plain }: Write): number =>
  foretell(naive, (one) => plain(one, UNMADE)).status;

/** An answer without what differs from request to request: the request's own id, and the id that it asks for, or its beginning. */
function textOf({ status, text }: Answer, { write: { id } }: AskedWrite): string {
  const own = text.replace(/,"request_id":"[^"]*"/, '');
  const ids = id === null ? [] : [String(id), String(id).slice(0, TOLD)];
  const told = ids.reduce(
    (rest, one) => rest.replaceAll(new RegExp(`(?<!\\w)${literally(one)}(?!\\w)`, 'g'), '{id}'),
    own,
  );
  return `${status} ${told}`;
}

/** How much of an id a sentence tells. */
const TOLD = 40;

const literally = (id: string): string => id.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Whether a door asks nothing of a model, since other code writes it; says so. */
export function isBeyond(
  { service: { code }, note }: Proof,
  model: ModelInfo,
  method: 'post' | 'put' | 'patch' | 'delete',
): boolean {
  if (!code.isReplaced(model, method)) return false;
  note(
    `${method.toUpperCase()} ${pathOf(model)}${method === 'post' ? '' : '/{id}'}`,
    'an endpoint of the project stands in for the generated one',
  );
  return true;
}

/** Whether rules of administration govern the writes of a model; says so. */
export function isAdministered({ service: { code }, note }: Proof, model: ModelInfo): boolean {
  if (!code.isBuiltIn(model)) return false;
  note(`writes of ${model.name}`, 'more than access rules govern them: only refusals are asked');
  return true;
}

/** The changes of rows that a door asks for: of each kind of row each payload, or of an actor who stands like another a few. */
export function* askChanges(
  proof: Proof,
  actor: Person,
  model: ModelInfo,
  { door, method, whole }: { door: string; method: 'PATCH' | 'PUT'; whole?: Whole },
): Generator<Question> {
  const writes = new Writes(proof, door);
  const writing: Writing = { proof, actor, action: 'edit', model };
  const asked = (id: Row['id'], values: Values) => writes.change(method, writing, id, values);
  const kinds = kindsOf(proof, actor, model);
  if (!proof.naive.may(actor, 'edit', model.name)) {
    const ids = [...kinds.slice(0, 1).map(({ row }) => row.id), nobodyOf(model)];
    return yield* writes.refusals(ids.map((id) => asked(id, {})));
  }
  if (isAdministered(proof, model)) return;
  const some = isAlike(proof, door, actor, model) ? onePerStatus(proof) : () => true;
  const by = proof.naive.as(actor, 'edit', model.name);
  for (const { row, isFirst } of kinds) {
    // A hidden row is looked for before the payload is looked at.
    const most = proof.naive.sees(by, model.name, row) ? Infinity : MOST_HIDDEN;
    let asks = 0;
    for (const payload of changesOf(writing, row)) {
      if (!isFirst && payload.field !== null && !payload.isRule) continue;
      if (asks++ >= most) break;
      const of = (values: Values) => asked(row.id, whole ? whole(writing, row, values) : values);
      const one = of(payload.values);
      if (!some(one.write)) continue;
      count(one.write, payload);
      yield* writes.ask(one, unknownOf(proof, one, payload, of, asked));
    }
  }
}

/** Counts a write of a field that a rule looks at. */
function count({ proof, actor, model, id, values }: Write, { field, isRule }: Payload): void {
  if (!isRule || field === null) return;
  proof.attempts.asked({ model: model.name, field, actor, id, value: values[field] });
}

/** A whole record with these values in it. */
export type Whole = (writing: Writing, row: Row, values: Values) => Values;

/** The question about what does not exist: of a row that is hidden about no row, of a hidden reference about one to no row. */
function unknownOf(
  { naive }: Proof,
  { write }: AskedWrite,
  { unknown }: Payload,
  of: (values: Values) => AskedWrite,
  asked: (id: Row['id'], values: Values) => AskedWrite,
): AskedWrite | null {
  if (statusOf(naive, write) === 404) return asked(nobodyOf(write.model), write.values);
  return unknown ? of(unknown) : null;
}

/** New records that a door asks for. */
export function* askCreates(
  proof: Proof,
  actor: Person,
  model: ModelInfo,
  door: string,
): Generator<Question> {
  const writes = new Writes(proof, door);
  const writing: Writing = { proof, actor, action: 'create', model };
  if (!proof.naive.may(actor, 'create', model.name))
    return yield* writes.refusals([writes.create(writing, {})]);
  if (isAdministered(proof, model)) return;
  if (!proof.samples.get(model.name)?.length)
    return proof.note(`${door} of ${model.name}`, 'no valid record could be made');
  const some = isAlike(proof, door, actor, model) ? onePerStatus(proof) : () => true;
  for (const payload of newRecords(writing)) {
    const { values, unknown } = payload;
    const one = writes.create(writing, values);
    if (!some(one.write)) continue;
    count(one.write, payload);
    yield* writes.ask(one, unknown ? writes.create(writing, unknown) : null);
  }
}

/** Payloads of a row that the writer does not see. */
const MOST_HIDDEN = 2;

/** Lets through the first write of each outcome that the rules foretell. */
export function onePerStatus({ naive }: Proof): (write: Write) => boolean {
  const known = new Set<string>();
  return (write) => {
    const { status, world } = foretell(naive, (one) => write.plain(one, UNMADE));
    const key = `${status} ${world !== naive.world}`;
    if (known.has(key)) return false;
    known.add(key);
    return true;
  };
}
