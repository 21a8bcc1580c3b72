import type { CurrentUser } from '../../../service/engine/model/access-rules.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Where } from '../../../service/engine/model/where.js';
import {
  matches,
  type World,
} from '../../../features/engine-tests/engine/test/records/where-oracle.js';
import type { Actor, Naive, Row, Rule } from './naive.js';
import { asParent } from './project-rules.js';

/** What a custom rule states for a user. */
export type Stated = (user: CurrentUser) => Where;

/** A custom rule in plain words: it runs as it is, and its condition is judged row by row. */
export function conditionOf(where: Stated, model: ModelInfo, models: readonly ModelInfo[]): Rule {
  const find = (name: string) => models.find((one) => one.name === name)!;
  return {
    is: (actor, row, rules) => holds(where(actor), { row, model, actor, rules, find }),
    // A rule that throws lets nothing through, wherever it stands.
    fails: (actor, rules, belowNot) => {
      try {
        return failsIn(where(actor), model, { actor, rules, find }, belowNot);
      } catch {
        return true;
      }
    },
  };
}

interface Around {
  readonly actor: Actor;
  readonly rules: Naive;
  readonly find: (name: string) => ModelInfo;
}

interface Place extends Around {
  readonly row: Row;
  readonly model: ModelInfo;
}

/** Whether the row of the place fulfils the condition; rows beyond it count where they exist. */
function holds(where: Where, place: Place): boolean {
  const { row, model, actor, rules, find } = place;
  switch (where.op) {
    case 'and':
      return where.items.every((item) => holds(item, place));
    case 'or':
      return where.items.some((item) => holds(item, place));
    case 'not':
      return !holds(where.item, place);
    case 'rule':
      return asParent(model, where.field).is(actor, row, rules);
    case 'related':
      return holds(named(where, model), place);
    case 'parent':
    case 'children':
    case 'linked': {
      const to = find(targetOf(where, model));
      return rules.world[to.name]!.some(
        (other) =>
          isBeyond(where, row, other) &&
          rules.exists(to.name, other) &&
          holds(where.where, { ...place, row: other, model: to }),
      );
    }
    default:
      return matches(where, row, model.name, worldOf(rules, find));
  }
}

type Beyond = Extract<Where, { readonly op: 'parent' | 'children' | 'linked' }>;
type Related = Extract<Where, { readonly op: 'related' }>;

function isBeyond(where: Beyond, row: Row, other: Row): boolean {
  if (where.op === 'children') return other[where.field] === row.id;
  const held = row[where.field];
  return where.op === 'linked'
    ? (held as readonly unknown[]).includes(other.id)
    : held === other.id;
}

/** The model whose rows a condition looks at. */
export function targetOf(where: Beyond, model: ModelInfo): string {
  if (where.op === 'children') return where.model;
  if (where.op === 'linked') return model.links.find(({ name }) => name === where.field)!.model;
  return model.column.get(where.field)!.reference!.model;
}

/** A relation by its name as the field that carries it. */
export function named({ as, relation, where }: Related, model: ModelInfo): Beyond {
  if (as === 'linked') return { op: 'linked', field: relation, where };
  if (as === 'parent') {
    const key = model.columns.find(({ reference }) => reference?.relation === relation);
    return { op: 'parent', field: key!.name, where };
  }
  const children = [...model.children, ...(model.ones ?? [])];
  const { model: of, field } = children.find(({ name }) => name === relation)!;
  return { op: 'children', model: of, field, where };
}

/** Whether a part of the condition cannot be stated: below a `not` it takes the whole rule along. */
function failsIn(where: Where, model: ModelInfo, around: Around, belowNot: boolean): boolean {
  switch (where.op) {
    case 'and':
    case 'or':
      return where.items.some((item) => failsIn(item, model, around, belowNot));
    case 'not':
      return failsIn(where.item, model, around, true);
    case 'rule':
      return asParent(model, where.field).fails(around.actor, around.rules, belowNot);
    case 'related':
      return failsIn(named(where, model), model, around, belowNot);
    case 'parent':
    case 'children':
    case 'linked':
      return failsIn(where.where, around.find(targetOf(where, model)), around, belowNot);
    default:
      return false;
  }
}

const worldOf = (rules: Naive, find: Around['find']): World => ({
  rows: (model) => rules.world[model]!,
  target: (model, field) => targetOf({ op: 'parent', field, where: { op: 'all' } }, find(model)),
  numeric: (model, field) => find(model).column.get(field)?.type === 'bigint',
});
