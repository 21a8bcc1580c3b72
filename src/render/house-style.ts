import { once } from '../once.js';
import type { Tree } from '../tree.js';

/**
 * The folder with the templates of a project: its house style. Each template stands in for the template of the same path, or is an
 * additional one.
 */
export const HOUSE = 'crudgen/templates/';

/** The templates that a house style may replace, those of a model's files, and what each makes. */
export const MODEL_TEMPLATES: ReadonlyMap<string, string> = new Map([
  ['model/model.ts.ejs', 'the entity (except of User)'],
  ['model/access.ts.ejs', 'the access rules'],
  ['model/test.ts.ejs', 'the tests of a model'],
  ['model/hooks.ts.ejs', 'the file that `hooks add` writes'],
  ['model/routes.ts.ejs', 'the file that `routes add` writes'],
  ['model/rules.ts.ejs', 'the file that `rules add` writes'],
  ['model/route.ts.ejs', 'the endpoint that `endpoint add` writes'],
  ['model/endpoint.test.ts.ejs', 'the test of an endpoint'],
  ['features/admin/model/list.tsx.ejs', 'the list page'],
  ['features/admin/model/show.tsx.ejs', 'the page of one record'],
  ['features/admin/model/form.tsx.ejs', 'the forms'],
  ['features/admin/model/resource.ts.ejs', 'labels, cards and pages'],
]);

/** The templates that say what crudgen reads again: what they make has to say what the model says. */
export const SOURCE_TEMPLATES: readonly string[] = ['model/model.ts.ejs', 'model/access.ts.ejs'];

const ADDED = /^(?:model|features\/admin\/model)\/[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)*\.tsx?\.ejs$/;

/** The files that crudgen has templates for and that no house style replaces. */
const FIXED: ReadonlySet<string> = new Set([
  'model/migration.ts.ejs',
  'features/admin/model/facts.gen.ts.ejs',
]);

/** Whether a house style may have a template of this path: in place of one of crudgen, or as one more. */
export const mayStyle = (path: string): boolean => ADDED.test(path) && !FIXED.has(path);

/** Whether a template is one more, for a file that crudgen writes none of. */
const isAdded = (path: string): boolean => mayStyle(path) && !MODEL_TEMPLATES.has(path);

/** The house style in some files: its templates by the paths that they have in crudgen. */
export function houseStyleIn(files: Tree): Tree {
  return new Map(
    [...files].flatMap(([path, text]): [string, string][] => {
      const name = path.startsWith(HOUSE) ? path.slice(HOUSE.length) : '';
      return mayStyle(name) ? [[name, text]] : [];
    }),
  );
}

/** Templates with a house style beside those of crudgen. */
export const withHouseStyle = (templates: Tree, style: Tree): Tree =>
  style.size === 0
    ? templates
    : new Map([...templates, ...[...style].map(([name, text]) => [HOUSE + name, text] as const)]);

/** The paths of a house style: of each model its files are asked for. */
const ownPaths = once((templates: Tree): readonly string[] =>
  [...templates.keys()].filter((path) => path.startsWith(HOUSE)),
);

/** The templates of a folder that a house style adds: `service.ts` of `model/service.ts.ejs`, with its path. */
export function addedTemplates(
  templates: Tree,
  folder: string,
): readonly (readonly [file: string, path: string])[] {
  return ownPaths(templates).flatMap((key) => {
    const path = key.slice(HOUSE.length);
    const file = path.slice(folder.length + 1, -'.ejs'.length);
    return path.startsWith(`${folder}/`) && isAdded(path) ? [[file, path] as const] : [];
  });
}

/** The names of a file in the template's own words: `list`, `list.tsx`, `features/admin/model/list.tsx.ejs`. */
export function findTemplate(word: string): string | null {
  const named = word.replace(/^(?:\.\/)?(?:crudgen\/)?templates\//, '');
  const matching = [...MODEL_TEMPLATES.keys()].filter((path) => {
    const file = path.slice(path.lastIndexOf('/') + 1);
    const forms = [path, path.replace(/\.ejs$/, ''), file, file.replace(/\.ejs$/, '')];
    return [...forms, file.replace(/\.tsx?\.ejs$/, '')].includes(named);
  });
  return matching[0] ?? null;
}
