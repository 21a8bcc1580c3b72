import ejs from 'ejs';
import type { Tree } from '../tree.js';
import { argumentsOf, attributesOf, codeOf } from './code.js';
import { Draft } from './draft.js';

/** The files of `templates/`, by their path below it. */
export type Templates = Tree;

/** What templates write code with, besides what is in their view. */
const WRITERS = { code: codeOf, args: argumentsOf, attributes: attributesOf };

type Fill = (view: object) => string;

const compiled = new Map<string, Fill>();

/** Fills an EJS template with a view. A value that is undefined or null throws; nothing is escaped. */
export function fillTemplate(templates: Templates, path: string, view: object): string {
  const text = templates.get(path);
  if (text === undefined) throw new Error(`the template ${path} is missing`);
  const fill = compiled.get(text) ?? compile(text, path);
  compiled.set(text, fill);
  return fill({ ...view, ...WRITERS });
}

/** The same for a template of code, which prettier lays out. */
export const draftOf = (templates: Templates, path: string, view: object): Draft =>
  new Draft(fillTemplate(templates, path, view));

const compile = (text: string, path: string): Fill =>
  ejs.compile(text, {
    filename: path,
    strict: true,
    localsName: 'view',
    destructuredLocals: Object.keys(WRITERS),
    escape: (value: unknown) => printed(value, path),
  }) as Fill;

function printed(value: unknown, path: string): string {
  if (value === undefined || value === null) throw new Error(`${path} prints ${String(value)}`);
  return String(value);
}
