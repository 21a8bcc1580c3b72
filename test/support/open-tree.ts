import { readProject } from '../../src/code/read-project.js';
import { BASE, copyOf } from '../../src/disk/base-store.js';
import { adoptProject } from '../../src/project/open/adopt-project.js';
import { withoutStyle } from '../../src/project/open/house-style.js';
import { withoutInstalled } from '../../src/project/open/installed-features.js';
import type { OpenProject } from '../../src/project/open/open-project.js';
import type { Tree } from '../../src/tree.js';

/** A project, kept copies included, as a command opens it, but from memory. */
export function openTree(onDisk: Tree): OpenProject {
  const mine = new Map([...onDisk].filter(([path]) => !path.startsWith('.crudgen/')));
  const kept = new Map(
    [...onDisk].flatMap(([path, text]): [string, string][] => {
      const file = path.startsWith(`${BASE}/`) ? copyOf(path) : null;
      return file === null ? [] : [[file, text]];
    }),
  );
  const isAdopted = kept.size === 0;
  const { base: files, installed } = withoutInstalled(isAdopted ? adoptProject(mine).base : kept);
  const { base, applied } = withoutStyle(files);
  const { problems: _, ...read } = readProject(mine, { base });
  const merged = {
    merging: new Set<string>(),
    repaired: new Map<string, string>(),
    remade: new Map<string, string>(),
    writtenBy: new Map<string, string>(),
  };
  return {
    root: '/project',
    mine,
    onDisk: mine,
    base,
    applied,
    installed,
    isAdopted,
    ...merged,
    ...read,
  };
}
