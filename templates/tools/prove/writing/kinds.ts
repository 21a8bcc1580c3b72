import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Proof } from '../doors/door.js';
import type { Person, Row } from '../naive/naive.js';
import { ruleFields } from './payloads.js';

/** A row, and whether an earlier row is alike to the actor in everything that they may do with it. */
export interface Kind {
  readonly row: Row;
  readonly isFirst: boolean;
}

const ACTIONS = ['list', 'show', 'edit', 'delete'] as const;

/** One row of each kind: rows with which an actor may do different things, or with different values where rules compare them. */
export function kindsOf(proof: Proof, actor: Person, model: ModelInfo): readonly Kind[] {
  const { naive } = proof;
  const { name } = model;
  const by = ACTIONS.map((action) => naive.as(actor, action, name));
  const compared = ruleFields(proof, model).map((field) => ({
    field,
    ...(model.column.get(field)?.reference ?? { model: undefined, key: 'id' }),
  }));
  const valueOf = (row: Row, { field, model: to, key }: (typeof compared)[number]): unknown => {
    const value = row[field] ?? null;
    if (Array.isArray(value)) return value.length;
    // Keys of rows are alike where the actor sees both rows, or neither; users and tenants are who they are.
    if (to === undefined || value === null || isAccount(proof.model(to))) return value;
    return naive.seen(by[2]!, to, value, key) !== undefined;
  };
  const kinds = new Map<string, Kind>();
  const sights = new Set<string>();
  for (const row of naive.world[name]!) {
    const sight = by.map((one) => Number(naive.sees(one, name, row))).join('');
    const key = JSON.stringify([sight, compared.map((one) => valueOf(row, one))]);
    if (kinds.has(key)) continue;
    kinds.set(key, { row, isFirst: !sights.has(sight) });
    sights.add(sight);
  }
  return [...kinds.values()];
}

const isAccount = ({ table }: ModelInfo): boolean => /^auth_(user|tenant)$/.test(table);

/**
 * Whether an actor stands to a model as an actor before them, who was asked everything: with the same fields and the same rows, of
 * the model and of those that it refers to.
 */
export function isAlike(proof: Proof, door: string, actor: Person, model: ModelInfo): boolean {
  const { naive } = proof;
  const { name } = model;
  const ways = ['create', ...ACTIONS].map((action) => {
    const by = naive.as(actor, action, name);
    const seen = (other: string) =>
      naive.world[other]!.filter((row) => naive.sees(by, other, row)).map(({ id }) => id);
    const others = [...model.columns.flatMap(({ reference }) => reference?.model ?? [])];
    others.push(...model.links.map((link) => link.model));
    return [
      by.by.length > 0 && [...naive.readable(actor, action, name)],
      [...naive.writable(actor, action, name)],
      naive.isExcepted(by, name),
      by.by.length > 0 && [name, ...others].map(seen),
    ];
  });
  const tenants = naive.rules[name]!.tenants.length > 0 && actor.tenants;
  const key = JSON.stringify([door, name, ways, tenants]);
  if (proof.stood.has(key)) return true;
  proof.stood.add(key);
  return false;
}
