import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changedBetween, readTree, writeFiles } from './folders.js';
import { commitAll, gitPlainly, meteredGit } from './git.js';
import type { Asked, Taken, Way } from './way.js';

/** What a conflict of git comes to: the project in which each of them is settled, and where files went in it. */
export interface Settled {
  readonly folder: string;
  readonly moved: ReadonlyMap<string, string>;
}

/**
 * `git merge` of a branch with what is generated into one with the edited project. Each file that git cannot merge is settled as well as can be:
 * it becomes what it is where each conflict is settled.
 */
export class ByGit implements Way {
  constructor(
    readonly folder: string,
    { generated, edited }: { readonly generated: string; readonly edited: string },
    private readonly settled: Settled,
  ) {
    gitPlainly(generated, 'clone', '--quiet', generated, folder);
    gitPlainly(folder, 'switch', '--quiet', '--create', 'own');
    writeFiles(folder, changedBetween(readTree(folder), readTree(edited)));
    commitAll(folder, 'what its developer made of it');
  }

  take({ output }: Asked): Taken {
    const fetched = meteredGit(this.folder, 'fetch', '--quiet');
    const merged = meteredGit(this.folder, 'merge', '--quiet', '--no-edit', 'origin/generated');
    const seconds = output.seconds + fetched.seconds + merged.seconds;
    const unmerged = this.#unmerged();
    if (merged.status !== 0 && unmerged.length === 0)
      throw new Error(merged.stdout + merged.stderr);
    const asked = new Map(unmerged.map((path) => [path, placesIn(join(this.folder, path))]));
    if (unmerged.length > 0) {
      for (const path of unmerged) this.#settle(path);
      commitAll(this.folder, 'settled');
    }
    return { asked, named: new Map(), seconds };
  }

  #unmerged(): readonly string[] {
    const said = gitPlainly(this.folder, 'diff', '--name-only', '--diff-filter=U', '-z');
    return said.split('\0').filter(Boolean);
  }

  #settle(path: string): void {
    const now = this.settled.moved.get(path) ?? path;
    writeFiles(this.folder, [[path, null]]);
    const right = join(this.settled.folder, now);
    if (existsSync(right)) writeFiles(this.folder, [[now, readFileSync(right, 'utf8')]]);
  }
}

/** The places in a file that git asks about; one where it cannot even say where. */
function placesIn(path: string): number {
  if (!existsSync(path)) return 1;
  return Math.max(1, readFileSync(path, 'utf8').match(/^<{7} /gm)?.length ?? 0);
}
