import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Naive, Person, Priced, Row } from '../naive/naive.js';
import { isAdministered, isBeyond, Writes, type AskedWrite } from '../writing/ask-write.js';
import { isTaken } from '../writing/judge-write.js';
import { isAlike, kindsOf } from '../writing/kinds.js';
import { newRecord, type Values, type Writing } from '../writing/payloads.js';
import { atModels, pathOf, type Door } from './door.js';

/** Records that are found by what is unique of them: of rows that the writer may change, of hidden rows, and of none. */
export const upsert: Door = {
  name: 'upsert',
  writes: true,
  claims: atModels('POST', ''),
  *questions(proof, actor, model) {
    if (isBeyond(proof, model, 'post') || isBeyond(proof, model, 'patch')) return;
    const { naive } = proof;
    const writing: Writing = { proof, actor, action: 'create', model };
    const writes = new Writes(proof, 'upsert');
    const mayWrite = ['create', 'edit'].every((action) => naive.may(actor, action, model.name));
    if (mayWrite && isAdministered(proof, model)) return;
    if (isAlike(proof, 'upsert', actor, model)) return;
    const base = mayWrite ? newRecord(writing) : {};
    if (!base) return;
    for (const key of keysOf(model)) {
      yield* writes.ask(asked(writing, key, base));
      if (!mayWrite) return;
      for (const { row } of kindsOf(proof, actor, model)) {
        const same = Object.fromEntries(key.columns.map((name) => [name, row[name]]));
        const sent = Object.entries({ ...base, ...same }).filter(
          ([name]) => !key.columns.includes(name) || key.names.includes(name),
        );
        yield* writes.ask(asked(writing, key, Object.fromEntries(sent)));
      }
    }
  },
};

/** A unique field or set, as a request may name it: the tenant may be left out. */
interface Key {
  readonly names: readonly string[];
  readonly columns: readonly string[];
}

function keysOf({ uniques, column, access }: ModelInfo): readonly Key[] {
  const tenants = (access.rows ?? []).flatMap((rule) => (rule.kind === 'tenant' ? rule.field : []));
  return uniques.flatMap(({ columns }) => {
    if (!columns.every((name) => column.get(name)?.role === 'data')) return [];
    const names = columns.filter((name) => !tenants.includes(name));
    return [{ names: names.length > 0 ? names : columns, columns }];
  });
}

function asked({ proof, actor, model }: Writing, key: Key, values: Values): AskedWrite {
  const { naive } = proof;
  const found = rowFound(naive, actor, model, key, values);
  return {
    write: {
      ...{ proof, actor, model, values },
      door: 'upsert',
      action: found ? 'edit' : 'create',
      id: found?.id ?? null,
      plain: (rules, made) => plainly(rules, { actor, model, key, values, made }),
    },
    request: { method: 'POST', path: `${pathOf(model)}?_on=${key.names.join(',')}`, body: values },
  };
}

/** The values of a key in a new record of this writer. */
function valuesOf(naive: Naive, actor: Person, model: ModelInfo, { columns }: Key, values: Values) {
  const writable = naive.writable(actor, 'create', model.name);
  const { tenants } = naive.rules[model.name]!;
  return columns.map((name) => {
    if (writable.has(name) && name in values) return values[name] ?? null;
    return tenants.includes(name) && actor.tenants.length === 1 ? actor.tenants[0] : null;
  });
}

function rowFound(
  naive: Naive,
  actor: Person,
  model: ModelInfo,
  key: Key,
  values: Values,
): Row | undefined {
  const wanted = valuesOf(naive, actor, model, key, values);
  const by = naive.as(actor, 'edit', model.name);
  return naive.world[model.name]!.find(
    (row) =>
      key.columns.every((name, at) => wanted[at] !== null && row[name] === wanted[at]) &&
      naive.sees(by, model.name, row),
  );
}

interface Upserted {
  readonly actor: Person;
  readonly model: ModelInfo;
  readonly key: Key;
  readonly values: Values;
  readonly made: Row['id'];
}

/** An upsert in plain words. */
function plainly(naive: Naive, { actor, model, key, values, made }: Upserted): Priced {
  const { name } = model;
  const refused = (status: number): Priced => ({ outcome: { status }, touches: 'reads' });
  if (!naive.may(actor, 'create', name) || !naive.may(actor, 'edit', name)) return refused(403);
  const readable = naive.readable(actor, 'edit', name);
  if (!key.names.every((one) => readable.has(one))) return refused(400);
  if (valuesOf(naive, actor, model, key, values).includes(null)) return refused(422);
  const found = rowFound(naive, actor, model, key, values);
  if (found) return naive.update(actor, name, found.id, { ...values }, false, () => true);
  const before = naive.world;
  const priced = naive.create(actor, name, { ...values }, made);
  const isDone = priced.outcome.status < 400;
  return isDone && isTaken(model, before, naive.world, null) ? refused(409) : priced;
}
