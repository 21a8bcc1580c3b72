import { fileURLToPath } from 'node:url';
import { readTree } from '../../disk/read-tree.js';
import { once } from '../../once.js';
import { withHouseStyle } from '../../render/house-style.js';
import type { Tree } from '../../tree.js';
import { installedVersions, withoutFeaturesNamed } from './installed-features.js';

const FOLDER = fileURLToPath(new URL('../../../templates', import.meta.url));

let templates: Tree | undefined;

/** The template files of crudgen; read once. */
export function readTemplates(): Tree {
  templates ??= readTree(FOLDER, new Set(['**/node_modules', '**/dist']));
  return templates;
}

/** The JSON Schema of spec files. */
export const specSchema = (): object =>
  JSON.parse(readTemplates().get('crudgen.schema.json')!) as object;

/** What a project has besides the templates of crudgen, by the paths that they have there. */
export interface OwnTemplates {
  /** Its house style as it was applied. */
  readonly applied: Tree;
  /** Its features of others. */
  readonly installed: Tree;
}

/** The templates of a project: those of crudgen, its features of others, and its house style as it was applied. */
export const templatesOf = ({ applied, installed }: OwnTemplates): Tree =>
  styled(applied)(besideOurs(installed));

const styled = once((style: Tree) => once((all: Tree) => withHouseStyle(all, style)));

const besideOurs = once((installed: Tree): Tree => {
  if (installed.size === 0) return readTemplates();
  // A feature of crudgen that came under the same name later does not mix with that of the project.
  const names = [...installedVersions(installed).keys()];
  return new Map([...withoutFeaturesNamed(readTemplates(), names), ...installed]);
});
