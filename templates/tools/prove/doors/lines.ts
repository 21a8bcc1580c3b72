import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Naive, Person, Priced, Row, World } from '../naive/naive.js';
import type { Answer } from '../service/request.js';
import { isBeyond } from '../writing/ask-write.js';
import { foretell, type Foretold } from '../writing/foretell.js';
import {
  newIds,
  UNMADE,
  wrongAnswer,
  wrongRefusal,
  wrongRest,
  wrongRows,
  type Write,
} from '../writing/judge-write.js';
import { isAlike, kindsOf } from '../writing/kinds.js';
import { changesOf, newRecord, type Values, type Writing } from '../writing/payloads.js';
import { byId } from './ask-list.js';
import {
  nobodyOf,
  pathOf,
  recordPath,
  wrongStatus,
  type Door,
  type Proof,
  type Question,
  type Wrong,
} from './door.js';
import { wrongRecord } from './record-of.js';

/** A line as a request has it. */
interface SentLine {
  readonly kind: 'create' | 'edit' | 'delete';
  readonly id: Row['id'] | null;
  readonly values: Values;
}

/** A record that is written with its lines. */
interface Written {
  readonly proof: Proof;
  readonly actor: Person;
  readonly model: ModelInfo;
  readonly lines: ModelInfo['children'][number];
  readonly method: 'POST' | 'PATCH' | 'PUT';
  /** Null for a new record. */
  readonly id: Row['id'] | null;
  readonly values: Values;
  readonly sent: readonly SentLine[];
}

/** Records with their lines: each line is written as by itself, hidden lines and those of other records are not there. */
export const lines: Door = {
  name: 'lines',
  feature: 'lines',
  writes: true,
  claims: () => false,
  *questions(proof, actor, model) {
    const relation = model.children.find(({ isLines }) => isLines);
    if (!relation || isAlike(proof, 'lines', actor, model)) return;
    for (const one of writesOf(proof, actor, model, relation)) yield questionOf(one);
  },
};

function* writesOf(
  proof: Proof,
  actor: Person,
  model: ModelInfo,
  relation: Written['lines'],
): Generator<Written> {
  const { naive, service } = proof;
  const base = { proof, actor, model, lines: relation, values: {} };
  const isOpen = (method: 'post' | 'patch' | 'put') => !service.code.isReplaced(model, method);
  if (isOpen('post')) {
    const values = newRecord({ proof, actor, action: 'create', model });
    const create = { ...base, method: 'POST', id: null, values: values ?? {} } as const;
    for (const sent of newLines(proof, actor, relation)) yield { ...create, sent: [sent] };
    const [some] = naive.world[relation.model]!;
    if (some) yield { ...create, sent: [{ kind: 'edit', id: some.id, values: {} }] };
  }
  if (isBeyond(proof, model, 'patch')) return;
  for (const { row } of kindsOf(proof, actor, model).filter(({ isFirst }) => isFirst)) {
    const change = { ...base, method: 'PATCH', id: row.id } as const;
    for (const sent of sentLines(proof, actor, relation, row.id)) yield { ...change, sent: [sent] };
    if (isOpen('put'))
      yield { ...change, method: 'PUT', values: wholeOf(naive, actor, model, row), sent: [] };
  }
}

function wholeOf(naive: Naive, actor: Person, model: ModelInfo, row: Row): Values {
  const readable = naive.readable(actor, 'edit', model.name);
  const columns = model.columns.filter(({ name, role }) => role === 'data' && readable.has(name));
  return Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null]));
}

/** New lines, and changes and deletions of lines of each kind: of this record, of another, and one that does not exist. */
function* sentLines(
  proof: Proof,
  actor: Person,
  relation: Written['lines'],
  parent: Row['id'],
): Generator<SentLine> {
  const model = proof.model(relation.model);
  yield* newLines(proof, actor, relation);
  const rows = kindsOf(proof, actor, model).map(({ row }) => row);
  const isOwn = (row: Row) => row[relation.field] === parent;
  const own = proof.naive.world[model.name]!.find(isOwn);
  const others = [...rows.filter(isOwn), rows.find((row) => !isOwn(row))];
  const ids = new Set([own, ...others].flatMap((row) => row?.id ?? []));
  for (const id of [nobodyOf(model), ...ids]) {
    const before = proof.naive.world[model.name]!.find((row) => row.id === id);
    const changes = before ? [...changesOf({ proof, actor, action: 'edit', model }, before)] : [];
    const values = changes.find(({ field }) => field !== null && field !== relation.field)?.values;
    yield { kind: 'edit', id, values: values ?? {} };
    yield { kind: 'delete', id, values: {} };
  }
}

