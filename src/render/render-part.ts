import type { Field, Model, PartKind } from '../model/model.js';
import { withArticle } from '../model/names.js';
import { modelNames } from './model-names.js';
import { draftOf, type Templates } from './template.js';
import { viewAccess } from './view-access.js';

/** The initial file of a part: its path and text, with an example of what it is for. */
export function renderPart(
  model: Model,
  kind: PartKind,
  templates: Templates,
): readonly [path: string, text: string] {
  const names = modelNames(model);
  const view = { ...names, aOne: withArticle(names.one), model, ...VIEWS[kind](model) };
  const path = `${names.folder}/${names.file}.${kind}.ts`;
  return [path, draftOf(templates, `model/${kind}.ts.ejs`, view).text];
}

const VIEWS: Readonly<Record<PartKind, (model: Model) => object>> = {
  access: (model) => ({
    ...viewAccess(model),
    hint: "roles: { Viewer: ['list', 'show'], '*': [] },",
  }),
  routes: () => ({}),
  hooks: (model) => ({ hint: hookHint(model) }),
  rules: (model) => ({ hint: ruleHint(model) }),
};

/** The fields of which a record may get another value. */
const ordinaryFields = ({ fields }: Model): readonly Field[] =>
  fields.filter(({ key }) => key === null);

/** An example of a hook that uses the model's fields. */
function hookHint(model: Model): string {
  const text = ordinaryFields(model).find(
    ({ type, format }) => type === 'string' && format === null,
  )?.name;
  return text === undefined
    ? 'afterCommit: ({ operation, log }) => log.info({ operation }),'
    : `beforeValidate: ({ values: { ${text} } }) => (typeof ${text} === 'string' ? { ${text}: ${text}.trim() } : {}),`;
}

/** An example of a rule that uses the model's fields. */
function ruleHint(model: Model): string {
  const fields = ordinaryFields(model);
  const only = fields.find(({ type }) => type !== 'refs')?.name ?? 'id';
  return orderRule(fields) ?? `${only}: ({ ${only} }) => ${only} === null && 'Say which.',`;
}

/** A rule that compares two fields, either of which may be empty; null where none are comparable. */
function orderRule(fields: readonly Field[]): string | null {
  for (const [word, types] of ORDERED)
    for (const wanted of types) {
      const [one, other] = fields.filter(({ type }) => type === wanted).map(({ name }) => name);
      if (one !== undefined && other !== undefined)
        return `${other}: ({ ${one}, ${other} }) => ${one} !== null && ${other} !== null && ${one} > ${other} && 'It is ${word} ${one}.',`;
    }
  return null;
}

const ORDERED = [
  ['before', ['date', 'datetime', 'time']],
  ['less than', ['integer', 'float', 'decimal']],
] as const;
