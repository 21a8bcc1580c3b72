import { isCode } from '../../code/typescript.js';
import type { App } from '../../model/model.js';
import { type Problem, warning } from '../../problem.js';
import { liftImportAliases, NESTED } from '../../refactor/lift-import-aliases.js';
import { findGroups } from '../../refactor/history/group-shape.js';
import { renameInInputs } from '../../refactor/history/input-names.js';
import { renameInRecords } from '../../refactor/history/record-names.js';
import { importLines } from '../../refactor/moved-imports.js';
import { findPathsOutOfSrc } from '../../refactor/paths-out-of-src.js';
import { renameShown } from '../../refactor/history/shown-names.js';
import { nameRelations, type Rewritten } from '../../refactor/history/relation-conditions.js';
import { isGenerated, type Tree } from '../../tree.js';
import type { OpenProject } from '../open/open-project.js';
import { keepOwnFacts } from './own-facts.js';
import { compareVersions } from '../../version.js';

/** A change of what the engine offers that the developer's code has to follow. */
interface Codemod {
  /** The first version with the new form. */
  readonly since: string;
  /** Whether it is about pages, or about all other code. */
  readonly pages: boolean;
  /** What the code has instead. */
  readonly now: string;
  readonly rewrite: (path: string, text: string, app: App) => Rewritten;
}

/** Every codemod, oldest first. `upgrade` applies those that a project has not seen. */
const CODEMODS: readonly Codemod[] = [
  {
    since: '0.3.0',
    pages: false,
    now: "write conditions on related records by relations: parent('owner', ...), children('tasks', ...), linked('tags', ...)",
    rewrite: nameRelations,
  },
  {
    since: '0.3.0',
    pages: false,
    now: 'leave out `asRecord`: records are plain objects; write `authorize` for `demand`, and `relations` for `expand`',
    rewrite: renameInRecords,
  },
  {
    since: '0.3.0',
    pages: true,
    now: 'write `helperText` for `help` and `defaultValue` for `initial` in inputs',
    rewrite: renameInInputs,
  },
  {
    since: '0.4.0',
    pages: false,
    now: 'start the path from process.cwd(), or in `createApp` from `folder`: both are the same in `src` and `dist`',
    rewrite: findPathsOutOfSrc,
  },
  {
    since: '0.5.0',
    pages: false,
    now: 'use `one` itself for `one.text` (after `create` its `.record`) and pass it to `ifMatch`; `groups` and `recent` of the dashboard are no longer operations',
    rewrite: renameShown,
  },
  {
    since: '0.8.0',
    pages: true,
    now: 'import `LinesInput` from `#ui/lines/lines-input`, and `RecordLines` from `#ui/lines/record-lines`',
    rewrite: importLines,
  },
  {
    since: '0.8.0',
    pages: false,
    now: 'read groups as `_aggregate` answers them: `group.by.status` for `group.status`, `group.count` for `group._count`, `group.sum` for `group._sum`; answers with groups change, too',
    rewrite: findGroups,
  },
];

/** The first version that has the import aliases of `src/` in the project's `package.json`. */
const ALIASES_LIFTED = '0.4.0';

/** The developer's files in the forms of this version, and a warning for each place that has to be rewritten by hand. */
export function followVersion(
  project: Pick<OpenProject, 'mine' | 'base'> & Partial<Pick<OpenProject, 'settings'>>,
  app: App,
  version: string | null,
): { readonly files: Tree; readonly problems: readonly Problem[] } {
  const { base } = project;
  const own = keepOwnFacts(project, project.settings?.paths);
  const { files } = own;
  const isBefore = (since: string): boolean => compareVersions(version ?? '0', since) < 0;
  const unseen = CODEMODS.filter(({ since }) => isBefore(since));
  const next = new Map(files);
  const aliases = isBefore(ALIASES_LIFTED) ? liftImportAliases({ mine: files, base }) : null;
  // As crudgen wrote it, the file goes with this version.
  if (aliases !== null)
    next.set('package.json', aliases).set(NESTED, base.get(NESTED) ?? files.get(NESTED)!);
  const problems: Problem[] = [...own.problems];
  for (const [path, text] of files) {
    if (!isOwnCode(path)) continue;
    const isPage = path.startsWith('web/');
    for (const { rewrite, now } of unseen.filter(({ pages }) => pages === isPage)) {
      const found = rewrite(path, next.get(path) ?? text, app);
      next.set(path, found.text);
      for (const { line, why } of found.left)
        problems.push(warning('old-form', `${path}:${line} cannot be rewritten: ${why}`, now));
    }
  }
  return { files: next, problems };
}

/** Neither what crudgen writes, nor migrations, which stay as they ran. */
const isOwnCode = (path: string): boolean =>
  isCode(path) &&
  !isGenerated(path) &&
  !/^(?:(?:(?:src|test)\/)?engine|(?:web\/src\/)?ui|src\/database\/migrations)\//.test(path);
