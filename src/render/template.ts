import ejs from 'ejs';
import type { Tree } from '../tree.js';

/** The files of `templates/`, by their path below it. */
export type Templates = Tree;

const compiled = new Map<string, (view: object) => string>();

/** Fills an EJS template with a view. A value that is undefined or null throws; nothing is escaped. */
export function fillTemplate(templates: Templates, path: string, view: object): string {
  const text = templates.get(path);
  if (text === undefined) throw new Error(`the template ${path} is missing`);
  let fill = compiled.get(text);
  if (fill === undefined) {
    fill = ejs.compile(text, {
      filename: path,
      strict: true,
      localsName: 'view',
      escape: (value: unknown) => printed(value, path),
    }) as (view: object) => string;
    compiled.set(text, fill);
  }
  return fill(view);
}

function printed(value: unknown, path: string): string {
  if (value === undefined || value === null) throw new Error(`${path} prints ${String(value)}`);
  return String(value);
}
