import type { Model, ModelPart } from '../model/model.js';
import { withArticle } from '../model/names.js';
import { namesOf, type ModelNames } from './model-names.js';
import { fillTemplate, type Templates } from './template.js';

/** A file that a model's developer goes on writing: where it begins, and its first text. */
export function renderPart(
  model: Model,
  kind: ModelPart['kind'],
  templates: Templates,
): readonly [path: string, text: string] {
  const names = namesOf(model);
  const statement = kind === 'hooks' ? hooksOf(names) : rulesOf(names);
  const view = { ...names, aOne: withArticle(names.one), statement };
  const path = `${names.folder}/${names.file}.${kind}.ts`;
  return [path, fillTemplate(templates, `model/${kind}.ts.ejs`, view)];
}

/** Nothing yet, but for how it is written. */
const hooksOf = ({ class: name, hooks }: ModelNames): string =>
  emptyCall(`export const ${hooks} = defineHooks(${name}, {`, HOOK);

const rulesOf = ({ class: name, rules }: ModelNames): string =>
  emptyCall(`export const ${rules} = defineRules<${name}>({`, RULE);

const emptyCall = (opening: string, hint: string): string =>
  [opening, `  // ${hint}`, '});'].join('\n');

const HOOK = 'beforeSave: ({ values }) => ({ title: values.title?.trim() }),';
const RULE =
  "due_date: ({ starts_on, due_date }) => starts_on! > due_date! && 'It ends before it starts.',";
