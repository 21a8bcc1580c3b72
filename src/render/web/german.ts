import { compareText, valueTitle } from '../../model/names.js';
import { isUser } from '../../model/built-in.js';
import type { App, Field, Model } from '../../model/model.js';
import { inversesOf } from '../../model/relations.js';
import { brokenObject, type Code, literal, object, raw } from '../print/code.js';
import { printAssignment } from '../print/print-code.js';
import { modelLabel, resourceOf, stampsOf } from './shown-fields.js';
import { fieldTitles } from './resource.js';

/** The feature for German, and the path of the application's German texts. */
export const GERMAN = { feature: 'german', file: 'web/src/languages/de.ts' };

const STAMPS: Readonly<Record<string, string>> = {
  created_at: 'Angelegt am',
  updated_at: 'Geändert am',
};

/** `web/src/languages/de.ts`: the names of models, fields and values, for the developer to translate. */
export function germanFile(app: App, models: readonly Model[]): string {
  const all = [...models].sort((one, other) => compareText(one.name, other.name));
  const words = brokenObject(
    Object.fromEntries(all.map((model) => [resourceOf(model), wordsOf(app, model)])),
  );
  const language = brokenObject({ texts: raw('german'), models: words });
  return [
    "import type { Language } from '#ui';",
    "import { german } from '#ui/german';",
    '',
    '/** German: what the back-office says, and what your models, their fields and their values are called. */',
    printAssignment('export const language: Language', language),
    '',
  ].join('\n');
}

/** The back-office translates the built-in fields of `User` itself. */
function wordsOf(app: App, model: Model): Code {
  const values = model.fields.filter((field) => field.values.length > 0);
  return brokenObject({
    name: isUser(model) ? undefined : literal(modelLabel(model)),
    fields: brokenObject(fieldsOf(app, model)),
    values:
      values.length === 0
        ? undefined
        : brokenObject(Object.fromEntries(values.map((field) => [field.name, valuesOf(field)]))),
  });
}

const fieldsOf = (app: App, model: Model): Record<string, Code> => ({
  ...fieldTitles(model, inversesOf(app, model)),
  ...Object.fromEntries(
    (isUser(model) ? [] : stampsOf(model)).map((name) => [name, literal(STAMPS[name])]),
  ),
});

const valuesOf = ({ values }: Field): Code =>
  object(Object.fromEntries(values.map((value) => [value, literal(valueTitle(value))])));
