import type { Conflict } from '../plan/plan.js';
import type { Choice } from '../plan/settle-conflicts.js';
import { refusal } from '../problem.js';
import { askChoice } from './ask.js';
import { showConflict } from './show-plan.js';
import type { Terminal } from './terminal.js';

const ANSWERS = [
  { title: 'yours', value: 'mine' },
  { title: "crudgen's", value: 'theirs' },
  { title: 'both, between conflict markers, to resolve by hand', value: 'mark' },
  { title: 'cancel: write nothing', value: 'stop' },
] as const;

/** Asks for each conflicting file which side to keep, showing both; cancelling ends the command. */
export async function askSides(
  terminal: Terminal,
  conflicts: readonly Conflict[],
): Promise<ReadonlyMap<string, Choice>> {
  const files = [...new Set(conflicts.map(({ path }) => path))];
  const sides = new Map<string, Choice>();
  for (const [at, path] of files.entries()) {
    for (const one of conflicts)
      if (one.path === path) terminal.note(showConflict(one, terminal.errorStyle));
    const count = files.length === 1 ? '' : ` (${at + 1} of ${files.length} files)`;
    const message = `${path}${count}: keep which side?`;
    const answer = await askChoice<Choice | 'stop'>({ message, initial: 'mine' }, ANSWERS);
    if (answer === 'stop') throw refusal(STOPPED, 3);
    sides.set(path, answer);
  }
  return sides;
}

const STOPPED = { code: 'cancelled', message: 'cancelled; nothing was written' };
