import ejs from 'ejs';
import type { Tree } from '../tree.js';
import { argumentsOf, attributesOf, codeOf } from './code.js';
import { Draft } from './draft.js';
import { HOUSE } from './house-style.js';
import { fillOwnTemplate, onlyKnown } from './own-template.js';

/** The files of `templates/`, by their path below it, and beside them a house style (`withHouseStyle`). */
export type Templates = Tree;

/** What templates write code with, besides what is in their view. */
const WRITERS = { code: codeOf, args: argumentsOf, attributes: attributesOf };

/** How templates are compiled. A value that is undefined or null throws; nothing is escaped. */
const compileOptions = (path: string) => ({
  filename: path,
  strict: true,
  destructuredLocals: ['view', ...Object.keys(WRITERS)],
  escape: (value: unknown) => printed(value, path),
});

type Fill = (locals: object) => string;

const compiled = new Map<string, Fill>();

/** Fills an EJS template of crudgen with a view. */
export function fillTemplate(templates: Templates, path: string, view: object): string {
  const text = templates.get(path);
  if (text === undefined) throw new Error(`the template ${path} is missing`);
  const fill = compiled.get(text) ?? (ejs.compile(text, compileOptions(path)) as Fill);
  compiled.set(text, fill);
  return fill({ view, ...WRITERS });
}

/** A template of code filled with a view, which prettier lays out; the template of the house style where there is one. */
export function draftOf(templates: Templates, path: string, view: object): Draft {
  const own = templates.get(HOUSE + path);
  if (own === undefined) return new Draft(fillTemplate(templates, path, view));
  const template = { path: HOUSE + path, text: own };
  const locals = { view: onlyKnown(view), ...WRITERS };
  const code = fillOwnTemplate(template, locals, compileOptions(template.path));
  return new Draft(code, template);
}

function printed(value: unknown, path: string): string {
  if (value === undefined || value === null) throw new Error(`${path} prints ${value}`);
  return String(value);
}
