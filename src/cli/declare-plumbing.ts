import type { Command } from '@commander-js/extra-typings';
import type { Go } from './declare.js';

/** Declares the commands that git calls, which no help lists. */
export function declarePlumbing(program: Command, go: Go): void {
  const load = () => import('./commands/merge-driver.js');
  const declare = (name: string, says: string) =>
    program
      .command(name, { hidden: true })
      .description(says)
      .argument('<base>', 'what both sides began with: %O')
      .argument('<ours>', 'our side, which becomes the result: %A')
      .argument('<theirs>', 'their side: %B')
      .argument('[path]', 'where the file is in the repository: %P', '');
  const base = declare('merge-base', 'Merges two pristine copies for git.');
  go(base, async (context, of, ours, theirs, path) =>
    (await load()).mergeBase(context, { base: of, ours, theirs }, path),
  );
  const file = declare('merge-file', 'Merges code or JSON for git where lines do not merge.');
  go(file, async (context, of, ours, theirs, path) =>
    (await load()).mergeFile(context, { base: of, ours, theirs }, path),
  );
}
