import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const REGISTER = join(import.meta.dirname, '../../../support/register-one-tree.ts');

/** A process that writes of a person, turn by turn. */
export function startWriter(...args: readonly string[]) {
  const child = fork(join(import.meta.dirname, 'writer.ts'), args, {
    execArgv: ['--import', 'tsx', '--import', pathToFileURL(REGISTER).href],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const told: string[] = [];
  child.stderr!.on('data', (chunk: Buffer) => told.push(chunk.toString()));
  const ended = once(child, 'exit');
  let turns = 0;
  child.on('message', ({ turn, error }: { readonly turn?: number; readonly error?: string }) => {
    if (turn !== undefined) turns = turn + 1;
    if (error !== undefined) told.push(error);
  });
  return {
    turns: () => turns,
    /** What it could not do; null once it has ended as it should. */
    async over(): Promise<string | null> {
      const [code] = (await ended) as [number | null];
      return code === 0 ? null : told.join('\n');
    },
  };
}