/** A valid line, and one for each reference of a line to what its writer does not see. */
function* newLines(
  proof: Proof,
  actor: Person,
  { model: name, field }: Written['lines'],
): Generator<SentLine> {
  const model = proof.model(name);
  const writing: Writing = { proof, actor, action: 'create', model };
  const base = newRecord(writing);
  if (!base) return;
  const own = Object.entries(base).filter(([one]) => one !== field);
  const values = Object.fromEntries(own);
  yield { kind: 'create', id: null, values };
  const by = proof.naive.as(actor, 'create', name);
  for (const { name: key, reference } of model.columns) {
    if (!reference || key === field) continue;
    const to = reference.model;
    const hidden = proof.naive.world[to]!.find((row) => !proof.naive.sees(by, to, row));
    if (hidden) yield { kind: 'create', id: null, values: { ...values, [key]: hidden.id } };
  }
}

function questionOf(written: Written): Question {
  const { model, method, id, values, lines: relation, sent } = written;
  const body = {
    ...values,
    [relation.name]: sent.map(({ kind, id: line, values: own }) => ({
      ...own,
      ...(line !== null && { id: line }),
      ...(kind === 'delete' && { _delete: true }),
    })),
  };
  return {
    model: model.name,
    request: { method, path: id === null ? pathOf(model) : recordPath(model, id), body },
    judge: (answer, after) => judge(written, answer, after),
  };
}

function judge(written: Written, answer: Answer, after: World): Wrong | null {
  const { proof, actor, model, id, values, lines: relation, sent } = written;
  const { naive } = proof;
  const before = naive.world;
  const lineModel = proof.model(relation.model);
  const action = id === null ? 'create' : 'edit';
  const [made = UNMADE] = newIds(model, before, after);
  const added = newIds(lineModel, before, after);
  const write: Write = {
    ...{ proof, door: 'lines', actor, model, action, id, values },
    plain: (rules) => plainParent(written, rules, made),
  };
  const parent = foretell(naive, (rules) => plainParent(written, rules, made));
  const whole = foretell(naive, (rules) => plainly(written, rules, made, added));
  if (answer.status >= 400) {
    const mayWrite = sent.every((one) => actionOf(one, naive, actor, lineModel.name) !== null);
    const parts = { parent, whole, lineModel, mayWrite };
    return wrongLines(write, parts, answer) ?? wrongRest(write, before, after);
  }
  if (whole.status >= 400) return wrongStatus(whole.status, answer);
  proof.attempts.succeeded('lines', model.name);
  const row = id ?? made;
  const all = sent.map(({ id: line, values: own }, at) => ({
    write: { proof, model: lineModel, values: own },
    id: line ?? added[at] ?? UNMADE,
  }));
  const wrong =
    wrongRows([{ write, id: row }, ...all], whole.world, after, isPosition(lineModel)) ??
    wrongAnswer(write, answer.body as Row, after, row);
  return wrong ?? wrongShown(written, answer.body as Row, after, row);
}

/** The place of a line among others follows from the request. */
const isPosition = (lineModel: ModelInfo) => (model: ModelInfo, field: string) =>
  model === lineModel && field === 'position';

/** What becomes of the record by itself, and with its lines. */
interface Parts {
  readonly parent: Foretold;
  readonly whole: Foretold;
  readonly lineModel: ModelInfo;
  /** Whether the writer may do with lines at all what is asked for: this is checked before rows are looked for. */
  readonly mayWrite: boolean;
}

/** A refusal of the record itself is exact; its lines may be refused for any of the reasons that they have. */
function wrongLines(
  write: Write,
  { parent, whole, lineModel, mayWrite }: Parts,
  answer: Answer,
): Wrong | null {
  if (!mayWrite && answer.status === 403) return null;
  const mayWriteParent = write.proof.naive.may(write.actor, write.action, write.model.name);
  const isBeforeLines = !mayWriteParent || [404, 412].includes(parent.status);
  if (isBeforeLines) return wrongRefusal(write, parent, answer);
  if (answer.status >= 500) return wrongStatus(whole.status, answer);
  if (whole.status >= 400) return null;
  const ofLine = { ...write, model: lineModel, id: null };
  const isOwn = wrongRefusal(write, whole, answer) === null;
  return isOwn ? null : wrongRefusal(ofLine, whole, atLines(answer));
}

/** The problems of lines as those of records of their own. */
function atLines(answer: Answer): Answer {
  const { problems = [] } = (answer.body ?? {}) as { problems?: readonly { field: string }[] };
  const own = problems.map((one) => ({ ...one, field: one.field.replace(/^\w+\.\d+\./, '') }));
  return { ...answer, body: { problems: own } };
}

