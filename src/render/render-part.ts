import type { Field, Model, ModelPart } from '../model/model.js';
import { withArticle } from '../model/names.js';
import { namesOf } from './model-names.js';
import { fillTemplate, type Templates } from './template.js';

/** The initial file of hooks or rules: its path and text. */
export function renderPart(
  model: Model,
  kind: ModelPart['kind'],
  templates: Templates,
): readonly [path: string, text: string] {
  const names = namesOf(model);
  const hint = kind === 'hooks' ? hookHint(model) : ruleHint(model);
  const view = { ...names, aOne: withArticle(names.one), hint };
  const path = `${names.folder}/${names.file}.${kind}.ts`;
  return [path, fillTemplate(templates, `model/${kind}.ts.ejs`, view)];
}

/** An example of a hook that uses the model's fields. */
function hookHint({ fields }: Model): string {
  const text = fields.find(({ type, format }) => type === 'string' && format === null)?.name;
  return text === undefined
    ? 'afterCommit: ({ operation, log }) => log.info({ operation }),'
    : `beforeSave: ({ values }) => ({ ${text}: values.${text}?.trim() }),`;
}

/** An example of a rule that uses the model's fields. */
function ruleHint({ fields }: Model): string {
  const only = fields.find(({ type }) => type !== 'refs')?.name ?? 'id';
  return orderRule(fields) ?? `${only}: ({ ${only} }) => ${only} === null && 'Say which.',`;
}

/** A rule that compares two fields; null where none are comparable. */
function orderRule(fields: readonly Field[]): string | null {
  for (const [word, types] of ORDERED)
    for (const wanted of types) {
      const [one, other] = fields.filter(({ type }) => type === wanted).map(({ name }) => name);
      if (one !== undefined && other !== undefined)
        return `${other}: ({ ${one}, ${other} }) => ${one}! > ${other}! && 'It is ${word} ${one}.',`;
    }
  return null;
}

const ORDERED = [
  ['before', ['date', 'datetime', 'time']],
  ['less than', ['integer', 'float', 'decimal']],
] as const;
