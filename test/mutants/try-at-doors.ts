import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/project-on-disk.js';

/** Milliseconds: a mutant that a run has not finished by then waits for something that never happens. */
const PATIENCE = 180_000;
const ENDLESS = 'the run did not end';

/** What a door answered wrongly under a mutant; null if nobody would notice the mutant there. */
export interface Tried {
  readonly id: number;
  readonly fault: string | null;
}

/** Tries mutants at every door under this many random policies, always the same policies; a stuck run goes on behind its mutant. */
export async function tryAtDoors(
  ids: readonly number[],
  policies: number,
  folder: string,
  tell: (tried: Tried) => void,
): Promise<void> {
  for (let left = ids; left.length > 0;) {
    const tried = await runDoors(left, policies, folder, tell);
    left = left.filter((id) => !tried.has(id));
    const [stuck, ...others] = left;
    if (stuck !== undefined) tell({ id: stuck, fault: ENDLESS });
    left = others;
  }
}

async function runDoors(
  ids: readonly number[],
  policies: number,
  folder: string,
  tell: (tried: Tried) => void,
): Promise<ReadonlySet<number>> {
  const [list, answers] = [join(folder, 'doors.json'), join(folder, 'doors.ndjson')];
  writeFileSync(list, JSON.stringify(ids));
  rmSync(answers, { force: true });
  const seen = new Set<number>();
  const look = (): boolean => {
    const lines = existsSync(answers) ? readFileSync(answers, 'utf8').trim().split('\n') : [];
    const fresh = lines.filter(Boolean).slice(seen.size);
    for (const tried of fresh.map((line) => JSON.parse(line) as Tried)) {
      seen.add(tried.id);
      tell(tried);
    }
    return fresh.length > 0;
  };
  const config = join(import.meta.dirname, 'vitest.config.ts');
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--config', config, 'test/mutants/doors.run.ts', '--silent=true'],
    {
      cwd: ROOT,
      // With its workers it is a group, which ends as one.
      detached: true,
      stdio: 'ignore',
      env: {
        ...process.env,
        DOORS_SEED: '1',
        DOORS_POLICIES: String(policies),
        MUTANTS: list,
        MUTANTS_TRIED: answers,
      },
    },
  );
  const stop = (): void => void process.kill(-child.pid!, 'SIGKILL');
  process.once('exit', stop);
  let last = Date.now();
  const watch = setInterval(() => {
    if (look()) last = Date.now();
    else if (Date.now() - last > PATIENCE) stop();
  }, 1000);
  await new Promise((resolve) => child.once('close', resolve));
  process.off('exit', stop);
  clearInterval(watch);
  look();
  if (seen.size === 0 && ids.length > 1)
    throw new Error('the doors disagree with the policy before anything is mutated');
  return seen;
}
