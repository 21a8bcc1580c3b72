import type { AccessRules, RowRule } from '../../../service/engine/model/access-rules.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Answered } from '../ask.js';
import type { Proof } from '../doors/door.js';
import { plainRules } from '../naive/project-rules.js';

/** A rule of a model. */
export type RulePart =
  | { readonly model: string; readonly part: 'roles' | 'rows' | 'gives' }
  | { readonly model: string; readonly part: 'row'; readonly index: number }
  | { readonly model: string; readonly part: 'field'; readonly field: string };

/** The path of a rule in the definition of its model's access: `rows[1]`; empty for no rule in particular. */
export function clauseOf(rule: RulePart | null): string {
  if (rule === null) return '';
  if (rule.part === 'row') return `rows[${rule.index}]`;
  return rule.part === 'field' ? `fields.${rule.field}` : rule.part;
}

/** A rule, and the rules of its model if the rule said something else. */
interface Variant {
  readonly rule: RulePart;
  readonly access: AccessRules;
}

/**
 * Finds the rule that decides about a wrong answer in a world: by other rules in its place, the answer would be right. Null if no
 * single rule explains the answer.
 */
export function decidingRule(
  { naive, models }: Proof,
  wrong: Answered,
  world = naive.world,
): RulePart | null {
  const [rules, before] = [naive.rules, naive.world];
  const model = wrong.wrong!.about ?? wrong.question.model;
  const own = models.filter(({ name }) => name === model);
  const others = models.filter(({ name }) => name !== model);
  try {
    for (const one of [...own, ...others])
      for (const { rule, access } of variantsOf(one)) {
        naive.rules = { ...rules, ...plainRules(models, (other) => accessOf(other, one, access)) };
        naive.world = world;
        if (wrong.question.judge(wrong.answer, wrong.after) === null) return rule;
      }
    return null;
  } finally {
    naive.rules = rules;
    naive.world = before;
  }
}

const accessOf = (model: ModelInfo, changed: ModelInfo, access: AccessRules): AccessRules =>
  model === changed ? access : model.access;

const OPEN: RowRule = { kind: 'custom', where: () => ({ op: 'all' }) };

function* variantsOf({ name: model, access }: ModelInfo): Generator<Variant> {
  for (const [field, { read, write }] of Object.entries(access.fields))
    for (const left of [{ ...(write && { write }) }, { ...(read && { read }) }]) {
      const fields = { ...access.fields, [field]: left };
      yield { rule: { model, part: 'field', field }, access: { ...access, fields } };
    }
  const rows = access.rows ?? [];
  for (const index of rows.keys())
    for (const some of [rows.toSpliced(index, 1), rows.with(index, OPEN)])
      yield { rule: { model, part: 'row', index }, access: { ...access, rows: some } };
  yield { rule: { model, part: 'rows' }, access: { ...access, rows: null } };
  yield { rule: { model, part: 'roles' }, access: { ...access, roles: {} } };
}
