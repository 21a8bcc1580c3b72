import { setTimeout } from 'node:timers/promises';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Person, Row } from '../naive/naive.js';
import type { Answer, Request } from '../service/request.js';
import type { ProvedService } from '../service/start-service.js';
import { Writes } from '../writing/ask-write.js';
import { foretell } from '../writing/foretell.js';
import {
  newIds,
  UNMADE,
  wrongRefusal,
  wrongRest,
  wrongRows,
  type Write,
} from '../writing/judge-write.js';
import { isAlike, kindsOf } from '../writing/kinds.js';
import { changesOf, newRecords, type Values, type Writing } from '../writing/payloads.js';
import { nobodyOf, wrongStatus, type Door, type Proof, type Question, type Wrong } from './door.js';

/** What an import tells its owner. */
interface Told {
  readonly id: number;
  readonly state: string;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly error: string | null;
}

/** A file of one row, as far as it was taken. */
interface Outcome {
  readonly request: Request;
  readonly answer: Answer;
  /** Null where the file was refused before its row was looked at. */
  readonly told: Told | null;
  readonly problems: readonly { readonly field: string; readonly code: string }[];
}

/** Files of one row each: what a check and a run tell and do is what the same write by itself comes to, for hidden rows, too. */
export const fileImport: Door = {
  name: 'import',
  feature: 'import',
  writes: true,
  claims: ({ path }) => path.startsWith('/_imports'),
  async *questions(proof, actor, model) {
    const { naive, service } = proof;
    const isOpen = (method: 'post' | 'patch') => !service.code.isReplaced(model, method);
    if (service.code.isBuiltIn(model) || !(isOpen('post') && isOpen('patch'))) return;
    const [mayCreate, mayEdit] = ['create', 'edit'].map((one) => naive.may(actor, one, model.name));
    if (!mayCreate && !mayEdit) return yield refusal(model);
    if (isAlike(proof, 'import', actor, model)) return;
    if (mayCreate) yield* askNew(proof, actor, model);
    if (!mayEdit) return;
    yield* askChanged(proof, actor, model);
    yield* askGuesses(proof, actor, model);
  },
};

const uploadOf = ({ prefix }: ModelInfo, values: Values): Request => ({
  method: 'POST',
  path: `/_imports?model=${prefix}`,
  body: [Object.keys(values), Object.values(values)]
    .map((cells) => cells.map(cellOf).join(','))
    .join('\n'),
});

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const isPlain = typeof value !== 'object' || Array.isArray(value);
  const text = isPlain ? String(value as string) : JSON.stringify(value);
  return `"${text.replaceAll('"', '""')}"`;
}

const refusal = (model: ModelInfo): Question => ({
  model: model.name,
  request: uploadOf(model, { id: 1 }),
  judge: (answer) => (answer.status === 403 ? null : wrongStatus(403, answer)),
});

/** New records: a check of each outcome and of each reference to a hidden row, and a run of the first. */
async function* askNew(proof: Proof, actor: Person, model: ModelInfo): AsyncGenerator<Question> {
  const writing: Writing = { proof, actor, action: 'create', model };
  const writes = new Writes(proof, 'import');
  const known = new Set<string>();
  for (const { values, field, unknown } of newRecords(writing)) {
    const { write } = writes.create(writing, values);
    const status = statusOf(write);
    const key = unknown ? `${status} ${field}` : String(status);
    if (known.has(key)) continue;
    known.add(key);
    yield* asked(
      write,
      unknown && statusOf({ ...write, ...writes.create(writing, unknown).write }) === status
        ? unknown
        : null,
    );
    if (known.size === 1) yield* run(write);
  }
}

/** Changes of a row of each kind, found by its id; and of no row. */
async function* askChanged(
  proof: Proof,
  actor: Person,
  model: ModelInfo,
): AsyncGenerator<Question> {
  const writing: Writing = { proof, actor, action: 'edit', model };
  const writes = new Writes(proof, 'import');
  for (const { row, isFirst } of kindsOf(proof, actor, model)) {
    if (!isFirst) continue;
    const payload = [...changesOf(writing, row)].find(({ field }) => field !== null);
    if (!payload) return;
    const { write } = writes.change('PATCH', writing, row.id, payload.values);
    const isHidden = statusOf(write) === 404;
    yield* asked(write, isHidden ? { id: nobodyOf(model), ...payload.values } : null);
    yield* run(write);
  }
}

/** The value of a field that the writer may not read: a file with the right value must look like a file with another value. */
async function* askGuesses(
  proof: Proof,
  actor: Person,
  model: ModelInfo,
): AsyncGenerator<Question> {
  const { naive } = proof;
  const { name } = model;
  const readable = naive.readable(actor, 'edit', name);
  const listed = naive.readable(actor, 'list', name);
  const by = naive.as(actor, 'edit', name);
  for (const field of naive.writable(actor, 'edit', name)) {
    if (readable.has(field) && listed.has(field)) continue;
    if (model.column.get(field)?.reference !== null || isPart(field, model)) continue;
    const rows = naive.world[name]!.filter((row) => naive.sees(by, name, row));
    const [one, other] = rows.filter((row) => row[field] !== null);
    if (!one || !other || one[field] === other[field]) continue;
    const [right, wrong] = [
      await check(proof, actor, model, { id: one.id, [field]: one[field] }),
      await check(proof, actor, model, { id: one.id, [field]: other[field] }),
    ];
    yield judged(model, right, () => alike(right, wrong, [one.id]));
  }
}

/** Whether a reference is made of a field, so that a value of it leads to a record or to none. */
const isPart = (field: string, { composed }: ModelInfo): boolean =>
  [...(composed?.byName.values() ?? [])].some(({ parts }) =>
    parts.some(({ name }) => name === field),
  );

