import { readdirSync, readFileSync } from 'node:fs';
import type { AccessRules, RowRule } from '../../../service/engine/model/access-rules.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Answered } from '../ask.js';
import type { Proof } from '../doors/door.js';
import { plainRules } from '../naive/project-rules.js';

/** A rule of a model. */
export type RulePart =
  | { readonly model: string; readonly part: 'roles' | 'rows' }
  | { readonly model: string; readonly part: 'row'; readonly index: number }
  | { readonly model: string; readonly part: 'field'; readonly field: string };

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

/** The access files of the project in the current folder. */
export class AccessFiles {
  readonly #files = new Map<string, { readonly path: string; readonly code: string }>();

  constructor() {
    for (const entry of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
      if (!entry.endsWith('.ts')) continue;
      const path = `src/${entry.replaceAll('\\', '/')}`;
      const code = withoutComments(readFileSync(path, 'utf8'));
      for (const [, model = ''] of code.matchAll(/\bdefineAccess<\s*(\w+)/g))
        this.#files.set(model, { path, code });
    }
  }

  /** The file and line of a rule, or of all rules of the model if the rule stands elsewhere; null if no file has them. */
  placeOf(model: ModelInfo, rule: RulePart | null): string | null {
    const file = this.#files.get(model.name);
    if (!file) return null;
    const { path, code } = file;
    const start = code.search(new RegExp(`\\bdefineAccess<\\s*${model.name}\\b`));
    const at = rule === null ? start : (positionOf(rule, model, code, start) ?? start);
    return `${path}:${code.slice(0, at).split('\n').length}`;
  }
}

/** Blanks comments, so that lines and positions stay. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[^]*?\*\/|(?<![:'"`\\])\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '));

function positionOf(rule: RulePart, model: ModelInfo, code: string, start: number): number | null {
  const after = (pattern: string, from: number, nth = 0): number | null => {
    const found = [...code.slice(from).matchAll(new RegExp(pattern, 'g'))][nth];
    return found ? from + found.index : null;
  };
  const part = rule.part === 'row' ? 'rows' : rule.part === 'field' ? 'fields' : rule.part;
  const list = after(`\\b${part}\\s*:`, start);
  if (list === null) return null;
  if (rule.part === 'field') return after(`\\b${rule.field}\\s*:`, list) ?? list;
  if (rule.part !== 'row') return list;
  const rules = model.access.rows!;
  const { kind } = rules[rule.index]!;
  const nth = rules.slice(0, rule.index).filter((one) => one.kind === kind).length;
  return after(`\\b${MAKERS[kind]}\\b(?:<[^(]*>)?\\(`, list, nth) ?? list;
}

/** The functions that make row rules. */
const MAKERS: Readonly<Record<RowRule['kind'], string>> = {
  ...{ owner: 'owner', tenant: 'tenant', parent: 'asParent', roles: 'allFor', custom: 'custom' },
};
