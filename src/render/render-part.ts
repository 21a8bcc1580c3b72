import type { Field, Model, ModelPart } from '../model/model.js';
import { withArticle } from '../model/names.js';
import { namesOf, type ModelNames } from './model-names.js';
import { fillTemplate, type Templates } from './template.js';

/** The initial file of hooks or rules: its path and text. */
export function renderPart(
  model: Model,
  kind: ModelPart['kind'],
  templates: Templates,
): readonly [path: string, text: string] {
  const names = namesOf(model);
  const statement = kind === 'hooks' ? hooksOf(model, names) : rulesOf(model, names);
  const view = { ...names, aOne: withArticle(names.one), statement };
  const path = `${names.folder}/${names.file}.${kind}.ts`;
  return [path, fillTemplate(templates, `model/${kind}.ts.ejs`, view)];
}

/** An empty definition with an example that uses the model's fields. */
function hooksOf({ fields }: Model, { class: name, hooks }: ModelNames): string {
  const text = fields.find(({ type, format }) => type === 'string' && format === null)?.name;
  const hint =
    text === undefined
      ? 'afterCommit: ({ operation, log }) => log.info({ operation }),'
      : `beforeSave: ({ values }) => ({ ${text}: values.${text}?.trim() }),`;
  return emptyCall(`export const ${hooks} = defineHooks(${name}, {`, hint);
}

function rulesOf({ fields }: Model, { class: name, rules }: ModelNames): string {
  const only = fields.find(({ type }) => type !== 'refs')?.name ?? 'id';
  const hint = orderRule(fields) ?? `${only}: ({ ${only} }) => ${only} === null && 'Say which.',`;
  return emptyCall(`export const ${rules} = defineRules<${name}>({`, hint);
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

const emptyCall = (opening: string, hint: string): string =>
  [opening, `  // ${hint}`, '});'].join('\n');
