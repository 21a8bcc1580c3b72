import { isCode } from '../code/typescript.js';
import type { App } from '../model/model.js';
import { type Problem, warning } from '../problem.js';
import { nameRelations } from '../refactor/relation-conditions.js';
import { isGenerated, type Tree } from '../tree.js';
import { compareVersions } from '../version.js';

/** A change of what the engine offers that the developer's code has to follow. */
interface Codemod {
  /** The first version with the new form. */
  readonly since: string;
  /** What the code has instead. */
  readonly now: string;
  readonly rewrite: (
    path: string,
    text: string,
    app: App,
  ) => { readonly text: string; readonly left: readonly { line: number; why: string }[] };
}

/** Every codemod, oldest first. `upgrade` applies those that a project has not seen. */
const CODEMODS: readonly Codemod[] = [
  {
    since: '0.3.0',
    now: "conditions on related records go by relations: parent('owner', ...), children('tasks', ...), linked('tags', ...)",
    rewrite: nameRelations,
  },
];

/** The developer's files in the forms of this version, and a warning for each place that has to be rewritten by hand. */
export function followVersion(
  files: Tree,
  app: App,
  version: string | null,
): { readonly files: Tree; readonly problems: readonly Problem[] } {
  const unseen = CODEMODS.filter(({ since }) => compareVersions(version ?? '0', since) < 0);
  const next = new Map(files);
  const problems: Problem[] = [];
  for (const [path, text] of files) {
    if (!isOwnCode(path)) continue;
    for (const { rewrite, now } of unseen) {
      const found = rewrite(path, next.get(path) ?? text, app);
      next.set(path, found.text);
      for (const { line, why } of found.left)
        problems.push(warning('old-form', `${path}:${line} cannot be rewritten: ${why}`, now));
    }
  }
  return { files: next, problems };
}

/** Neither what crudgen writes, nor migrations, which stay as they ran, nor pages, which have no conditions. */
const isOwnCode = (path: string): boolean =>
  isCode(path) &&
  !isGenerated(path) &&
  !/^(?:src\/engine|src\/database\/migrations|test\/engine|web)\//.test(path);
