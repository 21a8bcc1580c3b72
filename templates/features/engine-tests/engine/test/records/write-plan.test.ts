import { expect, test } from 'vitest';
import { eitherOf, type ModelHooks } from '../../model/hooks.js';
import type { ModelInfo } from '../../model/model-info.js';
import type { Core, LineSteps, Scope, WritePlan } from '../../records/scope.js';
import { planNow, writePlans } from '../../records/writing/write-plan.js';
import { model } from '../fixtures/plain-model.js';

const nothing = () => undefined;
const plain = model('Task', { roles: {}, rows: null, fields: {} });
const core = { triggered: new Set<string>(), model: () => plain } as never as Core;

/** The plan of a model with these hooks and lines. */
function planOf(hooks: ModelHooks, lines: Partial<LineSteps> | null = null): WritePlan {
  const whole = lines && { contained: new Map(), isLine: false, isHeard: () => false, ...lines };
  return writePlans(core, () => whole as LineSteps | null)({ ...plain, hooks });
}

test('a plan is made once for a model and its hooks', () => {
  const plan = writePlans(core, () => null);
  let hooks: ModelHooks = {};
  const watched: ModelInfo = { ...plain, hooks: eitherOf(() => hooks) };
  const first = plan(watched);
  expect(plan(watched)).toBe(first);
  expect(plan(plain)).not.toBe(first);
  hooks = { afterSave: nothing };
  expect(plan(watched)).not.toBe(first);
  expect(plan(watched).runsCode).toBe(true);
  expect(plan(watched)).toBe(plan(watched));
});

test('a plan for a write that begins waits for whoever may have begun to watch the model', async () => {
  const told: string[] = [];
  const plan = () => (told.push('plan'), 'the plan');
  const ready = async () => void told.push('ready');
  const now = (more: object) =>
    planNow({ core: { plan, ...more }, model: plain } as never as Scope);
  expect(await now({ ready })).toBe('the plan');
  expect(told).toEqual(['ready', 'plan']);
  expect(now({})).toBe('the plan');
});

test('hooks decide what comes before a write, and what runs in its transaction', () => {
  const facts = (hooks: ModelHooks, lines: Partial<LineSteps> | null = null) => {
    const { isSeenFirst, runsCode, isShared, isSlow } = planOf(hooks, lines);
    const all = { isSeenFirst, runsCode, isShared, isSlow };
    return Object.entries(all).flatMap(([name, is]) => (is ? [name] : []));
  };
  expect(facts({})).toEqual([]);
  expect(facts({ beforeValidate: nothing })).toEqual(['isSeenFirst']);
  expect(facts({ beforeTransaction: nothing })).toEqual(['isSeenFirst', 'isSlow']);
  expect(facts({ afterSave: nothing })).toEqual(['runsCode', 'isShared']);
  expect(facts({}, {})).toEqual([]);
  expect(facts({}, { isSlow: true })).toEqual(['isSlow']);
  expect(facts({}, { isHeard: () => true })).toEqual(['isShared']);
});

test('lines say which records a payload may contain', () => {
  const contained = new Map([['parts', plain]]);
  expect(planOf({}, { contained }).contained).toBe(contained);
  expect(planOf({}).contained.size).toBe(0);
});

test('references are the columns that refer to records', () => {
  const { columns } = plain;
  const reference = { model: 'Task', relation: 'up', key: 'id' };
  const key = { ...columns[1]!, name: 'up_id', reference };
  const database = { dataSource: { getMetadata: () => ({ foreignKeys: [] }) } };
  const plan = writePlans({ ...core, database } as never as Core, () => null);
  expect(plan({ ...plain, columns: [...columns, key] }).references).toEqual([key]);
  expect(plan(plain).references).toEqual([]);
});
