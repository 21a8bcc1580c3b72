import { listedExports, importedNames, type ModuleName } from '../../code/module-names.js';
import { declaredIn, exportsOf } from '../../code/module-exports.js';
import { lineAt } from '../../code/problem-at.js';
import { resolveImport } from '../../code/resolve-import.js';
import { isCode, parseCode } from '../../code/typescript.js';
import { filesSettled, type Plan } from '../../plan/plan.js';
import { type Problem, warning } from '../../problem.js';
import { isShared } from '../../render/project-files.js';
import { isGenerated, type Tree } from '../../tree.js';
import type { ExportNames } from '../../refactor/rename-exports.js';

/** The number of places that a problem names. */
const MOST = 2;

/**
 * Warns of own code that imports a name which a file of the engine or the back-office no longer exports after a plan. The help names
 * the files that export the name, or the place that the table of layouts gives for its work.
 */
export function removedExports(after: Tree, plan: Plan, gone: ExportNames): readonly Problem[] {
  const files = filesSettled(after, plan.conflicts, 'takeTheirs');
  return [...files].flatMap(([path, text]) =>
    isCode(path) && !isGenerated(path) && !isShared(path) ? goneIn(path, text, files, gone) : [],
  );
}

function goneIn(path: string, text: string, files: Tree, gone: ExportNames): readonly Problem[] {
  const file = parseCode(path, text);
  return [...importedNames(file), ...listedExports(file)].flatMap((one) => {
    const target = one.module === null ? null : resolveImport(files, path, one.module);
    if (target === null || !isShared(target) || !isCode(target) || isWholeModule(one)) return [];
    if (exportsOf(target, files.get(target)!)?.has(one.name) !== false) return [];
    const at = `${path}:${lineAt(text, one.declaration.getStart())}`;
    const message = `${at} imports \`${one.name}\` from \`${one.module}\`, which has no such export`;
    const place = gone.get(target)?.get(one.name);
    return [warning('gone-export', message, place ? `use ${place}` : helpWith(one.name, files))];
  });
}

const isWholeModule = ({ name }: ModuleName): boolean => name === '*' || name === 'default';

function helpWith(name: string, files: Tree): string {
  const places = [...files].flatMap(([path, text]) =>
    isShared(path) && isCode(path) && text.includes(name) && declares(path, text, name)
      ? [path]
      : [],
  );
  return places.length === 0 || places.length > MOST
    ? 'see CHANGELOG.md of crudgen for its replacement'
    : `import it from ${places.join(', ')}`;
}

const declares = (path: string, text: string, name: string): boolean =>
  declaredIn(parseCode(path, text)).includes(name);
