import { packagesOf } from '../disk/read-packages.js';
import type { Model } from '../model/model.js';
import { filesAfter } from '../plan/files-after.js';
import type { Plan } from '../plan/plan.js';
import { isGenerated, type Tree } from '../tree.js';
import type { Problem } from '../problem.js';
import { findPageUses } from '../code/find-page-uses.js';
import { findUses, memberTypes, type Use } from '../code/find-uses.js';
import { isCode } from '../code/typescript.js';
import type { OpenProject } from './project.js';

const SHOWN = 8;

/** Says where the owner's own code still means members of a model by names that they have no more. */
export function withUses(
  plan: Plan,
  project: OpenProject,
  model: Model,
  names: readonly string[],
): Plan {
  if (names.length === 0) return plan;
  const files = filesAfter(plan, project.mine);
  const among = ownFiles(plan, files, project, names);
  if (among.length === 0) return plan;
  const uses = inOrder([
    ...usesInCode(files, among, project, model, names),
    ...usesInPages(files, among, project, model, names),
  ]);
  if (uses.length === 0) return plan;
  const said = names.map((name) => `\`${name}\``).join(' or ');
  const places = uses.length === 1 ? 'a place' : `${uses.length} places`;
  const warning: Problem = {
    code: 'old-name',
    message: `${said} of \`${model.name}\` is still meant in ${places} of your own`,
    help: `look at ${uses.slice(0, SHOWN).join(', ')}${uses.length > SHOWN ? ', ...' : ''}`,
    severity: 'warning',
  };
  return { ...plan, warnings: [...plan.warnings, warning] };
}

/** The code that its owner wrote or edited and that has one of the words: what crudgen wrote goes along by itself. */
function ownFiles(
  plan: Plan,
  files: Tree,
  { base }: OpenProject,
  names: readonly string[],
): string[] {
  const word = new RegExp(`(?<![\\w$])(?:${names.join('|')})(?![\\w$])`);
  const written = (path: string) => plan.base.get(path) ?? base?.get(path);
  return [...files].flatMap(([path, text]) => {
    const isOwn = /^(?:src|web\/src)\/(?!database\/migrations\/)/.test(path) && !isGenerated(path);
    return isOwn && isCode(path) && word.test(text) && text !== written(path) ? [path] : [];
  });
}

function usesInCode(
  files: Tree,
  among: readonly string[],
  { root, mine }: OpenProject,
  model: Model,
  names: readonly string[],
): Use[] {
  const declared = new RegExp(`\\bclass ${model.name}\\b`);
  const pathIn = (tree: Tree): string | undefined =>
    [...tree].find(([path, text]) => /^src\/.*\.ts$/.test(path) && declared.test(text))?.[0];
  const [path, before] = [pathIn(files), pathIn(mine)];
  if (path === undefined || before === undefined) return [];
  const entity = { path, name: model.name };
  const members = memberTypes(before, mine.get(before) ?? '', model.name, names);
  return findUses({ files, among, entity, members, records: recordKeys(model) }, packagesOf(root));
}

/** What a record of a model may have. */
const recordKeys = ({ fields }: Model): Set<string> =>
  new Set([
    ...['id', '_label', 'created_at', 'updated_at'],
    ...fields.flatMap(({ name, reference }) => [name, reference?.relation ?? name]),
  ]);

function usesInPages(
  files: Tree,
  among: readonly string[],
  { pages }: OpenProject,
  { table }: Model,
  names: readonly string[],
): Use[] {
  const shown = { table, folder: pages.get(table) ?? null, names };
  return among
    .filter((path) => path.startsWith('web/'))
    .flatMap((path) => findPageUses(path, files.get(path) ?? '', shown));
}

/** Each place once, by its file. */
const inOrder = (uses: readonly Use[]): string[] => [
  ...new Set(
    [...uses]
      .sort((one, other) =>
        one.path === other.path ? one.line - other.line : one.path < other.path ? -1 : 1,
      )
      .map(({ path, line }) => `${path}:${line}`),
  ),
];
