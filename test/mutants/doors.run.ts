import { appendFileSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { proveDoors } from '../property/prove-doors.js';

/** The ids of the mutants to try, and the file that gets a line for each. */
const { MUTANTS: list = '', MUTANTS_TRIED: tried = '' } = process.env;

const tell = (line: object): void => appendFileSync(tried, `${JSON.stringify(line)}\n`);

/** The first words of what a door answered wrongly; null if all doors obeyed the policy. */
async function faultFound(id: number): Promise<string | null> {
  globalThis.mutant.begin(id);
  try {
    await proveDoors('SQLite', 'sqlite::memory:', 0);
    return null;
  } catch (error) {
    return (error as Error).message.slice(0, 120);
  } finally {
    globalThis.mutant.begin(-1);
  }
}

// `DOORS_POLICIES` says how many policies each mutant must survive.
test('tries mutants at every door', { timeout: 0 }, async () => {
  expect(await faultFound(-1)).toBeNull();
  const { reached } = globalThis.mutant;
  for (const id of JSON.parse(readFileSync(list, 'utf8')) as number[])
    tell({ id, fault: reached.has(id) ? await faultFound(id) : null });
});
