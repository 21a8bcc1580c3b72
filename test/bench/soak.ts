import { load, type Target } from './measure.js';
import { OPERATIONS } from './operations.js';
import { residentMegabytes } from './servers.js';

const PARTS = 10;

/** Resident memory in MB after each tenth of a load of all operations mixed. */
export async function soak(target: Target, seconds: number): Promise<number[]> {
  const memory: number[] = [];
  for (let part = 0; part < PARTS; part++) {
    const first = part * 1_000_000;
    const ask = (n: number) => OPERATIONS[n % OPERATIONS.length]!.ask(first + n);
    const result = await load(target, ask, seconds / PARTS);
    if (result.failures > 0) throw new Error(`${result.failures} requests failed`);
    memory.push(residentMegabytes(target.pid));
    process.stderr.write(`soaked for ${(seconds / PARTS) * (part + 1)} s\n`);
  }
  return memory;
}