const statusOf = ({ proof, plain }: Write): number =>
  foretell(proof.naive, (rules) => plain(rules, UNMADE)).status;

const fileOf = ({ id, values }: Pick<Write, 'id' | 'values'>): Values =>
  id === null ? values : { id, ...values };

/** A check of a file with a write, compared with that of a file about what does not exist. */
async function* asked(write: Write, unknown: Values | null): AsyncGenerator<Question> {
  const { proof, actor, model } = write;
  const own = await check(proof, actor, model, fileOf(write));
  const other = unknown && (await check(proof, actor, model, unknown));
  yield judged(model, own, () => {
    const wrong = wrongOutcome(write, own);
    const ids = [...composedIn(write, unknown), write.id, nobodyOf(write.model)].flatMap(
      (id) => id ?? [],
    );
    return wrong ?? (other && statusOf(write) >= 400 ? alike(own, other, ids) : null);
  });
}

/** What two files have in references of several columns, which a cell names by its text. */
const composedIn = ({ model, values }: Write, unknown: Values | null): readonly Row['id'][] =>
  [...(model.composed?.byName.keys() ?? [])].flatMap(
    (name) => [values[name], unknown?.[name]].flatMap((id) => id ?? []) as Row['id'][],
  );

const judged = (model: ModelInfo, { request }: Outcome, judge: () => Wrong | null): Question => ({
  model: model.name,
  request,
  judge,
});

/** Whether what was told of a file is what the write by itself comes to. */
function wrongOutcome(write: Write, { answer, told, problems }: Outcome): Wrong | null {
  const foretold = foretell(write.proof.naive, (rules) => write.plain(rules, UNMADE));
  const isDone = told !== null && told.failed === 0 && told.error === null;
  if (foretold.status >= 400)
    return isDone ? { expected: String(foretold.status), told: JSON.stringify(told) } : null;
  if (isDone) return null;
  const isTaken = problems.some(({ code }) => code === 'unique');
  const status = isTaken ? 409 : 422;
  const body = { problems: told === null ? [] : problems };
  // A file that lacks a column, or has one that its user may not write, is no question of rows.
  if (told === null && answer.status === 422) return null;
  const text = JSON.stringify({ told, problems });
  return wrongRefusal(write, foretold, { ...answer, status, body, text });
}

/** Two files are told alike, apart from the ids that they name. */
function alike(own: Outcome, other: Outcome, ids: readonly Row['id'][]): Wrong | null {
  const of = ({ answer, told, problems }: Outcome): string => {
    const { created, updated, unchanged, failed, state } = told ?? ({} as Partial<Told>);
    const text = JSON.stringify([
      ...[answer.status, state, created, updated, unchanged, failed],
      problems,
    ]);
    // An id may begin and end with any sign.
    const named = ids.map((id) => String(id).replaceAll(/[^\w]/g, String.raw`\$&`));
    return text.replaceAll(new RegExp(`(?<!\\w)(${named.join('|')})(?!\\w)`, 'g'), '{id}');
  };
  const [told, expected] = [of(own), of(other)];
  return told === expected ? null : { expected: `as of what is not there: ${expected}`, told };
}

/** A check of a file of one row. */
async function check(
  proof: Proof,
  actor: Person,
  model: ModelInfo,
  values: Values,
): Promise<Outcome> {
  const { service } = proof;
  const request = uploadOf(model, values);
  const uploaded = await service.ask(actor.id, request);
  if (uploaded.status !== 201) return { request, answer: uploaded, told: null, problems: [] };
  const { id } = uploaded.body as Told;
  const path = `/_imports/${id}`;
  const answer = await service.ask(actor.id, { method: 'POST', path: `${path}/check` });
  if (answer.status !== 202) return { request, answer, told: null, problems: [] };
  const told = await settled(service, actor, id);
  const failed = await service.ask(actor.id, { method: 'GET', path: `${path}/problems` });
  const rows = failed.body as readonly Pick<Outcome, 'problems'>[];
  return { request, answer, told, problems: rows.flatMap(({ problems }) => problems) };
}

const WORKING = ['checking', 'running'];

/** Waits for a check or a run; where jobs do them, does the job. */
async function settled(service: ProvedService, { id: user }: Person, id: number): Promise<Told> {
  await service.doJob('import', { id });
  for (;;) {
    const answer = await service.ask(user, { method: 'GET', path: `/_imports/${id}` });
    const told = answer.body as Told;
    if (!WORKING.includes(told.state)) return told;
    await setTimeout(2);
  }
}

/** A run of a file with a write: the rows are those that the write by itself comes to. */
async function* run(write: Write): AsyncGenerator<Question> {
  const { proof, actor, model } = write;
  const { service, naive } = proof;
  const upload = uploadOf(model, fileOf(write));
  let told: Told | null = null;
  yield {
    model: model.name,
    request: upload,
    async follow(answer) {
      if (answer.status !== 201) return;
      const { id } = answer.body as Told;
      const begun = await service.ask(actor.id, { method: 'POST', path: `/_imports/${id}/run` });
      if (begun.status === 202) told = await settled(service, actor, id);
    },
    judge(_, after) {
      const before = naive.world;
      const [made = UNMADE] = newIds(model, before, after);
      const foretold = foretell(naive, (rules) => write.plain(rules, made));
      const isDone = told !== null && told.failed === 0 && told.error === null;
      if (!isDone) return wrongRest(write, before, after);
      if (foretold.status >= 400)
        return { expected: String(foretold.status), told: JSON.stringify(told) };
      proof.attempts.succeeded('import', model.name);
      return wrongRows([{ write, id: write.id ?? (made as Row['id']) }], foretold.world, after);
    },
  };
}