function plainParent({ actor, model, id, method, values }: Written, naive: Naive, made: Row['id']) {
  return id === null
    ? naive.create(actor, model.name, { ...values }, made)
    : naive.update(actor, model.name, id, { ...values }, method === 'PUT', () => true);
}

/** The action that a line needs; null if its writer may not do it. A line that is only named must be seen in some way. */
function actionOf(
  { kind, values }: SentLine,
  naive: Naive,
  actor: Person,
  model: string,
): string | null {
  const isNamed = kind === 'edit' && Object.keys(values).length === 0;
  const actions = isNamed ? ['list', 'show', 'edit'] : [kind];
  return actions.find((one) => naive.may(actor, one, model)) ?? null;
}

const CLOSED: Priced = { outcome: { status: 409 }, touches: 'reads' };
const REFUSED: Priced = { outcome: { status: 422 }, touches: 'reads' };

/** The record and its lines in plain words: deletions first, then changes, then new lines. */
function plainly(
  written: Written,
  naive: Naive,
  made: Row['id'],
  added: readonly Row['id'][],
): Priced {
  const { proof, actor, lines: relation, id, method, sent } = written;
  const stored = naive.world[written.model.name]!.find((row) => row.id === id);
  const editor = naive.as(actor, 'edit', written.model.name);
  const isClosed = stored !== undefined && naive.isFrozen(editor, written.model.name, stored);
  const parent = plainParent(written, naive, made);
  if (parent.outcome.status >= 400) return parent;
  if (isClosed) return CLOSED;
  const { model, field } = relation;
  const hasPosition = proof.model(model).column.has('position');
  const reference = proof.model(model).composed?.byName.get(field);
  const own = (reference?.parts ?? []).map(
    ({ name }) => [name, reference!.valueIn(name, id ?? made)] as const,
  );
  const settled = {
    ...{ [field]: id ?? made, ...Object.fromEntries(own) },
    ...(hasPosition && { position: 1 }),
  };
  const isThere = (line: SentLine): boolean => {
    const action = actionOf(line, naive, actor, model);
    if (action === null || line.id === null) return action !== null;
    const row = naive.seen(naive.as(actor, action, model), model, line.id);
    return id !== null && row?.[field] === id;
  };
  if (!sent.every(isThere)) return REFUSED;
  const gone = sent.filter(({ kind }) => kind === 'delete').map((one) => one.id!);
  if (method === 'PUT' && naive.may(actor, 'list', model)) {
    const kept = new Set(sent.map((one) => one.id));
    const others = naive.lines(actor, { name: relation.name, model, field }, id!);
    gone.push(...others.map((one) => one.id).filter((one) => !kept.has(one)));
  }
  const isDone = ({ outcome }: Priced) => outcome.status < 400;
  if (!gone.every((one) => isDone(naive.remove(actor, model, one, () => true, settled))))
    return REFUSED;
  const ids = added.values();
  const rest = sent.filter(({ kind }) => kind !== 'delete');
  const isWritten = ({ id: line, values }: SentLine) =>
    isDone(
      line === null
        ? naive.create(actor, model, { ...values }, ids.next().value ?? UNMADE, settled)
        : naive.update(actor, model, line, { ...values }, method === 'PUT', () => true, settled),
    );
  return rest.every(isWritten) ? parent : REFUSED;
}

/** The lines of an answer are those that their own list shows. */
function wrongShown(
  { proof: { naive, ...proof }, actor, lines: relation }: Written,
  told: Row,
  after: World,
  id: Row['id'],
): Wrong | null {
  const shown = told[relation.name] as readonly Row[] | undefined;
  if (shown === undefined) return null;
  const before = naive.world;
  naive.world = after;
  try {
    const { model, field, name } = relation;
    const listed = naive.may(actor, 'list', model)
      ? naive.lines(actor, { name, model, field }, id)
      : [];
    const ids = (rows: readonly Row[]) =>
      rows
        .toSorted(byId(proof.model(model)))
        .map((row) => row.id)
        .join();
    if (ids(shown) !== ids(listed))
      return { expected: `lines ${ids(listed)}`, told: `lines ${ids(shown)}` };
    for (const line of shown) {
      const row = listed.find((one) => one.id === line.id)!;
      const reading = { naive, actor, action: 'list', model: proof.model(model) };
      const wrong = wrongRecord(line, row, reading);
      if (wrong) return wrong;
    }
    return null;
  } finally {
    naive.world = before;
  }
}
