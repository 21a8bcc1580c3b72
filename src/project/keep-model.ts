import { pathOfEntity } from '../code/code-index.js';
import { findModel } from '../model/change.js';
import { dropInverses } from '../refactor/drop-inverses.js';
import { printJson } from '../spec/print-json.js';
import type { OpenProject } from './open-project.js';
import type { Edit } from './workspace.js';

const SETTINGS = 'crudgen.json';

/** Records in crudgen.json that a class is no longer a model. */
export function ignoreTable({ settings }: OpenProject, table: string): Edit {
  return (files) => {
    const json = JSON.parse((files.get(SETTINGS) ?? '{}').replace(/^\uFEFF/, '')) as object;
    const next = { ...json, ignore: [...settings.ignore, table] };
    return new Map(files).set(SETTINGS, `${printJson(next)}\n`);
  };
}

/** Removes the inverse relations from a class that is taken out, since the other models lose their side. */
export function withoutInverses({ app }: OpenProject, name: string): Edit {
  const gone = findModel(app, name).fields.flatMap(({ reference }) => reference?.inverse ?? []);
  return (files) => {
    const path = pathOfEntity(files, name);
    if (path === null) return files;
    return new Map(files).set(path, dropInverses(path, files.get(path) ?? '', { name, gone }));
  };
}
