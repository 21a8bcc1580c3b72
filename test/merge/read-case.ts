import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { PlaceConflict, Plan } from '../../src/plan/plan.js';
import type { Tree } from '../../src/tree.js';

/** One habit of an owner: what crudgen wrote, what they made of it, what crudgen wants, what must come out. */
export interface Case {
  readonly name: string;
  readonly base: Tree;
  readonly mine: Tree;
  readonly next: Tree;
  readonly expected: Tree;
}

/** Files end in `.txt` in the cases, so that no tool takes them for code of this repository. */
function readFiles(root: string): Tree {
  if (!existsSync(root)) return new Map();
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const full = join(entry.parentPath, entry.name);
        const path = relative(root, full)
          .split(sep)
          .join('/')
          .replace(/\.txt$/, '');
        return [path, readFileSync(full, 'utf8')] as const;
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Every case below a folder. */
export function readCases(root: string): Case[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const [base, mine, next, expected] = ['base', 'mine', 'next', 'expected'].map((part) =>
        readFiles(join(root, name, part)),
      ) as [Tree, Tree, Tree, Tree];
      return { name, base, mine, next, expected };
    });
}

/** The name under which an expected outcome describes conflicts, refusals and what stays deleted. */
export const SAID = 'SAID';

const told = ({ path, line, yours, crudgen, was }: PlaceConflict): string =>
  [`${path}:${line}`, `yours:\n${yours}`, `crudgen:\n${crudgen}`, `was:\n${was ?? '-'}`].join('\n');

/** What a plan makes of a project, with what it says beside it. */
export function outcomeOf(mine: Tree, plan: Plan): Tree {
  const files = new Map(mine);
  for (const change of plan.changes)
    if (change.kind === 'delete') files.delete(change.path);
    else files.set(change.path, change.next);
  const said = [
    ...plan.conflicts.map((conflict) => `conflict ${told(conflict)}`),
    ...plan.refused.map(({ path, kind }) => `refused ${path}: ${kind}`),
    ...plan.stayDeleted.map((path) => `stays deleted: ${path}`),
    ...plan.warnings.map(({ code, message }) => `${code}: ${message}`),
  ];
  if (said.length > 0) files.set(SAID, `${said.join('\n')}\n`);
  return files;
}
