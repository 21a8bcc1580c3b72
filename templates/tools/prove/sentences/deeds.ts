import type { Sentence, SentenceAction } from '../../../../src/model/sentence.js';
import { Naive, type Person, type Row, type World } from '../naive/naive.js';
import { isForbidden } from './is-forbidden.js';

/** An action that the rules allow, on a row. */
export interface Deed {
  readonly action: SentenceAction;
  /** The row; of a new row, the row as it is created. */
  readonly row: Row;
  /** The row after an edit that changes to whom it belongs. */
  readonly becomes: Row | null;
  /** The world with the row by which a sentence judges the deed: after a creation or such an edit, the new world. */
  readonly naive: Naive;
}

/** A user, a row, and the world of both. */
export interface Scene {
  readonly naive: Naive;
  readonly actors: readonly Person[];
  readonly actor: Person;
  readonly row: Row;
}

/** The deeds of which a sentence speaks that the rules allow to a user on a row; it need not forbid them. */
export function* deedsOf(sentence: Sentence, scene: Scene): Generator<Deed> {
  const { model, field, actions, kind } = sentence;
  const { naive, actor, row } = scene;
  for (const action of actions) {
    if (!naive.may(actor, action, model)) continue;
    const reads = action === 'list' || action === 'show';
    const fields = naive[reads ? 'readable' : 'writable'](actor, action, model);
    if (field !== null && !fields.has(field)) continue;
    if (action === 'create') yield* creations(model, scene);
    else if (naive.sees(naive.as(actor, action, model), model, row)) {
      yield { action, row, becomes: null, naive };
      if (action === 'edit' && kind === 'never') yield* transfers(sentence, scene);
    }
  }
}

/** Creates the row anew in the world without it: with all its values, then without its references. */
function* creations(model: string, { naive, actor, row }: Scene): Generator<Deed> {
  const others = naive.world[model]!.filter((one) => one !== row);
  const { id, ...values } = row;
  const isReference = (name: string) =>
    naive.models[model]!.fields.some((field) => field.name === name && field.to !== undefined);
  const alone = Object.entries(values).filter(([name]) => !isReference(name));
  for (const payload of [values, Object.fromEntries(alone)]) {
    const trial = inWorld(naive, { ...naive.world, [model]: others });
    if (trial.create(actor, model, payload, id).outcome.status !== 201) continue;
    yield { action: 'create', row: rowIn(trial, model, id), becomes: null, naive: trial };
  }
}

/** Edits by which the row comes to belong to somebody to whom the sentence forbids the edit. */
function* transfers(sentence: Sentence, scene: Scene): Generator<Deed> {
  const { model } = sentence;
  const { naive, actor, row } = scene;
  for (const payload of payloadsOf(sentence, scene)) {
    if (!isForbidden(sentence, actor, { ...row, ...payload }, naive)) continue;
    const trial = inWorld(naive, naive.world);
    const { outcome } = trial.update(actor, model, row.id, payload, false, () => true);
    if (outcome.status !== 200) continue;
    yield { action: 'edit', row, becomes: rowIn(trial, model, row.id), naive: trial };
  }
}

type Payload = Readonly<Record<string, unknown>>;

/** All values of the fields by which rows belong to users, tenants and parents, in all combinations. */
function payloadsOf(sentence: Sentence, { naive, actors, actor }: Scene): readonly Payload[] {
  const { model } = sentence;
  const writable = naive.writable(actor, 'edit', model);
  const ids = actors.flatMap(({ id, tenants }) => [id, ...tenants]);
  return [...belongings(sentence, naive)]
    .filter(([name]) => writable.has(name))
    .reduce<readonly Payload[]>(
      (payloads, [name, parents]) => {
        const known = naive.world[model]!.map((row) => row[name] ?? null);
        const values = [...new Set([null, ...ids, ...parents, ...known])];
        return payloads.flatMap((payload) => [
          payload,
          ...values.map((value) => ({ ...payload, [name]: value })),
        ]);
      },
      [{}],
    );
}

/** The fields by which rows belong to somebody, for the sentence or the rules, with what names the parents to which they refer. */
function belongings(
  { model, who, which }: Sentence,
  naive: Naive,
): Map<string, readonly Row['id'][]> {
  const { owners, tenants } = naive.rules[model]!;
  const fields = new Map<string, readonly Row['id'][]>();
  for (const name of [...owners.map(({ field }) => field), ...tenants]) fields.set(name, []);
  for (const tie of [...who.map((users) => users.tie), which])
    for (const { parents, field } of tie?.by ?? []) {
      const [first] = parents;
      const key = first ? naive.keyOf(model, first.field) : 'id';
      const ids = first
        ? naive.world[first.model]!.flatMap((row) => (row[key] as Row['id'] | null) ?? [])
        : [];
      fields.set(first?.field ?? field, ids);
    }
  return fields;
}

const inWorld = ({ models, rules, roles, now }: Naive, world: World): Naive =>
  new Naive(models, rules, roles, world, now);

const rowIn = ({ world }: Naive, model: string, id: Row['id']): Row =>
  world[model]!.find((row) => row.id === id)!;
