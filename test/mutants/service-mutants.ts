import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Target } from './targets.js';
import { weave } from './weave.js';

/** The folder by which a run tells services of the contract suite (`contract/harness.ts`) which mutant to run. */
const fileOf = (name: string): string | null => {
  const folder = process.env['CONTRACT_MUTANTS'];
  return folder ? join(folder, name) : null;
};

/** Loaded by a service before its own code: the switch of `weave.ts`, for the mutant that is chosen when the service starts. */
const SWITCH = `import { appendFileSync, readFileSync } from 'node:fs';
const active = Number(readFileSync(new URL('active', import.meta.url), 'utf8'));
const reached = new Set();
let count = 0;
globalThis.mutant = {
  on(id) {
    if (active < 0 && !reached.has(id)) appendFileSync(new URL('reached', import.meta.url), id + '\\n');
    reached.add(id);
    if (id !== active) return false;
    if (++count > 3_000_000) throw new Error('the mutant loops');
    return true;
  },
};
`;

/** Writes the files of the engine with their mutants, for services that start from now on, in this process and its children. */
export function weaveServices(targets: readonly Target[], folder: string): void {
  process.env['CONTRACT_MUTANTS'] = folder;
  for (const { file, source, mutants, first } of targets) {
    const path = join(folder, 'engine', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, weave(source, mutants, first));
  }
  writeFileSync(join(folder, 'switch.mjs'), SWITCH);
  chooseInServices(-1);
}

/** Services that start from now on run this mutant. */
export function chooseInServices(id: number): void {
  const [active, reached] = [fileOf('active'), fileOf('reached')];
  if (active === null || reached === null) return;
  writeFileSync(active, String(id));
  writeFileSync(reached, '');
}

/** The mutants whose code has run in services since one was chosen. */
export function reachedByServices(): readonly number[] {
  const reached = fileOf('reached');
  if (reached === null || !existsSync(reached)) return [];
  return readFileSync(reached, 'utf8').split('\n').filter(Boolean).map(Number);
}
