import { isCode } from '../../code/typescript.js';
import { type Problem, warning } from '../../problem.js';
import { findGroups } from '../../refactor/history/group-shape.js';
import { importLines } from '../../refactor/history/moved-imports.js';
import type { Rewritten } from '../../refactor/history/rewritten.js';
import { isGenerated, type Tree } from '../../tree.js';
import { compareVersions } from '../../version.js';
import type { HistoryEntry } from './history-entry.js';

/** A change of the engine or of the shared pages that the developer's code has to follow. */
interface Codemod extends HistoryEntry {
  /** Whether the codemod rewrites pages, or all other code. */
  readonly pages: boolean;
  /** The new form. */
  readonly now: string;
  readonly rewrite: (path: string, text: string) => Rewritten;
}

/** Every codemod, oldest first. `upgrade` applies those that a project has not seen. */
export const CODEMODS: readonly Codemod[] = [
  {
    since: '0.8.0',
    until: '1.0.0',
    pages: true,
    now: 'import `LinesInput` from `#ui/lines/lines-input`, and `RecordLines` from `#ui/lines/record-lines`',
    rewrite: importLines,
  },
  {
    since: '0.8.0',
    until: '1.0.0',
    pages: false,
    now: 'read groups as `_aggregate` answers them: `group.by.status` for `group.status`, `group.count` for `group._count`, `group.sum` for `group._sum`; answers with groups change, too',
    rewrite: findGroups,
  },
];

/** The developer's files in the forms of this version, and a warning for each place that the developer has to rewrite. */
export function followVersion(
  files: Tree,
  version: string | null,
): { readonly files: Tree; readonly problems: readonly Problem[] } {
  const unseen = CODEMODS.filter(({ since }) => compareVersions(version ?? '0', since) < 0);
  const next = new Map(files);
  const problems: Problem[] = [];
  for (const [path, text] of files) {
    if (!isOwnCode(path)) continue;
    const isPage = path.startsWith('web/');
    for (const { rewrite, now } of unseen.filter(({ pages }) => pages === isPage)) {
      const found = rewrite(path, next.get(path) ?? text);
      next.set(path, found.text);
      for (const { line, why } of found.left)
        problems.push(warning('old-form', `${path}:${line} cannot be rewritten: ${why}`, now));
    }
  }
  return { files: next, problems };
}

/** Whether a file is the developer's code: crudgen does not write it, and it is not a migration, which stays as it ran. */
const isOwnCode = (path: string): boolean =>
  isCode(path) && !isGenerated(path) && !/^(?:engine|ui|src\/database\/migrations)\//.test(path);
