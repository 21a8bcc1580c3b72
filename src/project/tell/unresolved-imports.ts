import { posix } from 'node:path';
import { aliasTargets } from '../../code/import-aliases.js';
import { lineAt } from '../../code/problem-at.js';
import { filesMeant, resolveImport, resolvePath } from '../../code/resolve-import.js';
import { specifiersIn } from '../../code/specifiers.js';
import { isCode, parseCode } from '../../code/typescript.js';
import { listFolder } from '../../disk/folders.js';
import { type Problem, warning } from '../../problem.js';
import type { Tree } from '../../tree.js';
import { movedSince } from '../history/layout-moves.js';
import type { OpenProject } from '../open/open-project.js';

/** Warns of imports that lead to no file, in the files that are not as crudgen wrote them. */
export async function unresolvedImports(project: OpenProject): Promise<readonly Problem[]> {
  const { root, mine, base } = project;
  const own = [...mine].filter(([path, text]) => isCode(path) && base.get(path) !== text);
  const lost: Problem[] = [];
  for (const [path, text] of own)
    for (const { text: specifier, start } of specifiersIn(parseCode(path, text))) {
      const targets = targetsOf(project, path, specifier);
      if (targets === null || (await isAnyThere(root, targets))) continue;
      const place = `${path}:${lineAt(text, start)}`;
      const message = `${place} imports \`${specifier}\`, but there is no such file`;
      lost.push(warning('lost-import', message, helpWith(targets, mine)));
    }
  return lost;
}

/** What to import instead: a branch from before an upgrade may name a file by its path of then. */
function helpWith(targets: readonly string[], mine: Tree): string {
  const now = [...movedSince(null, targets.flatMap(filesMeant)).values()].find((path) =>
    mine.has(path),
  );
  return now === undefined
    ? 'correct or remove the import'
    : `the file has moved to ${now}; import its exports from \`#engine\` or \`#ui\``;
}

/**
 * The paths, without their endings, that a specifier of the project's own files may name; null where the project knows the file,
 * and for packages.
 */
function targetsOf(
  { mine }: OpenProject,
  path: string,
  specifier: string,
): readonly string[] | null {
  // A suffix such as `?raw` is for the bundler.
  const plain = specifier.replace(/\?.*$/, '');
  if (resolveImport(mine, path, plain) !== null) return null;
  if (plain.startsWith('.')) return [resolvePath(path, plain)];
  const targets = aliasTargets(mine, path, plain);
  // No package begins so: an alias that is gone, as with the feature that brought it.
  return targets.length > 0 || plain.startsWith('#') ? targets : null;
}

/** Whether one of the files or folders is on disk: git may ignore it, or crudgen cannot read it. */
async function isAnyThere(root: string, targets: readonly string[]): Promise<boolean> {
  for (const target of targets) {
    const { dir, base } = posix.parse(target);
    const names = (await listFolder(posix.join(root, dir))) ?? [];
    if (names.some((name) => name === base || bareName(name) === bareName(base))) return true;
  }
  return false;
}

/** The name without the ending of code: `task.js` may name `task.ts` or `task.d.ts`. */
const bareName = (name: string): string => name.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '');
