import type { CurrentUser } from '../../../service/engine/model/access-rules.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Where } from '../../../service/engine/model/where.js';
import {
  matches,
  type World,
} from '../../../features/engine-tests/engine/test/records/where-oracle.js';
import { checked, targetOf, type Beyond, type Checked } from './checked-condition.js';
import type { Actor, Decisions, Row, Rule } from './decisions.js';
import { asParent } from './project-rules.js';

/** What a custom rule states for a user. */
export type Stated = (user: CurrentUser) => Where;

/**
 * A custom rule in plain words: it runs as it is, and its condition is judged row by row. One that throws, or states no condition on
 * this model, lets nothing through.
 */
export function conditionOf(where: Stated, model: ModelInfo, models: readonly ModelInfo[]): Rule {
  const find = (name: string) => models.find((one) => one.name === name)!;
  const statedBy = (actor: Actor): Checked | null => {
    try {
      return checked(where(userOf(actor)), model, models);
    } catch {
      return null;
    }
  };
  return {
    is: (actor, row, rules) => {
      const stated = statedBy(actor);
      return stated !== null && holds(stated, { row, model, actor, rules, find });
    },
    fails: (actor, rules, belowNot) => {
      const stated = statedBy(actor);
      if (stated === null) return belowNot;
      return failsIn(stated, model, { actor, rules, find }, belowNot);
    },
  };
}

/** A user as the project's code knows one. */
const userOf = ({ id, username, roles, tenants }: Actor): CurrentUser => ({
  ...{ id, username, roles, tenants },
});

interface Around {
  readonly actor: Actor;
  readonly rules: Decisions;
  readonly find: (name: string) => ModelInfo;
}

interface Place extends Around {
  readonly row: Row;
  readonly model: ModelInfo;
}

/** Whether the row of the place fulfils the condition; rows beyond it count where they exist. */
function holds(where: Checked, place: Place): boolean {
  const { row, model, actor, rules, find } = place;
  switch (where.op) {
    case 'and':
      return where.items.every((item) => holds(item as Checked, place));
    case 'or':
      return where.items.some((item) => holds(item as Checked, place));
    case 'not':
      return !holds(where.item as Checked, place);
    case 'rule':
      return asParent(model, where.field).is(actor, row, rules);
    case 'parent':
    case 'children':
    case 'linked': {
      const to = find(targetOf(where, model));
      return rules.world[to.name]!.some(
        (other) =>
          isBeyond(where, place, other) &&
          rules.exists(to.name, other) &&
          holds(where.where as Checked, { ...place, row: other, model: to }),
      );
    }
    default:
      return matches(where, row, model.name, worldOf(rules, find));
  }
}

function isBeyond(where: Beyond, { row, model, find }: Place, other: Row): boolean {
  const keyOf = (of: ModelInfo) => of.column.get(where.field)!.reference!.key;
  const held = row[where.field];
  switch (where.op) {
    case 'linked':
      return (held as readonly unknown[]).includes(other.id);
    case 'parent':
      return held !== null && held === other[keyOf(model)];
    case 'children': {
      const holds = other[where.field];
      return holds !== null && holds === row[keyOf(find(where.model))];
    }
  }
}

/** Whether a part of the condition cannot be stated: below a `not` it takes the whole rule along. */
function failsIn(where: Checked, model: ModelInfo, around: Around, belowNot: boolean): boolean {
  const { actor, rules, find } = around;
  switch (where.op) {
    case 'and':
    case 'or':
      return where.items.some((item) => failsIn(item as Checked, model, around, belowNot));
    case 'not':
      return failsIn(where.item as Checked, model, around, true);
    case 'rule':
      return asParent(model, where.field).fails(actor, rules, belowNot);
    case 'parent':
    case 'children':
    case 'linked':
      return failsIn(where.where as Checked, find(targetOf(where, model)), around, belowNot);
    default:
      return false;
  }
}

const worldOf = (rules: Decisions, find: Around['find']): World => ({
  rows: (model) => rules.world[model]!,
  target: (model, field) => targetOf({ op: 'parent', field, where: { op: 'all' } }, find(model)),
  numeric: (model, field) => find(model).column.get(field)?.type === 'bigint',
});
