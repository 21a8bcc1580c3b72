import type { Command } from '@commander-js/extra-typings';
import type { BindAction } from './declare.js';

/** Declares the hidden commands that git calls. */
export function declarePlumbing(program: Command, bind: BindAction): void {
  const load = () => import('./commands/merge-driver.js');
  const declare = (name: string, description: string) =>
    program
      .command(name, { hidden: true })
      .description(description)
      .argument('<base>', 'the common ancestor: %O')
      .argument('<ours>', 'our side, overwritten with the result: %A')
      .argument('<theirs>', 'their side: %B')
      .argument('[path]', 'the path of the file in the repository: %P', '');
  const base = declare('merge-base', 'Merges two pristine copies for git.');
  bind(base, async (context, of, ours, theirs, path) =>
    (await load()).mergeBase(context, { base: of, ours, theirs }, path),
  );
  const file = declare('merge-file', 'Merges code or JSON for git by structure.');
  bind(file, async (context, of, ours, theirs, path) =>
    (await load()).mergeFile(context, { base: of, ours, theirs }, path),
  );
}
