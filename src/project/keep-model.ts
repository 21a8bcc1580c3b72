import { findModel } from '../model/change.js';
import { printJson } from '../spec/print-json.js';
import type { OpenProject } from './open-project.js';
import type { Edit } from './workspace.js';

const SETTINGS = 'crudgen.json';

/** Notes in crudgen.json that a class is no model any more. */
export function ignoreTable({ settings }: OpenProject, table: string): Edit {
  return (files) => {
    const json = JSON.parse((files.get(SETTINGS) ?? '{}').replace(/^\uFEFF/, '')) as object;
    const next = { ...json, ignore: [...settings.ignore, table] };
    return new Map(files).set(SETTINGS, `${printJson(next)}\n`);
  };
}

/** The other models lose their side of a relation, so the class of a model that is taken out speaks of it no more. */
export function dropInverses({ app }: OpenProject, name: string): Edit {
  const gone = findModel(app, name).fields.flatMap(({ reference }) => reference?.inverse ?? []);
  const inverse = /(\(\) => \w+),\s*\(?(\w+)\)? => \2\.(\w+)/g;
  return (files) => {
    const found = [...files].find(([path, text]) => isEntityOf(path, text, name));
    if (found === undefined || gone.length === 0) return files;
    const [path, text] = found;
    const next = text.replace(inverse, (all, target: string, _, property: string) =>
      gone.includes(property) ? target : all,
    );
    return new Map(files).set(path, next);
  };
}

const isEntityOf = (path: string, text: string, name: string): boolean =>
  /^src\/.*\.ts$/.test(path) &&
  text.includes('@Entity(') &&
  new RegExp(`\\bclass ${name}\\b`).test(text);
