import { HttpProblem } from '../../templates/service/engine/problem/problem.js';
import { expect } from 'vitest';
import type { Naive, Person, Row } from '../../templates/tools/prove/naive/naive.js';
import { MODELS } from './random-policy.js';
import { randomPayload } from './random-rows.js';
import { demandSame } from './told.js';
import type { Trial } from './trial.js';

const LINES = MODELS.Item.lines!;
type Payload = Record<string, unknown>;

/** One line as it is sent, with what is written of it. */
interface Sent {
  readonly kind: 'create' | 'edit' | 'delete' | 'keep';
  readonly id: Row['id'] | null;
  readonly values: Payload;
}

/** An item with its lines by one request: it ends as the item and each of its lines by itself, or nothing of it is done. */
export async function askLines(trial: Trial, user: Person): Promise<void> {
  const { naive, dice } = trial;
  const kind = dice.pick(['create', 'put', 'patch', 'patch'] as const);
  const id = kind === 'create' ? null : trial.anyId(user, 'Item');
  const before = naive.world['Item']!.find((row) => row.id === id) ?? null;
  const payload =
    kind === 'patch' && dice.chance(0.6)
      ? {}
      : randomPayload(dice, 'Item', user, naive, before, kind !== 'patch');
  const sent = Array.from({ length: dice.below(4) }, () => randomLine(trial, user, id));
  const lines = sent.filter(
    (one, at) => one.id === null || sent.findIndex((other) => other.id === one.id) === at,
  );
  const body = { ...payload, [LINES.name]: lines.map(asSent) };
  const where = `${kind} Item ${id} ${JSON.stringify(body)} as ${JSON.stringify(user)}`;
  const records = trial.records(user, 'Item');
  const { world } = naive;
  const status = await statusOf(() =>
    kind === 'create'
      ? records.create(body)
      : kind === 'put'
        ? records.replace(id!, body)
        : records.update(id!, body),
  );
  trial.count(`${kind} with lines`, status);
  const stored = await trial.stored();
  if (status >= 400) demandSame(stored, world, where);
  const made = (name: string): Row['id'][] => {
    const known = new Set(world[name]!.map((row) => row.id));
    return stored[name]!.map((row) => row.id).filter((one) => !known.has(one));
  };
  const [item = 1_000_001] = made('Item');
  const write = (some: readonly Sent[]) => {
    naive.world = structuredClone(world);
    const ids = made(LINES.model).values();
    const parent =
      kind === 'create'
        ? naive.create(user, 'Item', payload, item)
        : naive.update(user, 'Item', id!, payload, kind === 'put', () => true);
    if (parent.outcome.status >= 400) return false;
    const whole = kind === 'put' && some === lines;
    return writeLines(
      naive,
      user,
      { parent: id ?? item, whole, isNew: kind === 'create' },
      some,
      ids,
    );
  };
  const fine = write(lines);
  const after = naive.world;
  // What one line takes another may have given up before: then either outcome is right.
  const alone = lines.every((one) => write([one]));
  naive.world = stored;
  if (fine === alone || kind === 'put') expect(status < 400, where).toBe(fine);
  if (status < 400 && fine) demandSame(stored, after, where);
  if (status < 400) trial.counts['lines done'] = (trial.counts['lines done'] ?? 0) + 1;
  await trial.askGet(user, 'Item', id ?? item, true);
}

interface Parent {
  readonly parent: Row['id'];
  /** Whether others that the writer sees go. */
  readonly whole: boolean;
  readonly isNew: boolean;
}

/** In plain words: false where any of them is refused. */
function writeLines(
  naive: Naive,
  user: Person,
  { parent, whole, isNew }: Parent,
  lines: readonly Sent[],
  ids: Iterator<Row['id']>,
): boolean {
  const settled = { [LINES.field]: parent };
  const by = (action: string) => naive.as(user, action, LINES.model);
  const isSeen = (action: string, id: Row['id']): boolean =>
    naive.world[LINES.model]!.some(
      (row) =>
        row.id === id && row[LINES.field] === parent && naive.sees(by(action), LINES.model, row),
    );
  for (const { kind, id } of lines) {
    const seeing = kind === 'keep' ? SEEING.find((one) => naive.may(user, one, LINES.model)) : kind;
    if (seeing === undefined || !naive.may(user, seeing, LINES.model)) return false;
    if (id !== null && (isNew || !isSeen(seeing, id))) return false;
  }
  const others = (): readonly Row[] =>
    naive.may(user, 'list', LINES.model)
      ? naive.lines(user, LINES, parent).filter((row) => lines.every(({ id }) => id !== row.id))
      : [];
  const gone = lines.filter(({ kind }) => kind === 'delete').map(({ id }) => id!);
  const remove = (one: Row['id']) =>
    naive.remove(user, LINES.model, one, () => true).outcome.status < 400;
  if (!gone.every(remove)) return false;
  if (whole && !others().every((row) => remove(row.id))) return false;
  const edits = lines.filter(({ kind }) => kind === 'edit');
  const creates = lines.filter(({ kind }) => kind === 'create');
  const changed = edits.every(
    ({ id, values }) =>
      naive.update(user, LINES.model, id!, values, whole, () => true, settled).outcome.status < 400,
  );
  return (
    changed &&
    creates.every(({ values }) => {
      const id = ids.next().value ?? 1_000_002;
      return naive.create(user, LINES.model, values, id, settled).outcome.status < 400;
    })
  );
}

const SEEING = ['list', 'show', 'edit'];

function randomLine(trial: Trial, user: Person, parent: Row['id'] | null): Sent {
  const { naive, dice } = trial;
  const rows = naive.world[LINES.model]!;
  const own = rows.filter((row) => row[LINES.field] === parent);
  const kind = dice.pick(['create', 'create', 'edit', 'edit', 'delete', 'keep'] as const);
  const row = own.length > 0 && dice.chance(0.85) ? dice.pick(own) : dice.pick(rows);
  const before = kind === 'create' ? null : (row ?? null);
  const isWhole = kind === 'create' || dice.chance(0.5);
  const { id: _, ...values } = randomPayload(dice, 'Remark', user, naive, before, isWhole);
  const isWritten = kind === 'create' || kind === 'edit';
  // What is given of the row that it belongs to is not heard.
  if (isWritten) values[LINES.field] = dice.pick([1, null, 999_999, parent]);
  const id = kind === 'create' ? null : (row?.id ?? 1_000_000);
  return { kind, id, values: isWritten ? values : {} };
}

const asSent = ({ kind, id, values }: Sent): Payload => ({
  ...values,
  ...(id !== null && { id }),
  ...(kind === 'delete' && { _delete: true }),
});

async function statusOf(work: () => Promise<unknown>): Promise<number> {
  try {
    await work();
    return 200;
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
    return error.status;
  }
}
