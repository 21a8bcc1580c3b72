import { entitiesOf, partsOf } from '../../code/code-index.js';
import { findImporters } from '../../code/find-importers.js';
import type { Use } from '../../code/find-uses.js';
import { isCode } from '../../code/typescript.js';
import { filesSettled, type FileConflict, type Plan } from '../../plan/plan.js';
import { hasAnswers } from '../../plan/conflict-kinds.js';
import type { OnRemoved } from '../../plan/plan-file.js';
import { type Problem, warning } from '../../problem.js';
import { findMoves } from '../../refactor/find-moves.js';
import { folderOf, type Tree } from '../../tree.js';
import { ownCode } from '../tell/own-code.js';
import type { OpenProject } from '../open/open-project.js';

/** The command that asks for the removal, and the files after the plan. */
interface Removal {
  readonly files: Tree;
  readonly removed?: OnRemoved | undefined;
}

/**
 * A plan that deletes files, with the decisions about the developer's own files: those in a folder that crudgen leaves, such as the
 * hooks and rules of a removed model, block the plan until somebody decides; the warnings name files elsewhere that import a
 * removed file.
 */
export function withOwnFiles(
  plan: Plan,
  project: OpenProject,
  { files: after, removed = 'refuse' }: Removal,
): Plan {
  const gone = new Set([
    ...plan.changes.flatMap(({ kind, path }) => (kind === 'delete' ? [path] : [])),
    ...plan.refused.filter(hasAnswers).map(({ path }) => path),
  ]);
  if (gone.size === 0) return plan;
  const left = new Map(
    [...filesSettled(after, plan.conflicts, 'keepMine')].filter(([path]) => !gone.has(path)),
  );
  const own = removed === 'refuse' ? ownBeside(left, gone, project) : [];
  const all = new Set([...gone, ...own]);
  // The import alias of a feature leaves with the feature; until then, other files import the feature by it.
  const aliases = [...project.onDisk].filter(([path]) => path === 'package.json');
  const files = new Map([...project.onDisk, ...left, ...aliases]);
  const uses = findImporters(files, [...ownCode(left, plan, project), ...gone], all);
  const refused = [
    ...plan.refused,
    ...own.map((path): FileConflict => {
      return { kind: 'own-removed', path, mine: left.get(path)!, base: null, breaks: [] };
    }),
  ];
  return {
    ...plan,
    refused: refused.map((one) => withBreaks(one, uses)),
    warnings: [...plan.warnings, ...importerWarning(uses.filter(({ path }) => !all.has(path)))],
  };
}

/** The developer's code in folders that have no file of crudgen left, without the parts of other models. */
function ownBeside(
  left: Tree,
  gone: ReadonlySet<string>,
  { base, mine, settings }: OpenProject,
): string[] {
  const entities = entitiesOf(left);
  const classes = new Set(entities.map(({ name }) => name));
  const parts = partsOf(left).filter(({ model }) => classes.has(model));
  const ours = new Set([
    ...base.keys(),
    ...findMoves(base, mine, settings.paths).values(),
    ...[...entities, ...parts].map(({ path }) => path),
  ]);
  const folders = [...new Set([...gone].map(folderOf))].filter(
    (folder) => ![...left.keys()].some((path) => path.startsWith(folder) && ours.has(path)),
  );
  return [...left.keys()].filter(
    (path) => isCode(path) && folders.some((folder) => path.startsWith(folder)),
  );
}

/** A file that may stay, with the lines that would not compile then. */
function withBreaks(refused: FileConflict, uses: readonly Use[]): FileConflict {
  const breaks = uses.filter(({ path }) => path === refused.path).map(({ line }) => line);
  return hasAnswers(refused) ? { ...refused, breaks } : refused;
}

function importerWarning(uses: readonly Use[]): Problem[] {
  if (uses.length === 0) return [];
  const places = uses.map(({ path, line }) => `${path}:${line}`);
  const count = uses.length === 1 ? 'one place' : `${uses.length} places`;
  const message = `your own code imports removed files or names in ${count}, and does not compile until you change it`;
  return [warning('lost-import', message, `see ${places.join(', ')}`)];
}
