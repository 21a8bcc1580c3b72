import { compareText, valueTitle } from '../../model/names.js';
import { isUser } from '../../model/built-in.js';
import type { App, Field, Model } from '../../model/model.js';
import { inversesOf } from '../../model/relations.js';
import { brokenObject, type Code, literal, object, raw } from '../print/code.js';
import { printAssignment } from '../print/print-code.js';
import { hasPages } from '../render-web.js';
import { modelLabel, resourceOf, stampsOf } from './shown-fields.js';
import { fieldTitles } from './resource.js';

/** What `created_at` and `updated_at` are called in a language. */
type Stamps = Readonly<Record<string, string>>;

/**
 * For the templates of languages: the statement that exports one, with the imported texts of the back-office, and with the names of
 * models, fields and values for the developer to translate.
 */
export const languageOf =
  (app: App) =>
  (texts: string, stamps: Stamps): string => {
    const all = app.models
      .filter(hasPages)
      .sort((one, other) => compareText(one.name, other.name))
      .map((model) => [resourceOf(model), wordsOf(app, model, stamps)]);
    const models = brokenObject(Object.fromEntries(all));
    const language = brokenObject({ texts: raw(texts), models });
    return printAssignment('export const language: Language', language);
  };

/** The back-office translates the built-in fields of `User` itself. */
function wordsOf(app: App, model: Model, stamps: Stamps): Code {
  const values = model.fields.filter((field) => field.values.length > 0);
  return brokenObject({
    name: isUser(model) ? undefined : literal(modelLabel(model)),
    fields: brokenObject(fieldsOf(app, model, stamps)),
    values:
      values.length === 0
        ? undefined
        : brokenObject(Object.fromEntries(values.map((field) => [field.name, valuesOf(field)]))),
  });
}

const fieldsOf = (app: App, model: Model, stamps: Stamps): Record<string, Code> => ({
  ...fieldTitles(model, inversesOf(app, model)),
  ...Object.fromEntries(
    (isUser(model) ? [] : stampsOf(model)).map((name) => [name, literal(stamps[name])]),
  ),
});

const valuesOf = ({ values }: Field): Code =>
  object(Object.fromEntries(values.map((value) => [value, literal(valueTitle(value))])));
