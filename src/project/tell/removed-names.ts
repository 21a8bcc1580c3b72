import { packagesOf } from '../../disk/read-packages.js';
import { STAMPS } from '../../model/columns.js';
import type { Model } from '../../model/model.js';
import { EMPTY_PLAN, type Plan } from '../../plan/plan.js';
import { folderOf, isGenerated, type Tree } from '../../tree.js';
import { type Problem, quoted, warning } from '../../problem.js';
import { entitiesOf, pathOfEntity } from '../../code/code-index.js';
import { findModelNames, findPageUses, findWords, pagesFolder } from '../../code/find-page-uses.js';
import { findUses, memberTypes, type Use } from '../../code/find-uses.js';
import { isCode } from '../../code/typescript.js';
import { possibleUses } from '../../refactor/dynamic-imports.js';
import type { ExportNames } from '../../refactor/rename-exports.js';
import type { OldName } from '../change/project-change.js';
import type { OpenProject } from '../open/open-project.js';

const SHOWN = 8;

/** The files after a plan. */
interface After {
  readonly project: OpenProject;
  readonly files: Tree;
  readonly plan: Plan;
}

/** Warns of own code that still uses members of models by names that a plan removes. */
export function removedMembers(
  { project, files, plan }: After,
  old: readonly OldName[],
): readonly Problem[] {
  return old.flatMap(({ model, names }) => {
    const among = names.length === 0 ? [] : ownFiles(plan, files, project, names);
    if (among.length === 0) return [];
    const search = { files, among, project, model, names };
    const uses = [usesInCode, usesInPages, usesInModelFolder, usesInTests].flatMap((find) =>
      find(search),
    );
    const what = `${quoted(names, ' or ')} of \`${model.name}\``;
    return uses.length === 0 ? [] : [oldNameProblem(what, usedPlaces(uses))];
  });
}

/** Warns of pages that show dropped fields, which no compiler notices. */
export function pagesOfDroppedFields(
  project: OpenProject,
  gone: readonly OldName[],
): readonly Problem[] {
  const files = project.mine;
  return gone.flatMap(({ model, names }) =>
    names.flatMap((name) => {
      const among = ownFiles(EMPTY_PLAN, files, project, [name]);
      const uses = usesInPages({ files, among, project, model, names: [name] });
      const what = `\`${name}\` of \`${model.name}\``;
      return uses.length === 0 ? [] : [oldNameProblem(what, usedPlaces(uses))];
    }),
  );
}

/** Warns of own code that still names models which a plan removes. */
export function removedModels(
  { project, files, plan }: After,
  models: readonly Model[],
): readonly Problem[] {
  const decided = new Set(plan.refused.map(({ path }) => path));
  return models.flatMap((model) => {
    const names = [model.table, model.prefix.slice(1)];
    const uses = ownFiles(plan, files, project, names)
      .filter((path) => !decided.has(path))
      .flatMap((path) => findModelNames(path, files.get(path) ?? '', model));
    return uses.length === 0 ? [] : [oldNameProblem(`\`${model.name}\``, usedPlaces(uses))];
  });
}

/** Names of a model to look for in some files. */
interface Search extends OldName {
  readonly files: Tree;
  /** The developer's own files that have such a word. */
  readonly among: readonly string[];
  readonly project: OpenProject;
}

/** Warns of own code that may still use exports of modules by their old names. */
export function renamedExports(
  { project, files, plan }: After,
  exports: ExportNames,
): readonly Problem[] {
  if (exports.size === 0) return [];
  const names = [...new Set([...exports.values()].flatMap((one) => [...one.keys()]))];
  const uses = ownFiles(plan, files, project, names).flatMap((path) =>
    possibleUses(path, files, exports).map(({ name, line }) => ({ path, name, line })),
  );
  const used = names.filter((one) => uses.some(({ name }) => name === one));
  return used.length === 0 ? [] : [oldNameProblem(quoted(used, ' or '), usedPlaces(uses))];
}

function oldNameProblem(names: string, uses: readonly string[]): Problem {
  const places = uses.length === 1 ? 'one place' : `${uses.length} places`;
  return warning(
    'old-name',
    `your own code still uses ${names} in ${places}`,
    `see ${uses.slice(0, SHOWN).join(', ')}${uses.length > SHOWN ? ', ...' : ''}`,
  );
}

/** Code with one of the names that the developer wrote or edited: what crudgen wrote is updated anyway. */
function ownFiles(
  plan: Plan,
  files: Tree,
  { base }: OpenProject,
  names: readonly string[],
): string[] {
  const word = new RegExp(`(?<![\\w$])(?:${names.join('|')})(?![\\w$])`);
  const written = (path: string) => plan.base.get(path) ?? base.get(path);
  return [...files].flatMap(([path, text]) => {
    const isOwn =
      /^(?:src|engine|ui|web\/src|test)\/(?!database\/migrations\/)/.test(path) &&
      !isGenerated(path);
    return isOwn && isCode(path) && word.test(text) && text !== written(path) ? [path] : [];
  });
}

function usesInCode({ files, among, project: { root, mine }, model, names }: Search): Use[] {
  const [path, before] = [pathOfEntity(files, model.name), pathOfEntity(mine, model.name)];
  if (path === null || before === null) return [];
  const entity = { path, name: model.name };
  const members = memberTypes(before, mine.get(before) ?? '', model.name, names);
  return findUses({ files, among, entity, members, records: recordKeys(model) }, packagesOf(root));
}

/** The keys that a record of a model may have. */
const recordKeys = ({ fields }: Model): Set<string> =>
  new Set([
    ...['id', '_label', ...STAMPS],
    ...fields.flatMap(({ name, reference }) => [name, reference?.relation ?? name]),
  ]);

function usesInPages({ files, among, project, model, names }: Search): Use[] {
  const shown = { table: model.table, folder: pagesFolder(project.mine.keys(), model), names };
  return among
    .filter((path) => path.startsWith('web/'))
    .flatMap((path) => findPageUses(path, files.get(path) ?? '', shown));
}

/** Keys and strings in the service's folder of a model, where its tests and helpers are. */
function usesInModelFolder({ files, among, model, names }: Search): Use[] {
  const entity = pathOfEntity(files, model.name);
  if (entity === null) return [];
  const isInside = (path: string) => path.startsWith(folderOf(entity));
  if (entitiesOf(files).filter(({ path }) => isInside(path)).length > 1) return [];
  return among.filter(isInside).flatMap((path) => findWords(path, files.get(path) ?? '', names));
}

/** Keys and strings in tests that ask the endpoints of a model: what goes over HTTP has no type of its own. */
function usesInTests({ files, among, model, names }: Search): Use[] {
  return among
    .filter((path) => path.startsWith('test/'))
    .map((path) => [path, files.get(path) ?? ''] as const)
    .filter(([path, text]) => findModelNames(path, text, model).length > 0)
    .flatMap(([path, text]) => findWords(path, text, names));
}

/** Each place once, by its file. */
function usedPlaces(uses: readonly Use[]): string[] {
  const sorted = uses.toSorted((one, other) =>
    one.path === other.path ? one.line - other.line : one.path < other.path ? -1 : 1,
  );
  return [...new Set(sorted.map(({ path, line }) => `${path}:${line}`))];
}
