import { isDeepStrictEqual } from 'node:util';
import { ACTIONS, type Action } from '../../../service/engine/model/access-rules.js';
import type { Naive, Person, Row, World } from '../naive/naive.js';
import {
  FIELD_ACTIONS,
  ROW_ACTIONS,
  type FieldAction,
  type Inquiry,
  type RowAction,
  type Scene,
  type Verdict,
  type Verdicts,
} from './version-facts.js';

/** The decisions about all rows of a scene, for each actor; `naive` has the rules. */
export function judgeScene(
  naive: Naive,
  scene: Scene,
  { actors, moved }: Pick<Inquiry, 'actors' | 'moved'>,
): readonly Verdicts[] {
  const [own, foreign] = scene.tenants;
  naive.world = worldFor(naive, scene.world);
  return actors.map(({ roles, tenants }) => {
    const ids = tenants.map((one) => (one === 'own' ? own : foreign));
    const person: Person = { id: scene.me, username: 'me', roles, tenants: ids };
    const verdicts = Object.keys(naive.models).map((model) => [
      model,
      verdictOf(naive, person, model, moved[model] ?? []),
    ]);
    return Object.fromEntries(verdicts) as Verdicts;
  });
}

/** The rows as a migration to this version leaves them: fields that they lack have their defaults. */
function worldFor(naive: Naive, world: World): World {
  const rowsOf = (model: string): Row[] => {
    const defaults = naive.models[model]!.fields.map(({ name, kind, start }) => [
      name,
      kind === 'link' ? [] : (start ?? null),
    ]);
    return (world[model] ?? []).map((row) => ({ ...Object.fromEntries(defaults), ...row }) as Row);
  };
  return Object.fromEntries(Object.keys(naive.models).map((model) => [model, rowsOf(model)]));
}

function verdictOf(naive: Naive, person: Person, model: string, moved: readonly string[]): Verdict {
  const may = ACTIONS.filter((action) => isOneOf(action) && naive.may(person, action, model));
  const rows = ROW_ACTIONS.map((action) => {
    if (!may.includes(action)) return [action, []];
    const actor = naive.as(person, action, model);
    const reaches = (row: Row) =>
      naive.sees(actor, model, row) &&
      (action !== 'create' || couldCreate(naive, person, model, { row, ruled: moved }));
    return [action, naive.world[model]!.filter(reaches).map(({ id }) => id)];
  });
  const fields = FIELD_ACTIONS.map((action) => [
    action,
    may.includes(action) ? [...fieldsOf(naive, person, action, model)] : [],
  ]);
  const edited = may.includes('edit') ? moved : [];
  return {
    may,
    rows: Object.fromEntries(rows) as Verdict['rows'],
    fields: Object.fromEntries(fields) as Verdict['fields'],
    moves: Object.fromEntries(
      edited.flatMap((field) => movesOf(naive, person, model, field)),
    ) as Verdict['moves'],
  };
}

const isOneOf = (action: Action): action is RowAction => ROW_ACTIONS.some((one) => one === action);

const fieldsOf = (naive: Naive, person: Person, action: FieldAction, model: string) =>
  action === 'create' || action === 'edit'
    ? naive.writable(person, action, model)
    : naive.readable(person, action, model);

/**
 * Whether the actor could create the row as it is, if it did not exist; with the owner, tenant and parents that it has. Other
 * references are left out if they are optional: whether their records are visible is a question to other models.
 */
function couldCreate(
  naive: Naive,
  person: Person,
  model: string,
  { row, ruled }: { readonly row: Row; readonly ruled: readonly string[] },
): boolean {
  const { world } = naive;
  const writable = naive.writable(person, 'create', model);
  const sent = naive.models[model]!.fields.filter(
    ({ name, kind, to, required }) =>
      kind !== 'link' &&
      writable.has(name) &&
      (to === undefined || required || ruled.includes(name)),
  );
  const payload = Object.fromEntries(sent.map(({ name }) => [name, row[name] ?? null]));
  naive.world = { ...world, [model]: world[model]!.filter(({ id }) => id !== row.id) };
  const { outcome } = naive.create(person, model, payload, row.id);
  const made = naive.world[model]!.find(({ id }) => id === row.id);
  naive.world = world;
  const { owners, tenants } = naive.rules[model]!;
  const kept = [...owners.map(({ field }) => field), ...tenants];
  return outcome.status === 201 && kept.every((name) => isDeepStrictEqual(made?.[name], row[name]));
}

/** The rows to which the actor can give each other value of the field that some row has. */
function movesOf(
  naive: Naive,
  person: Person,
  model: string,
  field: string,
): readonly (readonly [string, readonly Row['id'][]])[] {
  if (!naive.writable(person, 'edit', model).has(field)) return [];
  const { world } = naive;
  const rows = world[model]!;
  const values = [...new Set(rows.map((row) => row[field] ?? null))];
  const moved = (row: Row, value: unknown): boolean => {
    if ((row[field] ?? null) === value) return false;
    const payload = { [field]: value };
    const { outcome } = naive.update(person, model, row.id, payload, false, () => true);
    naive.world = world;
    return outcome.status === 200;
  };
  return values.map((value) => [
    `${field}=${JSON.stringify(value)}`,
    rows.filter((row) => moved(row, value)).map(({ id }) => id),
  ]);
}
