import { USERS } from '../auth/entities.js';
import type { ColumnInfo } from '../fields/column-info.js';
import { fieldOptionsOf } from '../model/field.js';
import type { ModelInfo } from '../model/model-info.js';

/** What erasing a person does with a field: with the value that replaces it, or the reason why it is kept. */
export interface PersonalRule {
  readonly way: Way;
  readonly text: string | null;
}

const WAYS = ['empty', 'replace', 'delete', 'follow', 'keep'] as const;
type Way = (typeof WAYS)[number];

/** Reads what `@Field({ personal })` says: `keep=tax law, 10 years`; null for a text that says nothing. */
export function ruleIn(given: true | string): PersonalRule | null {
  if (given === true) return { way: 'empty', text: null };
  const [, word, text = null] = /^(\w+)(?:=([^]*))?$/.exec(given) ?? [];
  const way = WAYS.find((one) => one === word);
  return way === undefined || way === 'empty' ? null : { way, text };
}

/** What every service knows of its users; their further fields say it themselves. */
const OF_USERS: Readonly<Record<string, PersonalRule>> = {
  username: { way: 'replace', text: null },
  email: { way: 'empty', text: null },
  first_name: { way: 'empty', text: null },
  last_name: { way: 'empty', text: null },
  roles: { way: 'empty', text: null },
  tenants: { way: 'empty', text: null },
};

const known = new WeakMap<ModelInfo, ReadonlyMap<string, PersonalRule>>();

/** The rules of a model's fields, by their names. */
export function rulesOf(model: ModelInfo): ReadonlyMap<string, PersonalRule> {
  const found = known.get(model);
  if (found) return found;
  const rules = new Map(model.table === USERS ? Object.entries(OF_USERS) : []);
  for (const [name, { personal }] of fieldOptionsOf(model.entity)) {
    const rule = personal === undefined ? null : ruleIn(personal);
    const isThere = model.column.has(name) || model.links.some((link) => link.name === name);
    if (rule && isThere) rules.set(name, rule);
  }
  known.set(model, rules);
  return rules;
}

/** The columns whose values tell something of the person that a row is about, with their rules; references lead to others. */
export function personalColumns(
  model: ModelInfo,
): readonly { readonly column: ColumnInfo; readonly rule: PersonalRule }[] {
  const rules = rulesOf(model);
  return model.stored.flatMap((column) => {
    const source = column.derivedFrom ?? column.name;
    const rule = rules.get(source);
    return rule && column.reference === null ? [{ column, rule }] : [];
  });
}

/** The value that a rule puts in place of another one; `key` makes that of a unique field one of its own. */
export function replacement(
  column: ColumnInfo,
  rule: PersonalRule,
  key: string,
  isUnique: boolean,
): unknown {
  if (rule.text !== null) return valueIn(rule.text, column);
  const own = isUnique ? `erased-${key}` : 'erased';
  if (column.format === 'email') return `${own}@erased.invalid`;
  if (column.format === 'url') return `https://erased.invalid/${isUnique ? key : ''}`;
  return own.padEnd(column.min ?? 0, '-').slice(0, column.max ?? undefined);
}

/** A value of a column's type in a text, as the API has it. */
export function valueIn(text: string, { type }: ColumnInfo): unknown {
  if (type === 'integer' || type === 'float' || type === 'decimal') return Number(text);
  if (type === 'boolean') return text === 'true';
  return type === 'json' ? (JSON.parse(text) as unknown) : text;
}
