import type { Command } from '@commander-js/extra-typings';
import type { Action } from './declare.js';

/** Declares the hidden commands that git calls. */
export function declarePlumbing(program: Command, action: Action): void {
  const load = () => import('./commands/merge-driver.js');
  const declare = (name: string, description: string) =>
    program
      .command(name, { hidden: true })
      .description(description)
      .argument('<base>', 'the common ancestor: %O')
      .argument('<ours>', 'our side, overwritten with the result: %A')
      .argument('<theirs>', 'their side: %B')
      .argument('[path]', 'the path of the file in the repository: %P', '');
  declare('merge-base', 'merge two pristine copies for git').action(
    action(async () => (await load()).mergeBase),
  );
  declare('merge-file', 'merge code or JSON for git by structure').action(
    action(async () => (await load()).mergeFile),
  );
}
