import { compareText, valueTitle } from '../../model/names.js';
import { isBuiltIn } from '../../model/built-in.js';
import type { App, Field, Model } from '../../model/model.js';
import { inversesOf } from '../../model/relations.js';
import { hasPages } from '../render-web.js';
import { stampsOf } from '../../model/columns.js';
import { modelLabel, resourceOf } from './shown-fields.js';
import { fieldTitles } from './resource.js';

/** What `created_at` and `updated_at` are called in a language. */
type Stamps = Readonly<Record<string, string>>;

/** The names of models, fields and values for the templates of languages, which the developer translates. */
export const wordsToTranslate =
  (app: App) =>
  (stamps: Stamps): readonly ModelWords[] =>
    app.models
      .filter(hasPages)
      .sort((one, other) => compareText(one.name, other.name))
      .map((model) => modelWords(app, model, stamps));

/** The names of a model in a language. */
interface ModelWords {
  readonly resource: string;
  /** Null for a built-in model, which the back-office translates itself, as it does its built-in fields. */
  readonly name: string | null;
  readonly fields: Readonly<Record<string, string>>;
  /** What the values of fields are called, by field and value. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

function modelWords(app: App, model: Model, stamps: Stamps): ModelWords {
  const listed = model.fields.filter(({ values }) => values.length > 0);
  const own = isBuiltIn(model) ? [] : stampsOf(model).map((name) => [name, stamps[name]!] as const);
  return {
    resource: resourceOf(model),
    name: isBuiltIn(model) ? null : modelLabel(model),
    fields: { ...fieldTitles(model, inversesOf(app, model)), ...Object.fromEntries(own) },
    values: Object.fromEntries(listed.map((field) => [field.name, valueTitles(field)])),
  };
}

const valueTitles = ({ values }: Field): Readonly<Record<string, string>> =>
  Object.fromEntries(values.map((value) => [value, valueTitle(value)]));
